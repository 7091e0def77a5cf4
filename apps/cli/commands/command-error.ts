/** The failure of a command, in words for the person who typed it. */
export class CommandError extends Error {
  override name = 'CommandError';
}
