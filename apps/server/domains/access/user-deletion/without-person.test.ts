import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutPerson } from './without-person.ts';

const person = { userId: 'u', email: 'Ada@Example.com', displayName: 'Ada' };
const clean = (payload: object, isAboutThem = false) => withoutPerson(payload, person, { isAboutThem });

test('the address goes wherever it stands, the name where it stands alone', () => {
  expect(
    clean({ after: { title: 'Key of ada@example.com', by: 'Ada', other: 'Adamant', role: 'read' } }),
  ).toEqual({
    after: { title: 'Deleted user', by: 'Deleted user', other: 'Adamant', role: 'read' },
  });
});

test('of an event about them goes what says who it is, also what it was before', () => {
  const payload = {
    before: { email: 'old@example.org', displayName: 'A.' },
    after: { role: null, nameID: ['x'] },
  };
  expect(clean(payload, true)).toEqual({
    before: { email: 'Deleted user', displayName: 'Deleted user' },
    after: { role: null, nameID: ['Deleted user'] },
  });
  expect(clean(payload)).toBeUndefined();
});

test('a second time there is nothing left to do, whatever the payload is', () => {
  const text = fc.oneof(fc.constantFrom('Ada', 'ada@example.com', 'x ADA@EXAMPLE.COM y'), fc.string());
  const name = fc.oneof(fc.constantFrom('email', 'displayName', 'title'), fc.string());
  const { payload } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
    payload: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
  }));
  fc.assert(
    fc.property(payload, fc.boolean(), (given, isAboutThem) => {
      const cleaned = clean(given as object, isAboutThem) ?? (given as object);
      expect(clean(cleaned, isAboutThem)).toBeUndefined();
      expect(Object.keys(cleaned)).toEqual(Object.keys(given as object));
      expect(JSON.stringify(cleaned).toLowerCase().replaceAll('"ada@example.com":', '')).not.toContain(
        'ada@example.com',
      );
    }),
  );
});
