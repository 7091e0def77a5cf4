/** Kills the service and its database while events are added to the rollups: each is in them once. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WRITERS_LOCK } from '../../apps/server/domains/insights/rollups/mark.repository.ts';
import { createRandom } from '../random.ts';
import { askDatabase, type Sql } from './ask-database.ts';
import { createPreparedSetup, request, type Setup } from './service-process.ts';
import { chooseVictim, killVictim } from './victims.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = { LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_LOG_LEVEL: 'fatal' };
const ROUNDS = process.env.LECTERN_ROUNDS ? Number(process.env.LECTERN_ROUNDS) : 15;
/** About two seconds of work. */
const EVENTS = 60_000;
/** The job is found within a second. */
const MAX_DELAY_MS = 4000;
const FIRST_DAY = '2026-03-27';

interface Site {
  organizationId: string;
  siteId: string;
}

/**
 * Visitors come on several days, late events among them; some of them sign in on the way, which takes them out of the
 * audiences again.
 */
const insertEvents = (sql: Sql, { organizationId, siteId }: Site, round: number): Promise<unknown> =>
  sql.begin(async (trx) => {
    await trx`select pg_advisory_xact_lock_shared(${WRITERS_LOCK}::bigint)`;
    await trx`
    insert into site_event (organization_id, site_id, occurred_at, type, visitor, session, claims_id,
      is_authenticated, display_context, bot, device, browser, os, language, page_id, url_origin, url_path)
    select ${organizationId}::uuid, ${siteId}::uuid,
      ${FIRST_DAY}::timestamptz + (hashint8extended(n, ${round}) & 7) * interval '1 day' + n * interval '1 second',
      case when n % 25 = 0 then 3 else 0 end, v, hashint8extended(v, n % 3),
      case when v % 11 = 0 then 1 end, v % 11 = 0 or (v % 7 = 0 and n % 5 = 0), 0,
      case when v % 20 = 7 then 1 end, (v % 3)::smallint, 0, 0, case when v % 2 = 0 then 'de' end,
      ('00000000-0000-7000-8000-' || lpad(to_hex(n % 40), 12, '0'))::uuid, 'https://docs.example.com', '/' || n % 40
    from (
      select n, hashint8extended(n, ${round + 1000}) & 4095 as v from generate_series(1, ${EVENTS}::bigint) n) g`;
  });

const makeDue = (setup: Setup): Promise<unknown> =>
  askDatabase(setup, (sql) => sql`update job set run_at = now() where kind = 'insights-rollups'`);

/** After a crash, the sequence continues with a later number: the mark may be beyond the last event. */
const isDone = (setup: Setup): Promise<boolean> =>
  askDatabase(setup, async (sql) => {
    const [row] = await sql<{ is_done: boolean }[]>`
      select event_id >= (select max(event_id) from site_event) as is_done from insights_mark`;
    return row?.is_done === true;
  });

const COMBINATION = 'claims_id, is_authenticated, display_context, bot';
const ROLLUPS: Record<string, string> = {
  site_event_hour: 'hour, type, display_context, bot, site_section_id, site_space_id',
  site_page_day: 'day, type, display_context, bot, space_id, page_id',
  site_session_day: `day, type, visitor, session, ${COMBINATION}, device, browser, os, language, country`,
  site_referral_day: 'day, type, visitor, session, display_context, bot, referrer_domain, utm_campaign',
  site_visitor_day: `day, visitor, ${COMBINATION}, is_uniform, previous_day`,
  site_audience_day: `day, previous_day, ${COMBINATION}, visitors`,
};

/** A digest and the number of events of each rollup. Rows of one session and day are added up. */
async function describeRollups(sql: Sql): Promise<Record<string, unknown>> {
  const described: Record<string, unknown> = {};
  for (const [table, columns] of Object.entries(ROLLUPS)) {
    const [row] = await sql.unsafe(`
      select coalesce(sum(events), 0)::integer as events, md5(string_agg(g::text, E'\\n' order by g::text)) as digest
      from (select ${columns}, sum(events) as events from ${table} group by ${columns}) g`);
    described[table] = { ...row };
  }
  return described;
}

test('events are in the rollups once, whatever is killed when', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  const random = createRandom(seed);
  const setup = await createPreparedSetup();
  try {
    let service = await setup.serve(ENVIRONMENT);
    const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
    const organizationId = organizations.body.items[0]?.id as string;
    const created = await request<{ id: string }>(service, TOKEN, `/v1/orgs/${organizationId}/sites`, {
      method: 'POST',
      body: { title: 'Docs' },
    });
    const site = { organizationId, siteId: created.body.id };
    await askDatabase(
      setup,
      (sql) =>
        sql`create table site_event_2026_03_04 partition of site_event for values from ('2026-03-01') to ('2026-05-01')`,
    );
    let cutOff = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await askDatabase(setup, (sql) => insertEvents(sql, site, round));
      await makeDue(setup);
      const delay = random() * MAX_DELAY_MS;
      await sleep(delay);
      service = await killVictim({ setup, service, victim: chooseVictim(random) }, ENVIRONMENT);
      const where = `seed ${seed}, round ${round}: killed after ${Math.round(delay)} ms`;
      const [left] = await askDatabase(
        setup,
        (sql) => sql`
          select (select sum(events)::integer from site_event_hour) as added,
            (select nullif(count(*), 0)::integer from site_event where event_id <= m.event_id) as marked,
            m.event_id < (select max(event_id) from site_event) as is_behind
          from insights_mark m`,
      );
      expect(left?.added, where).toBe(left?.marked);
      if (left?.is_behind) cutOff += 1;
    }
    console.log(`${cutOff} of ${ROUNDS} runs were cut off.`);
    const finish = async (): Promise<void> => {
      while (!(await isDone(setup))) {
        await makeDue(setup);
        await sleep(500);
      }
    };
    await finish();
    const killed = await askDatabase(setup, describeRollups);
    // The same events, added by one run that nobody kills.
    await askDatabase(setup, async (sql) => {
      await sql`
        truncate site_event_hour, site_page_day, site_session_day, site_referral_day, site_visitor_day, site_audience_day`;
      await sql`update insights_mark set event_id = 0`;
    });
    await finish();
    const undisturbed = await askDatabase(setup, describeRollups);
    expect(killed, `seed ${seed}`).toEqual(undisturbed);
    expect(killed.site_event_hour, `seed ${seed}`).toMatchObject({ events: ROUNDS * EVENTS });
    expect((await service.stop()).code).toBe(0);
  } finally {
    await setup.clean();
  }
});
