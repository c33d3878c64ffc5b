/**
 * @file Games in IndexedDB by number, and the number of the game on the board.
 */

/** @typedef {[number, string] | [number] | ['board', number]} Change A game, a deleted game, or the game on the board. */

/** The name of the database, one for each folder of the host. */
const NAME = `upheaval ${new URL('.', location.href).pathname}`;

/**
 * @param {IDBRequest} request
 * @returns {Promise<any>}
 */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} transaction */
function completed(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(undefined);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** The store. */
export class Kept {
  /** @type {IDBDatabase} */
  #base;

  /** @param {IDBDatabase} base */
  constructor(base) {
    this.#base = base;
    // A newer version of the site may upgrade the database.
    base.onversionchange = () => base.close();
  }

  static async open() {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('games');
      request.result.createObjectStore('settings');
    };
    return new Kept(await answer(request));
  }

  /**
   * Returns all games, number and text in turn, and the number of the game on the board.
   * @returns {Promise<{games: (number | string)[], onBoard: number | undefined}>}
   */
  async read() {
    const transaction = this.#base.transaction(['games', 'settings']);
    const store = transaction.objectStore('games');
    const [keys, texts, onBoard] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll()),
      answer(transaction.objectStore('settings').get('board'))]);
    return { games: keys.flatMap((/** @type {number} */ key, /** @type {number} */ i) => [key, texts[i]]), onBoard };
  }

  /**
   * Stores changes in one transaction.
   * @param {Change[]} changes
   */
  async write(changes) {
    const transaction = this.#base.transaction(['games', 'settings'], 'readwrite');
    const games = transaction.objectStore('games');
    for (const change of changes) {
      if (change[0] === 'board') transaction.objectStore('settings').put(change[1], 'board');
      else if (change.length === 2) games.put(change[1], change[0]);
      else games.delete(change[0]);
    }
    transaction.commit();
    await completed(transaction);
  }
}
