// Follows a match while it is being played: the arena sends the whole of it once, and then what changes.
(() => {
  "use strict";
  const live = document.querySelector("[data-live]");
  if (!live) return;
  const find = (selector) => live.querySelector(selector);
  const picture = find(".picture");
  const list = find(".steps");
  const status = find(".status");
  let pieces = [];
  let since = Date.now();
  let waiting = "";

  const cut = (text) => text.split(/(?=<)/);

  // The arena has drawn and escaped the picture. Read as XML it can't be taken for anything but SVG, nothing in it runs before
  // it is in the page, and there the page's policy forbids scripts.
  const draw = () => {
    const svg = new DOMParser().parseFromString(pieces.join(""), "image/svg+xml").documentElement;
    if (!svg.querySelector("parsererror")) picture.replaceChildren(document.importNode(svg, true));
  };

  // Sentences and points are made and escaped by the arena too, as everything on this page.
  const tell = (update) => {
    const scroll = find(".scroll");
    const follows = scroll.scrollTop + scroll.clientHeight > scroll.scrollHeight - 40;
    list.insertAdjacentHTML("beforeend", update.steps);
    find(".now").innerHTML = update.now;
    if (follows) scroll.scrollTop = scroll.scrollHeight;
    waiting = update.ended ? "" : update.status;
    since = Date.now();
    status.textContent = update.status;
    find(".over").hidden = !update.ended;
    document.documentElement.dataset.ready = update.ended ? "ended" : "live";
    if (update.ended) stream.close();
  };

  const stream = new EventSource(live.dataset.live);
  stream.addEventListener("whole", (event) => {
    const update = JSON.parse(event.data);
    pieces = cut(update.picture);
    list.replaceChildren();
    draw();
    tell(update);
  });
  stream.addEventListener("news", (event) => {
    const update = JSON.parse(event.data);
    for (let i = update.changes.length - 1; i >= 0; i--) {
      const [at, gone, text] = update.changes[i];
      pieces.splice(at, gone, ...(text ? cut(text) : []));
    }
    draw();
    tell(update);
  });
  stream.addEventListener("error", () => {
    // Where the connection was lost, the browser connects again by itself.
    if (stream.readyState !== EventSource.CLOSED) return;
    waiting = "";
    status.textContent = "The match isn't shown any more. Reload the page to see how it stands.";
  });

  setInterval(() => {
    const seconds = Math.round((Date.now() - since) / 1000);
    if (waiting && seconds > 2) status.dataset.waits = `${seconds} s`;
    else delete status.dataset.waits;
  }, 1000);
})();
