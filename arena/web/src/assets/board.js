// What all pages with a board share: how a drawing gets onto the page, and what is folded away on a small screen.
"use strict";

// A board and its panels, which are two drawings; nothing if they can't be read.
// The arena has drawn and escaped them. Read as XML they can't be taken for anything but SVG, nothing in them runs before
// they are in the page, and there the page's policy forbids scripts.
function drawings(text) {
  const svg = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, "image/svg+xml");
  return svg.querySelector("parsererror") ? undefined : svg.documentElement.children;
}

// The pieces of a board by their kind, each with how it lies on the sea. The sea itself moves when there is more text above it.
function piecesOf(board) {
  const kinds = new Map();
  const onSea = board?.querySelector(".sea")?.getCTM()?.inverse();
  if (!onSea) return kinds;
  for (const piece of board.querySelectorAll("[data-piece]")) {
    const kind = piece.dataset.piece;
    kinds.set(kind, [...(kinds.get(kind) ?? []), { piece, lies: onSea.multiply(piece.getCTM()) }]);
  }
  return kinds;
}

// How long a piece moves, in milliseconds.
const GLIDE = 350;

// Lets the pieces that stand elsewhere than before move there. Pieces of one kind are alike: those that stand where one stood stay.
function glide(before, after) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const isAt = ({ lies: { e, f } }) => ({ lies }) => Math.hypot(lies.e - e, lies.f - f) < 1;
  for (const [kind, now] of after) {
    const then = before.get(kind) ?? [];
    const gone = then.filter((old) => !now.some(isAt(old)));
    const came = now.filter((one) => !then.some(isAt(one)));
    for (const [index, { piece, lies }] of came.entries()) {
      if (!gone[index]) break;
      const { a, b, c, d } = lies.inverse();
      const [x, y] = [gone[index].lies.e - lies.e, gone[index].lies.f - lies.f];
      const from = { transform: `translate(${a * x + c * y}px, ${b * x + d * y}px)` };
      piece.animate([from, { transform: "translate(0, 0)" }], { duration: GLIDE, easing: "ease-in-out", composite: "add" });
    }
  }
}

// Puts a board and its panels into this part of the page.
function drawBoard(text, page) {
  const drawn = drawings(text);
  if (!drawn) return;
  const [board, panels] = drawn;
  const picture = page.querySelector(".picture");
  const before = piecesOf(picture.firstElementChild);
  picture.replaceChildren(document.importNode(board, true));
  page.querySelector(".panels-drawn").replaceChildren(document.importNode(panels, true));
  glide(before, piecesOf(picture.firstElementChild));
}

// A text of the page with these values in its places, which are {0}, {1} and so on.
const filled = (text, ...values) => text.replace(/\{(\d)\}/g, (_, place) => values[place]);

// The pieces of a drawing, each of which begins with a tag. The arena sends all of them once, and then what changes.
const cut = (text) => text.split(/(?=<)/);

function change(pieces, changes) {
  for (const [at, gone, text] of [...changes].reverse()) pieces.splice(at, gone, ...(text ? cut(text) : []));
}

// On a small screen the board comes first, and the panels are opened when they are wanted.
function foldPanels(page) {
  const small = matchMedia("(max-width: 1199px)");
  const fold = () => {
    const shelf = page.querySelector(".shelf");
    if (shelf) shelf.open = !small.matches;
  };
  small.addEventListener("change", fold);
  fold();
}

// An address that names something folded unfolds it.
{
  const named = document.getElementById(location.hash.slice(1));
  if (named instanceof HTMLDetailsElement) named.open = true;
}

{
  const page = document.querySelector("main");
  if (page) foldPanels(page);
}
