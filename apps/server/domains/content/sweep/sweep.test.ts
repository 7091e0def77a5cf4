import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashFromBytes } from '@lectern/content/tree/hash';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { addOrganization, addSpace } from '../../../../../test/factories.ts';
import { ageContent, countContent } from '../../../../../test/fixtures/content/sweep/sweep.ts';
import { startFakeS3 } from '../../../../../test/fixtures/storage/fake-s3.ts';
import { keepBlobs } from '../../../content/files/keep-blobs.ts';
import type { Context } from '../../../platform/context.ts';
import type { BlobStore } from '../../../platform/storage/blob-store.ts';
import { openBlobStore } from '../../../platform/storage/open-blob-store.ts';
import { withReachable } from './find-reachable.ts';
import { createContentSweepJob } from './sweep.jobs.ts';

let app: TestApp;
let organizationId: string;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  organizationId = (await addOrganization(app)).organizationId;
});

const sweep = (context: Context = app.context, signal = new AbortController().signal): Promise<void> =>
  createContentSweepJob(context).run(
    { organizationId, jobId: organizationId, payload: {}, attempt: 1 },
    signal,
  );
const space = (): Promise<string> => addSpace(app, { organizationId });
const count = () => countContent(app, organizationId);
const forget = (spaceId: string) =>
  app.context.db.deleteFrom('space').where('space_id', '=', spaceId).execute();
const readAll = async (spaceId: string) => {
  const pointer = await app.context.pointers.spaces.find(spaceId);
  if (!pointer) throw new Error('The space is not there.');
  const revisions = await app.context.db
    .selectFrom('revision')
    .select('revision_id')
    .where('space_id', '=', spaceId)
    .execute();
  return Promise.all(revisions.map(({ revision_id }) => app.app.content.open(pointer, revision_id)));
};

/** A promise that a test resolves. */
function createGate(): { opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('what is reachable', () => {
  test('is what all revisions hold, each node once', async () => {
    const [one, two] = [await space(), await space()];
    const pages = Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`p${n}.md`, `# Page ${n}\n`]));
    await putContent(app, one, { ...pages, 'a.png': 'a', '.lectern/includes/x.md': 'Included\n' });
    await putContent(app, one, { ...pages, 'p3.md': '# Changed\n', 'b.png': 'b' });
    await putContent(app, two, { ...pages, 'c.png': 'c' });

    const opened = [...(await readAll(one)), ...(await readAll(two))];
    const nodes = new Set(opened.flatMap(({ snapshot }) => [...snapshot.nodeHashes()]));
    nodes.delete('');
    const documents = new Set(
      opened.flatMap(({ snapshot }) => [
        ...[...snapshot.pages.pages()].flatMap(({ entry }) =>
          entry.type === 'document' && entry.document ? [entry.document] : [],
        ),
        ...[...itemsOf(snapshot.reusables)].map(({ document }) => document),
      ]),
    );
    const blobs = new Set(
      opened.flatMap(({ snapshot }) => [...itemsOf(snapshot.files)].map(({ blob }) => blob)),
    );
    expect(documents.size).toBeGreaterThan(90);
    expect(blobs.size).toBe(3);
    await withReachable(app.context.db, { organizationId }, async (reachable) => {
      expect(await reachable.addRevisions(new AbortController().signal)).toBe(5);
      const found = { node: [] as string[], document: [] as string[], blob: [] as string[] };
      for (const kind of ['node', 'document', 'blob'] as const)
        for await (const rows of reachable.list(kind)) found[kind].push(...rows.map(({ hash }) => hash));
      expect(found.node.sort()).toEqual([...nodes].sort());
      expect(found.document.sort()).toEqual([...documents].sort());
      expect(found.blob.sort()).toEqual([...blobs].sort());
    });
  });

  test('cannot be told when a node is missing: nothing is swept', async () => {
    const spaceId = await space();
    await putContent(app, spaceId, { 'README.md': '# One\n' });
    const { snapshot } = (await readAll(spaceId)).at(-1)!;
    const top = Buffer.from(snapshot.pages.top?.hash as string, 'base64url');
    await app.context.db.deleteFrom('tree_node').where('hash', '=', top).execute();
    await ageContent(app, organizationId);
    const before = await count();
    await expect(sweep()).rejects.toThrow(/is missing/);
    expect(await count()).toEqual(before);
  });
});

