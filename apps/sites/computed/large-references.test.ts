/** A spec so large that its pages are described and written in threads, where requests of others do not wait for them. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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

test('the first view of a large page is described in pieces and rendered in a thread, once for all', async () => {
  let texts: string[] = [];
  const counts = await tasksOf(async () => {
    texts = await Promise.all([read('things'), read('things'), read('things')]);
  });
  expect(counts).toEqual({ 'large describe-spec': 10, 'large render-html': 1 });
  for (const text of texts) expect(text.match(/<section class="api">/g)).toHaveLength(100);
  // A thread knows the addresses of pictures, too, which lead through the site.
  expect(texts[0]).toMatch(/<img [^>]*src="[^"]*~\//);
  expect(await tasksOf(() => read('things'))).toEqual({});
});

test('its Markdown is written in a thread, from what is described already', async () => {
  const counts = await tasksOf(async () => {
    expect((await read('things.md')).match(/`GET \/Thing\d+`/g)).toHaveLength(100);
  });
  expect(counts).toEqual({ 'large render-markdown': 1 });
});
