// Steps through a match that has ended. Its boards are in one file: pieces of SVG, the first board as a list of them, and
// for each step what changes in that list. A page that is a file holds them itself, deflated, with its sentences.
(async () => {
  "use strict";
  const replay = document.querySelector(".stage.replay");
  if (!replay) return;

  const complain = () => {
    const problem = document.createElement("p");
    problem.className = "notice";
    problem.textContent = replay.dataset.unread;
    replay.before(problem);
  };

  // The arena has escaped the parts, as everything on its pages.
  const unpack = async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const { parts, boards } = await new Response(text).json();
    for (const [name, markup] of Object.entries(parts)) document.querySelector(`[data-part="${name}"]`).innerHTML = markup;
    return boards;
  };
  const packed = document.querySelector("[data-packed]")?.textContent;
  let given = null;
  try {
    if (packed) given = await unpack(packed);
  } catch {
    return complain();
  }

  const find = (selector) => replay.querySelector(selector);
  const sentences = [...replay.querySelectorAll(".step a[data-step]")];
  const cursors = document.querySelectorAll(".timeline .cursor");
  const bars = document.querySelectorAll(".timeline a[data-step]");
  const choice = document.querySelector(".choice");
  const last = sentences.length;
  const slider = find("[data-slider]");
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

  const drawing = (number) => boards.lists[number].map((piece) => boards.pieces[piece]).join("");
  const draw = (number) => drawBoard(drawing(number), replay);

  const say = (number) => {
    const sentence = sentences[number - 1];
    const now = find(".last");
    if (sentence) {
      now.replaceChildren(...sentence.cloneNode(true).childNodes);
      now.querySelector(".scores")?.remove();
    } else now.textContent = `${now.dataset.begins}.`;
    const { part, scores } = number > 0 ? boards.steps[number - 1] : boards;
    find(".part").textContent = part;
    replay.querySelectorAll("[data-points]").forEach((points, seat) => {
      points.textContent = scores[seat];
    });
    find("[data-shown]").textContent = number;
    slider.value = number;
    slider.setAttribute("aria-valuetext", filled(slider.dataset.says, number, last, now.textContent));
    for (const other of replay.querySelectorAll(".step a[aria-current]")) other.removeAttribute("aria-current");
    if (sentence) {
      sentence.setAttribute("aria-current", "step");
      const list = find(".scroll");
      const top = sentence.getBoundingClientRect().top - list.getBoundingClientRect().top;
      if (top < 0 || top > list.clientHeight - 60) list.scrollTop += top - list.clientHeight / 2;
    }
  };

  // Browsers allow few changes of the address in a while: Safari a hundred in 30 seconds. So it follows with a delay.
  let naming = null;
  let named = 0;
  const name = (address) => {
    clearTimeout(naming);
    naming = setTimeout(() => {
      named = Date.now();
      try {
        history.replaceState(null, "", address);
      } catch {
        // Some browsers let no file change its address.
      }
    }, Math.max(0, named + 500 - Date.now()));
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
    name(address);
    for (const link of document.querySelectorAll(".eyes a")) {
      const to = new URL(link.href);
      to.searchParams.set("at", address.searchParams.get("at"));
      link.href = to;
    }
    for (const part of [choice, find(".in-text")]) if (part) part.hidden = step !== arrived;
    unfoldLink.hidden = step === arrived || !("unfolds" in replay.dataset);
    unfoldLink.firstChild.href = `${address.search}#decision`;
    unfoldLink.firstChild.hidden = !sentences[step - 1]?.closest(".decision");
    unfoldLink.lastChild.href = `${address.search}#text`;
  };

  // The legal actions and the texts are on the page of each step; they would make the file with the boards many times as large.
  const unfoldLink = document.createElement("p");
  for (const textContent of [replay.dataset.choice, replay.dataset.text]) {
    unfoldLink.append(Object.assign(document.createElement("a"), { textContent }), " ");
  }
  unfoldLink.lastChild.remove();
  unfoldLink.hidden = true;
  find("#told").after(unfoldLink);

  // Where steps by event, by turn or by round stop. A turn or a round ends just before the next one begins.
  const ends = (begins) => {
    const stops = sentences.flatMap((sentence, index) => (index > 0 && begins(sentence.parentElement) ? [index] : []));
    return [0, ...stops, last];
  };
  const stops = {
    event: [...Array(last + 1).keys()],
    turn: ends((item) => item.classList.contains("begins")),
    round: ends((item) => item === item.parentElement.firstElementChild),
  };
  const by = find("[data-by]");
  const before = () => stops[by.value].findLast((stop) => stop < step) ?? 0;
  const after = () => stops[by.value].find((stop) => stop > step) ?? last;

  const play = find("[data-play]");
  const plays = play.textContent;
  const speed = find("[data-speed]");
  const stop = () => {
    clearInterval(timer);
    timer = null;
    play.textContent = plays;
  };
  const forward = () => (step < last ? show(after()) : stop());
  const run = () => {
    if (step >= last) show(0);
    timer = setInterval(forward, Number(speed.value));
    play.textContent = play.dataset.pause;
  };
  const moves = {
    first: () => 0,
    prev: before,
    next: after,
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
    slider.addEventListener("input", () => {
      stop();
      show(Number(slider.value));
    });
    // Keys act only within the player, so that elsewhere they scroll the page. The slider knows Home and End by itself.
    const keys = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
    find(".action-bar").addEventListener("keydown", (event) => {
      if (!plain(event) || event.target.closest("select")) return;
      if (event.key === " " && !event.target.closest("button, a")) (timer ? stop : run)();
      else if (keys[event.key]) {
        stop();
        show(moves[keys[event.key]]());
      } else return;
      event.preventDefault();
    });
    // The list scrolls by keys; without the script, each of its sentences has to be reached.
    for (const link of sentences) link.tabIndex = -1;
    find(".controls").hidden = false;
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

  // A busy arena refuses a request now and then, and a connection may break.
  const isPassing = (problem) => problem === 429 || problem === 503 || problem instanceof TypeError;
  const load = (tries) =>
    fetch(replay.dataset.boards)
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
      .catch((problem) => {
        if (tries <= 1 || !isPassing(problem)) return Promise.reject(problem);
        return new Promise((resolve) => setTimeout(resolve, 1000)).then(() => load(tries - 1));
      });

  (given ? Promise.resolve(given) : load(20))
    .then((file) => {
      boards = unfold(file);
      if (!boards.steps.length) return;
      listen();
      offerPictures(
        () => drawing(step),
        () => stops[by.value].map((stop) => () => drawing(stop)),
      );
      const number = asked();
      if (number !== step) show(number);
      else {
        // A page that is a file has the board, but not its panels.
        if (given) draw(step);
        say(step);
      }
      document.documentElement.dataset.ready = "replay";
    })
    .catch(complain);
})();