describe('a sweep', () => {
  test('removes what no revision reaches, and nothing else', async () => {
    const [kept, deleted, gone] = [await space(), await space(), await space()];
    await putContent(app, kept, { 'README.md': '# Old\n', 'a.png': 'a' });
    await putContent(app, kept, { 'README.md': '# New\n' });
    await putContent(app, deleted, { 'README.md': '# Deleted\n', 'b.png': 'b' });
    await app.context.db
      .updateTable('space')
      .set({ deleted_at: new Date() })
      .where('space_id', '=', deleted)
      .execute();
    const before = await count();
    await putContent(app, gone, {
      'README.md': '# New\n',
      'gone.md': '# Gone\n',
      'a.png': 'a',
      'c.png': 'c',
    });
    await forget(gone);
    await ageContent(app, organizationId);

    await sweep();
    expect(await count()).toEqual(before);
    await readAll(kept);
    await sweep();
    expect(await count()).toEqual(before);
  });

  test('removes what an earlier release computed of documents', async () => {
    const spaceId = await space();
    await putContent(app, spaceId, { 'README.md': '# One\n', 'two.md': '# Two\n' });
    const { sql } = app.database;
    const versions = async (): Promise<number[]> =>
      (
        await sql`select distinct version from document_facts where organization_id = ${organizationId} order by 1`
      ).map(({ version }) => version);
    const [current] = (await versions()) as [number];
    for (const version of [current - 1, current + 1])
      await sql`
        insert into document_facts (organization_id, hash, version, facts, sections, links)
        select organization_id, hash, ${version}, facts, sections, links from document_facts
        where organization_id = ${organizationId} and version = ${current}`;
    await sweep();
    // A newer one may be working already.
    expect(await versions()).toEqual([current, current + 1]);
    await readAll(spaceId);
  });

  test('spares what is young, and takes it when it is not any more', async () => {
    const spaceId = await space();
    await putContent(app, spaceId, { 'README.md': '# Young\n', 'a.png': 'a' });
    const before = await count();
    await forget(spaceId);
    await sweep();
    expect(await count()).toEqual(before);
    await ageContent(app, organizationId);
    await sweep();
    expect(await count()).toEqual({ documents: 0, nodes: 0, files: 0, storedFiles: 0 });
  });

  test('leaves other organizations alone', async () => {
    const other = (await addOrganization(app)).organizationId;
    const spaceId = await addSpace(app, { organizationId: other });
    await putContent(app, spaceId, { 'README.md': '# Other\n', 'a.png': 'a' });
    await forget(spaceId);
    await ageContent(app, other);
    const before = await countContent(app, other);
    await sweep();
    expect(await countContent(app, other)).toEqual(before);
  });

  test('that is cut off is finished by the next one', async () => {
    const [kept, gone] = [await space(), await space()];
    await putContent(app, kept, { 'README.md': '# Kept\n', 'a.png': 'a' });
    const before = await count();
    await putContent(app, gone, { 'x.md': '# X\n', 'b.png': 'b', 'c.png': 'c' });
    await forget(gone);
    await ageContent(app, organizationId);
    const abort = new AbortController();
    const blobs: BlobStore = {
      ...bind(app.context.blobs),
      delete: async (...blob) => {
        await app.context.blobs.delete(...blob);
        abort.abort(new Error('Killed.'));
        throw new Error('Killed.');
      },
    };
    await expect(sweep({ ...app.context, blobs }, abort.signal)).rejects.toThrow('Killed.');
    await expect(sweep(app.context, abort.signal)).rejects.toThrow('Killed.');
    await sweep();
    expect(await count()).toEqual(before);
  });

  test('does the work of the sweeps that wait', async () => {
    const row = (run_at: Date, job_id: string) => ({
      organization_id: organizationId,
      job_id,
      kind: 'content-sweep',
      payload: {},
      run_at,
      created_at: run_at,
    });
    const later = await space();
    await app.context.db
      .insertInto('job')
      .values([row(new Date(Date.now() - 1), await space()), row(new Date(Date.now() + 60_000), later)])
      .execute();
    await sweep();
    const left = await app.context.db
      .selectFrom('job')
      .select('job_id')
      .where('organization_id', '=', organizationId)
      .where('kind', '=', 'content-sweep')
      .execute();
    expect(left).toEqual([{ job_id: later }]);
  });
});

