import { expect, test } from 'vitest';
import { isUrl, parseUrl } from './parse-url.ts';

test('an address is one however often it was parsed before', () => {
  for (let n = 0; n < 20_000; n += 1) expect(isUrl('https://exämple.com/ü')).toBe(true);
  expect(parseUrl('ü', 'https://example.com/a/')?.href).toBe('https://example.com/a/%C3%BC');
  expect(parseUrl('//')).toBeUndefined();
});
