/**
 * @file Sounds of events on the board, off by default: wood on wood, made of filtered noise and damped tones.
 */
import { settings } from './settings.js';

/** Strikes: delay in seconds, pitch of the wood in hertz, loudness. @type {Record<string, [number, number, number][]>} */
const STRIKES = {
  move: [[0, 900, 0.5]],
  capture: [[0, 620, 0.9], [0.045, 1250, 0.45]],
  check: [[0, 900, 0.5], [0.11, 1500, 0.5]],
  coup: [[0, 330, 1], [0.13, 250, 1], [0.26, 190, 1]],
  bribe: [[0, 2600, 0.35], [0.07, 3300, 0.35], [0.14, 2900, 0.3]],
  end: [[0, 420, 0.8], [0.18, 560, 0.8], [0.36, 840, 0.9]],
};

/** Seconds until a strike has died away. */
const DECAY_S = 0.11;

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/**
 * Plays the sound of an event, if sounds are on.
 * @param {keyof typeof STRIKES} event
 */
export function play(event) {
  if (!settings().sounds) return;
  context ??= new AudioContext();
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate * DECAY_S, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  for (const [delay, pitch, loudness] of STRIKES[event] ?? []) strike(context, noise, context.currentTime + delay, pitch, loudness);
}

/**
 * @param {AudioContext} audio
 * @param {AudioBuffer} hiss
 * @param {number} at
 * @param {number} pitch
 * @param {number} loudness
 */
function strike(audio, hiss, at, pitch, loudness) {
  const click = new AudioBufferSourceNode(audio, { buffer: hiss });
  const wood = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 2.5 });
  const tone = new OscillatorNode(audio, { frequency: pitch / 4 });
  for (const [source, level, decay] of /** @type {const} */ ([[wood, 0.8, 0.4], [tone, 0.25, 1]])) {
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(loudness * level, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + DECAY_S * decay);
    source.connect(gain).connect(audio.destination);
  }
  click.connect(wood);
  for (const source of [click, tone]) {
    source.start(at);
    source.stop(at + DECAY_S);
  }
}
