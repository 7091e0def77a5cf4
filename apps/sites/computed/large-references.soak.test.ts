/** A spec so large that its pages are described and written in threads, where requests of others do not wait for them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { putContent } from '../../../test/content.ts';
import { addSpace } from '../../../test/factories.ts';
import { writeComputedEntry } from '../../../test/fixtures/published/computed/computed-pages.ts';
import { buildSiteGround, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';
import { runJobs } from '../../../test/jobs.ts';

const OPERATIONS = 120;
const FIELDS = 60;

const NAMES = Array.from({ length: OPERATIONS }, (_, n) => `Thing${n}`);

const field = (n: number) => [
  `field${n}`,
  { type: 'string', description: `Field ${n}, of which there are many.` },
];

const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: Object.fromEntries(
    NAMES.map((name) => [
      `/${name}`,
      {
        get: {
          tags: ['things'],
          summary: `Get ${name}`,
          description: 'With ![a picture](https://pictures.example/a.png).',
          responses: {
            200: {
              description: 'OK',
              content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
            },
          },
        },
      },
    ]),
  ),
  components: {
    schemas: Object.fromEntries(
      NAMES.map((name) => [
        name,
        {
          type: 'object',
          properties: Object.fromEntries(Array.from({ length: FIELDS }, (_, n) => field(n))),
        },
      ]),
    ),
  },
};

let site: SiteGround;
let path: string;
let tasks: { kind: string; lane: string }[];
beforeAll(async () => {
  site = await buildSiteGround();
  const spaceId = await addSpace(site.app, { title: 'Reference' });
  await putContent(site.app, spaceId, {
    'SUMMARY.md': `* [Welcome](README.md)\n${writeComputedEntry('things', { models: true })}`,
    'README.md': '# Welcome\n\nHello.\n',
  });
  const source = { text: JSON.stringify(SPEC) };
  await site.app.request('PUT', `/v1/orgs/${site.app.organizationId}/openapi/things`, { body: { source } });
  await runJobs(site.app);
  ({ path } = await site.addPublishedSite({ spaceIds: [spaceId] }));
  const { threads } = site.app.context;
  const run = threads.run.bind(threads);
  tasks = [];
  vi.spyOn(threads, 'run').mockImplementation((task, input, options) => {
    tasks.push({ kind: task.kind, lane: options.lane });
    return run(task, input, options);
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await site?.close();
});

/** The tasks that threads run for a request, by their lane, and how often. */
async function tasksOf(request: () => Promise<unknown>): Promise<Record<string, number>> {
  tasks.splice(0);
  await request();
  const counts: Record<string, number> = {};
  for (const { kind, lane } of tasks) {
    const name = `${lane} ${kind}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const read = async (page: string): Promise<string> => {
  const { status, text } = await site.visit(`${path}/${page}`);
  expect(status, page).toBe(200);
  return text;
};

/** The operations of the first page, which is cut by its length. */
const SHOWN = 62;

test('the first view of a large page is described in pieces and rendered in a thread, once for all', async () => {
  let texts: string[] = [];
  const counts = await tasksOf(async () => {
    texts = await Promise.all([read('things'), read('things'), read('things')]);
  });
  expect(counts).toEqual({ 'large describe-spec': 7, 'request render-html': 1 });
  for (const text of texts) expect(text.match(/<section class="api">/g)).toHaveLength(SHOWN);
  // A thread knows the addresses of pictures, too, which lead through the site.
  expect(texts[0]).toMatch(/<img [^>]*src="[^"]*~\//);
  expect(await tasksOf(() => read('things'))).toEqual({});
});

test('its Markdown is written in a thread, from what is described already', async () => {
  const counts = await tasksOf(async () => {
    expect((await read('things.md')).match(/`GET \/Thing\d+`/g)).toHaveLength(SHOWN);
  });
  expect(counts).toEqual({ 'request render-markdown': 1 });
});

// How long they wait depends on the machine: `npm run bench:openapi` measures it.
test('48: readers of another page are answered all the while in which a large spec is written in threads', async () => {
  let answered = 0;
  let isWriting = true;
  const others = (async () => {
    for (; isWriting; answered += 1) {
      await read('');
      await sleep(20);
    }
  })();
  const counts = await tasksOf(() => read('llms-full.txt'));
  isWriting = false;
  await others;
  expect(Object.keys(counts)).toContain('large describe-spec');
  expect(answered).toBeGreaterThan(10);
  // Once for all who read it.
  expect(Object.keys(await tasksOf(() => read('llms-full.txt'))).join()).not.toContain('describe-spec');
});

describe('42: of 5,000 schemas on a site', () => {
  const names = Array.from({ length: 5000 }, (_, n) => `Model${n}`);
  const fields = Object.fromEntries(
    Array.from({ length: 4 }, (_, n) => [`field${n}`, { type: 'string', description: `The field ${n}.` }]),
  );
  const schemas = Object.fromEntries(
    names.map((name, n) => [
      name,
      {
        type: 'object',
        properties: {
          [`only${n}x`]: { type: 'string', enum: [`value${n}x`] },
          ...fields,
          ...(n % 10 < 7 ? { next: { $ref: `#/components/schemas/${names[n + 1]}` } } : {}),
        },
      },
    ]),
  );
  const pages: string[] = [];

  beforeAll(async () => {
    const info = { title: 'Many', version: '1' };
    const text = JSON.stringify({ openapi: '3.1.0', info, paths: {}, components: { schemas } });
    const url = `/v1/orgs/${site.app.organizationId}/openapi/many`;
    await site.app.request('PUT', url, { body: { source: { text } } });
    await runJobs(site.app);
    const spaceId = await addSpace(site.app, { title: 'Models' });
    await putContent(site.app, spaceId, {
      'SUMMARY.md': `* [Welcome](README.md)\n${writeComputedEntry('many', { models: true })}`,
      'README.md': '# Welcome\n',
    });
    ({ path } = await site.addPublishedSite({ spaceIds: [spaceId] }));
    const list = await read('llms.txt');
    for (const [, page] of list.matchAll(/\/(models[^/.]*)\.md\)/g)) pages.push(String(page));
  });

  test('each is on one page, with all of its fields, as HTML and as Markdown', async () => {
    const shown: string[] = [];
    for (const page of pages) {
      const [html, markdown] = [await read(page), await read(`${page}.md`)];
      const here = [...html.matchAll(/<h2 id="[^"]*"[^>]*>(Model\d+)/g)].map(([, name]) => String(name));
      expect([...markdown.matchAll(/^## (Model\d+)$/gm)].map(([, name]) => name)).toEqual(here);
      for (const name of here)
        for (const word of ['only', 'value'].map((of) => `${of}${name.slice('Model'.length)}x`)) {
          expect(html.includes(word), `${page} ${word}`).toBe(true);
          expect(markdown.includes(word), `${page}.md ${word}`).toBe(true);
        }
      expect(markdown).not.toContain('More is not shown here.');
      expect(html.length).toBeLessThan(1_000_000);
      expect(markdown.length).toBeLessThan(500_000);
      shown.push(...here);
    }
    expect(shown).toEqual(names);
    expect(pages.length).toBeGreaterThan(25);
  });

  test('the pages lead to each other, and search to each schema', async () => {
    for (const [n, page] of pages.slice(0, 30).entries()) {
      const text = await read(page);
      if (n > 0) expect(text).toContain(`<a rel="prev" href="${path}/${pages[n - 1]}">`);
      expect(text).toContain(`<a rel="next" href="${path}/${pages[n + 1]}">`);
    }
    for (const n of [0, 1234, 4999]) {
      const { results } = JSON.parse(await read(`~/search.json?q=value${n}x`));
      expect(results.map(({ section }: { section: { href: string } }) => section.href)).toEqual([
        expect.stringMatching(new RegExp(`/models[^#]*#model${n}$`)),
      ]);
    }
  });
});
