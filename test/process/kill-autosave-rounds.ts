/** Kills the upkeep of autosaves at random moments: the history is whole each time, and what was referred to is there. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { JobKind } from '../../apps/server/platform/jobs/job-kinds.ts';
import { JOBS_CHANNEL } from '../../apps/server/platform/jobs/queue.ts';
import { createRandom } from '../random.ts';
import { askDatabase, type Sql } from './ask-database.ts';
import { createPreparedSetup, type RunningService, request, type Setup, waitFor } from './service-process.ts';
import { chooseVictim, killVictim } from './victims.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
export const ENVIRONMENT = { LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_LOG_LEVEL: 'fatal' };
/** Several transactions of the upkeep. */
const AUTOSAVES = 4000;
const MAX_DELAY_MS = 2500;

export interface Scene {
  setup: Setup;
  service: RunningService;
  spaceId: string;
  page: string;
}

export async function call<Result>(scene: Scene, path: string, body?: object): Promise<Result> {
  const options = body ? { method: 'POST' as const, body } : {};
  const response = await request<Result>(scene.service, TOKEN, `/v1/spaces/${scene.spaceId}${path}`, options);
  expect(response.status, `${path}: ${JSON.stringify(response.body)}`).toBeLessThan(300);
  return response.body;
}

export const save = (scene: Scene, text: string): Promise<{ revision: string }> =>
  call(scene, '/content', {
    changes: [{ operation: 'update_page', page: scene.page, document: { markdown: `# Page\n\n${text}\n` } }],
  });

export async function textOf(scene: Scene, revision: string): Promise<string> {
  const path = `/revisions/${revision}/page/${scene.page}?format=markdown`;
  return (await call<{ markdown: string }>(scene, path)).markdown;
}

/** Has the running service start a recurring job at once, also one that waits after a crash. */
export async function runNow(sql: Sql, kind: JobKind): Promise<void> {
  await sql`update job set run_at = now(), attempts = 0 where kind = ${kind}`;
  await sql.notify(JOBS_CHANNEL, kind);
}

/** Makes the last edit the end of thousands, all of which are old, and has the upkeep run. */
const addOldAutosaves = ({ setup, spaceId }: Scene, last: string): Promise<void> =>
  askDatabase(setup, async (sql) => {
    await sql`
      with last as (select * from revision where space_id = ${spaceId} and revision_id = ${last}),
      numbered as (select n, gen_random_uuid() as id from generate_series(1, ${AUTOSAVES}) as n),
      chain as (
        select n, id, coalesce(lag(id) over (order by n), (select parents[1] from last)) as parent from numbered),
      inserted as (
        insert into revision (organization_id, space_id, revision_id, parents, root, type, author_id, created_at,
          may_coalesce)
        select organization_id, space_id, id, array[parent], root, type, author_id,
          created_at - interval '2 days' - (${AUTOSAVES} - n) * interval '1 second', true
        from chain, last)
      update revision r set parents = array[(select id from chain order by n desc limit 1)],
        created_at = r.created_at - interval '2 days'
      from last where r.space_id = last.space_id and r.revision_id = last.revision_id`;
    // The service has the parents of the last edit in memory.
    await sql`update space set history_epoch = history_epoch + 1 where space_id = ${spaceId}`;
    await runNow(sql, 'autosave-upkeep');
  });

const countAutosaves = ({ setup, spaceId }: Scene): Promise<number> =>
  askDatabase(setup, async (sql) => {
    const [row] = await sql<{ count: number }[]>`
      select (select count(*) from revision where space_id = ${spaceId} and may_coalesce)::int
        + coalesce((select sum(cardinality(revision_ids)) from revision_pack where space_id = ${spaceId}), 0)::int
        as count`;
    return row?.count as number;
  });

/** Every revision from the current one to the first is there, and only parents that are there are named. */
export const expectWholeHistory = ({ setup, spaceId }: Scene): Promise<void> =>
  askDatabase(setup, async (sql) => {
    // In one statement, because the upkeep goes on.
    const [counts] = await sql<{ line: number; all: number; missing: number }[]>`
      with recursive r as materialized (
        select revision_id, parents from revision where space_id = ${spaceId}
        union all
        select u.id, array[u.parent] from revision_pack p
        cross join lateral unnest(p.revision_ids, p.parents) as u(id, parent)
        where p.space_id = ${spaceId} and u.id is not null),
      line as (
        select r.revision_id, r.parents from r
        where r.revision_id = (select revision_id from space where space_id = ${spaceId})
        union all
        select r.revision_id, r.parents from line join r on r.revision_id = line.parents[1])
      select (select count(*)::int from line) as line, count(*)::int as all,
        (select count(*)::int from r one, unnest(one.parents) as parent
          where not exists (select 1 from r other where other.revision_id = parent)) as missing
      from r`;
    expect(counts?.missing).toBe(0);
    expect(counts?.line).toBe(counts?.all);
  });

/** Runs rounds of kills in a space with one page. */
export async function withScene(run: (scene: Scene) => Promise<void>): Promise<void> {
  const setup = await createPreparedSetup();
  try {
    const service = await setup.serve(ENVIRONMENT);
    const orgs = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
    const path = `/v1/orgs/${orgs.body.items[0]?.id}/spaces`;
    const created = await request<{ id: string }>(service, TOKEN, path, {
      method: 'POST',
      body: { title: 'S' },
    });
    const scene: Scene = { setup, service, spaceId: created.body.id, page: '' };
    const insert = { operation: 'insert_page', title: 'Page', document: { markdown: '# Page\n\nText.\n' } };
    await call(scene, '/content', { changes: [insert] });
    scene.page = (await call<{ pages: { id: string }[] }>(scene, '/content/pages')).pages[0]?.id as string;
    await run(scene);
    await scene.service.stop();
  } finally {
    await setup.clean();
  }
}

/** `seed`: what the random choices follow from. */
export async function killAutosaveUpkeep({ rounds, seed }: { rounds: number; seed: number }): Promise<void> {
  const random = createRandom(seed);
  await withScene(async (scene) => {
    const { setup } = scene;
    const referred = new Map<string, string>();
    let interrupted = 0;
    for (let round = 0; round < rounds; round += 1) {
      const named = (await save(scene, `Named in round ${round}.`)).revision;
      const last = (await save(scene, `The end of round ${round}.`)).revision;
      referred.set(named, await textOf(scene, named));
      await addOldAutosaves(scene, last);
      await sleep(random() * MAX_DELAY_MS);
      const before = await countAutosaves(scene);
      if (before > 0 && before < AUTOSAVES) interrupted += 1;
      scene.service = await killVictim(
        { setup, service: scene.service, victim: chooseVictim(random) },
        ENVIRONMENT,
      );
      await expectWholeHistory(scene);
      await askDatabase(setup, (sql) => runNow(sql, 'autosave-upkeep'));
      await waitFor('the upkeep to be done', async () => (await countAutosaves(scene)) <= 1);
      await expectWholeHistory(scene);
      for (const [revision, text] of referred) expect(await textOf(scene, revision)).toBe(text);
      expect(await textOf(scene, last)).toContain(`The end of round ${round}.`);
    }
    console.log(`${interrupted} of ${rounds} kills were between two transactions.`);
  });
}
