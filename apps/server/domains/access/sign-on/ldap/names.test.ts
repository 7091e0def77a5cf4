import { expect, test } from 'vitest';
import { escapeDnValue, escapeFilterValue, fillTemplate } from './escape.ts';
import { normalizeDn } from './normalize-dn.ts';

test.each([
  ['*', '\\2a'],
  ['a)(uid=*', 'a\\29\\28uid\\3d\\2a'],
  ['\\', '\\5c'],
  ['\0', '\\00'],
  ['Zoë 鍵', 'Zoë 鍵'],
])('in a filter, %j is %s', (value, escaped) => {
  expect(escapeFilterValue(value)).toBe(escaped);
});

test.each([
  ['a,b+c', 'a\\2cb\\2bc'],
  [' a ', '\\20a\\20'],
  ['#61', '\\2361'],
  ['"\\;<>=', '\\22\\5c\\3b\\3c\\3e\\3d'],
  ['\n\0', '\\0a\\00'],
])('in a name, %j is %s', (value, escaped) => {
  expect(escapeDnValue(value)).toBe(escaped);
});

test('a value is never a place of the template', () => {
  const values = { user: '{dn}$&', dn: 'x' };
  expect(fillTemplate('(uid={user})(other={unknown})', values, escapeFilterValue)).toBe(
    '(uid={dn}$\\26)(other={unknown})',
  );
});

test.each([
  ['CN=Writers, OU=Groups,DC=Example', 'cn=writers,ou=groups,dc=example'],
  ['cn = Writers ,ou=groups,dc=example', 'cn=writers,ou=groups,dc=example'],
  ['cn=a\\2cb', 'cn=a\\,b'],
  ['cn=a\\,b', 'cn=a\\,b'],
  ['b=2+a=1,dc=x', 'a=1+b=2,dc=x'],
  ['cn=caf\\c3\\a9', 'cn=café'],
  ['cn=Zoë 😀', 'cn=zoë 😀'],
  ['cn=two  words', 'cn=two words'],
  ['', undefined],
  ['writers', undefined],
  ['cn=', undefined],
  ['cn=a,', undefined],
  ['cn=a\\', undefined],
])('%j is %s', (dn, normal) => {
  expect(normalizeDn(dn)).toBe(normal);
});

test('an escaped separator never makes two names the same', () => {
  expect(normalizeDn('cn=a\\,ou=b,dc=x')).not.toBe(normalizeDn('cn=a,ou=b,dc=x'));
  expect(normalizeDn('cn=a\\+b=c')).not.toBe(normalizeDn('cn=a+b=c'));
});
