/** An engine in a worker that speaks UCI, with the interface of a `Worker` whose messages are lines. */
export class Engine {
  /** Receives each line that the engine prints. */
  onmessage: ((event: { data: string }) => void) | null;
  /** Receives an error that ends the engine. */
  onerror: ((error: unknown) => void) | null;
  /** Sends a line. */
  postMessage(line: string): void;
  /** Ends the worker. */
  terminate(): void;
}
