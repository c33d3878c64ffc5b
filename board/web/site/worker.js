/**
 * @file The worker behind each page of the static site.
 *
 * All open pages share one session, as they do natively. The worker that holds the lock is its host; the others carry what
 * their pages say to it through a channel. When the host's page is closed, the next worker in the queue becomes the host,
 * takes up the game where it was kept, and all pages say hello again.
 *
 * On the channel: `{from, join}` and `{from, text}` to the host; `{to, text}` to a page's worker; `{host}` when there is a new
 * host. Each worker holds a lock of its own name, so that the host knows when it is gone.
 */
import { Host } from './host.js';

/** This worker's name, and what all pages of this folder of the host have in common. */
const NAME = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
const SITE = `upheaval ${new URL('.', location.href).pathname}`;

/** Where texts of this page go; `null` while there is no session. @type {((text: string) => void) | null} */
let say = null;

/** Tells the page that it may say hello now, for the first time or again. */
let isFirst = true;
function ready() {
  if (!isFirst) postMessage({ lost: true });
  isFirst = false;
  postMessage({ ready: true });
}

/** @param {string} text */
const hear = (text) => postMessage({ text });

addEventListener('message', ({ data }) => say?.(data));

/**
 * The session lives here from now on.
 * @param {BroadcastChannel} [channel]
 */
async function hostSession(channel) {
  const host = await Host.open();
  const own = host.enter(hear);
  say = (text) => host.say(own, text);
  ready();
  if (!channel) return;
  /** The pages of other workers. @type {Map<string, number>} */
  const pages = new Map();
  channel.onmessage = ({ data: { from, text } }) => {
    if (!from) return;
    const page = pages.get(from);
    if (text !== undefined) {
      if (page !== undefined) host.say(page, text);
    } else if (page === undefined) {
      const entered = host.enter((said) => channel.postMessage({ to: from, text: said }));
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
 * Carries texts to the host, whoever that is.
 * @param {BroadcastChannel} channel
 */
function visitHost(channel) {
  const join = () => channel.postMessage({ from: NAME, join: true });
  channel.onmessage = ({ data: { to, text, host } }) => {
    if (host) {
      join();
    } else if (to === NAME && text === null) {
      say = (said) => channel.postMessage({ from: NAME, text: said });
      ready();
    } else if (to === NAME) {
      hear(text);
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
  // Without encryption browsers offer no locks; then each page has a session of its own.
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
