/** A task exceeded a limit; the thread was ended, and nothing else was affected. */
export class ThreadLimitError extends Error {
  readonly limit: 'time' | 'memory';

  constructor(limit: 'time' | 'memory') {
    super(limit === 'time' ? 'The task exceeded its time limit.' : 'The task exceeded its memory limit.');
    this.limit = limit;
  }
}
