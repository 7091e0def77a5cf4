import { expect, test } from 'vitest';
import { createKeyRing, reseal, seal, unseal } from './keys.ts';

const OLD = 'a'.repeat(32);
const NEW = 'b'.repeat(32);

test('a key depends on the secret and on its purpose', () => {
  const keys = createKeyRing([NEW, OLD]);
  const all = [...keys.keys('cursors'), ...keys.keys('sessions'), ...createKeyRing([OLD]).keys('cursors')];
  expect(new Set(all.map((key) => key.toString('hex'))).size).toBe(4);
  expect(keys.keys('cursors')[1]).toEqual(createKeyRing([OLD]).keys('cursors')[0]);
});

test('what is sealed can be opened under the keys of a rotation, and is never the same twice', () => {
  const [before] = createKeyRing([OLD]).keys('credentials') as [Buffer];
  const sealed = seal(before, 'a password');
  expect(seal(before, 'a password')).not.toEqual(sealed);
  expect(sealed.includes('a password')).toBe(false);
  expect(unseal(createKeyRing([NEW, OLD]).keys('credentials'), sealed)).toBe('a password');
  expect(() => unseal(createKeyRing([NEW]).keys('credentials'), sealed)).toThrow(/another LECTERN_SECRET/);
});

test.each([0, 12, 28])('a change of byte %i is noticed', (position) => {
  const keys = createKeyRing([NEW]).keys('credentials');
  const sealed = seal(keys[0] as Buffer, 'a password');
  sealed[position] = (sealed[position] as number) ^ 1;
  expect(() => unseal(keys, sealed)).toThrow();
});

test('only what is sealed under an earlier key is sealed again', () => {
  const keys = createKeyRing([NEW, OLD]).keys('credentials');
  const again = reseal(keys, seal(keys[1] as Buffer, 'a password')) as Buffer;
  expect(unseal([keys[0] as Buffer], again)).toBe('a password');
  expect(reseal(keys, again)).toBeUndefined();
  expect(reseal([keys[0] as Buffer], again)).toBeUndefined();
});
