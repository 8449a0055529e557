// Pictures of a match to take along: a board as a PNG, and the match as an animated one. The browser draws them, as it has the fonts.
"use strict";

// How wide a drawing is, in its own units, and a picture of it, in pixels.
const DRAWING_WIDTH = 800;
const PICTURE_WIDTH = 1600;
const FILM_WIDTH = 800;

// How many boards an animated picture has at most, and how long it shows each of them and the last one, in milliseconds.
const FILM_BOARDS_MAX = 150;
const FILM_SHOWS = 700;
const FILM_ENDS = 4000;

// The styles of the drawings. An image has none of the page's.
function stylesOfDrawings() {
  const sheet = [...document.styleSheets].find(({ href }) => href?.endsWith("/boards.css"));
  return [...sheet.cssRules].map((rule) => rule.cssText).join("\n");
}

// A board and its panels below it as one drawing, and how high that is, in units.
function oneDrawing(text) {
  let height = 0;
  const parts = [...drawings(text)].map((part) => {
    const ownHeight = Number(part.getAttribute("viewBox").split(" ")[3]);
    part.setAttribute("y", height);
    part.setAttribute("width", DRAWING_WIDTH);
    part.setAttribute("height", ownHeight);
    height += ownHeight;
    return new XMLSerializer().serializeToString(part);
  });
  return { parts, height };
}

// Draws it as a PNG of this width in pixels, which has room for a drawing of this height in units.
async function painted({ parts, height }, width, room, style) {
  const scale = width / DRAWING_WIDTH;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height * scale}" viewBox="0 0 ${DRAWING_WIDTH} ${height}">` +
    `<style>${style.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</style>${parts.join("")}</svg>`;
  const canvas = Object.assign(document.createElement("canvas"), { width, height: Math.ceil(room * scale) });
  const paint = canvas.getContext("2d");
  paint.fillStyle = getComputedStyle(document.querySelector(".picture > svg")).backgroundColor;
  paint.fillRect(0, 0, canvas.width, canvas.height);
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    paint.drawImage(image, 0, 0);
  } finally {
    URL.revokeObjectURL(address);
  }
  const png = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  return new Uint8Array(await png.arrayBuffer());
}

// A PNG is a signature and chunks: a length, a type, as many bytes, and a sum of the type and the bytes. This and what an animated one has
// besides is in https://www.w3.org/TR/png-3/.
const PNG_HEAD = 8;

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

function chunk(type, bytes) {
  const whole = new Uint8Array(12 + bytes.length);
  const view = new DataView(whole.buffer);
  view.setUint32(0, bytes.length);
  whole.set(new TextEncoder().encode(type), 4);
  whole.set(bytes, 8);
  let sum = 0xffffffff;
  for (const byte of whole.subarray(4, 8 + bytes.length)) sum = CRC[(sum ^ byte) & 255] ^ (sum >>> 8);
  view.setUint32(8 + bytes.length, ~sum >>> 0);
  return whole;
}

// The bytes of all chunks of this type.
function* chunksOf(png, type) {
  const view = new DataView(png.buffer);
  for (let at = PNG_HEAD; at < png.length; at += 12 + view.getUint32(at)) {
    if (new TextDecoder().decode(png.subarray(at + 4, at + 8)) === type) yield png.subarray(at + 8, at + 8 + view.getUint32(at));
  }
}

const numbers = (...all) => {
  const view = new DataView(new ArrayBuffer(4 * all.length));
  all.forEach((number, index) => view.setUint32(4 * index, number));
  return new Uint8Array(view.buffer);
};

// Pictures of equal size as one that shows them in turn, over and over.
function animated(pictures) {
  const [first] = pictures;
  const size = [...chunksOf(first, "IHDR")][0];
  const parts = [first.subarray(0, PNG_HEAD), chunk("IHDR", size), chunk("acTL", numbers(pictures.length, 0))];
  let number = 0;
  for (const picture of pictures) {
    const shown = picture === pictures.at(-1) ? FILM_ENDS : FILM_SHOWS;
    // Its number, size and place; then in two bytes each how long it is shown, and the unit of that; it replaces the one before.
    const control = [...numbers(number++), ...size.subarray(0, 8), ...numbers(0, 0, shown * 65536 + 1000), 0, 0];
    parts.push(chunk("fcTL", Uint8Array.from(control)));
    for (const bytes of chunksOf(picture, "IDAT")) {
      parts.push(picture === first ? chunk("IDAT", bytes) : chunk("fdAT", Uint8Array.from([...numbers(number++), ...bytes])));
    }
  }
  return new Blob([...parts, chunk("IEND", new Uint8Array())], { type: "image/png" });
}

function save(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Evenly chosen, with the first and the last one.
const atMost = (all, most) =>
  all.length <= most ? all : Array.from({ length: most }, (_, index) => all[Math.round((index * (all.length - 1)) / (most - 1))]);

// Offers the pictures of a replay: that of the board which is shown, and that of the boards at these stops.
function offerPictures(boardNow, boardsOfFilm) {
  const offer = document.querySelector("[data-pictures]");
  if (!offer) return;
  const said = offer.querySelector("[role=status]");
  const match = location.pathname.split("/").filter(Boolean).at(-1);
  const make = async (button, work) => {
    button.disabled = true;
    try {
      const name = await work(stylesOfDrawings());
      said.textContent = filled(offer.dataset.saved, name);
    } catch {
      said.textContent = offer.dataset.failed;
    }
    button.disabled = false;
  };
  const [still, film] = offer.querySelectorAll("button");
  still.addEventListener("click", () =>
    make(still, async (style) => {
      const board = oneDrawing(boardNow());
      const name = `kahua-${match}.png`;
      save(new Blob([await painted(board, PICTURE_WIDTH, board.height, style)], { type: "image/png" }), name);
      return name;
    }),
  );
  film.addEventListener("click", () =>
    make(film, async (style) => {
      const boards = atMost(boardsOfFilm(), FILM_BOARDS_MAX).map((board) => oneDrawing(board()));
      const room = Math.max(...boards.map((board) => board.height));
      const pictures = [];
      for (const board of boards) {
        said.textContent = filled(offer.dataset.draws, pictures.length + 1, boards.length);
        pictures.push(await painted(board, FILM_WIDTH, room, style));
      }
      const name = `kahua-${match}-animated.png`;
      save(animated(pictures), name);
      return name;
    }),
  );
  offer.hidden = false;
}
