import { expect, test } from 'vitest';
import { normalizeEmailDomain } from './email-domains.ts';

test.each([
  ['example.com', 'example.com'],
  [' @Example.COM. ', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['mail.sub-domain.example', 'mail.sub-domain.example'],
])('%j is the domain %s', (text, domain) => {
  expect(normalizeEmailDomain(text)).toBe(domain);
});

test.each([
  '',
  '@',
  'localhost',
  'a..b',
  '-a.example',
  'who@example.com',
  '127.0.0.1',
  'exa mple.com',
  `${'a'.repeat(64)}.com`,
])('%j is no domain', (text) => {
  expect(normalizeEmailDomain(text)).toBeUndefined();
});
