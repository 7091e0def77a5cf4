import { Readable } from 'node:stream';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { processSpec } from '@lectern/openapi/process-spec';
import type { PartPlace } from '@lectern/render/spec-parts';
import { expect, test } from 'vitest';
import type { Context } from '../../../platform/context.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import type { ThreadTask } from '../../../platform/threads/thread-task.ts';
import type { RunOptions } from '../../../platform/threads/threads.ts';
import { convertFileTask } from '../tasks/convert-file.ts';
import { describeSpecTask } from '../tasks/describe-spec.ts';
import { createDescribeParts } from './describe-parts.ts';

const OPERATIONS = 35;

const PATHS = Array.from({ length: OPERATIONS }, (_, n) => `/things${n}`);

const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: Object.fromEntries(PATHS.map((path) => [path, { get: { summary: `Get ${path}` } }])),
};

const WANTED = PATHS.map((path) => ({
  source: { file: 'file' },
  reference: { kind: 'operation' as const, method: 'get', path },
}));

const PLACE: PartPlace = {
  space: { organizationId: 'organization' },
  snapshot: { findFile: () => ({ blob: 'ab'.repeat(32), size: 1000 }) } as unknown as Snapshot,
};

/** The spec is in a file. `fails` decides which of the tasks that describe parts end at a limit. */
function setUp({ fails = () => false }: { fails?: (task: number) => boolean } = {}) {
  const counts = { reads: 0, pieces: [] as number[] };
  const describeParts = createDescribeParts(
    {
      blobs: {
        read: async () => {
          counts.reads += 1;
          return Readable.from([Buffer.from(JSON.stringify(SPEC))]);
        },
      },
      threads: {
        run: async <Input, Output>({ kind, run }: ThreadTask<Input, Output>, input: Input) => {
          if (kind === 'describe-spec') {
            counts.pieces.push((input as { wanted: unknown[] }).wanted.length);
            if (fails(counts.pieces.length)) throw new ThreadLimitError('time');
          }
          return run(input);
        },
      },
    } as unknown as Context,
    { findNews: async () => undefined },
  );
  return { counts, describeParts };
}

test('a spec is read once for all readers, and its parts are described in pieces', async () => {
  const { counts, describeParts } = setUp();
  const readers = await Promise.all(Array.from({ length: 8 }, () => describeParts(PLACE, WANTED)));
  expect(readers.map((parts) => parts.size)).toEqual(Array<number>(8).fill(OPERATIONS));
  expect(counts).toEqual({ reads: 1, pieces: [10, 10, 10, 5] });
  expect((await describeParts(PLACE, WANTED)).size).toBe(OPERATIONS);
  expect(counts.pieces).toHaveLength(4);
});

test('who wants some of the parts that are being described has only the others described', async () => {
  const { counts, describeParts } = setUp();
  const [few, all] = await Promise.all([
    describeParts(PLACE, WANTED.slice(0, 5)),
    describeParts(PLACE, WANTED.slice(0, 12)),
  ]);
  expect([few.size, all.size]).toEqual([5, 12]);
  expect(counts.pieces.sort()).toEqual([5, 7]);
});

test('nothing more is described after a limit, and the next reader gets what is missing', async () => {
  const { counts, describeParts } = setUp({ fails: (task) => task === 2 });
  expect((await describeParts(PLACE, WANTED)).size).toBe(10);
  expect(counts.pieces).toEqual([10, 10]);
  expect((await describeParts(PLACE, WANTED)).size).toBe(OPERATIONS);
  expect(counts.pieces).toEqual([10, 10, 10, 10, 5]);
});

/** Describes all operations of a spec with a description of this length, and returns the tasks with their lanes. */
async function describePublished(length: number): Promise<string[]> {
  const tasks = new Set<string>();
  const spec = { ...SPEC, info: { ...SPEC.info, description: 'a'.repeat(length) } };
  const processed = processSpec({
    files: [{ url: 'text:///openapi', bytes: Buffer.from(JSON.stringify(spec)) }],
    mayRefer: false,
    unreadable: [],
  });
  if (processed.state !== 'processed') throw new Error('The spec cannot be read.');
  const rows = {
    selectFrom: () => rows,
    select: () => rows,
    where: () => rows,
    executeTakeFirstOrThrow: async () => ({ filesystem: processed.filesystem }),
  };
  const describeParts = createDescribeParts(
    {
      db: rows,
      pointers: {
        specs: {
          find: async () => ({ specs: [{ slug: 'things', contentHash: String(length).padStart(64, '0') }] }),
        },
      },
      threads: {
        run: async <Input, Output>(
          { kind, run }: ThreadTask<Input, Output>,
          input: Input,
          { lane }: RunOptions,
        ) => {
          tasks.add(`${kind}: ${lane}`);
          return run(input);
        },
      },
    } as unknown as Context,
    { findNews: async () => undefined },
  );
  const wanted = WANTED.map((part) => ({ ...part, source: { slug: 'things' } }));
  expect((await describeParts(PLACE, wanted)).size).toBe(OPERATIONS);
  return [...tasks];
}

test('readers of a published spec wait only until it is described: it was processed before it had pages', async () => {
  expect(await describePublished(0)).toEqual(['describe-spec: request']);
});

test('a published spec is described in the threads that draw its pages, unless reading it takes too long', async () => {
  expect(await describePublished(5_000_000)).toEqual(['describe-spec: request']);
  expect(await describePublished(9_000_000)).toEqual(['describe-spec: large']);
});

test('a file is described by what the thread has read of it, or from what was kept of it', async () => {
  const contentHash = 'ef'.repeat(32);
  const filesystem = await convertFileTask.run({ contentHash, bytes: Buffer.from(JSON.stringify(SPEC)) });
  if (!filesystem) throw new Error('The spec cannot be read.');
  const wanted = WANTED.slice(0, 1).map(({ reference }) => reference);
  const kept = await describeSpecTask.run({ contentHash, filesystem: new Uint8Array(), wanted });
  const read = await describeSpecTask.run({ contentHash: '12'.repeat(32), filesystem, wanted });
  expect(kept).toEqual(read);
  expect(kept).toHaveLength(1);
});

test('an error reaches every reader, and the next one tries again', async () => {
  let isBroken = true;
  const { describeParts } = setUp({
    fails: () => {
      if (isBroken) throw new Error('The thread broke.');
      return false;
    },
  });
  const readers = await Promise.allSettled([describeParts(PLACE, WANTED), describeParts(PLACE, WANTED)]);
  expect(readers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  expect((await describeParts(PLACE, WANTED)).size).toBe(OPERATIONS);
});
