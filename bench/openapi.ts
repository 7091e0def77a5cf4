/**
 * Measures generated OpenAPI specs of 10 MB, as JSON and as YAML: the time that processing takes in a thread, by how
 * much the memory of the process grows meanwhile, and how long describing operations for a page takes then.
 */

import { MAX_FILE_BYTES } from '@lectern/openapi/openapi-limits';
import type { ProcessedSpec } from '@lectern/openapi/process-spec';
import { stringify } from 'yaml';
import { describeSpecTask } from '../apps/server/domains/specs/tasks/describe-spec.ts';
import { processSpecTask } from '../apps/server/domains/specs/tasks/process-spec.ts';
import { createThreads, type Threads } from '../apps/server/platform/threads/threads.ts';

const RUNS = 3;
const FIELDS = 20;
const PAGES = 20;
const OPERATIONS = 10;

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
function fill(write: (spec: object) => string): { text: string; count: number } {
  const sample = write(generateSpec(100)).length / 100;
  const count = Math.floor((MAX_FILE_BYTES * 0.98) / sample);
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

export async function run(): Promise<void> {
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
