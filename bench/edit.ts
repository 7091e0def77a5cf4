/** Editing one page through the internal edit, in a space of 100 pages and in one of 10,000. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { SpacePointer } from '../src/access/pointers.ts';
import { bootstrap } from '../src/bootstrap.ts';
import { readConfig } from '../src/config.ts';
import { createContentStore } from '../src/content/revisions/content-store.ts';
import type { Context } from '../src/context.ts';
import { openFolderSource } from '../src/features/git/import/folder-source.ts';
import { runImport } from '../src/features/git/import/run-import.ts';
import { editPage } from '../src/features/revisions/edit-page.ts';
import { createSpace } from '../src/features/spaces/spaces.service.ts';
import { newId } from '../src/http/ids.ts';
import { openPlatform } from '../src/platform.ts';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { documentationFiles, pageSource } from './documentation.ts';
import { median } from './service.ts';

const SIZES = [100, 10_000];
const EDITS = 300;
const WARM_UP = 50;

export async function run(): Promise<void> {
  const folder = await temporaryDirectory();
  const config = readConfig({ LECTERN_DATA_DIR: join(folder.path, 'data') });
  const platform = await openPlatform({ config, log: pino({ level: 'silent' }) });
  try {
    const { context } = platform;
    const first = await bootstrap(context);
    const organizationId = first?.organizationId as string;
    const actor = {
      kind: 'service' as const,
      organizationId,
      role: 'admin' as const,
      tokenId: newId(),
      scopes: ['admin' as const],
      expiresAt: null,
    };
    const store = createContentStore(context);
    const sides = [];
    for (const pages of SIZES) {
      const { space_id: spaceId } = await createSpace(context, actor, organizationId, { title: `${pages}` });
      await fill(spaceId, pages);
      const space = await getSpace(context, spaceId);
      const { snapshot } = await store.open(space, space.revisionId);
      const ids = [...snapshot.pages.pages()].flatMap(({ entry }) =>
        entry.type === 'document' ? [entry.id] : [],
      );
      sides.push({ pages, spaceId, ids, milliseconds: [] as number[], rows: [] as Written[] });
    }
    for (let turn = 0; turn < WARM_UP + EDITS; turn += 1) {
      for (const side of sides) {
        const pageId = side.ids[(turn * 37) % side.ids.length] as string;
        const source = Buffer.from(pageSource(turn, `edit-${side.pages}`));
        const before = await readWritten(context);
        const startedAt = performance.now();
        const space = await getSpace(context, side.spaceId);
        await editPage(context, store, { space, pageId, source, actor });
        const milliseconds = performance.now() - startedAt;
        const after = await readWritten(context);
        if (turn < WARM_UP) continue;
        side.milliseconds.push(milliseconds);
        side.rows.push({
          log: after.log - before.log,
          nodes: after.nodes - before.nodes,
          nodeBytes: after.nodeBytes - before.nodeBytes,
        });
      }
    }
    for (const { pages, milliseconds, rows } of sides) {
      console.log(
        `${pages} pages: ${median(milliseconds).toFixed(2)} ms an edit; ` +
          `${median(rows.map((row) => row.nodes))} tree nodes of ${median(rows.map((row) => row.nodeBytes))} bytes together, ` +
          `${median(rows.map((row) => row.log))} bytes of write-ahead log`,
      );
    }
    const [small, large] = sides.map((side) => median(side.milliseconds));
    console.log(`ratio: ${((large as number) / (small as number)).toFixed(2)}`);

    async function fill(spaceId: string, pages: number): Promise<void> {
      const directory = join(folder.path, String(pages));
      for (const [path, content] of Object.entries(documentationFiles(pages, 'e1'))) {
        mkdirSync(dirname(join(directory, path)), { recursive: true });
        writeFileSync(join(directory, path), content as string);
      }
      await runImport(
        context,
        store,
        {
          space: await getSpace(context, spaceId),
          projectDirectory: '',
          treeUrl: undefined,
          commitUrl: undefined,
          ref: undefined,
          importedOid: null,
          isForced: false,
          isStandalone: false,
          authorId: null,
        },
        {
          source: await openFolderSource(directory),
          signal: new AbortController().signal,
          onProgress: () => {},
          onCommit: async () => {},
        },
      );
    }
  } finally {
    await platform.close();
    await folder.remove();
  }
}

interface Written {
  /** Bytes of write-ahead log. */
  log: number;
  nodes: number;
  nodeBytes: number;
}

async function readWritten({ db }: Context): Promise<Written> {
  const { rows } = await sql<Written>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as log, count(*)::float8 as nodes,
      coalesce(sum(octet_length(node)), 0)::float8 as "nodeBytes" from tree_node`.execute(db);
  return rows[0] as Written;
}

async function getSpace({ pointers }: Context, spaceId: string): Promise<SpacePointer> {
  return (await pointers.spaces.find(spaceId)) as SpacePointer;
}
