// Follows a match while it is being played: the arena sends the whole of it once, and then what changes.
(() => {
  "use strict";
  const live = document.querySelector("[data-live]");
  if (!live) return;
  const find = (selector) => live.querySelector(selector);
  const list = find(".steps");
  const status = find(".status");
  let pieces = [];
  // How old the next update is already, in milliseconds: whoever comes between two of them is shown the older one.
  let age = 0;
  let since = Date.now();
  let waiting = "";

  const draw = () => drawBoard(pieces.join(""), live);

  // Sentences, points and clocks are made and escaped by the arena too, as everything on this page.
  const tell = (update) => {
    const scroll = find(".scroll");
    const follows = scroll.scrollTop + scroll.clientHeight > scroll.scrollHeight - 40;
    list.insertAdjacentHTML("beforeend", update.steps);
    find(".now").innerHTML = update.now;
    if (follows) scroll.scrollTop = scroll.scrollHeight;
    waiting = update.ended ? "" : update.status;
    since = Date.now() - age;
    age = 0;
    status.textContent = update.status;
    find(".over").hidden = !update.ended;
    document.documentElement.dataset.ready = update.ended ? "ended" : "live";
    if (update.ended) stream.close();
    tick();
  };

  // A time that is left, as the arena writes it too: 59.9 s, 1:00 or 1:00:00.
  const left = (ms) => {
    const seconds = Math.floor(ms / 1000);
    const two = (number) => String(number).padStart(2, "0");
    const minutes = Math.floor(seconds / 60);
    if (minutes < 1) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
    if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
    return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
  };

  // The arena tells the clocks when something happens; between that they run here.
  const tick = () => {
    const passed = Date.now() - since;
    for (const clock of live.querySelectorAll("[data-counts]")) clock.textContent = left(Math.max(clock.dataset.left - passed, 0));
    if (waiting && passed > 2500) status.dataset.waits = `${Math.round(passed / 1000)} s`;
    else delete status.dataset.waits;
  };

  const stream = new EventSource(live.dataset.live);
  stream.addEventListener("age", (event) => {
    age = Number(event.data);
  });
  stream.addEventListener("whole", (event) => {
    const update = JSON.parse(event.data);
    pieces = cut(update.picture);
    list.replaceChildren();
    draw();
    tell(update);
  });
  stream.addEventListener("news", (event) => {
    const update = JSON.parse(event.data);
    change(pieces, update.changes);
    draw();
    tell(update);
  });
  // Nothing more is shown, and no clock runs any more.
  const stop = (why) => {
    waiting = "";
    clearInterval(ticking);
    delete status.dataset.waits;
    status.textContent = why;
  };
  // It had ended before this page asked for it.
  stream.addEventListener("over", () => {
    stream.close();
    stop(status.dataset.over);
    find(".over").hidden = false;
    document.documentElement.dataset.ready = "ended";
  });
  stream.addEventListener("error", () => {
    // Where the connection was lost, the browser connects again by itself.
    if (stream.readyState === EventSource.CLOSED) stop(status.dataset.gone);
  });

  const ticking = setInterval(tick, 100);
})();
