// What all pages with a board share: how a drawing gets onto the page, and what is folded away on a small screen.
"use strict";

// A board and its panels, which are two drawings; nothing if they can't be read.
// The arena has drawn and escaped them. Read as XML they can't be taken for anything but SVG, nothing in them runs before
// they are in the page, and there the page's policy forbids scripts.
function drawings(text) {
  const svg = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, "image/svg+xml");
  return svg.querySelector("parsererror") ? undefined : svg.documentElement.children;
}

// Puts a board and its panels into this part of the page.
function drawBoard(text, page) {
  const drawn = drawings(text);
  if (!drawn) return;
  const [board, panels] = drawn;
  page.querySelector(".picture").replaceChildren(document.importNode(board, true));
  page.querySelector(".panels-drawn").replaceChildren(document.importNode(panels, true));
}

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
