/** @file The engine in a Web Worker. */

export class Engine {
  onmessage = null;
  onerror = null;
  /** An address that a search polls: it ends when the address is revoked. */
  #permit = URL.createObjectURL(new Blob());
  #worker = new Worker(new URL('./worker-browser.js', import.meta.url), { type: 'module' });

  constructor() {
    this.#worker.onmessage = ({ data }) => this.onmessage?.({ data });
    this.#worker.onerror = (error) => this.onerror?.(error);
  }

  postMessage(line) {
    if (/^\s*(stop|ponderhit|quit)\b/.test(line)) {
      URL.revokeObjectURL(this.#permit);
      this.#permit = URL.createObjectURL(new Blob());
    }
    this.#worker.postMessage({ line, permit: this.#permit });
  }

  terminate() {
    URL.revokeObjectURL(this.#permit);
    this.#worker.terminate();
  }
}
