/** How long a user counts as present after a heartbeat. */
export const PRESENT_MS = 30_000;

/**
 * How long a tab with a stream of events counts as present after a process has last seen the stream. Together with the
 * time until others ask again, it is less than the five seconds within which the end of the stream is noticed, also if
 * the process was killed.
 */
export const STREAMED_MS = 3500;
