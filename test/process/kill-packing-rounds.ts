/** Kills the service at chosen points while it packs autosaves: every acknowledged one reads as before. */
import { execFile } from 'node:child_process';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { askDatabase } from './ask-database.ts';
import {
  call,
  ENVIRONMENT,
  expectWholeHistory,
  runNow,
  type Scene,
  save,
  textOf,
  withScene,
} from './kill-autosave-rounds.ts';
import { waitFor } from './service-process.ts';
import { chooseVictim, killVictim } from './victims.ts';

const SAVES = 12;
/** How long packing stays at a point; the kill comes before. */
const HOLD_SECONDS = 30;
/** Every acknowledged save is read after the last kill, the last saves and some others after each. */
const SAMPLE = 8;

/** Where packing is held. Packs are joined from the second round on: that inserts once more, and deletes. */
export const PACKING_POINTS: readonly { table: string; when: string }[] = [
  { table: 'content_pack', when: 'before insert' },
  { table: 'document', when: 'before delete' },
  { table: 'tree_node', when: 'after delete' },
  { table: 'revision', when: 'before delete' },
  { table: 'revision_pack', when: 'before insert' },
  { table: 'revision_pack', when: 'after insert' },
  { table: 'content_pack', when: 'before delete' },
  { table: 'content_pack', when: 'after delete' },
];

/** Makes all edits so old that they are packed, and has them packed. */
const startPacking = ({ setup, spaceId }: Scene): Promise<void> =>
  askDatabase(setup, async (sql) => {
    await sql`update revision set created_at = created_at - interval '1 minute'
      where space_id = ${spaceId} and created_at > now() - interval '1 minute'`;
    // The last two packs are joined when the next one is made, however large they are.
    await sql`update content_pack set edits = least(edits, ${SAVES}) where space_id = ${spaceId}`;
    await runNow(sql, 'autosave-packing');
  });

const hold = ({ setup }: Scene, { table, when }: { table: string; when: string }): Promise<void> =>
  askDatabase(setup, async (sql) => {
    await sql.unsafe(`create table if not exists hold (is_over boolean not null)`);
    await sql.unsafe(`truncate hold; insert into hold values (false)`);
    await sql.unsafe(`create or replace function hold() returns trigger language plpgsql as $$ begin
      if not (select is_over from hold) then perform pg_sleep(${HOLD_SECONDS}); end if;
      return case when tg_op = 'DELETE' then old else new end; end $$`);
    await sql.unsafe(`create trigger held ${when} on ${table} for each row execute function hold()`);
  });

/** Whether packing is held. Packing that starts after the kill is not: it would keep its locks while others read. */
const isHeld = ({ setup }: Scene): Promise<boolean> =>
  askDatabase(setup, async (sql) => {
    const rows = await sql`select 1 from pg_stat_activity where wait_event = 'PgSleep'`;
    if (rows.length > 0) await sql`update hold set is_over = true`;
    return rows.length > 0;
  });

/** Ends the session of the killed process: the server would notice only after the pause that it is gone. */
const endHeldSession = ({ setup }: Scene): Promise<void> =>
  askDatabase(setup, async (sql) => {
    await sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity where wait_event = 'PgSleep'`;
  });

const release = ({ setup }: Scene, { table }: { table: string }): Promise<void> =>
  askDatabase(setup, async (sql) => {
    await sql.unsafe(`drop trigger held on ${table}`);
    await runNow(sql, 'autosave-packing');
  });

/** The autosaves that are rows: the last one always is. */
const countRows = ({ setup, spaceId }: Scene): Promise<number> =>
  askDatabase(setup, async (sql) => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from revision where space_id = ${spaceId} and may_coalesce`;
    return row?.count as number;
  });

async function expectExport({ setup, spaceId }: Scene, text: string): Promise<void> {
  const folder = join(dirname(setup.dataDir), 'exported');
  const { code, errors } = await setup.run(['export', spaceId, folder]);
  expect(code, errors).toBe(0);
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  expect(texts.some((one) => one.includes(text))).toBe(true);
}

/** Restores the service as `docs/running/backup.md` describes it for the embedded database. */
async function restoreFromCopy(scene: Scene): Promise<void> {
  const { dataDir } = scene.setup;
  await scene.service.stop();
  // Files keep their owner: PostgreSQL does not run as root.
  await promisify(execFile)('cp', ['-a', dataDir, `${dataDir}.copy`]);
  await rm(dataDir, { recursive: true });
  await rename(`${dataDir}.copy`, dataDir);
  scene.service = await scene.setup.serve(ENVIRONMENT);
}

export const killPacking = ({
  points,
  random,
}: {
  points: typeof PACKING_POINTS;
  random: () => number;
}): Promise<void> =>
  withScene(async (scene) => {
    const acknowledged = new Map<string, string>();
    const saveMore = async (round: string): Promise<void> => {
      for (let n = 0; n < SAVES; n += 1) {
        const text = `Save ${n} of ${round}.`;
        acknowledged.set((await save(scene, text)).revision, text);
      }
    };
    const expectReadable = async (name: string, saved: [string, string][]): Promise<void> => {
      for (const [revision, text] of saved) expect(await textOf(scene, revision), name).toContain(text);
      const [head, text] = [...acknowledged].at(-1) as [string, string];
      const current = await call<{ markdown: string }>(scene, `/content/page/${scene.page}?format=markdown`);
      expect(current.markdown, name).toContain(text);
      const { items } = await call<{ items: { id: string }[] }>(scene, '/revisions?limit=1000');
      expect(items[0]?.id, name).toBe(head);
      const listed = items.map(({ id }) => id);
      expect(listed, name).toEqual(expect.arrayContaining([...acknowledged.keys()]));
      await expectWholeHistory(scene);
    };
    await saveMore('the first pack');
    await startPacking(scene);
    await waitFor('the first pack', async () => (await countRows(scene)) <= 1);
    for (const point of points) {
      const name = `${point.when} of ${point.table}`;
      await saveMore(name);
      await hold(scene, point);
      await startPacking(scene);
      await waitFor(`packing to come to the point ${name}`, () => isHeld(scene));
      scene.service = await killVictim(
        { setup: scene.setup, service: scene.service, victim: chooseVictim(random) },
        ENVIRONMENT,
      );
      await endHeldSession(scene);
      // A read by its id keeps a revision: the others stay what is packed.
      const sample = [...acknowledged].filter(() => random() < SAMPLE / acknowledged.size);
      await expectReadable(name, sample);
      await release(scene, point);
      await waitFor('the edits to be packed', async () => (await countRows(scene)) <= 1);
      await expectReadable(name, sample);
    }
    await restoreFromCopy(scene);
    await expectReadable('at the end', [...acknowledged]);
    // Last, because it adds a revision with what the folder has, which is not part of the history.
    await expectExport(scene, [...acknowledged.values()].at(-1) as string);
  });
