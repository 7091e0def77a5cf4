/**
 * Measures generated OpenAPI specs of 10 MB, as JSON and as YAML: the time that processing takes in a thread, by how
 * much the memory of the process grows meanwhile, and how long describing operations for a page takes then. Then the
 * pages of a tag with 300 operations, in a spec of 5 MB: how long readers and programs wait for HTML and for what the
 * search needs, the longest gap of the event loop meanwhile, and the sizes.
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
import { stringify } from 'yaml';
import type { ContentStore, OpenRevision } from '../apps/server/content/revisions/content-store.ts';
import { DocumentReads } from '../apps/server/domains/content/revisions/document-reads.ts';
import { listComputedPages } from '../apps/server/domains/specs/pages/list-computed-pages.ts';
import { createDescribeParts } from '../apps/server/domains/specs/reference/describe-parts.ts';
import { describeSpecTask } from '../apps/server/domains/specs/tasks/describe-spec.ts';
import { outlineSpecTask } from '../apps/server/domains/specs/tasks/outline-spec.ts';
import { processSpecTask } from '../apps/server/domains/specs/tasks/process-spec.ts';
import type { Context } from '../apps/server/platform/context.ts';
import { createThreads, type Threads } from '../apps/server/platform/threads/threads.ts';

const RUNS = 3;
const FIELDS = 20;
const PAGES = 20;
const OPERATIONS = 10;
const SPEC_BYTES = 5_000_000;
const TAGGED = 300;
/** The operations of the first page of a tag. */
const SHOWN = 100;
const READERS = 5;

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
      tags: [`tag${at % 50}`],
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

/** Measures how long something takes, and the longest gap of the event loop meanwhile. */
async function measure<Output>(what: string, run: () => Promise<Output> | Output): Promise<Output> {
  const gaps = monitorEventLoopDelay({ resolution: 5 });
  gaps.enable();
  const startedAt = performance.now();
  const output = await run();
  const took = performance.now() - startedAt;
  await sleep(20);
  gaps.disable();
  console.log(
    `  ${what}: ${Math.round(took)} ms, longest gap of the event loop ${Math.round(gaps.max / 1e6)} ms`,
  );
  return output;
}

/** The pages of a tag, as a file of a space that nobody has read yet, and what programs read of them. */
async function readTag(): Promise<void> {
  const { text, count } = fill((spec) => JSON.stringify(spec), SPEC_BYTES);
  const threads = createThreads({ count: 1, jobNiceness: 0 });
  try {
    await Promise.all([threads.start('request'), threads.start('large')]);
    const describeParts = createDescribeParts(
      { threads, blobs: { read: async () => Readable.from([Buffer.from(text)]) } } as unknown as Context,
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
    const references = { find: () => undefined, findPicture: () => undefined };
    const blocks = Array.from({ length: TAGGED }, (_, at) => ({
      object: 'block' as const,
      type: 'swagger' as const,
      isVoid: true as const,
      data: { ref: { kind: 'file' as const, file: 'file' }, method: 'get', path: `/Resource${at}/{id}` },
    })) as unknown as Block[];
    const place = { hash: undefined, path: undefined, blocks: blocks.slice(0, SHOWN) };
    const html = () => documents.html(open, place, { inStretches: true }, references);
    console.log(
      `JSON, ${(text.length / 1e6).toFixed(1)} MB, ${count} operations, ${TAGGED} of them with a tag, ${SHOWN} on a page:`,
    );
    const wanted = listParts(place.blocks);
    await measure(`${READERS} readers wait for what the first page shows`, () =>
      Promise.all(Array.from({ length: READERS }, () => describeParts(open, wanted))),
    );
    const first = await measure('its HTML at first', html);
    await measure('its HTML again', html);
    const parts = await describeParts(open, wanted);
    if (parts.size !== SHOWN) throw new Error('An operation is missing.');
    const packed = gzipSync(JSON.stringify([{ specification: JSON.parse(text) }]));
    const outline = await measure('the outline for the search', () =>
      threads.run(outlineSpecTask, { filesystem: packed }, { lane: 'large', deadlineMs: 60_000 }),
    );
    const listing = { spec: 'spec', isByOperation: false, hasModels: true, hasChangelog: false };
    await measure('the pages and sections for the search', () => listComputedPages(listing, outline, []));
    const brotli = brotliCompressSync(first.html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    console.log(
      `  HTML ${(first.html.length / 1e6).toFixed(2)} MB, ${Math.round(brotli.length / 1000)} kB compressed`,
    );
  } finally {
    await threads.close();
  }
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
