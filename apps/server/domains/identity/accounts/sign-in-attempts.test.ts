import { expect, test } from 'vitest';
import { forgiveFailures, tryPassword } from './sign-in-attempts.ts';

const now = new Date('2030-01-01T00:00:00.000Z');
const tryFrom = (email: string, network: string, isRight = false): Promise<boolean> =>
  tryPassword({ email, network }, now, async () => isRight);

test('ten failures from one network keep that out, and no other one', async () => {
  const email = 'one@example.com';
  for (let n = 0; n < 10; n += 1) expect(await tryFrom(email, 'a')).toBe(false);
  await expect(tryFrom('ONE@example.com', 'a', true)).rejects.toMatchObject({ status: 429 });
  // A refused attempt does not count as a failure.
  for (let n = 0; n < 200; n += 1) await expect(tryFrom(email, 'a')).rejects.toMatchObject({ status: 429 });
  expect(await tryFrom(email, 'b', true)).toBe(true);
  await expect(tryFrom(email, 'a', true)).rejects.toMatchObject({ status: 429 });
});

test('a hundred from wherever they come keep everybody out', async () => {
  const email = 'two@example.com';
  for (let n = 0; n < 100; n += 1) expect(await tryFrom(email, `network ${n}`)).toBe(false);
  await expect(tryFrom(email, 'another', true)).rejects.toMatchObject({ status: 429 });
});

test('who proved the account otherwise is let in, also after both', async () => {
  const email = 'three@example.com';
  for (let n = 0; n < 100; n += 1) await tryFrom(email, `network ${n % 10}`);
  const network = 'network 3';
  await expect(tryFrom(email, network, true)).rejects.toMatchObject({ status: 429 });
  forgiveFailures({ email, network });
  expect(await tryFrom(email, network, true)).toBe(true);
});
