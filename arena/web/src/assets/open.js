// Opens a table. Where the arena has no room at present, the form stays as it is and is sent again until there is.
(() => {
  "use strict";
  const form = document.querySelector("form.setup");
  const notice = form.querySelector(".refused");
  const button = form.querySelector("button[type=submit]");
  const begin = button.textContent;
  let again = null;

  const say = (text) => {
    notice.textContent = text;
    notice.hidden = !text;
  };

  const send = async () => {
    again = null;
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    if (answer.redirected) return location.assign(answer.url);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const reason = page.querySelector("main p")?.textContent ?? "";
    if (answer.status !== 429 && answer.status !== 503) return say(reason);
    say(`${reason} ${notice.dataset.again}`);
    button.textContent = button.dataset.stop;
    again = setTimeout(trying, notice.dataset.pause * 1000);
  };

  const trying = () => send().catch(() => say(notice.dataset.unreachable));

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (again === null) return trying();
    clearTimeout(again);
    again = null;
    button.textContent = begin;
    say("");
  });
})();
