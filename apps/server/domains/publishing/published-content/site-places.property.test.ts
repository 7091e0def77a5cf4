/**
 * Random sites on shared hosts: every address leads to the same place as in an independent implementation, and no site
 * responds for another, in any form of the address.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { structure } from '../../../../../test/fixtures/publishing/site-visitors/random-structures.ts';
import type { SiteAddress, SitePointer } from '../../../platform/access/pointers.ts';
import type { SitesOrigin } from '../../../platform/http/site-url.ts';
import { locatePath } from '../sites/locate-path.ts';
import { pagePath, siteSpacePath } from '../sites/site-address.ts';
import {
  listSiteSpaces,
  type SectionEntry,
  type SiteSpaceEntry,
  type SiteStructure,
  type StructureItem,
} from '../sites/site-structure.ts';
import { findSite, readSegments } from './find-site.ts';

const ORIGIN = 'sites.example.com';

interface NamedSite {
  siteId: string;
  basename: string;
  hostname: string | undefined;
}

/** Names that are easily taken for each other. */
const BASENAMES = ['docs', 'docs-2', 'doc', 'docs.v1', 'files', 'xn--dcs-5na', 'a'] as const;
const HOSTNAMES = ['docs.customer.example', 'customer.example', 'docs.example.com', 'xn--dcs-5na.example'];

const sites: fc.Arbitrary<NamedSite[]> = fc
  .record({
    basenames: fc.shuffledSubarray([...BASENAMES], { minLength: 2 }),
    hostnames: fc.shuffledSubarray(HOSTNAMES),
  })
  .map(({ basenames, hostnames }) =>
    basenames.map((basename, at) => ({ siteId: `site-${at}`, basename, hostname: hostnames[at] })),
  );

/** As the database holds them. */
function openPointers(named: readonly NamedSite[]) {
  const addresses = new Map<string, SiteAddress>();
  const pointers = new Map<string, SitePointer>();
  for (const { siteId, basename, hostname } of named) {
    const address = { organizationId: 'organization', siteId };
    addresses.set(`basename/${basename}`, address);
    if (hostname !== undefined) addresses.set(`hostname/${hostname}`, address);
    pointers.set(siteId, { siteId, basename, hostname: hostname ?? null } as SitePointer);
  }
  const cacheOf = <Value>(values: Map<string, Value>) => ({ find: async (key: string) => values.get(key) });
  return { siteAddresses: cacheOf(addresses), sites: cacheOf(pointers) } as unknown as Parameters<
    typeof findSite
  >[0];
}

/** Variations of the name of a host, which must not be mistaken for the real name. */
const HOST_TRICKS: ((host: string) => string)[] = [
  (host) => host,
  (host) => `${host}:8443`,
  (host) => `${host}.`,
  (host) => `.${host}`,
  (host) => `${host}.evil.example`,
  (host) => `evil.example.${host}`,
  (host) => `${host}:80:80`,
  (host) => `${host}:`,
  (host) => `${host}%00.evil.example`,
  (host) => `${host}/`,
  (host) => `basename/${host}`,
  (host) => `../${host}`,
  (host) => `x@${host}`,
  (host) => ` ${host}`,
  (host) => `${host},evil.example`,
];

const host = fc
  .tuple(
    fc.constantFrom(
      ORIGIN,
      ...HOSTNAMES,
      ...BASENAMES.map((name) => `${name}.${ORIGIN}`),
      'evil.example',
      '',
    ),
    fc.constantFrom(...HOST_TRICKS),
  )
  .map(([name, trick]) => trick(name));

