/** After failures the period doubles up to this many times. */
const MAX_DOUBLINGS = 5;
const MAX_SECONDS = 86_400;
/** The share of the period by which polls are spread, so that connections made at once are not polled at once. */
const JITTER = 0.1;

/** The longest wait for a poll, as a multiple of the period and in seconds: a later time was set by a wrong clock. */
export const LONGEST_WAIT = {
  periods: 2 ** MAX_DOUBLINGS * (1 + JITTER),
  seconds: MAX_SECONDS * (1 + JITTER),
} as const;

/** When a repository is checked the next time. `random`: from 0 to 1. */
export function findNextPoll(
  { pollSeconds, failures }: { pollSeconds: number; failures: number },
  { now, random }: { now: Date; random: number },
): Date {
  const longest = Math.max(MAX_SECONDS, pollSeconds);
  const seconds = Math.min(longest, pollSeconds * 2 ** Math.min(failures, MAX_DOUBLINGS));
  return new Date(now.getTime() + seconds * 1000 * (1 + JITTER * random));
}
