/**
 * Measures generated OpenAPI specs of 10 MB, as JSON and as YAML: the time that processing takes in a thread, by how
 * much the memory of the process grows meanwhile, and how long describing operations for a page takes then. Then the
 * pages of a tag with 300 operations, in a spec of 5 MB: how long readers and programs wait for HTML, Markdown,
 * llms-full.txt, reads by MCP and what the search needs, the longest gap of the event loop meanwhile, and the sizes; and
 * how long the first reader waits in a whole service.
 */

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { Block } from '@lectern/markdown/document';
import { MAX_FILE_BYTES } from '@lectern/openapi/openapi-limits';
import type { ProcessedSpec } from '@lectern/openapi/process-spec';
import { listParts } from '@lectern/render/spec-parts';
import Fastify from 'fastify';
import { stringify } from 'yaml';
import type { ContentStore, OpenRevision } from '../apps/server/content/revisions/content-store.ts';
import { DocumentReads } from '../apps/server/domains/content/revisions/document-reads.ts';
import { PutOpenAPISpecBody } from '../apps/server/domains/specs/openapi.schemas.ts';
import { pack } from '../apps/server/domains/specs/packed.ts';
import { listComputedPages } from '../apps/server/domains/specs/pages/list-computed-pages.ts';
import { createDescribeParts } from '../apps/server/domains/specs/reference/describe-parts.ts';
import { describeSpecTask } from '../apps/server/domains/specs/tasks/describe-spec.ts';
import { outlineSpecTask } from '../apps/server/domains/specs/tasks/outline-spec.ts';
import { processSpecTask } from '../apps/server/domains/specs/tasks/process-spec.ts';
import type { Context } from '../apps/server/platform/context.ts';
import { useValidation } from '../apps/server/platform/http/validation.ts';
import { createThreads, type Threads } from '../apps/server/platform/threads/threads.ts';
import { writeLlmsFull } from '../apps/sites/machines/llms-files.ts';
import { handleMessage, type SiteTools } from '../apps/sites/machines/mcp-server.ts';
import { measureFirstViews } from './first-views.ts';

const RUNS = 3;
const FIELDS = 20;
const PAGES = 20;
const OPERATIONS = 10;
const SPEC_BYTES = 5_000_000;
const TAGGED = 300;
const TAG = 'large';
/** The operations that somebody put on one page. */
const SHOWN = 100;
const READERS = 5;
/** The characters of one answer of MCP. */
const MCP_TEXT = 100_000;

/** Schemas in a circle, each with an operation. */
function generateSpec(count: number): object {
  const names = Array.from({ length: count }, (_, at) => `Resource${at}`);
  const fields = Array.from({ length: FIELDS }, (_, at) => `field${at}`);
  const schemaOf = (at: number) => ({
    type: 'object',
    required: fields.slice(0, 2),
    properties: {
      ...Object.fromEntries(
        fields.map((field) => [
          field,
          { type: 'string', nullable: true, description: `The ${field} of ${at}.` },
        ]),
      ),
      next: { $ref: `#/components/schemas/Resource${(at + 1) % count}` },
    },
  });
  const operationOf = (name: string, at: number) => ({
    get: {
      operationId: `get${name}`,
      tags: [at < TAGGED ? TAG : `tag${at % 50}`],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: {
          description: 'The resource.',
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
        },
      },
    },
  });
  return {
    openapi: '3.0.3',
    info: { title: 'Generated', version: '1' },
    paths: Object.fromEntries(names.map((name, at) => [`/${name}/{id}`, operationOf(name, at)])),
    components: { schemas: Object.fromEntries(names.map((name, at) => [name, schemaOf(at)])) },
  };
}

/** As many resources as fit into a file. */
function fill(
  write: (spec: object) => string,
  bytes = MAX_FILE_BYTES * 0.98,
): { text: string; count: number } {
  const sample = write(generateSpec(100)).length / 100;
  const count = Math.floor(bytes / sample);
  return { text: write(generateSpec(count)), count };
}