/** A segment of a path, written in some way that could be taken for another one. */
const spelled = (name: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      name,
      fc.constantFrom<((text: string) => string)[]>(
        (text) => text,
        (text) => text.toUpperCase(),
        (text) => [...text].map((one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
        (text) => `${text}%2f`,
        (text) => `${text}%5C`,
        (text) => `${text}\\`,
        (text) => `${text}%00`,
        (text) => `${text}%0a`,
        (text) => `${text}%`,
        (text) => `${text};a=b`,
        (text) => `${text}.`,
        (text) => `${text}%20`,
        (text) => `${text}\u0301`,
        (text) => `${text}%cc%81`,
        (text) => `%252e%252e%252f${text}`,
        (text) => text.replace('o', '\u043e'),
        (text) => text.replace('o', 'ö'),
        (text) => text.replace('o', 'o\u0308'),
      ),
    )
    .map(([text, spell]) => spell(text));

const segment = fc.oneof(
  { weight: 6, arbitrary: spelled(fc.constantFrom<string[]>(...BASENAMES)) },
  { weight: 2, arbitrary: fc.constantFrom('', '.', '..', '%2e', '%2E%2e', '.%2e', '~', 'page') },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }).filter((text) => !text.includes('/')),
  },
);
const path = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`);

/** The segments of a path as RFC 3986 means them; undefined: they could mean something else to somebody. */
function walkSegments(pathname: string): string[] | undefined {
  const read: string[] = [];
  for (const part of pathname.split('/')) {
    if (part === '') continue;
    const bytes: number[] = [];
    for (let at = 0; at < part.length; ) {
      if (part[at] !== '%') {
        const point = part.codePointAt(at) as number;
        const character = String.fromCodePoint(point);
        bytes.push(...Buffer.from(character));
        at += character.length;
        continue;
      }
      const digits = part.slice(at + 1, at + 3);
      if (!/^[0-9a-f]{2}$/i.test(digits)) return undefined;
      bytes.push(Number.parseInt(digits, 16));
      at += 3;
    }
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
    } catch {
      return undefined;
    }
    const composed = text.normalize('NFC');
    if (isAmbiguous(composed)) return undefined;
    read.push(composed);
  }
  return read;
}

const isAmbiguous = (text: string): boolean =>
  text === '.' ||
  text === '..' ||
  [...text].some((one) => {
    const point = one.codePointAt(0) as number;
    return one === '/' || one === '\\' || point < 32 || (point >= 127 && point < 160);
  });

/** The one site that an address names, by trying all of them. */
function walkSites(
  named: readonly NamedSite[],
  { hasSubdomains, host: asked, segments }: { hasSubdomains: boolean; host: string; segments: string[] },
): { siteId: string; rest: string[] } | undefined {
  const isOrigin = asked === ORIGIN;
  const bare = asked.replace(/:[0-9]{1,5}$/, '');
  for (const { siteId, basename, hostname } of named) {
    if (isOrigin) {
      if (segments[0]?.toLowerCase() === basename) return { siteId, rest: segments.slice(1) };
      continue;
    }
    if (bare === hostname) return { siteId, rest: segments };
    if (hasSubdomains && bare === `${basename}.${ORIGIN}`) return { siteId, rest: segments };
  }
  return undefined;
}

describe('an address', () => {
  test('leads to the one site that an independent walk finds, or nowhere', async () => {
    await fc.assert(
      fc.asyncProperty(sites, host, path, fc.boolean(), async (named, asked, pathname, hasSubdomains) => {
        const walked = walkSegments(pathname);
        const segments = readSegments(pathname);
        expect(segments).toEqual(walked);
        if (!segments || !walked) return;
        const origin: SitesOrigin = { sitesUrl: `https://${ORIGIN}`, sitesSubdomains: hasSubdomains };
        const found = await findSite(openPointers(named), origin, asked, segments);
        const expected = walkSites(named, { hasSubdomains, host: asked, segments: walked });
        expect(found && { siteId: found.site.siteId, rest: found.rest }).toEqual(expected);
        if (found) expect([...found.base, ...found.rest]).toEqual(segments);
      }),
      { numRuns: 3000 },
    );
  });

  test('is read in the same way when it is read again', () => {
    fc.assert(
      fc.property(path, (pathname) => {
        const segments = readSegments(pathname);
        if (!segments) return;
        expect(readSegments(`/${segments.map(encodeURIComponent).join('/')}`)).toEqual(segments);
      }),
      { numRuns: 3000 },
    );
  });
});

interface Walked {
  siteSpaceId: string | undefined;
  depth: number;
}

/** Walks a site from the outside in, by writing down each path of it. */
function walkSite({ items, siteSpaces }: SiteStructure, segments: readonly string[]): Walked {
  const lower = segments.map((one) => one.toLowerCase());
  const addresses: { path: string[]; entry: SiteSpaceEntry }[] = [];
  const addVariants = (prefixes: string[][], variants: readonly SiteSpaceEntry[]): void => {
    for (const entry of variants)
      for (const prefix of prefixes) {
        addresses.push({ path: [...prefix, entry.path], entry });
        if (entry.isDefault) addresses.push({ path: prefix, entry });
      }
  };
  const addSection = (section: SectionEntry): void =>
    addVariants(section.isDefault ? [[section.path], []] : [[section.path]], section.siteSpaces);
  const addItem = (item: StructureItem): void => {
    if (item.kind === 'site-section') addSection(item);
    if (item.kind === 'site-section-group') item.children.forEach(addItem);
  };
  if (items.length === 0) addVariants([[]], siteSpaces);
  else items.forEach(addItem);
  // The longest address that the path begins with counts.
  const matching = addresses
    .filter(({ path: own }) => own.every((one, at) => one === lower[at]))
    .toSorted((one, other) => other.path.length - one.path.length);
  return { siteSpaceId: matching[0]?.entry.siteSpaceId, depth: matching[0]?.path.length ?? 0 };
}

const insidePath = fc.array(
  fc.oneof(
    fc.constantFrom('s-a', 's-b', 's-c', 's-d', 's-e', 'v-a', 'v-b', 'v-c', 'v-d', 'v-e', 'S-A', 'V-B'),
    fc.constantFrom('page', 'a', '~', 's-a ', 'v-a.'),
  ),
  { maxLength: 4 },
);

test('a path leads to the site space that an independent walk of the structure finds', () => {
  fc.assert(
    fc.property(structure, insidePath, (whole, segments) => {
      const found = locatePath(whole, segments);
      const walked = walkSite(whole, segments);
      expect(found?.siteSpace.siteSpaceId).toBe(walked.siteSpaceId);
      if (found) expect(found.depth).toBe(walked.depth);
    }),
    { numRuns: 2000 },
  );
});

const pageSegments = fc
  .tuple(
    fc.constantFrom('s-a', 's-b', 'S-C', 'v-a', 'v-b', 'V-C', 'page'),
    fc.constantFrom<string[]>('s-a', 'v-a', 'page'),
  )
  .chain(([first, last]) => fc.constantFrom([first], [first, last], [first, first, last]));

test('every page has an address that leads to it, as short as it can be', () => {
  fc.assert(
    fc.property(structure, pageSegments, (whole, segments) => {
      for (const entry of listSiteSpaces(whole)) {
        const page = segments.join('/');
        const path = pagePath(whole, entry, page);
        expect(path.endsWith(page)).toBe(true);
        const found = walkSite(whole, path.split('/'));
        expect(found.siteSpaceId).toBe(entry.siteSpaceId);
        expect(path.split('/').slice(found.depth)).toEqual(segments);
        const short = siteSpacePath(whole, entry) + page;
        const isFree = walkSite(whole, short.split('/')).depth === short.split('/').length - segments.length;
        if (isFree) expect(path).toBe(short);
      }
    }),
    { numRuns: 2000 },
  );
});
