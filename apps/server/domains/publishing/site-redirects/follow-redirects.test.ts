/** Compares the destinations of random redirects with those of a simple implementation of the documentation. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { followRedirects, MAX_HOPS } from './follow-redirects.ts';
import { RedirectBook } from './redirect-book.ts';
import type { RedirectDestination, RedirectRule } from './redirect-rule.ts';
import { readPath, type SitePath } from './redirect-source.ts';
import { createRedirectWorld } from './redirect-world.ts';
import type { SitePlaces } from './site-places.ts';

const SITE = 'https://site.example/';

const segment = fc.constantFrom('a', 'b', 'ab');
const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => `/${segments.join('/')}`);
const source = fc.tuple(path, fc.constantFrom('', '', '/*', '*')).map((parts) => parts.join(''));
const destination = fc.oneof(
  {
    weight: 4,
    arbitrary: path.map(
      (to): RedirectDestination => ({ kind: 'external', url: `https://site.example${to}` }),
    ),
  },
  fc.constant<RedirectDestination>({ kind: 'external', url: 'https://other.example/x?q#h' }),
  // A page is named by its path here.
  path.map((pageId): RedirectDestination => ({ kind: 'site-page', siteSpaceId: 's', pageId })),
);
const rules = fc
  .uniqueArray(fc.record({ source, destination, capturesWildcard: fc.boolean() }), {
    maxLength: 8,
    selector: (rule) => rule.source,
  })
  .map((made) =>
    made.map(
      (rule): RedirectRule => ({ ...rule, redirectId: rule.source, isDraft: false, isPermanent: false }),
    ),
  );
/** Pages that visitors see, and pages that they do not. */
const pages = fc.record({
  shown: fc.uniqueArray(path, { maxLength: 4 }),
  hidden: fc.uniqueArray(path, { maxLength: 2 }),
});
type Pages = typeof pages extends fc.Arbitrary<infer T> ? T : never;

const placesOf = ({ shown, hidden }: Pages): SitePlaces => ({
  pathOf: async (to) => (to.kind === 'site-page' && shown.includes(to.pageId) ? to.pageId : undefined),
  look: async ({ text }) =>
    text === '' || shown.includes(text) ? 'shown' : hidden.includes(text) ? 'hidden' : 'missing',
  ownPath: (url) => (url.host === 'site.example' ? readPath(url.pathname) : undefined),
});

/** Lists the matching rules by precedence: the same source, then the longest wildcard. */
function matchesOf(all: RedirectRule[], asked: string): RedirectRule[] {
  const exact = all.filter((rule) => rule.source === asked);
  const wild = all.filter(({ source: from }) => {
    if (!from.endsWith('*')) return false;
    const start = from.slice(0, -1);
    return asked.startsWith(start) || (start.endsWith('/') && `${asked}/` === start);
  });
  return [...exact, ...wild.sort((one, other) => other.source.length - one.source.length)];
}

/** Returns the target for a path, if there is one. Follows at most as many redirects as are allowed. */
function walk(all: RedirectRule[], known: Pages, start: string): string | undefined {
  let typed: string | undefined;
  let asked = start;
  next: for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    for (const rule of matchesOf(all, asked)) {
      const rest = rule.capturesWildcard && rule.source.endsWith('*') ? restOf(rule.source, asked) : '';
      const to = rule.destination;
      if (to.kind === 'external' && to.url.includes('other.example'))
        return withRest('https://other.example/x', rest, '?q#h');
      const base =
        to.kind === 'external'
          ? to.url.replace('https://site.example', '')
          : (to as { pageId: string }).pageId;
      if (to.kind !== 'external' && !known.shown.includes(base)) continue;
      const reached = withRest(base, rest, '');
      if (known.shown.includes(reached)) return `https://site.example${reached}`;
      if (known.hidden.includes(reached)) continue;
      typed = to.kind === 'external' && rest === '' ? `https://site.example${reached}` : undefined;
      asked = reached;
      continue next;
    }
    return typed;
  }
  return undefined;
}

const restOf = (from: string, asked: string): string => {
  const start = from.slice(0, -1);
  const rest = asked.slice(start.length);
  return start.endsWith('/') && rest !== '' ? `/${rest}` : rest;
};

const withRest = (base: string, rest: string, end: string): string => base + rest + end;

test('redirects lead where the documentation says, through chains and wildcards, and out of every loop', async () => {
  const seen = { target: 0, none: 0, loop: 0 };
  await fc.assert(
    fc.asyncProperty(rules, pages, path, async (all, known, asked) => {
      const book = new RedirectBook(all);
      const world = createRedirectWorld({
        places: placesOf(known),
        siteUrl: SITE,
        findRules: async (from: SitePath) => book.findMatching(from),
      });
      const followed = await followRedirects(readPath(asked) as SitePath, world);
      seen[followed.kind] += 1;
      expect(followed.kind === 'target' ? followed.target : undefined).toBe(walk(all, known, asked));
      // The reported rule is one that matches the requested path.
      if (followed.kind === 'target') expect(matchesOf(all, asked)).toContain(followed.rule);
    }),
    { numRuns: process.env.LECTERN_SOAK ? 100_000 : 3000 },
  );
  expect(Object.values(seen).every((count) => count > 10)).toBe(true);
});

test('the work of following grows with the hops, not with the number of redirects', async () => {
  const countAsked = async (size: number): Promise<number> => {
    const book = new RedirectBook(
      Array.from(
        { length: size },
        (_, at): RedirectRule => ({
          redirectId: String(at),
          source: `/step-${at}`,
          isDraft: false,
          capturesWildcard: false,
          isPermanent: false,
          destination: { kind: 'external', url: `https://site.example/step-${at + 1}` },
        }),
      ),
    );
    let asked = 0;
    const world = createRedirectWorld({
      places: placesOf({ shown: [], hidden: [] }),
      siteUrl: SITE,
      findRules: async (from: SitePath) => {
        asked += 1;
        return book.findMatching(from);
      },
    });
    expect((await followRedirects(readPath('/step-0') as SitePath, world)).kind).toBe('loop');
    return asked;
  };
  expect([await countAsked(1000), await countAsked(4000)]).toEqual([MAX_HOPS, MAX_HOPS]);
});
