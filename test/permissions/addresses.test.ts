/**
 * Addresses, sent in every field that the schemas of requests describe as one: each is refused there, by the name of the
 * field, or works wherever it is used.
 */

import { parseAddress } from '@lectern/std/address';
import { isRecord } from '@lectern/std/is-record';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPublishedApp } from '../../apps/sites/published-app.ts';
import { storeFormerCustomization } from '../former-customization.ts';
import { runJobs } from '../jobs.ts';
import { type DescribedOperation, describeOperations, type Field } from '../schema-fields.ts';
import type { Caller } from './callers.ts';
import { CALLS } from './calls.ts';
import { inject, isPage, keyOf, queryOf, type Route, sendWith } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

/** They call every route with every address, which takes longer with each route. */
const TIME_LIMIT_MS = 300_000;

let setup: Setup;
let administrator: Caller;
let published: FastifyInstance;
let operations: DescribedOperation[];
beforeAll(async () => {
  setup = await prepareSetup();
  administrator = setup.callers.find(({ name }) => name === 'admin') as Caller;
  published = buildPublishedApp({ ...setup.app.app.published, log: setup.app.context.log });
  operations = await describeOperations(setup.app);
});
afterAll(async () => {
  await published?.close();
  await setup?.close();
});

const label = (length: number): string => 'a'.repeat(length);
/** A host name of a length. */
const nameOf = (length: number): string => `${`${label(49)}.`.repeat(5)}${'b'.repeat(length - 250)}`;

/** What nothing can open, and what browsers read as something else. */
const BAD_ADDRESSES = [
  ...[':65536', ':99999', ':-1', ':a', ':1e3', ': 80', ':８０'].map((port) => `http://x${port}/`),
  ...['http://', 'http:///path', 'http:/x', 'http:x', 'http:', 'http://?a', 'http://#a', 'http://:80/'],
  ...['https:\\\\example.com', 'https:/\\example.com', 'https://example.com\\@other.com', 'https://a/b\\c'],
  ...['//example.com/', '/a', '\\\\example.com', 'example.com', 'example.com:443', 'localhost:3000/a', ''],
  ...[' https://example.com/', 'https://exa mple.com/', 'https://example.com/a b', 'https://example.com/ '],
  ...['\t', '\n', '\r', '\0', '\u007f', '\u00a0', '\u200b', '\u202e', '\ufeff'].flatMap((sign) => [
    `https://exam${sign}ple.com/`,
    `https://example.com/a${sign}b`,
  ]),
  'https://example.com/\nSet-Cookie: a=b',
  ...['[::1', '::1]', '[::g]', '[fe80::1%25eth0]', '[fe80::1%eth0]', '[]', '[1.2.3.4]', '::1'],
  ...[
    '1.2.3.400',
    '1.2.3.4.5',
    '0x1ffffffff',
    'a..b',
    '.a',
    'a..',
    '.',
    '..',
    '*',
    '*.example.com',
    'a,b',
    'a;b',
  ],
  ...['%00.example.com', 'a%20b.com', 'a%2fb.com', 'a%23b', 'a%40b', 'a%3a80', '%', '%zz', 'xn--', 'xn--a'],
  ...[`${label(64)}.com`, nameOf(254), label(300), `${'é'.repeat(64)}.com`, '\u00ad', 'a\u00adb.com'],
  ...['%', '%z', '%zz', '"', '<', '>', '^', '`', '{a}', '|'].map((sign) => `example.com/${sign}`),
  `example.com/${'a'.repeat(3000)}`,
].map((text, i, all) => (i < all.indexOf('[::1') ? text : `https://${text}/`));
/** Addresses for fields whose values browsers open. */
const BAD_WEB_ADDRESSES = [
  'javascript:alert(1)',
  'JavaScript://example.com/%0aalert(1)',
  'data:text/html,a',
  'vbscript:a',
  'blob:https://example.com/a',
  'view-source:https://example.com/',
  'file:///etc/passwd',
  'ftp://example.com/',
  'ssh://git@example.com/a',
];
/** Unusual, and right. */
const GOOD_ADDRESSES = [
  ...['', ':0', ':1', ':65535', ':080', ':'].map((port) => `https://example.com${port}/`),
  ...[
    'EXAMPLE.com',
    'example.com.',
    'a_b.example.com',
    '-a.com',
    'exämple.com',
    'xn--exmple-cua.com',
    '例え.テスト',
  ],
  ...['127.1', '0x7f.1', '2130706433', '[::1]', '[2001:db8::1]:8443', '[::ffff:127.0.0.1]', 'ex%61mple.com'],
  ...[`${label(63)}.com`, nameOf(253), 'localhost', '１２７.0.0.1'],
  ...[
    '/ü?ö=ä#é',
    '/a%FFb',
    '/%00',
    '/%0d%0aa',
    '/../../a',
    '//a//b',
    '?',
    '#',
    '?a=b&a#!/x',
    "/'();:@&=+$,",
  ].map((rest) => `example.com${rest}`),
  `example.com/${'a'.repeat(2000)}`,
].map((text) => (text.startsWith('https:') ? text : `https://${text}`));

