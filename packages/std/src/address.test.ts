import { expect, test } from 'vitest';
import { parseAddress, parseWebAddress } from './address.ts';

test.each([
  ['https://example.com', 'https://example.com/'],
  ['https://exämple.com/ü', 'https://xn--exmple-cua.com/%C3%BC'],
  ['https://example.com./', 'https://example.com./'],
  ['https://a_b.example.com/', 'https://a_b.example.com/'],
  ['https://[::1]:80/', 'https://[::1]:80/'],
  ['mailto:somebody@example.com', 'mailto:somebody@example.com'],
])('%s is an address', (text, href) => {
  expect(parseAddress(text)?.href).toBe(href);
});

test.each([
  'http://x:99999/',
  'http:x',
  'http:/x',
  'http:///x',
  'https://a\\b',
  'https://a b',
  'https://a/\u0000',
  'https://a/\u202e',
  'https://a..b',
  'https://*.b',
  `https://${'a.'.repeat(130)}b`,
  'https://a/%',
  '/a',
  '',
])('%j is no address', (text) => {
  expect(parseAddress(text)).toBeUndefined();
});

test('a web address has no other scheme and no credentials', () => {
  expect(parseWebAddress('https://example.com/a@b')).toBeDefined();
  expect(parseWebAddress('https://ann:secret@example.com/')).toBeUndefined();
  expect(parseWebAddress('https://ann@example.com/')).toBeUndefined();
  expect(parseWebAddress('ssh://example.com/')).toBeUndefined();
});
