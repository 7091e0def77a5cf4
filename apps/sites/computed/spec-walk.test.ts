/**
 * What a published site says of an API, in every form that readers and programs get: pages, their Markdown,
 * `llms-full.txt`, the Model Context Protocol, search and feeds. Each has all parts of the spec, and none that is hidden.
 */

import type { SpecOutline } from '@lectern/openapi/outline-spec';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPlace, markSpec } from '../../../packages/openapi/test/mark-spec.ts';
import { randomSpecs } from '../../../packages/openapi/test/random-specs.ts';
import { putContent } from '../../../test/content.ts';
import { addSpace } from '../../../test/factories.ts';
import { writeComputedEntry } from '../../../test/fixtures/published/computed/computed-pages.ts';
import { buildSiteGround, HOST, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';
import { runJobs } from '../../../test/jobs.ts';
import { contentKeyOf, findSpec } from '../../server/domains/specs/reference/find-spec.ts';
import { readOutline } from '../../server/domains/specs/versions.repository.ts';

type Json = Record<string, unknown>;

const { LECTERN_SOAK: soak } = process.env;
const RUNS = Number(process.env.LECTERN_SPEC_RUNS ?? (soak ? 20 : 1));
// A spec of 3.2 is several times as large, because contents have encodings for each of their parts.
const VERSIONS = soak ? (['3.0.3', '3.1.0', '3.2.0'] as const) : (['3.1.0'] as const);
/** How many characters of the words of one operation search keeps: packages/openapi/src/operation-words.ts. */
const SEARCHED_CHARACTERS = 6000;
const NOT_SHOWN = 'More is not shown here.';

let site: SiteGround;
let spaceId: string;
let path: string;
beforeAll(async () => {
  site = await buildSiteGround();
  spaceId = await addSpace(site.app, { title: 'Reference' });
  ({ path } = await site.addPublishedSite({ spaceIds: [spaceId] }));
});
afterAll(async () => site?.close());

const specUrl = (slug: string): string => `/v1/orgs/${site.app.organizationId}/openapi/${slug}`;

async function publishSpec(slug: string, spec: Json): Promise<void> {
  const body = { source: { text: JSON.stringify(spec) } };
  expect((await site.app.request('PUT', specUrl(slug), { body })).statusCode).toBeLessThan(300);
  await runJobs(site.app);
}

async function read(page: string): Promise<string> {
  const { status, text } = await site.visit(`${path}/${page}`);
  expect(status, page).toBe(200);
  return text;
}

let calls = 0;

/** Each call comes from another address: one address may call 300 times. */
async function callTool(name: string, values: object): Promise<string> {
  calls += 1;
  const response = await site.published.inject({
    method: 'POST',
    url: `${path}/~/mcp`,
    remoteAddress: `198.18.${calls >> 8}.${calls & 255}`,
    headers: { host: HOST, accept: 'application/json' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: values } },
  });
  return response.json().result.content[0].text;
}

const GOES_ON = /\n\nThe page continues at offset (\d+) of \d+\.\n$/;

/** A page as programs read it: long ones in several pieces. */
async function readAsProgram(address: string): Promise<string> {
  let text = '';
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const piece = await callTool('read_page', { address, offset });
    const next = GOES_ON.exec(piece)?.[1];
    text += piece.replace(GOES_ON, '');
    offset = next === undefined ? undefined : Number(next);
  }
  return text;
}

const addressesIn = (text: string): string[] =>
  [...text.matchAll(/\]\(https:\/\/[^/]+([^)]*)\)/g)].map(([, address]) =>
    String(address)
      .slice(path.length + 1)
      .replace(/\.md$/, '')
      .replace(/^readme$/, ''),
  );

/** What search is made of. */
async function readIndexed(slug: string): Promise<string> {
  const { organizationId, context } = site.app;
  const spec = await findSpec(context.pointers, organizationId, { slug });
  return spec ? JSON.stringify(await readOutline(context.db, contentKeyOf(organizationId, spec))) : '';
}

/** Whether an operation has more words than search keeps of one. */
function hasCutWords(indexed: string): boolean {
  const { operations, webhooks } = JSON.parse(indexed) as Pick<SpecOutline, 'operations' | 'webhooks'>;
  return [...operations, ...webhooks].some(({ words = '' }) => words.length >= SEARCHED_CHARACTERS);
}

interface Forms {
  html: string;
  markdown: string;
  llms: string;
  protocol: string;
  /** Has names, and no texts. */
  search: string;
  /** Lists of pages, the API’s changes and the feeds: not everything is in them. */
  others: string;
}

