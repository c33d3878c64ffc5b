/**
 * @file Lessons and puzzles of each game, with the rules.
 */
import { button, el, put } from '../dom.js';
import { miniboard } from '../miniboard.js';
import { SCENES } from '../scenes.js';
import { rulesPanel } from '../panels/rules.js';
import { tabs } from '../panels/tabs.js';
import { keep, settings } from '../settings.js';
import { attempt } from '../toast.js';
import { exercise } from './exercise.js';
/** @import {Client} from '../client.js' */
/** @import {GameInfo, LessonList} from '../messages.js' */

/**
 * Creates the view: all games, or one game with a task (`['empire', '2']`) or a puzzle (`['empire', 'puzzle', '4']`).
 * @param {Client} client
 * @param {string[]} parts
 * @returns {import('../app.js').View}
 */
export function learnView(client, [variant, ...rest]) {
  const game = client.catalogue?.games.find((each) => each.variant === variant);
  if (!game) return { title: 'Learn', element: overview(client) };
  const element = el('div', { class: 'view' });
  /** @type {{leave?: () => void}} */
  const shown = {};
  void attempt(client.request('learn', 'lessons', { variant: game.variant }).then(async (lessons) => {
    const { content, leave } = rest[0] === 'puzzle'
      ? await puzzle(client, game, lessons, Number(rest[1] ?? 0))
      : lesson(client, game, lessons, Number(rest[0] ?? 0) || 0);
    shown.leave = leave;
    put(element, content);
  }));
  return { title: `Learn ${game.title}`, element, leave: () => shown.leave?.() };
}

/** @param {Client} client */
function overview(client) {
  return el('div', { class: 'page' }, el('h1', {}, 'Learn'),
    el('p', { class: 'lead' }, 'A few small tasks on the board introduce each game. The rules are next to the board.'),
    el('ul', { class: 'cards' }, ...(client.catalogue?.games ?? []).map((game) => {
      const done = settings().solved.filter((task) => task.startsWith(`${game.variant}/`)).length;
      const scene = SCENES[game.variant];
      return el('li', { class: scene ? 'card' : 'card plain' }, scene ? el('div', { class: 'card-picture' }, miniboard(game, scene.fen, scene)) : null,
        el('div', { class: 'card-text' }, el('h2', {}, game.title), el('p', {}, game.about),
          done > 0 ? el('p', { class: 'faint' }, `${done} solved`) : null),
          el('div', { class: 'card-buttons' },
            el('a', { class: 'button primary', href: `#/learn/${game.variant}/0`, 'aria-label': `Lessons in ${game.title}` }, 'Lessons'),
            game.puzzles > 0 ? el('a', { class: 'button', href: `#/learn/${game.variant}/puzzle/0`, 'aria-label': `${game.puzzles} puzzles in ${game.title}` }, `${game.puzzles} puzzles`) : null));
    })));
}

/**
 * @param {Client} client
 * @param {GameInfo} game
 * @param {LessonList} lessons
 * @param {number} at
 */
function lesson(client, game, lessons, at) {
  const task = lessons.tasks[at];
  const list = taskList(game, lessons, at);
  if (!task) return { content: el('div', { class: 'page' }, el('h1', {}, game.title), el('p', {}, 'This game has no lessons.'), list, rulesPanel(client, game)), leave: () => undefined };
  const last = at + 1 === lessons.tasks.length;
  const [after, afterName] = lessons.puzzles > 0 ? [`#/learn/${game.variant}/puzzle/0`, 'Go to the puzzles'] : ['#/learn', 'All games'];
  const next = last ? after : `#/learn/${game.variant}/${at + 1}`;
  const { board, side, leave } = exercise(client, game, {
    ...task, heading: `${at + 1} of ${lessons.tasks.length}`, next, nextName: last ? afterName : 'Next task', solved: () => solved(task.task),
  });
  const panel = tabs([{ name: 'Tasks', content: list }, { name: 'Rules', content: rulesPanel(client, game) }]);
  return { content: taskTable(board, side, 'Tasks and rules', panel), leave };
}

/**
 * @param {GameInfo} game
 * @param {LessonList} lessons
 * @param {number} at
 */
