/**
 * @file Stops a search in a worker, which receives no messages while it searches: it polls an address, its permit, by synchronous
 * requests, and ends when the address has been revoked.
 */

/** Milliseconds between two polls. */
const POLL_INTERVAL_MS = 40;

/** `true` if the browser allows synchronous requests in a worker. */
let canPoll = false;

/** @param {string} address */
function exists(address) {
  try {
    const request = new XMLHttpRequest();
    request.open('GET', address, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}

/** Polls from now on if this existing address can be requested. @param {string} probe */
export function usePolls(probe) {
  canPoll = exists(probe);
}

/**
 * Returns a function that returns `true` once the permit has been revoked.
 * @param {string} permit
 * @returns {() => boolean}
 */
export function stopped(permit) {
  let next = 0;
  let over = false;
  return () => {
    const now = performance.now();
    if (over || now < next || !canPoll) return over;
    over = !exists(permit);
    next = performance.now() + POLL_INTERVAL_MS;
    return over;
  };
}
