/** Every page of our documentation as it is published: its HTML is valid, and all of its links lead somewhere. */
import type { FastifyInstance } from 'fastify';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { runJobs } from '../../test/jobs.ts';
import { findHtmlErrors } from '../../test/published-html.ts';
import { descendantsOf } from '../html/html-tree.ts';
import { buildPublishedApp } from './published-app.ts';

const ORIGIN = 'https://sites.example.com';
const HOME = '/lectern-documentation/';

type Element = DefaultTreeAdapterTypes.Element;

interface VisitedPage {
  text: string;
  isHtml: boolean;
  elements: readonly Element[];
  ids: ReadonlySet<string>;
}

let app: TestApp;
let published: FastifyInstance;
const visited = new Map<string, VisitedPage>();
const refused: string[] = [];

beforeAll(async () => {
  const started = new Date();
  let now = started;
  app = await buildTestApp({ clock: () => now, config: { sitesUrl: ORIGIN }, hasFirstSite: true });
  now = new Date(started.getTime() + 2000);
  published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
  await runJobs(app);
  await visitAll();
});
afterAll(async () => {
  await published?.close();
  await app?.close();
});

/** Follows each link of the site from its home. */
async function visitAll(): Promise<void> {
  const waiting = [HOME];
  const seen = new Set(waiting);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const page = await visit(path);
    if (page === undefined) continue;
    visited.set(path, page);
    for (const { pathname } of linksOf(path, page)) {
      if (seen.has(pathname)) continue;
      seen.add(pathname);
      waiting.push(pathname);
    }
  }
}

async function visit(path: string): Promise<VisitedPage | undefined> {
  const { host } = new URL(ORIGIN);
  const answer = await published.inject({ method: 'GET', url: path, headers: { host } });
  if (answer.statusCode !== 200 || answer.headers['set-cookie'] !== undefined) {
    refused.push(`${path}: ${answer.statusCode}`);
    return undefined;
  }
  const isHtml = String(answer.headers['content-type']).startsWith('text/html');
  if (isHtml) expect(answer.headers['content-security-policy'], path).not.toContain('unsafe');
  const elements = isHtml ? [...descendantsOf(parse(answer.body))] : [];
  const ids = new Set(elements.flatMap((element) => attributeOf(element, 'id') ?? []));
  return { text: answer.body, isHtml, elements, ids };
}

const attributeOf = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((attribute) => attribute.name === name)?.value;

/** The addresses of this origin that a page links to. */
function linksOf(path: string, { elements }: VisitedPage): URL[] {
  const hrefs = elements.flatMap((element) =>
    element.tagName === 'a' || element.tagName === 'link' ? (attributeOf(element, 'href') ?? []) : [],
  );
  return hrefs.map((href) => new URL(href, ORIGIN + path)).filter(({ origin }) => origin === ORIGIN);
}

const pages = (): [path: string, page: VisitedPage][] => [...visited].filter(([, { isHtml }]) => isHtml);

test('all links of the site lead to pages that set no cookie', () => {
  expect(refused).toEqual([]);
  expect(pages().length).toBeGreaterThan(20);
});

test('every page is valid HTML', async () => {
  const wrong: string[] = [];
  for (const [path, { text }] of pages())
    for (const error of await findHtmlErrors(text)) wrong.push(`${path} ${error}`);
  expect(wrong).toEqual([]);
});

test('every anchor that a link names exists', () => {
  const missing = pages().flatMap(([path, page]) =>
    linksOf(path, page)
      .filter(({ pathname, hash }) => {
        const target = visited.get(pathname);
        return hash !== '' && target?.isHtml === true && !target.ids.has(decodeURIComponent(hash.slice(1)));
      })
      .map(({ href }) => `${path} → ${href}`),
  );
  expect(missing).toEqual([]);
});

test('no page has styles or handlers in attributes, or loads anything from elsewhere', () => {
  const faults = pages().flatMap(([path, { elements }]) =>
    elements.flatMap((element) =>
      element.attrs
        .filter(
          ({ name, value }) =>
            name === 'style' ||
            name.startsWith('on') ||
            (name === 'src' && new URL(value, ORIGIN).origin !== ORIGIN && !value.startsWith('data:')),
        )
        .map(({ name, value }) => `${path} <${element.tagName} ${name}="${value}">`),
    ),
  );
  expect(faults).toEqual([]);
});
