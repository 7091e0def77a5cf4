import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newWebhookSecret, signBody } from './signature.ts';

const page = readFileSync(new URL('../../../../../docs/api/webhooks.md', import.meta.url), 'utf8');
const example = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

test('the documented receiver accepts what is signed, now and with one of its secrets, and nothing else', async () => {
  const { isFromLectern } = (await import(`data:text/javascript,${encodeURIComponent(example)}`)) as {
    isFromLectern: (body: string, header: string, secret: string) => boolean;
  };
  const [secret, former] = [newWebhookSecret(), newWebhookSecret()];
  const [body, now] = ['{"é":1}', Date.now()];
  const signedAt = (time: number): string => signBody(body, [secret, former], new Date(time));
  expect(isFromLectern(body, signedAt(now), secret)).toBe(true);
  expect(isFromLectern(body, signedAt(now), former)).toBe(true);
  expect(isFromLectern(body, signedAt(now), newWebhookSecret())).toBe(false);
  expect(isFromLectern(`${body} `, signedAt(now), secret)).toBe(false);
  expect(isFromLectern(body, signedAt(now - 301_000), secret)).toBe(false);
  expect(isFromLectern(body, signedAt(now + 310_000), secret)).toBe(false);
  // The time is signed, too.
  expect(
    isFromLectern(body, signedAt(now - 60_000).replace(/^t=\d+/, `t=${Math.floor(now / 1000)}`), secret),
  ).toBe(false);
  for (const header of ['', 't=', 't=1', `t=${Math.floor(now / 1000)},v1=`, 'v1=00', '=,=,='])
    expect(isFromLectern(body, header, secret), header).toBe(false);
});
