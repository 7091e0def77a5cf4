import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCursorSigner } from './cursors.ts';
import { ApiError } from './errors.ts';

const key = Buffer.alloc(32, 1);
const signer = createCursorSigner([key]);

function expectRefused(open: () => unknown): void {
  let refusal: unknown;
  try {
    open();
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal).toMatchObject({ status: 400, details: [{ path: 'page' }] });
}

describe('cursors', () => {
  test('every position comes back as it went in', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue({ noUnicodeString: false }), (list, position) => {
        const opened = signer.open(list, signer.issue(list, position));
        expect(opened).toEqual(JSON.parse(JSON.stringify(position)));
      }),
    );
  });

  test('no text that was not issued is accepted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => expectRefused(() => signer.open('list', text))),
    );
    fc.assert(
      fc.property(fc.base64String(), fc.base64String(), (body, mac) =>
        expectRefused(() => signer.open('list', `${body}.${mac}`)),
      ),
    );
  });

  test('no change of a cursor is accepted, not even one that decodes to the same bytes', () => {
    const cursor = signer.issue('list', 'a position');
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.string({ unit: 'binary', maxLength: 2 }), (at, text) => {
        const changed = cursor.slice(0, at) + text + cursor.slice(at + 1);
        fc.pre(changed !== cursor);
        expectRefused(() => signer.open('list', changed));
      }),
    );
    for (const suffix of ['=', '==', ' ', '\n', '.', '-', 'A', '\u0000']) {
      expectRefused(() => signer.open('list', cursor + suffix));
      expectRefused(() => signer.open('list', cursor.replace('.', `${suffix}.`)));
    }
  });

  test('no other list accepts it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.jsonValue(), (one, other, position) => {
        fc.pre(one !== other);
        expectRefused(() => signer.open(other, signer.issue(one, position)));
      }),
    );
  });

  test('no list whose name is a prefix of the cursor accepts it', () => {
    const cursor = signer.issue('search:what\nIA', 7);
    expectRefused(() => signer.open('search:what', `IA\n${cursor}`));
  });

  test('a rotated key still opens, an unknown one does not', () => {
    const cursor = signer.issue('list', 7);
    expect(createCursorSigner([randomBytes(32), key]).open('list', cursor)).toBe(7);
    expectRefused(() => createCursorSigner([randomBytes(32)]).open('list', cursor));
  });
});
