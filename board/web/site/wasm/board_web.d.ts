/** The interface of `board/web/src` for the workers; `wasm-bindgen` generates the module. */

export default function init(from: { module_or_path: WebAssembly.Module | Promise<WebAssembly.Module> }): Promise<unknown>;

export class Board {
  constructor(games: (number | string)[], onBoard?: number);
  request(page: number, text: string): void;
  wanted_puzzles(): string[];
  add_puzzles(game: string, text?: string): void;
  gone(page: number): void;
  thought(run: number, text: string): void;
  measured(run: number, text: string): void;
  tick(): void;
  next_tick(): number | undefined;
  take_messages(): any[];
  take_changes(): import('../kept.js').Change[];
  take_orders(): any[][];
}

export class Engine {
  static measure(task: string, report: (text: string) => void): void;
  static networkOwner(variant: string, definitions: string): string | undefined;
  constructor(variant: string, hash: number, network: Uint8Array, definitions: string);
  think(search: string, stopped: () => boolean, report: (text: string) => void): void;
}