const isAddress = ({ schema }: Field): boolean => schema.format === 'uri' || schema['x-address'] === true;

/** Returns every field that fulfills a condition, in all bodies and queries. */
const fieldsWhere = (isMeant: (field: Field) => boolean) =>
  operations.flatMap(({ route, body, query }) => [
    ...body.filter(isMeant).map((field) => ({ route, part: 'body' as const, field })),
    ...query.filter(isMeant).map((field) => ({ route, part: 'query' as const, field })),
  ]);

/** Anybody sends events, and what is unusual in them is left out. */
const addressFields = () => fieldsWhere(isAddress).filter(({ route }) => !route.url.endsWith('/events'));

test('the lists of addresses say what they mean', () => {
  expect(BAD_ADDRESSES.filter((text) => text.length < 2048 && parseAddress(text))).toEqual([
    // Addresses of another scheme.
    'example.com:443',
    'localhost:3000/a',
  ]);
  expect(GOOD_ADDRESSES.filter((text) => !parseAddress(text))).toEqual([]);
});

/** Each field receives one in so many of the addresses, and all fields together each of them. */
const SHARE = process.env.LECTERN_SOAK ? 6 : 40;

test(
  'every address that cannot be opened is a 400 that names its field',
  async () => {
    const unclear: Record<string, number> = {};
    const fields = addressFields();
    for (const [place, { route, part, field }] of fields.entries()) {
      const isWeb = field.schema.pattern?.startsWith('^https?');
      const addresses = isWeb ? [...BAD_ADDRESSES, ...BAD_WEB_ADDRESSES] : BAD_ADDRESSES;
      for (const address of addresses.filter((_, i) => (i + place) % SHARE === 0)) {
        if (!isWeb && parseAddress(address)) continue;
        const response = await sendWith(setup, administrator, route, { [part]: field.withValue(address) });
        const { details = [] } = response.json().error ?? {};
        const isNamed = details.some(({ path }: { path: string }) => path === field.path);
        if (response.statusCode !== 400 || !isNamed)
          unclear[`${keyOf(route)} with ${field.path} ${address.slice(0, 60)}`] = response.statusCode;
      }
    }
    expect(unclear).toEqual({});
    expect(fields.length).toBeGreaterThan(50);
  },
  TIME_LIMIT_MS,
);

/** Everything that can be read of the organization. */
const listReads = (): Route[] =>
  setup.app.app.accessTable.filter(
    (route) => route.method === 'GET' && keyOf(route) in CALLS && !isPage(route.url),
  );

