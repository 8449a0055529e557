// A table: what is clicked on the board filters the list of actions, and the page follows the match by itself.
"use strict";

const table = () => document.getElementById("table");
let chosen = [];
let acting = false;

// The places of each action that can be taken now.
const actions = () => [...table().querySelectorAll("button[name=try]")];
const placesOf = (button) => (button.dataset.places || "").split(" ").filter(Boolean);

function show() {
  const wanted = (button) => chosen.every((place) => placesOf(button).includes(place));
  for (const button of actions()) button.closest("li").hidden = !wanted(button);
  for (const group of table().querySelectorAll(".actions")) group.hidden = !group.querySelector("li:not([hidden])");
  const filter = document.getElementById("filter");
  if (filter) filter.hidden = chosen.length === 0;
  const open = new Set(actions().filter(wanted).flatMap(placesOf));
  for (const part of table().querySelectorAll("svg [id]")) {
    const can = open.has(part.id);
    part.classList.toggle("can", can);
    part.classList.toggle("chosen", chosen.includes(part.id));
    if (can) {
      part.setAttribute("tabindex", "0");
      part.setAttribute("role", "button");
      const title = part.querySelector("title");
      if (title) part.setAttribute("aria-label", title.textContent);
    } else {
      part.removeAttribute("tabindex");
      part.removeAttribute("role");
      part.removeAttribute("aria-label");
    }
  }
}

// One click more or less on a place. What is left, if it is a single action, is tried.
function choose(place) {
  chosen = chosen.includes(place) ? chosen.filter((other) => other !== place) : [...chosen, place];
  const fitting = actions().filter((button) => chosen.every((one) => placesOf(button).includes(one)));
  if (fitting.length === 0) chosen = [place];
  show();
  if (fitting.length === 1) fitting[0].click();
}

// What was folded or unfolded stays so when the table changes.
const folds = () => [...table().querySelectorAll("details")];
const nameOf = (fold) => fold.id || fold.className;

// Puts the newer table of this page in place of the present one. The page is the arena's own, in which every name is escaped.
function replace(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.getElementById("table");
  if (!next) return location.reload();
  const before = table();
  const had = before.contains(document.activeElement);
  const open = new Map(folds().map((fold) => [nameOf(fold), fold.open]));
  const newer = document.importNode(next, true);
  // A screen reader tells a change of the status only if the element stays.
  const status = table().querySelector(".status");
  status.replaceChildren(...newer.querySelector(".status").childNodes);
  newer.querySelector(".status").replaceWith(status);
  table().replaceWith(newer);
  soundIfTurnCame(before, newer);
  document.title = page.title;
  for (const fold of folds()) fold.open = open.get(nameOf(fold)) ?? fold.open;
  chosen = [];
  show();
  // The focus stays in the bar: on what can be sent or, while there is nothing, on what is waited for.
  if (had) (table().querySelector(".action-bar button") ?? status).focus({ preventScroll: true });
}

// After an act, the board is seen with what has become of it.
function lookAtBoard() {
  const box = table().querySelector(".picture").getBoundingClientRect();
  const bar = table().querySelector(".action-bar").getBoundingClientRect();
  const bottom = bar.top > box.top ? bar.top : innerHeight;
  if (box.top >= 0 && box.bottom <= bottom) return;
  // From the top of the page the whole board is in sight, unless invitations stand above it.
  scrollTo({ top: box.height + box.top + scrollY <= bottom ? 0 : box.top + scrollY });
}

async function follow() {
  while (table() && !("over" in table().dataset)) {
    const version = table().dataset.version;
    const address = new URL(location.href);
    address.searchParams.delete("late");
    address.searchParams.set("after", version);
    try {
      const answer = await fetch(address, { cache: "no-store" });
      if (answer.status === 404 || answer.status === 403) return location.reload();
      const text = await answer.text();
      // What was done meanwhile has brought a newer table already.
      if (answer.ok && !acting && table().dataset.version === version && newer(text, version)) replace(text);
      if (!answer.ok) await new Promise((done) => setTimeout(done, 2000));
    } catch {
      await new Promise((done) => setTimeout(done, 2000));
    }
  }
}

function newer(text, version) {
  const found = /data-version="(\d+)"/.exec(text);
  return found !== null && found[1] !== version;
}

async function send(form, button) {
  acting = true;
  try {
    const body = new URLSearchParams(new FormData(form, button));
    const answer = await fetch(form.action, { method: "POST", body });
    replace(await answer.text());
    lookAtBoard();
  } catch {
    const status = table().querySelector(".status");
    status.textContent = status.dataset.unreachable;
  } finally {
    acting = false;
  }
}

document.addEventListener("submit", (event) => {
  if (!table()?.contains(event.target)) return;
  event.preventDefault();
  if (!acting) send(event.target, event.submitter);
});

// Copies a text. On an address without TLS, browsers copy only what is selected.
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = Object.assign(document.createElement("textarea"), { value: text, className: "for-readers" });
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await copy(button.dataset.copy);
    button.textContent = button.dataset.copied;
  });
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#filter button")) {
    chosen = [];
    return show();
  }
  if (!event.target.closest("#table svg")) return;
  // What lies on a place, such as a piece, doesn't hide it from a click.
  const under = document.elementsFromPoint(event.clientX, event.clientY);
  const part = [event.target, ...under].map((element) => element.closest("#table svg .can")).find(Boolean);
  if (part) choose(part.id);
});

document.addEventListener("keydown", (event) => {
  const part = event.target.closest?.("#table svg .can");
  if (part && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    choose(part.id);
  }
});

// Shows which places an action is about.
const mean = (event) => {
  const button = event.target.closest?.("button[name=try]");
  const places = button ? placesOf(button) : [];
  for (const part of table()?.querySelectorAll("svg [id]") ?? []) part.classList.toggle("meant", places.includes(part.id));
};
document.addEventListener("mouseover", mean);
document.addEventListener("focusin", mean);

show();
follow();
