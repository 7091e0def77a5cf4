/** Kills the service at chosen points while it packs autosaves: every acknowledged one reads as before. */
import { expect } from 'vitest';
import { askDatabase } from './ask-database.ts';
import {
  call,
  ENVIRONMENT,
  expectWholeHistory,
  type Scene,
  save,
  textOf,
  withScene,
} from './kill-autosave-rounds.ts';
import { waitFor } from './service-process.ts';
import { chooseVictim, killVictim } from './victims.ts';

const SAVES = 12;
const HOLD_SECONDS = 5;

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

/** Makes all edits so old that they are packed, and has them packed at the next start. */
const waitForPacking = ({ setup, spaceId }: Scene): Promise<void> =>
  askDatabase(setup, async (sql) => {
    await sql`update revision set created_at = created_at - interval '1 minute'
      where space_id = ${spaceId} and created_at > now() - interval '1 minute'`;
    await sql`update job set run_at = now() where kind = 'autosave-packing'`;
  });

const hold = ({ setup }: Scene, { table, when }: { table: string; when: string }): Promise<void> =>
  askDatabase(setup, async (sql) => {
    await sql.unsafe(`create sequence if not exists held; alter sequence held restart`);
    await sql.unsafe(`create or replace function hold() returns trigger language plpgsql as $$ begin
      if nextval('held') = 1 then perform pg_sleep(${HOLD_SECONDS}); end if;
      return case when tg_op = 'DELETE' then old else new end; end $$`);
    await sql.unsafe(`create trigger held ${when} on ${table} for each row execute function hold()`);
  });

const isHeld = ({ setup }: Scene): Promise<boolean> =>
  askDatabase(setup, async (sql) => {
    const rows = await sql`select 1 from pg_stat_activity where wait_event = 'PgSleep'`;
    return rows.length > 0;
  });

const release = ({ setup }: Scene, { table }: { table: string }): Promise<void> =>
  askDatabase(setup, async (sql) => {
    await sql.unsafe(`drop trigger held on ${table}`);
    await sql`update job set run_at = now(), attempts = 0 where kind = 'autosave-packing'`;
  });

/** The autosaves that are rows: the last one always is. */
const countRows = ({ setup, spaceId }: Scene): Promise<number> =>
  askDatabase(setup, async (sql) => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from revision where space_id = ${spaceId} and may_coalesce`;
    return row?.count as number;
  });

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
    const restart = async (): Promise<void> => {
      scene.service.kill('SIGKILL');
      await scene.service.ended;
      scene.service = await scene.setup.serve(ENVIRONMENT);
    };
    await saveMore('the first pack');
    await waitForPacking(scene);
    await restart();
    await waitFor('the first pack', async () => (await countRows(scene)) <= 1);
    for (const point of points) {
      const name = `${point.when} of ${point.table}`;
      await saveMore(name);
      await hold(scene, point);
      await waitForPacking(scene);
      await restart();
      await waitFor(`packing to come to the point ${name}`, () => isHeld(scene));
      scene.service = await killVictim(
        { setup: scene.setup, service: scene.service, victim: chooseVictim(random) },
        ENVIRONMENT,
      );
      for (const [revision, text] of acknowledged)
        expect(await textOf(scene, revision), name).toContain(text);
      await expectWholeHistory(scene);
      await release(scene, point);
      await restart();
      await waitFor('the edits to be packed', async () => (await countRows(scene)) <= 1);
      for (const [revision, text] of acknowledged)
        expect(await textOf(scene, revision), name).toContain(text);
      await expectWholeHistory(scene);
      const { items } = await call<{ items: { id: string }[] }>(scene, '/revisions?limit=1000');
      expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([...acknowledged.keys()]));
    }
  });
