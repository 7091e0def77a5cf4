import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  appendRest,
  captureRest,
  listCandidates,
  readPath,
  readSource,
  type SitePath,
} from './redirect-source.ts';

/** The pattern of the public client. */
const CLIENT =
  /^\/(?!\*)(?!.*\*.+)(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\/\*|\*)?$/;

const pathOf = (raw: string): SitePath => {
  const path = readPath(raw);
  if (!path) throw new Error(`${raw} is no path.`);
  return path;
};

describe('a source', () => {
  test.each([
    ['/Old/Page/', '/old/page'],
    ['//old///page', '/old/page'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/café', '/caf%C3%A9'],
    ['/cafe\u0301', '/caf%C3%A9'],
    ['/a%62c', '/abc'],
    ['/a b(c)', '/a%20b%28c%29'],
    ['/a%2Bb+c', '/a+b+c'],
    ['/Old/*', '/old/*'],
    ['/Old*', '/old*'],
    ['/old//*', '/old/*'],
  ])('%s is kept as %s', (raw, text) => {
    expect(readSource(raw)).toEqual({ text, isWildcard: text.endsWith('*') });
  });

  test.each([
    'old',
    '/',
    '/*',
    '//',
    '/a*b',
    '/a/*/b',
    '/a/**',
    '/./',
    '/a/%2e%2e/b',
    '/a%2Fb',
    '/a%5Cb',
    '/%',
    '/%FF',
    '/a%00',
  ])('%s is refused', (raw) => {
    expect(readSource(raw)).toBeTypeOf('string');
  });

  test('has one form, which the public client accepts, however it is written', () => {
    const segment = fc.oneof(
      fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' }),
      fc.constantFrom('a', 'Ab', '..', '%41'),
    );
    const raw = fc
      .tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '*', '/*', '/'))
      .map(([segments, end]) => `/${segments.join('/')}${end}`);
    fc.assert(
      fc.property(raw, (text) => {
        const source = readSource(text);
        if (typeof source === 'string') return;
        expect(source.text).toMatch(CLIENT);
        expect(readSource(source.text)).toEqual(source);
      }),
    );
  });
});

test('a path is looked for by itself, then by wildcards from the longest to the shortest', () => {
  const path = pathOf('/A/Bc/D');
  expect(path.text).toBe('/a/bc/d');
  expect(listCandidates(path, [3, 4, 8, 9, 2])).toEqual(['/a/bc/d', '/a/bc/d/*', '/a/b*', '/a/*', '/a*']);
});

test.each([
  ['/a/*', '/a/B/C', 'B/C', 'https://x/new', 'https://x/new/B/C'],
  ['/a/*', '/a', '', '/new/', '/new/'],
  ['/v1*', '/V1-Beta/X', '-Beta/X', '/v2', '/v2-Beta/X'],
  ['/v1*', '/v1/x', '/x', '/v2/', '/v2/x'],
  ['/v1*', '/v1/x', '/x', '/', '/x'],
  ['/caf%C3%A9/*', '/Caf%c3%a9/É', '%C3%89', '/new', '/new/%C3%89'],
])('%s captures of %s what its star stands for', (source, asked, text, base, appended) => {
  const rest = captureRest(source, pathOf(asked));
  expect(rest.text).toBe(text);
  expect(appendRest(base, rest)).toBe(appended);
});
