// What all pages with a board share: how a drawing gets onto the page, and what is folded away on a small screen.
"use strict";

// A board and its panels, which are two drawings; nothing if they can't be read.
// The arena has drawn and escaped them. Read as XML they can't be taken for anything but SVG, nothing in them runs before
// they are in the page, and there the page's policy forbids scripts.
function drawings(text) {
  const svg = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, "image/svg+xml");
  return svg.querySelector("parsererror") ? undefined : svg.documentElement.children;
}

// How something lies on the sea of the board, whichever drawing it is in. The sea itself moves when there is more text above it.
const onSea = (page) => page.querySelector(".picture .sea")?.getScreenCTM()?.inverse();

// The pieces of a board and its panels by their kind, each with how it lies on the sea.
function piecesOf(page) {
  const kinds = new Map();
  const sea = onSea(page);
  if (!sea) return kinds;
  for (const piece of page.querySelectorAll("[data-piece]:not([data-stand-in])")) {
    // What is folded away is nowhere.
    if (piece.closest("details:not([open])")) continue;
    const kind = piece.dataset.piece;
    kinds.set(kind, [...(kinds.get(kind) ?? []), { piece, lies: sea.multiply(piece.getScreenCTM()) }]);
  }
  return kinds;
}

// How long a piece moves, in milliseconds.
const GLIDE = 350;

// Lets the pieces that stand elsewhere than before move there. Pieces of one kind are alike: those that stand where one stood stay.
function glide(before, after, page) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const isAt = ({ lies: { e, f } }) => ({ lies }) => Math.hypot(lies.e - e, lies.f - f) < 1;
  for (const [kind, now] of after) {
    const then = before.get(kind) ?? [];
    const gone = then.filter((old) => !now.some(isAt(old)));
    const came = now.filter((one) => !then.some(isAt(one)));
    for (const [index, one] of came.entries()) {
      if (gone[index]) fly(gone[index].lies, one, page);
    }
  }
}

// Lets a piece move from where one of its kind lay.
function fly(from, { piece, lies }, page) {
  const board = page.querySelector(".picture > svg");
  const isOnBoard = board.contains(piece);
  const flier = isOnBoard ? piece : copyOf(piece, lies, board, page);
  flier.dataset.flying = "";
  const { a, b, c, d } = lies.inverse();
  const [x, y] = [from.e - lies.e, from.f - lies.f];
  const start = { transform: `translate(${a * x + c * y}px, ${b * x + d * y}px)` };
  const options = { duration: GLIDE, easing: "ease-in-out", composite: "add" };
  flier.animate([start, { transform: "translate(0, 0)" }], options).onfinish = () => {
    delete flier.dataset.flying;
    if (isOnBoard) return;
    flier.remove();
    delete piece.dataset.away;
  };
}

// A copy of a piece of the panels that lies on the board where the piece does, and is seen instead of it. Panels can be scrolled,
// so the piece itself would be cut off at their edges while it moves.
function copyOf(piece, lies, board, page) {
  const copy = board.appendChild(piece.cloneNode(true));
  copy.removeAttribute("id");
  copy.dataset.standIn = "";
  const { a, b, c, d, e, f } = onSea(page).multiply(board.getScreenCTM()).inverse().multiply(lies);
  copy.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  piece.dataset.away = "";
  return copy;
}

// Puts a board and its panels into this part of the page.
function drawBoard(text, page) {
  const drawn = drawings(text);
  if (!drawn) return;
  const [board, panels] = drawn;
  const before = piecesOf(page);
  page.querySelector(".picture").replaceChildren(document.importNode(board, true));
  page.querySelector(".panels-drawn").replaceChildren(document.importNode(panels, true));
  glide(before, piecesOf(page), page);
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
