import { expect, test } from 'vitest';
import { findNextPoll } from './poll-time.ts';

const now = new Date('2030-01-31T12:00:00.000Z');
const secondsUntil = (poll: { pollSeconds: number; failures: number }, random: number): number =>
  (findNextPoll(poll, { now, random }).getTime() - now.getTime()) / 1000;

test.each([
  [{ pollSeconds: 60, failures: 0 }, 0, 60],
  [{ pollSeconds: 60, failures: 0 }, 1, 66],
  [{ pollSeconds: 60, failures: 1 }, 0, 120],
  [{ pollSeconds: 60, failures: 5 }, 0, 1920],
  [{ pollSeconds: 60, failures: 50 }, 0, 1920],
  [{ pollSeconds: 3600, failures: 5 }, 0, 86_400],
  [{ pollSeconds: 604_800, failures: 3 }, 0, 604_800],
])('after %o with the random number %d, the next poll is in %d seconds', (poll, random, seconds) => {
  expect(secondsUntil(poll, random)).toBe(seconds);
});
