// Steps through a match that has ended. Its boards are in one file: pieces of SVG, the first board as a list of them, and
// for each step what changes in that list.
(() => {
  "use strict";
  const replay = document.querySelector("[data-boards]");
  if (!replay) return;
  const find = (selector) => replay.querySelector(selector);
  const picture = find(".picture");
  const sentences = [...replay.querySelectorAll(".step a[data-step]")];
  const cursors = document.querySelectorAll(".timeline .cursor");
  const bars = document.querySelectorAll(".timeline a[data-step]");
  const choice = document.querySelector(".choice");
  const last = sentences.length;
  let step = Number(replay.dataset.step);
  const arrived = step;
  let boards = null;
  let timer = null;

  // Every board as its list of pieces. Changes go from the last to the first, so that those before keep their places.
  const unfold = (file) => {
    const lists = [file.first];
    for (const { changes } of file.steps) {
      const list = lists[lists.length - 1].slice();
      for (let i = changes.length - 1; i >= 0; i--) list.splice(changes[i][0], changes[i][1], ...changes[i][2]);
      lists.push(list);
    }
    return { ...file, lists };
  };

  // The arena has drawn and escaped the picture. Read as XML it can't be taken for anything but SVG, nothing in it runs before
  // it is in the page, and there the page's policy forbids scripts.
  const draw = (number) => {
    const text = boards.lists[number].map((piece) => boards.pieces[piece]).join("");
    const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (!svg.querySelector("parsererror")) picture.replaceChildren(document.importNode(svg, true));
  };

  const say = (number) => {
    const sentence = sentences[number - 1];
    if (sentence) find(".last").replaceChildren(...sentence.cloneNode(true).childNodes);
    else find(".last").textContent = "The game is about to begin.";
    const { part, scores } = number > 0 ? boards.steps[number - 1] : boards;
    find(".part").textContent = part;
    replay.querySelectorAll("[data-points]").forEach((points, seat) => {
      points.textContent = scores[seat];
    });
    find("[data-shown]").textContent = number;
    for (const other of replay.querySelectorAll(".step a[aria-current]")) other.removeAttribute("aria-current");
    if (sentence) {
      sentence.setAttribute("aria-current", "step");
      const list = find(".scroll");
      const top = sentence.getBoundingClientRect().top - list.getBoundingClientRect().top;
      if (top < 0 || top > list.clientHeight - 60) list.scrollTop += top - list.clientHeight / 2;
    }
  };

  const show = (number) => {
    step = Math.min(Math.max(number, 0), last);
    draw(step);
    say(step);
    for (const cursor of cursors) {
      const [left, right] = [Number(cursor.dataset.left), Number(cursor.dataset.right)];
      const x = left + (step * (right - left)) / Math.max(last, 1);
      cursor.setAttribute("x1", x);
      cursor.setAttribute("x2", x);
    }
    const address = new URL(location.href);
    address.searchParams.set("at", step > 0 ? boards.steps[step - 1].event : "start");
    history.replaceState(null, "", address);
    for (const link of replay.querySelectorAll(".eyes a")) {
      const to = new URL(link.href);
      to.searchParams.set("at", address.searchParams.get("at"));
      link.href = to;
    }
    if (choice) choice.hidden = step !== arrived;
    unfoldLink.hidden = step === arrived || !("unfolds" in replay.dataset) || !sentences[step - 1]?.closest(".decision");
    unfoldLink.firstChild.href = `${address.search}#decision`;
  };

  // The legal actions are on the page of each decision; they would make the file with the boards many times as large.
  const unfoldLink = document.createElement("p");
  unfoldLink.append(Object.assign(document.createElement("a"), { textContent: "What else was possible here" }));
  unfoldLink.hidden = true;
  find(".last").after(unfoldLink);

  const play = find("[data-play]");
  const speed = find("[data-speed]");
  const stop = () => {
    clearInterval(timer);
    timer = null;
    play.textContent = "Play";
  };
  const forward = () => (step < last ? show(step + 1) : stop());
  const run = () => {
    if (step >= last) show(0);
    timer = setInterval(forward, Number(speed.value));
    play.textContent = "Pause";
  };
  const moves = {
    first: () => 0,
    prev: () => step - 1,
    next: () => step + 1,
    last: () => last,
  };

  const listen = () => {
    const plain = (event) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button > 0);
    const jump = (link, number) =>
      link.addEventListener("click", (event) => {
        if (!plain(event)) return;
        event.preventDefault();
        stop();
        show(number());
      });
    for (const link of replay.querySelectorAll(".controls a[rel]")) jump(link, moves[link.rel]);
    for (const link of [...sentences, ...bars]) jump(link, () => Number(link.dataset.step));
    play.addEventListener("click", () => (timer ? stop() : run()));
    speed.addEventListener("change", () => {
      if (!timer) return;
      stop();
      run();
    });
    const keys = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
    document.addEventListener("keydown", (event) => {
      if (!plain(event) || event.target.closest("input, select, textarea")) return;
      if (event.key === " " && !event.target.closest("button, summary, a")) (timer ? stop : run)();
      else if (keys[event.key]) {
        stop();
        show(moves[keys[event.key]]());
      } else return;
      event.preventDefault();
    });
    find(".player").hidden = false;
  };

  // A page that is a file has only one position; the address may name another one.
  const asked = () => {
    const at = new URL(location.href).searchParams.get("at");
    if (at === null || at === "end") return step;
    if (at === "start") return 0;
    const index = boards.steps.findIndex(({ event }) => event >= Number(at));
    return index < 0 ? last : index + 1;
  };

  // A busy arena refuses a request now and then, and a connection may break. A page that is a file has nothing to wait for.
  const isFile = location.protocol === "file:";
  const isPassing = (problem) => problem === 429 || problem === 503 || (problem instanceof TypeError && !isFile);
  const load = (tries) =>
    fetch(replay.dataset.boards)
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
      .catch((problem) => {
        if (tries <= 1 || !isPassing(problem)) return Promise.reject(problem);
        return new Promise((resolve) => setTimeout(resolve, 1000)).then(() => load(tries - 1));
      });

  load(20)
    .then((file) => {
      boards = unfold(file);
      if (!boards.steps.length) return;
      listen();
      const number = asked();
      if (number === step) say(step);
      else show(number);
      document.documentElement.dataset.ready = "replay";
    })
    .catch(() => {
      const problem = document.createElement("p");
      problem.className = "notice";
      problem.textContent = "The boards of this match could not be read, so the links above reload the page.";
      find(".controls").after(problem);
    });
})();
