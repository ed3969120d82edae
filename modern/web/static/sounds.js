// Short sounds for moves, made here by WebAudio. They are off until the user wants them, and the browser remembers that.

import { isOn, turnSwitch } from "./kept.js";

const KEY = "gosub-sound";
// Each sound is a list of tones: when it begins in seconds, its pitch in hertz, and how long it lasts in seconds.
/** @type {{ [name: string]: number[][] }} */
const SOUNDS = {
  move: [[0, 320, 0.07]],
  capture: [[0, 210, 0.06], [0.05, 160, 0.09]],
  check: [[0, 520, 0.08], [0.09, 660, 0.1]],
  end: [[0, 392, 0.14], [0.15, 330, 0.14], [0.3, 262, 0.3]],
};
const LOUDNESS = 0.25;

/** @type {AudioContext | null} */
let context = null;

export const isSoundOn = () => isOn(KEY);

// Plays a sound of SOUNDS, if they are on. A browser lets a page sound only after the user has done something there.
/** @param {string} name */
export const play = (name) => {
  if (!isSoundOn() || !window.AudioContext) return;
  context ||= new AudioContext();
  context.resume();
  for (const [start, pitch, length] of SOUNDS[name]) {
    const at = context.currentTime + start;
    const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(LOUDNESS, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
};

// Turns the sounds on or off, and plays one if they are on now.
export const toggleSound = () => {
  turnSwitch(KEY, !isSoundOn());
  play("move");
};

// Returns the sound of the last move of a state.
/** @param {GameState} state */
export const soundOf = ({ moves, result }) => {
  const { san } = moves.at(-1) || { san: "" };
  if (result !== "*") return "end";
  return /[+#]$/.test(san) ? "check" : san.includes("x") ? "capture" : "move";
};
