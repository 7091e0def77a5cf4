/** A command that cannot do what it was asked, in words for whoever typed it. */
export class CommandError extends Error {
  override name = 'CommandError';
}
