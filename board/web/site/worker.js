/**
 * @file The worker behind each page of the static site.
 *
 * All open pages share one session, as in the native board. The worker that holds the lock is its host; the others forward
 * their pages' messages through a channel. When the host's page is closed, the next worker in the queue becomes the host and
 * resumes the stored game, and all pages send `hello` again.
 *
 * On the channel: `{from, join}` and `{from, text}` to the host; `{to, text}` to a page's worker; `{host}` for a new host. Each
 * worker holds a lock with its own name, so that the host knows when it is gone.
 */
import { Host } from './host.js';

/** The names of this worker and of the site, which depends on the folder. */
const NAME = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
const SITE = `upheaval ${new URL('.', location.href).pathname}`;

/** Sends texts of this page to the session; `null` while there is none. @type {((text: string) => void) | null} */
let send = null;

/** Reports to the page that it may send `hello`, for the first time or again. */
let isFirst = true;
function ready() {
  if (!isFirst) postMessage({ lost: true });
  isFirst = false;
  postMessage({ ready: true });
}

/** @param {string} text */
const receive = (text) => postMessage({ text });

addEventListener('message', ({ data }) => send?.(data));

/**
 * Hosts the session.
 * @param {BroadcastChannel} [channel]
 */
async function hostSession(channel) {
  const host = await Host.open();
  const own = host.enter(receive);
  send = (text) => host.send(own, text);
  ready();
  if (!channel) return;
  /** The pages of other workers. @type {Map<string, number>} */
  const pages = new Map();
  channel.onmessage = ({ data: { from, text } }) => {
    if (!from) return;
    const page = pages.get(from);
    if (text !== undefined) {
      if (page !== undefined) host.send(page, text);
    } else if (page === undefined) {
      const entered = host.enter((sent) => channel.postMessage({ to: from, text: sent }));
      pages.set(from, entered);
      channel.postMessage({ to: from, text: null });
      void navigator.locks.request(`${SITE} ${from}`, () => {
        pages.delete(from);
        host.leave(entered);
      });
    }
  };
  channel.postMessage({ host: NAME });
}

/**
 * Forwards texts to the host.
 * @param {BroadcastChannel} channel
 */
function visitHost(channel) {
  const join = () => channel.postMessage({ from: NAME, join: true });
  channel.onmessage = ({ data: { to, text, host } }) => {
    if (host) {
      join();
    } else if (to === NAME && text === null) {
      send = (sent) => channel.postMessage({ from: NAME, text: sent });
      ready();
    } else if (to === NAME) {
      receive(text);
    }
  };
  join();
}

/** Holds a lock until this worker ends. @param {string} name */
function hold(name) {
  return new Promise((granted) => {
    void navigator.locks.request(name, () => {
      granted(undefined);
      return new Promise(() => undefined);
    });
  });
}

async function begin() {
  // Without encryption browsers have no locks, and each page has its own session.
  if (!navigator.locks) return hostSession();
  const channel = new BroadcastChannel(SITE);
  await hold(`${SITE} ${NAME}`);
  visitHost(channel);
  await hold(SITE);
  return hostSession(channel);
}

begin().catch((error) => {
  postMessage({ failed: String(error) });
});
