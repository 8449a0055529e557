// Boards of running matches move as the matches do. When one is over, what is being played then takes their place.
(() => {
  "use strict";
  // How long the end of a match stays in sight, and how long a page waits that can't follow, in milliseconds.
  const REST = 5_000;
  const WAIT = 60_000;
  let streams = [];
  let timer;
  let over = false;

  const goOnAfter = (time) => {
    clearTimeout(timer);
    timer = setTimeout(goOn, time);
  };

  const stop = () => {
    for (const stream of streams) stream.close();
    streams = [];
  };

  // A page that nobody looks at follows nothing, so that it costs the arena nothing.
  const follow = () => {
    stop();
    if (document.hidden) return;
    const links = document.querySelectorAll(".glimpse");
    streams = Array.from(links, followed);
    // A busy arena may not have drawn the board of a match that has just begun.
    if (!links.length) goOnAfter(document.querySelector("#being-played table") ? REST : WAIT);
  };

  // The stream of a board. The other boards move on when its match is over.
  const followed = (link) => {
    const stream = new EventSource(link.dataset.board);
    const pieces = [];
    const rest = () => {
      stream.close();
      over = true;
      goOnAfter(REST);
    };
    const show = (update) => {
      const drawn = drawings(pieces.join(""));
      if (drawn) link.querySelector("svg").replaceWith(document.importNode(drawn[0], true));
      if (!update.ended) return;
      link.querySelector("span").textContent = update.status;
      rest();
    };
    stream.addEventListener("whole", (event) => {
      const update = JSON.parse(event.data);
      pieces.splice(0, pieces.length, ...cut(update.picture));
      show(update);
    });
    stream.addEventListener("news", (event) => {
      const update = JSON.parse(event.data);
      change(pieces, update.changes);
      show(update);
    });
    // It had ended before this page asked for it.
    stream.addEventListener("over", rest);
    stream.addEventListener("error", () => {
      if (stream.readyState === EventSource.CLOSED) goOnAfter(WAIT);
    });
    return stream;
  };

  // What is being played now takes the place of what was, unless the visitor is just using it.
  const goOn = async () => {
    const section = document.getElementById("being-played");
    if (document.hidden || section.contains(document.activeElement)) return;
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      const newer = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("being-played");
      if (!newer) return;
      section.replaceWith(document.importNode(newer, true));
      over = false;
      follow();
    } catch {
      // The arena can't be reached, and what was shown last stays for now.
      goOnAfter(WAIT);
    }
  };

  document.addEventListener("visibilitychange", () => (over ? goOn() : follow()));
  follow();
})();
