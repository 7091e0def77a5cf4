/** The reason why the service cannot start, as one sentence that its operator can act on; it needs no stack trace. */
export class StartError extends Error {
  override name = 'StartError';
}