/** The first page needs the whole spec; the next ones find it in the thread. */
async function describePages(threads: Threads, { filesystem, outline, hash }: ProcessedSpec): Promise<void> {
  const contentHash = Buffer.from(hash).toString('hex');
  const times: number[] = [];
  for (let page = 0; page < PAGES; page += 1) {
    const operations = outline.operations.slice(page * OPERATIONS, (page + 1) * OPERATIONS);
    const wanted = operations.map(({ method, path }) => ({ kind: 'operation' as const, method, path }));
    const startedAt = performance.now();
    const found = await threads.run(
      describeSpecTask,
      { contentHash, filesystem, wanted },
      { lane: 'request', deadlineMs: 30_000 },
    );
    if (!found.every(Boolean)) throw new Error('An operation is missing.');
    times.push(performance.now() - startedAt);
  }
  const [first = 0, ...others] = times;
  const next = others.reduce((sum, time) => sum + time, 0) / others.length;
  console.log(
    `  ${OPERATIONS} operations described in ${Math.round(first)} ms at first, then in ${next.toFixed(1)} ms`,
  );
}

/** Measures how long something takes, its processor time, and the longest gap of the event loop meanwhile. */
async function measure<Output>(what: string, run: () => Promise<Output> | Output): Promise<Output> {
  const gaps = monitorEventLoopDelay({ resolution: 5 });
  gaps.enable();
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const output = await run();
  const took = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  await sleep(20);
  gaps.disable();
  console.log(
    `  ${what}: ${Math.round(took)} ms (${Math.round((user + system) / 1000)} ms of processor time), longest gap of the event loop ${Math.round(gaps.max / 1e6)} ms`,
  );
  return output;
}

const REFERENCES = { find: () => undefined, findPicture: () => undefined };
const SLUG = 'spec';

/** Runs something with threads in which nothing was read before. */
async function withThreads(use: (threads: Threads) => Promise<void>): Promise<void> {
  const threads = createThreads({ count: 1, jobNiceness: 0 });
  try {
    await Promise.all([threads.start('request'), threads.start('large')]);
    await use(threads);
  } finally {
    await threads.close();
  }
}

/** Operations as blocks of a file of the space, or of a spec of the organization. */
const blocksOf = (source: 'file' | 'spec', from: number, count: number): Block[] =>
  Array.from({ length: count }, (_, at) => {
    const ref = source === 'file' ? { kind: 'file', file: 'file' } : { kind: 'openapi', spec: SLUG };
    return {
      object: 'block',
      type: source === 'file' ? 'swagger' : 'openapi-operation',
      isVoid: true,
      data: { ref, method: 'get', path: `/Resource${from + at}/{id}` },
    };
  }) as unknown as Block[];

const placeOf = (blocks: Block[]) => ({ hash: undefined, path: undefined, blocks });

/** Reads a spec that is a file of a space, or that the organization published before. */
function createReads(threads: Threads, text: string, filesystem?: Uint8Array) {
  const rows = {
    selectFrom: () => rows,
    select: () => rows,
    where: () => rows,
    executeTakeFirstOrThrow: async () => ({ filesystem }),
  };
  const describeParts = createDescribeParts(
    {
      threads,
      db: rows,
      blobs: { read: async () => Readable.from([Buffer.from(text)]) },
      pointers: { specs: { find: async () => ({ specs: [{ slug: SLUG, contentHash: '00'.repeat(32) }] }) } },
    } as unknown as Context,
    { findNews: async () => undefined },
  );
  const open = {
    space: { organizationId: 'organization' },
    snapshot: { findFile: () => ({ blob: '00'.repeat(32), size: text.length }) } as unknown as Snapshot,
  } as unknown as OpenRevision;
  const documents = new DocumentReads(
    { threads },
    { getPieces: async () => [] } as unknown as ContentStore,
    describeParts,
  );
  return {
    describe: (blocks: Block[]) => describeParts(open, listParts(blocks)),
    html: (blocks: Block[]) => documents.html(open, placeOf(blocks), { inStretches: true }, REFERENCES),
    markdown: (blocks: Block[]) =>
      documents.publishedMarkdown(open, placeOf(blocks), { outcomes: undefined, title: 'Tag' }, REFERENCES),
  };
}

