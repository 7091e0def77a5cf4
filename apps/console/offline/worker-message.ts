/** The messages from a page to the service worker. */
export type WorkerMessage =
  /** These files were loaded before the worker was there. */
  | { kind: 'keep'; files: string[] }
  /** Somebody has signed out. */
  | { kind: 'forget' };
