import { expect, test } from 'vitest';
import { parseUrl } from './parse-url.ts';

test('an address is one however often it was parsed before', () => {
  for (let n = 0; n < 20_000; n += 1)
    expect(parseUrl('https://exämple.com/ü')?.hostname).toBe('xn--exmple-cua.com');
  expect(parseUrl('ü', 'https://example.com/a/')?.href).toBe('https://example.com/a/%C3%BC');
  expect(parseUrl('//')).toBeUndefined();
});