type Reads = ReturnType<typeof createReads>;

/** A file of a space: its first reader waits until it is read, too. */
async function readFile({ describe, html }: Reads): Promise<void> {
  const blocks = blocksOf('file', 0, SHOWN);
  const [parts] = await measure(
    `${READERS} readers wait for what a page shows of a file, ${SHOWN} operations`,
    () => Promise.all(Array.from({ length: READERS }, () => describe(blocks))),
  );
  if (parts?.size !== SHOWN) throw new Error('An operation is missing.');
  const first = await measure('its HTML at first', () => html(blocks));
  await measure('its HTML again', () => html(blocks));
  const brotli = brotliCompressSync(first.html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  console.log(
    `  HTML ${(first.html.length / 1e6).toFixed(2)} MB, ${Math.round(brotli.length / 1000)} kB compressed`,
  );
}

/** All pages of the tag, one after the other, as llms-full.txt writes them. */
async function readLlms({ markdown }: Reads, shown: number): Promise<void> {
  const pages = Array.from({ length: Math.ceil(TAGGED / shown) }, (_, n) => ({ entry: { id: String(n) } }));
  const reading = {
    resolved: { open: { site: {} } },
    place: { contents: { readingOrder: pages }, pageHref: (id: string) => `/${id}` },
  };
  const startedAt = performance.now();
  let count = 0;
  let first = 0;
  const texts = writeLlmsFull(
    {
      config: { sitesUrl: new URL('https://docs.example') },
      title: 'Site',
      readings: [reading],
    } as unknown as Parameters<typeof writeLlmsFull>[0],
    {
      write: (_, { entry }) => {
        const from = Number(entry.id) * shown;
        return markdown(blocksOf('spec', from, Math.min(shown, TAGGED - from)));
      },
    },
  );
  for await (const text of texts) {
    count += text.length;
    if (first === 0 && count > 1000) first = performance.now() - startedAt;
  }
  console.log(
    `  llms-full.txt: its first page after ${Math.round(first)} ms, ${(count / 1e6).toFixed(1)} MB in all`,
  );
}

/** A program reads the whole page in pieces. */
async function readByMcp(text: string): Promise<void> {
  const body = Buffer.from(text);
  const tools = { readPage: async () => body.toString() } as unknown as SiteTools;
  for (let offset = 0; offset < text.length; offset += MCP_TEXT) {
    const call = { name: 'read_page', arguments: { address: '/tag', offset } };
    JSON.stringify(await handleMessage(tools, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }));
  }
}

/** A request whose body has the spec as a text: it is parsed, validated and compressed. */
async function receive(text: string): Promise<void> {
  const app = Fastify({ bodyLimit: 4 * text.length });
  useValidation(app);
  app.put('/', { schema: { body: PutOpenAPISpecBody } }, async ({ body }) => {
    await pack((body as { source: { text: string } }).source.text);
    return '';
  });
  const headers = { 'content-type': 'application/json' };
  const send = async (sent: string): Promise<void> => {
    const payload = Buffer.from(JSON.stringify({ source: { text: sent } }));
    const { statusCode } = await measure(`a body of ${(payload.length / 1e6).toFixed(1)} MB arrives`, () =>
      app.inject({ method: 'PUT', url: '/', headers, payload }),
    );
    if (statusCode !== 200) throw new Error(`The body was refused with ${statusCode}.`);
  };
  await send(text.slice(0, 1000));
  await send(text);
  await app.close();
}

