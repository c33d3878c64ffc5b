/**
 * @file The transport between page and session: a WebSocket to the program, or a Web Worker in the static site.
 */

/**
 * @typedef {object} Listener
 * @property {() => void} opened
 * @property {(text: string) => void} received
 * @property {(again: boolean) => void} closed `true` if the transport reconnects.
 */

/** @typedef {{send: (text: string) => void, retry: () => void}} Transport */

/** Milliseconds before each attempt to reconnect; the last is repeated. */
const RETRY_MS = [300, 700, 1500, 3000, 5000];

/**
 * Connects by the document's setting: `<meta name="session" content="worker">` selects the worker.
 * @param {Listener} listener
 * @returns {Transport}
 */
export function connect(listener) {
  const kind = document.querySelector('meta[name="session"]')?.getAttribute('content');
  return kind === 'worker' ? throughWorker(listener) : throughSocket(listener);
}

/**
 * Returns the socket's address, next to the page's address with its token.
 * @param {string} page
 * @returns {string}
 */
export function socketAddress(page) {
  const url = new URL('socket', page);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.search = new URL(page).search;
  return url.href;
}

/**
 * @param {Listener} listener
 * @returns {Transport}
 */
function throughSocket(listener) {
  /** @type {WebSocket} */
  let socket;
  let tries = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const open = () => {
    clearTimeout(timer);
    socket = new WebSocket(socketAddress(location.href));
    socket.onopen = () => {
      tries = 0;
      listener.opened();
    };
    socket.onmessage = (message) => listener.received(String(message.data));
    socket.onclose = () => {
      listener.closed(true);
      timer = setTimeout(open, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
    };
  };
  open();
  return {
    send: (text) => socket.send(text),
    retry: () => {
      if (socket.readyState === WebSocket.CLOSED) open();
    },
  };
}

/**
 * @param {Listener} listener
 * @returns {Transport}
 */
function throughWorker(listener) {
  const worker = new Worker('worker.js', { type: 'module' });
  worker.onmessage = ({ data }) => {
    if (data.text !== undefined) listener.received(data.text);
    else if (data.ready) listener.opened();
    else listener.closed(!data.failed);
  };
  worker.onerror = () => listener.closed(false);
  return { send: (text) => worker.postMessage(text), retry: () => undefined };
}
