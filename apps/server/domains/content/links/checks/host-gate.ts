/** Lets one request at a time through to each host, with a pause after each. */
export class HostGate {
  readonly #last = new Map<string, Promise<void>>();
  readonly #pause: () => Promise<void>;

  constructor(pause: () => Promise<void>) {
    this.#pause = pause;
  }

  async pass<T>(host: string, signal: AbortSignal, request: () => Promise<T>): Promise<T> {
    const before = this.#last.get(host) ?? Promise.resolve();
    const response = before.then(() => {
      signal.throwIfAborted();
      return request();
    });
    const rest = (): Promise<void> => (signal.aborted ? Promise.resolve() : this.#pause());
    this.#last.set(host, response.then(rest, rest));
    return response;
  }
}