/** The pages of a tag with 300 operations, as files of a space and of a published spec, which nobody has read yet. */
async function readTag(): Promise<void> {
  const { text, count } = fill((spec) => JSON.stringify(spec), SPEC_BYTES);
  console.log(
    `JSON, ${(text.length / 1e6).toFixed(1)} MB, ${count} operations, ${TAGGED} of them with a tag:`,
  );
  await receive(text);
  await measureFirstViews(text, TAG);
  await withThreads((threads) => readFile(createReads(threads, text)));
  const files = [{ url: 'https://api.example/openapi', bytes: Buffer.from(text) }] as const;
  let processed: ProcessedSpec | undefined;
  await withThreads(async (threads) => {
    const outcome = await measure('the spec is published, before it has pages', () =>
      threads.run(
        processSpecTask,
        { files, mayRefer: true, unreadable: [] },
        { lane: 'large', deadlineMs: 60_000 },
      ),
    );
    if (outcome.state === 'processed') processed = outcome;
  });
  if (!processed) throw new Error('The spec cannot be read.');
  const { filesystem, outline } = processed;
  const withReads = (use: (reads: Reads) => Promise<void>) =>
    withThreads((threads) => use(createReads(threads, text, filesystem)));
  const listing = { spec: SLUG, isByOperation: false, hasModels: true, hasChangelog: false };
  const pages = await measure('the pages and sections for the search', () =>
    listComputedPages(listing, outline, []),
  );
  const shown = pages.find(({ key }) => key === `tag/${TAG}`)?.parts?.sections.length ?? 0;
  const blocks = blocksOf('spec', 0, shown);
  await withReads(async ({ html }) => {
    await measure(`the first page of the published spec, ${shown} operations, as HTML at first`, () =>
      html(blocks),
    );
    await measure('again', () => html(blocks));
  });
  await withReads(async ({ markdown }) => {
    const page = await measure('the same page as Markdown at first', () => markdown(blocks));
    await measure('again', () => markdown(blocks));
    await measure(`${Math.ceil(page.length / MCP_TEXT)} reads of its Markdown by MCP`, () => readByMcp(page));
  });
  await withReads((reads) => measure('llms-full.txt to its end', () => readLlms(reads, shown)));
  await withThreads(async (threads) => {
    const packed = gzipSync(JSON.stringify([{ specification: JSON.parse(text) }]));
    await measure('the outline for the search, of a spec of an earlier release', () =>
      threads.run(outlineSpecTask, { filesystem: packed }, { lane: 'large', deadlineMs: 60_000 }),
    );
  });
}

export async function run(): Promise<void> {
  await readTag();
  const specs = {
    JSON: fill((spec) => JSON.stringify(spec)),
    YAML: fill((spec) => stringify(spec, { aliasDuplicateObjects: false })),
  };
  for (const [format, { text, count }] of Object.entries(specs))
    for (let turn = 1; turn <= RUNS; turn += 1) {
      // A thread of its own each time, so that no run finds the memory of another.
      const threads = createThreads({ count: 1, jobNiceness: 0 });
      const before = process.memoryUsage().rss;
      let peak = before;
      const sampler = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage().rss);
      }, 10);
      const startedAt = performance.now();
      try {
        const files = [{ url: 'https://api.example/openapi', bytes: Buffer.from(text) }] as const;
        const outcome = await threads.run(
          processSpecTask,
          { files, mayRefer: true, unreadable: [] },
          { lane: 'job', deadlineMs: 120_000 },
        );
        const seconds = (performance.now() - startedAt) / 1000;
        console.log(
          `${format}, ${(text.length / 1e6).toFixed(1)} MB, ${count} operations: ${outcome.state} in ${seconds.toFixed(1)} s, ` +
            `peak memory ${Math.round((peak - before) / 1e6)} MB more than before`,
        );
        if (outcome.state === 'processed') await describePages(threads, outcome);
      } finally {
        clearInterval(sampler);
        await threads.close();
      }
    }
}