describe('beside an import', () => {
  test('what its open transaction has touched is spared, without waiting for it', async () => {
    const spaceId = await space();
    await putContent(app, spaceId, { 'README.md': '# Shared\n' });
    await forget(spaceId);
    await ageContent(app, organizationId);
    const [held, done] = [createGate(), createGate()];
    const transaction = app.context.db.transaction().execute(async (trx) => {
      await sql`update document set touched_at = now() where organization_id = ${organizationId}`.execute(
        trx,
      );
      held.open();
      await done.opened;
    });
    await held.opened;
    await sweep();
    done.open();
    await transaction;
    expect(await count()).toMatchObject({ documents: 1, nodes: 0 });
  });

  test('bytes that an import finds are not deleted under it', async () => {
    const content = Buffer.from('Bytes that a killed import left behind');
    const hash = createHash('sha256').update(content).digest();
    await app.context.blobs.put(organizationId, content);
    await ageContent(app, organizationId);
    const blob = { hash: hashFromBytes(hash), size: content.length, contentType: 'text/plain' };

    const [deleting, mayDelete] = [createGate(), createGate()];
    const blobs: BlobStore = {
      ...bind(app.context.blobs),
      delete: async (...named) => {
        deleting.open();
        await mayDelete.opened;
        await app.context.blobs.delete(...named);
      },
    };
    const sweeping = sweep({ ...app.context, blobs });
    await deleting.opened;
    // The bytes exist and are about to be deleted: the import has to wait until they are.
    expect(await app.context.blobs.findSize(organizationId, hash)).toBe(content.length);
    const importing = keepBlobs(app.context, organizationId, [{ blob, source: content }]);
    await expect.poll(countWaiting).toBe(1);
    mayDelete.open();
    await Promise.all([sweeping, importing]);
    expect(await app.context.blobs.findSize(organizationId, hash)).toBe(content.length);
    expect(await count()).toMatchObject({ files: 1, storedFiles: 1 });
  });

  test('bytes whose row is there before them are not deleted, however old they are', async () => {
    const content = Buffer.from('Bytes of a file that is on its way');
    const hash = createHash('sha256').update(content).digest();
    await app.context.blobs.put(organizationId, content);
    await ageContent(app, organizationId);
    const blob = { hash: hashFromBytes(hash), size: content.length, contentType: 'text/plain' };
    const blobs: BlobStore = {
      ...bind(app.context.blobs),
      // The sweep runs after the row is inserted and before the bytes are checked.
      put: async (...named) => {
        await sweep();
        expect(await app.context.blobs.findSize(organizationId, hash)).toBe(content.length);
        return app.context.blobs.put(...named);
      },
    };
    await keepBlobs({ db: app.context.db, blobs }, organizationId, [{ blob, source: content }]);
    expect(await count()).toMatchObject({ files: 1, storedFiles: 1 });
  });

  test('imports and sweeps of the same content side by side lose nothing', async () => {
    const files = (n: number) =>
      Object.fromEntries(
        Array.from({ length: 40 }, (_, i) => [
          [`p${i}.md`, `# Page ${i}\n`],
          [`f${(i * n) % 40}.png`, `file ${(i * n) % 40}`],
        ]).flat(),
      );
    for (let round = 0; round < 3; round += 1) {
      const gone = await space();
      await putContent(app, gone, files(1));
      await forget(gone);
      await ageContent(app, organizationId);
      const spaces = await Promise.all([space(), space()]);
      await Promise.all([
        sweep(),
        putContent(app, spaces[0] as string, files(3)),
        putContent(app, spaces[1] as string, files(7)),
        sweep(),
      ]);
      await ageContent(app, organizationId);
      await sweep();
      expect(await count()).toMatchObject({ documents: 40, files: 40, storedFiles: 40 });
      for (const spaceId of spaces) expect((await readAll(spaceId)).at(-1)?.snapshot.pages.size).toBe(40);
      for (const spaceId of spaces) await forget(spaceId);
    }
  });
});

test('bytes in a bucket go too, when their row is gone', async () => {
  process.env.AWS_ACCESS_KEY_ID = 'AKIDEXAMPLE';
  process.env.AWS_SECRET_ACCESS_KEY = 'secret';
  const s3 = await startFakeS3({ bucket: 'files', accessKey: 'AKIDEXAMPLE' });
  const folder = await mkdtemp(join(tmpdir(), 'lectern-sweep-'));
  const blobs = await openBlobStore(`s3://files/some/prefix?endpoint=${s3.endpoint}`, folder);
  try {
    const bucketApp: TestApp = { ...app, context: { ...app.context, blobs } };
    const [kept, gone] = [await space(), await space()];
    const files = (name: string) =>
      Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`${n}.png`, n === 0 ? 'shared' : name + n]));
    await putContent(bucketApp, kept, files('kept'));
    await putContent(bucketApp, gone, files('gone'));
    expect(s3.objects.size).toBe(9);
    await forget(gone);
    await ageContent(app, organizationId);
    await sweep(bucketApp.context);
    expect(s3.objects.size).toBe(9);
    for (const object of s3.objects.values()) object.modifiedAt = new Date(0);
    await sweep(bucketApp.context);
    expect([...s3.objects.values()].map(({ body }) => body.toString()).sort()).toEqual([
      'kept1',
      'kept2',
      'kept3',
      'kept4',
      'shared',
    ]);
  } finally {
    await blobs.close();
    await s3.close();
    await rm(folder, { recursive: true, force: true });
  }
});

/** The methods of a store as an object of functions, to be replaced one by one. */
function bind(blobs: BlobStore): BlobStore {
  return {
    put: (...all) => blobs.put(...all),
    stage: (...all) => blobs.stage(...all),
    read: (...all) => blobs.read(...all),
    findSize: (...all) => blobs.findSize(...all),
    delete: (...all) => blobs.delete(...all),
    deleteAll: (...all) => blobs.deleteAll(...all),
    list: (...all) => blobs.list(...all),
    check: () => blobs.check(),
    isFull: () => blobs.isFull(),
    close: () => blobs.close(),
  };
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.context.db);
  return Number(rows[0]?.count);
}
