// Shows times as the reader's clock has them. Pages say them in UTC, which stays as the title of each.
(() => {
  "use strict";
  const zone = new Intl.DateTimeFormat(undefined, { timeZoneName: "short" })
    .formatToParts(new Date())
    .find((part) => part.type === "timeZoneName").value;
  const two = (number) => String(number).padStart(2, "0");

  for (const time of document.querySelectorAll("time[datetime]")) {
    const moment = new Date(time.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    time.title = `${time.textContent.replace(/ UTC$/, "")} UTC`;
    const date = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join("-");
    const clock = [moment.getHours(), moment.getMinutes()].map(two).join(":");
    time.textContent = `${date} ${clock}${time.textContent.endsWith(" UTC") ? ` ${zone}` : ""}`;
  }
  for (const name of document.querySelectorAll(".zone")) name.textContent = zone;
})();
