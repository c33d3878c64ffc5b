/** @file The worker of `engine-browser.js`. */
import init, { Uci } from './engine/engine.js';
import { stopped, usePolls } from './permit.js';

const probe = URL.createObjectURL(new Blob());
usePolls(probe);
URL.revokeObjectURL(probe);

let isStopped = () => false;
const engine = init().then(() => new Uci((line) => postMessage(line), () => isStopped()));

addEventListener('message', async ({ data: { line, permit } }) => {
  const uci = await engine;
  isStopped = stopped(permit);
  if (!uci.line(line)) close();
});