/** An example of a request with an address in it, and with what a successful call has in its other fields. */
function complete(example: unknown, called: unknown, address: string): unknown {
  if (example === address || called === undefined) return example;
  if (Array.isArray(example) && Array.isArray(called) && example.length > 0)
    return example.map((item, i) => complete(item, called[i], address));
  if (!isRecord(example) || !isRecord(called)) return called;
  const both: Record<string, unknown> = { ...called, ...example };
  for (const key of Object.keys(example)) both[key] = complete(example[key], called[key], address);
  return both;
}

/** One record with the fields of both, at any depth. */
function join(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  if (!isRecord(one) || !isRecord(other)) return other;
  const both: Record<string, unknown> = { ...one, ...other };
  for (const key of Object.keys(one)) if (key in other) both[key] = join(one[key], other[key]);
  return both;
}

/** What requests need beside an address in the query. */
const BESIDE: Record<string, object> = { 'POST /v1/orgs openapiUrl': { withDefaultSite: 'true' } };

/** Sends addresses in every field and leaves them there; in the fields of a customization all at once. */
async function sendEverywhere(addressOf: (position: number, field: Field) => string): Promise<string[]> {
  const failed: string[] = [];
  const sendOne = async (route: Route, sent: { body?: unknown; query?: unknown }, place: string) => {
    const call = CALLS[keyOf(route)];
    const named = await call?.name?.(setup, administrator);
    const query = new URLSearchParams({
      ...Object.fromEntries(new URLSearchParams(queryOf(setup, call))),
      ...(sent.query as object),
    }).toString();
    const body = sent.body ?? call?.body?.(setup);
    const response = await inject(setup, route, administrator, {
      ...(named ? { named } : {}),
      ...(body ? { body } : {}),
      ...(query ? { query } : {}),
    });
    // A provider is asked for its description: there is none at these addresses.
    const isAsked = place.endsWith(' issuer') && response.body.includes('issuer cannot be reached');
    if ((response.statusCode === 400 && !isAsked) || response.statusCode >= 500)
      failed.push(`${place}: ${response.statusCode} ${response.body}`);
  };
  const customized = new Map<Route, unknown>();
  for (const [i, { route, part, field }] of addressFields().entries()) {
    const chosen = addressOf(i, field);
    // Paths are appended to the address of a renderer.
    const address = route.url.endsWith('/renderer') ? chosen.replace(/[?#].*$/s, '') : chosen;
    const place = `${keyOf(route)} ${field.path}`;
    const value = field.withValue(address);
    if (route.url.endsWith('/customization')) customized.set(route, join(customized.get(route) ?? {}, value));
    else {
      const called = CALLS[keyOf(route)]?.body?.(setup);
      const sent =
        part === 'body' ? complete(value, called, address) : { ...BESIDE[place], ...(value as object) };
      await sendOne(route, { [part]: sent }, place);
    }
  }
  for (const [route, body] of customized) {
    await keepFiles(route, body as Customized);
    await sendOne(route, { body }, keyOf(route));
  }
  return failed;
}

type Customized = Record<
  'header' | 'footer' | 'favicon' | 'socialPreview' | 'styling',
  Record<string, unknown>
>;

/**
 * Stores the addresses of pictures and fonts as earlier versions did. New ones are fetched, and refused where there is
 * nothing; those that were there stay.
 */
async function keepFiles({ url }: Route, body: Customized): Promise<void> {
  const { header, footer, favicon, socialPreview, styling } = body;
  const { siteId = '', siteSpaceId = '' } = setup.own;
  const former = {
    header: { logo: header.logo },
    footer: { logo: footer.logo },
    favicon: { icon: favicon.icon },
    socialPreview,
  };
  if (url.includes('/site-spaces/')) await storeFormerCustomization(setup.app, siteId, former, siteSpaceId);
  else {
    const { font, headingFont, monospaceFont } = styling;
    const fonts = { styling: { font, headingFont, monospaceFont } };
    await storeFormerCustomization(setup.app, siteId, { ...former, ...fonts });
  }
}

/** The files of a site, relative to its address. */
const FILES = ['', 'sitemap.xml', 'sitemap-pages.xml', 'llms.txt', 'llms-full.txt', 'feed.xml', 'feed.json'];

async function readEverywhere(): Promise<string[]> {
  const failed: string[] = [];
  for (const route of listReads()) {
    const call = CALLS[keyOf(route)];
    const named = await call?.name?.(setup, administrator);
    const query = queryOf(setup, call);
    const { statusCode } = await inject(setup, route, administrator, {
      ...(named ? { named } : {}),
      ...(query ? { query } : {}),
    });
    if (statusCode >= 500) failed.push(`${keyOf(route)}: ${statusCode}`);
  }
  const { host } = new URL(setup.app.context.config.sitesUrl);
  const { subdomain, pagePath } = setup.own;
  for (const file of [...FILES, `${pagePath}`, `${pagePath}.md`, 'kept']) {
    const url = `/${subdomain}/${file}`;
    const { statusCode } = await published.inject({ method: 'GET', url, headers: { host } });
    if (statusCode >= 400) failed.push(`${url}: ${statusCode}`);
  }
  return failed;
}

/** Runs all jobs, and returns what none of them expected. */
async function runAllJobs(): Promise<string[]> {
  const failed: string[] = [];
  const write = (line: string): void => {
    failed.push(line);
  };
  const log = pino({ level: 'warn' }, { write });
  await runJobs({ ...setup.app, context: { ...setup.app.context, log } });
  return failed;
}

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

/** Publishes the site and takes its renderer away, so that the service shows its pages itself. */
async function showSite(): Promise<void> {
  const { siteId = '' } = setup.own;
  await setup.app.context.transact(async ({ trx, announce }) => {
    await trx.updateTable('site').set({ published_at: new Date() }).where('site_id', '=', siteId).execute();
    announce({ kind: 'site', siteId });
  });
  const url = '/v1/orgs/:organizationId/sites/:siteId/renderer';
  await inject(setup, { method: 'DELETE', url }, administrator);
}

test(
  'every unusual address works wherever it is used',
  async () => {
    const ofUri = GOOD_ADDRESSES.filter(isAscii);
    const failed: string[] = [];
    // There are more fields than addresses, so that each address stands in some.
    const addressOf = (position: number, { schema }: Field): string => {
      const addresses = schema['x-address'] ? GOOD_ADDRESSES : ofUri;
      return addresses[position % addresses.length] as string;
    };
    failed.push(...(await sendEverywhere(addressOf)));
    await showSite();
    failed.push(...(await runAllJobs()), ...(await readEverywhere()));
    expect(failed).toEqual([]);
  },
  TIME_LIMIT_MS,
);

test('every field whose name says that it is a URL is one', () => {
  const named = fieldsWhere(({ path }) => /(?:^|\.|[a-z])(?:URL|Url|url)$/.test(path));
  const texts = named.filter(
    ({ field: { schema } }) => schema.type === 'string' && schema.format !== 'uri' && !schema['x-address'],
  );
  const names = new Set(texts.map(({ route, field }) => `${keyOf(route)} ${field.path}`));
  expect([...names].sort()).toEqual([
    // Any text is looked up.
    'GET /v1/spaces/:spaceId/embed url',
    'GET /v1/urls/content url',
    'GET /v1/urls/embed url',
    // What visitors followed, whatever it was.
    'POST /v1/orgs/:organizationId/sites/:siteId/insights/events events.0.link.target.url',
    // Repositories also have addresses as of SSH.
    'POST /v1/spaces/:spaceId/git/check url',
    'POST /v1/spaces/:spaceId/git/export url',
    'POST /v1/spaces/:spaceId/git/import url',
    'POST /v1/spaces/:spaceId/git/previews url',
    'PUT /v1/spaces/:spaceId/git url',
  ]);
});
