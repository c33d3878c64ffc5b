/**
 * @file Short tones for events on the board, off by default.
 */
import { settings } from './settings.js';

/** Sequences of frequencies in hertz. */
const TUNES = {
  move: [330],
  capture: [220, 165],
  check: [523, 523],
  coup: [392, 311, 233],
  bribe: [659, 880],
  end: [262, 330, 392],
};

/** Seconds of a tone. */
const TONE_S = 0.09;

/** @type {AudioContext | null} */
let context = null;

/**
 * Plays a tune, if sounds are on.
 * @param {keyof typeof TUNES} tune
 */
export function play(tune) {
  if (!settings().sounds) return;
  context ??= new AudioContext();
  const audio = context;
  TUNES[tune].forEach((frequency, i) => {
    const begin = audio.currentTime + i * TONE_S;
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.12, begin);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + TONE_S * 1.6);
    gain.connect(audio.destination);
    const tone = audio.createOscillator();
    tone.type = 'triangle';
    tone.frequency.value = frequency;
    tone.connect(gain);
    tone.start(begin);
    tone.stop(begin + TONE_S * 1.7);
  });
}