function taskList(game, lessons, at) {
  const done = settings().solved;
  return el('div', {}, el('ol', { class: 'task-list' }, ...lessons.tasks.map((task, i) => el('li', {},
    el('a', { href: `#/learn/${game.variant}/${i}`, 'aria-current': i === at ? 'step' : null, class: done.includes(task.task) ? 'done' : '' },
      el('span', { class: 'task-mark', 'aria-hidden': 'true' }, done.includes(task.task) ? '✓' : String(i + 1)), task.title,
      done.includes(task.task) ? el('span', { class: 'unseen' }, ', solved') : null)))),
  lessons.puzzles > 0 ? el('p', {}, el('a', { class: 'button', href: `#/learn/${game.variant}/puzzle/0` }, `${lessons.puzzles} puzzles`)) : null,
  el('p', {}, el('a', { href: '#/learn' }, 'All games')));
}

/**
 * @param {Client} client
 * @param {GameInfo} game
 * @param {LessonList} lessons
 * @param {number} number From 0.
 */
async function puzzle(client, game, lessons, number) {
  const count = lessons.puzzles;
  const back = el('p', {}, el('a', { href: `#/learn/${game.variant}/0` }, 'Lessons'));
  if (count === 0) {
    return { content: el('div', { class: 'page' }, el('h1', {}, `${game.title}: puzzles`),
      el('p', {}, 'This game has no puzzles yet. Its lessons have tasks to solve on the board.'),
      el('p', { class: 'row-of-buttons' }, el('a', { class: 'button primary', href: `#/learn/${game.variant}/0` }, 'Lessons'), el('a', { class: 'button', href: '#/learn' }, 'All games'))), leave: () => undefined };
  }
  if (!(number >= 0 && number < count)) {
    return { content: el('div', { class: 'page' }, el('h1', {}, `${game.title}: no such puzzle`), el('p', {}, `There are puzzles 1 to ${count}.`),
      el('p', {}, el('a', { class: 'button primary', href: `#/learn/${game.variant}/puzzle/0` }, 'First puzzle'))), leave: () => undefined };
  }
  const found = await client.request('learn', 'puzzle', { variant: game.variant, number });
  const to = (/** @type {number} */ n) => `#/learn/${game.variant}/puzzle/${(n + count) % count}`;
  const { board, side, leave } = exercise(client, game, {
    ...found, title: found.text, text: '', hints: [], heading: `Puzzle ${number + 1} of ${count}`, next: to(number + 1), nextName: 'Next puzzle',
    solved: () => solved(found.task),
  });
  const others = el('div', { class: 'puzzle-list' }, el('div', { class: 'row-of-buttons' },
    el('a', { class: 'button', href: to(number - 1) }, 'Previous'), el('a', { class: 'button', href: to(number + 1) }, 'Next'),
    button('Random', () => {
      location.hash = to(Math.floor(Math.random() * count));
    })),
  el('ol', { class: 'puzzle-numbers' }, ...Array.from({ length: count }, (_, n) => el('li', {}, el('a', {
    href: to(n), class: settings().solved.includes(`${game.variant}/mate/${n}`) ? 'done' : '', 'aria-current': n === number ? 'step' : null, 'aria-label': `Puzzle ${n + 1}`,
  }, String(n + 1))))),
  back);
  const panel = tabs([{ name: 'Puzzles', content: others }, { name: 'Rules', content: rulesPanel(client, game) }]);
  return { content: taskTable(board, side, 'Puzzles and rules', panel), leave };
}

/**
 * Creates the page of a task: the board, and beside it the task and a panel.
 * @param {HTMLElement} board
 * @param {HTMLElement[]} side
 * @param {string} name
 * @param {HTMLElement} panel
 */
export function taskTable(board, side, name, panel) {
  return el('div', { class: 'table' }, board, el('div', { class: 'side' }, ...side, el('aside', { class: 'panel', 'aria-label': name }, panel)));
}

/** @param {string} task */
function solved(task) {
  const before = settings().solved;
  if (!before.includes(task)) keep({ solved: [...before, task] });
}
