// A table: a sound says that it is the visitor's turn, if it was switched on. The browser remembers that.
"use strict";

const SOUND = "kahua-sound";
// The tone: its pitch in hertz, its loudness as a part of the loudest, and its length in seconds.
const PITCH = 660;
const LOUDNESS = 0.2;
const LENGTH = 0.4;
let audio;

// A browser that refuses to keep anything forgets the switch with the page.
let hasSound = false;
try {
  hasSound = localStorage.getItem(SOUND) === "on";
} catch {
  // It stays off.
}

// Browsers let a page sound only after its visitor has clicked or typed something there.
function sound() {
  if (!hasSound) return;
  audio ??= new AudioContext();
  audio.resume();
  const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  tone.frequency.value = PITCH;
  volume.gain.setValueAtTime(LOUDNESS, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + LENGTH);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + LENGTH);
}

// The table says whether something is waited for. The sound marks the end of waiting.
const isWaiting = (table) => "waiting" in table.dataset;

function soundIfTurnCame(before, after) {
  if (isWaiting(before) && !isWaiting(after)) sound();
}

{
  const button = document.getElementById("sound");
  const show = () => {
    button.setAttribute("aria-pressed", hasSound);
    const state = button.querySelector("span");
    state.textContent = hasSound ? state.dataset.on : state.dataset.off;
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    hasSound = !hasSound;
    try {
      localStorage.setItem(SOUND, hasSound ? "on" : "off");
    } catch {
      // It holds for this page.
    }
    show();
    // What it will sound like.
    sound();
  });
  show();
}