/** The site in all of its forms. */
async function readForms(slug: string): Promise<Forms> {
  const llms = await read('llms.txt');
  const pages = addressesIn(llms);
  const listed = await callTool('list_pages', {});
  expect(addressesIn(listed).toSorted()).toEqual(pages.toSorted());
  const all = async (of: (page: string) => Promise<string>): Promise<string> =>
    (await Promise.all(pages.map(of))).join('\n');
  const others = [
    llms,
    listed,
    ...(await Promise.all(['feed.xml', 'feed.json', 'sitemap-pages.xml'].map(read))),
    (await site.app.request('GET', `${specUrl(slug)}/changes.atom`, { token: null })).body,
  ];
  return {
    html: await all((page) => read(page)),
    markdown: await all((page) => read(`${page || 'readme'}.md`)),
    llms: await read('llms-full.txt'),
    protocol: await all(readAsProgram),
    search: await readIndexed(slug),
    others: others.join('\n'),
  };
}

/** What a search answers; undefined if it finds nothing. `isByProgram`: programs are asked, too. */
async function search(query: string, isByProgram: boolean): Promise<string | undefined> {
  const text = await read(`~/search.json?q=${encodeURIComponent(query)}`);
  const isFound = JSON.parse(text).results.length > 0;
  if (!isByProgram) return isFound ? text : undefined;
  const ofProtocol = await callTool('search', { query });
  expect(ofProtocol === 'Nothing was found.').toBe(!isFound);
  return isFound ? `${text}\n${ofProtocol}` : undefined;
}

/** The marks and the generated names in a text. */
const wordsIn = (text: string): Set<string> => new Set(text.match(/wordno\d+z|f\d+q/g));

async function checkSite(spec: Json, hidden: readonly [number, string][]): Promise<void> {
  const { parts } = markSpec(spec, 'early');
  for (const [n, mark] of hidden) (parts[n % parts.length] as Json)[mark] = true;
  const { marks, names } = markSpec(spec, 'wordno');
  await publishSpec('walked', spec);
  await putContent(site.app, spaceId, {
    'README.md': '# Home\n',
    'SUMMARY.md': `* [Home](README.md)\n${writeComputedEntry('walked', { models: true, changelog: true })}`,
  });
  const forms = await readForms('walked');
  fc.pre(!forms.markdown.includes(NOT_SHOWN) && !hasCutWords(forms.search));
  const known = names.filter(({ word }) => /^f\d+q$/.test(word));
  const isShown = ({ isHidden }: { isHidden: boolean }): boolean => !isHidden;
  const shown = [...marks, ...known].filter(isShown);
  const open = new Set(shown.map(({ word }) => word));
  const closed = [...marks, ...known].filter(({ word }) => !open.has(word));
  for (const [form, text] of Object.entries(forms)) {
    const words = wordsIn(text);
    const expected = form === 'others' ? [] : form === 'search' ? known.filter(isShown) : shown;
    const missing = expected.filter(({ word }) => !words.has(word));
    const leaked = closed.filter(({ word }) => words.has(word));
    const places = new Map([...missing, ...leaked].map(({ what, word }) => [what, findPlace(spec, word)]));
    expect([form, Object.fromEntries(places)]).toEqual([form, {}]);
  }
  const wrong = new Set<string>();
  const hiddenWords = new Set(closed.map(({ word }) => word));
  const kinds = new Map(known.filter(isShown).map(({ word, what }) => [word, what]));
  for (const [n, [word, what]] of [...kinds].entries()) {
    const found = await search(word, n % 10 === 0);
    if (found === undefined) wrong.add(what);
    for (const other of wordsIn(found ?? '')) if (hiddenWords.has(other)) wrong.add(`leaked: ${other}`);
  }
  expect([...wrong]).toEqual([]);
}

test.for(VERSIONS)('every form of a site says the same of a spec of the version %s', async (version) => {
  const mark = fc.constantFrom('x-internal', 'x-gitbook-ignore');
  const chosen = fc.array(fc.tuple(fc.nat(), mark), { maxLength: 4 });
  await fc.assert(fc.asyncProperty(randomSpecs(version), chosen, checkSite), {
    numRuns: RUNS,
    endOnFailure: true,
    reporter({ failed, numRuns, seed, counterexamplePath, errorInstance }) {
      if (!failed) return;
      const message = `The spec ${numRuns} failed: LECTERN_SEED=${seed} LECTERN_PATH=${counterexamplePath}`;
      throw new Error(message, { cause: errorInstance });
    },
  });
});
