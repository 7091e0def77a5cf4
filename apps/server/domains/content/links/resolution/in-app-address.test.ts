import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInAppAddress, readMentionedSpace } from './in-app-address.ts';

const ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const BASE = 'https://docs.example.com/lectern';

test.each([
  [`https://app.gitbook.com/s/${ID}`, ID, '', undefined],
  [`https://app.gitbook.com/s/${ID}/a/b%20c#d`, ID, 'a/b c', 'd'],
  [`https://APP.gitbook.com/o/x/s/${ID}/?q=1#`, ID, '', undefined],
  [`//app.gitbook.com:443/s/${ID}/a//b/`, ID, 'a/b', undefined],
  ['https://app.gitbook.com', undefined, '', undefined],
  [`https://app.gitbook.com/s/${ID}/~/changes/3`, undefined, '', undefined],
  [`${BASE}/app/s/${ID}/${ID}#x`, ID, ID, 'x'],
  [`https://docs.example.com/lectern/app/s/${ID}/revisions/${ID}`, undefined, '', undefined],
  [`${BASE}/app`, undefined, '', undefined],
])('%s is an address inside the app', (raw, spaceId, page, anchor) => {
  expect(readInAppAddress(raw, BASE)).toEqual({ spaceId, page, anchor });
});

test.each([
  `https://docs.example.com/app/s/${ID}`,
  `https://docs.example.com.evil.example/lectern/app/s/${ID}`,
  `${BASE}/apps/s/${ID}`,
  `http://docs.example.com/lectern/app/s/${ID}`,
  `https://app.gitbook.com.evil.example/s/${ID}`,
  `/s/${ID}`,
  `mailto:x@app.gitbook.com`,
])('%s is none', (raw) => {
  expect(readInAppAddress(raw, BASE)).toBeUndefined();
});

test('what leads to a space here is always among what may mention it, and no text is too odd to be read', () => {
  const part = fc.constantFrom(
    'https://',
    '//',
    'app.gitbook.com',
    BASE,
    '/app',
    '/s/',
    '/o/',
    ID,
    '/',
    '#',
    '?',
    '%',
    'x',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part, { maxLength: 9 }).map((parts) => parts.join('')),
      ),
      (raw) => {
        const address = readInAppAddress(raw, BASE);
        if (address?.spaceId === ID) expect(readMentionedSpace(raw)).toBe(ID);
        else readMentionedSpace(raw);
      },
    ),
    { numRuns: 3000 },
  );
});
