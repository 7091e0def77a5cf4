import type { Kysely } from 'kysely';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';
import { loadClaims } from '../aggregate/claims.queries.ts';
import type { TimeRange } from '../aggregate/range.ts';
import { CLICKHOUSE_EVENTS } from '../aggregate/sources.ts';
import type { ArchivedEvents, EventStore } from '../event-store.ts';
import {
  type EventsOfRange,
  EXPORTED_PARTS,
  exportedParts,
  toEvent,
} from '../export/event-export.queries.ts';
import { openPostgresEvents } from '../postgres-events.ts';
import { beginOfLongestRetention, endOfRetention } from '../upkeep/upkeep.repository.ts';
import { buildClickHouseStatement } from './aggregation.queries.ts';
import {
  countClicks,
  findPaths,
  listComments,
  listEndPages,
  listMissingPages,
  listSearches,
} from './answers.queries.ts';
import {
  deleteBefore,
  deleteMonthsBefore,
  deleteOrganization,
  deleteVisitor,
  streamOrganization,
  streamSite,
  updateNotFound,
} from './events.queries.ts';
import { readRow } from './read-row.ts';
import { EventIds, fromTexts, newToken, toStoredEvent, toTexts } from './stored-event.ts';

/** Each insertion makes a part of the table, which is merged with others: a few in a second are enough. */
const COLLECT_MS = 200;

const ids = new EventIds();

/** Events in ClickHouse. Those that are still in PostgreSQL are deleted with them, but not counted. */
export function openClickHouseEvents(db: Kysely<DB>, clickHouse: ClickHouse): EventStore {
  const before = openPostgresEvents(db);
  return {
    collectMs: COLLECT_MS,
    createMonth: async () => {},
    async insert(_trx, events) {
      const now = new Date();
      const rows = events.map((event) => toStoredEvent(event, ids.next(now)));
      await clickHouse.insert('site_event', rows, newToken());
    },
    noteNotFound: (event, notFound) => updateNotFound(clickHouse, event, notFound),
    async aggregate({ site, aggregation }) {
      const { query, names, types } = buildClickHouseStatement({ site, aggregation });
      const rows = await clickHouse.select<Record<string, unknown>>(query);
      return { rows: rows.map((row) => readRow(row, types)), names };
    },
    listEndPages: (question, end) => listEndPages(clickHouse, question, end),
    listSearches: (question, only) => listSearches(clickHouse, question, only),
    countClicks: (question, urls) => countClicks(clickHouse, question, urls),
    listComments: (question, pages) => listComments(clickHouse, question, pages),
    listMissingPages: (question) => listMissingPages(clickHouse, question),
    findPaths: (question, pages) => findPaths(clickHouse, question, pages),
    readEvents: (site, range) => readEvents({ db, clickHouse }, site, range),
    async deleteVisitor(trx, site, visitor) {
      const deleted = await before.deleteVisitor(trx, site, visitor);
      return deleted + (await deleteVisitor(clickHouse, site, visitor));
    },
    async deleteSomeExpired(retention, now) {
      if (await before.deleteSomeExpired(retention, now)) return true;
      await deleteBefore(clickHouse, retention, endOfRetention(retention, now));
      return false;
    },
    async deleteOldMonths(now) {
      await before.deleteOldMonths(now);
      await deleteMonthsBefore(clickHouse, beginOfLongestRetention(now));
    },
    async deleteSomeOf(organizationId) {
      if (await before.deleteSomeOf(organizationId)) return true;
      await deleteOrganization(clickHouse, organizationId);
      return false;
    },
    // It keeps what is left in PostgreSQL as it is.
    rollUp: async () => {},
    async *readArchived(organizationId, columns) {
      for await (const events of streamOrganization(clickHouse, organizationId))
        yield events.map((event) => toTexts(event, columns));
    },
    storeArchived: (events) => storeArchived(clickHouse, events),
  };
}

const EXPORTED_TYPES = new Map(EXPORTED_PARTS.map(({ name, type }) => [name, type]));

async function* readEvents(
  { db, clickHouse }: { db: Kysely<DB>; clickHouse: ClickHouse },
  site: SiteKey,
  range: TimeRange,
): EventsOfRange {
  for await (const events of streamSite(clickHouse, site, range, exportedParts(CLICKHOUSE_EVENTS))) {
    const claimsIds = new Set(events.flatMap(({ claims_id: id }) => (id === null ? [] : [String(id)])));
    const claims = await loadClaims(db, site, [...claimsIds]);
    yield events.map((event) =>
      toEvent({
        ...readRow(event, EXPORTED_TYPES),
        claims: event.claims_id === null ? null : (claims.get(String(event.claims_id)) ?? null),
      }),
    );
  }
}

async function storeArchived(
  clickHouse: ClickHouse,
  { organizationId, columns, rows, claimsOf }: ArchivedEvents,
): Promise<void> {
  const siteAt = columns.indexOf('site_id');
  const claimsAt = columns.indexOf('claims_id');
  const now = new Date();
  const events = rows.map((texts) => {
    const claimsId = texts[claimsAt] ?? null;
    const claims = claimsId === null ? undefined : claimsOf(texts[siteAt] ?? '', claimsId);
    return fromTexts(texts, columns, { organizationId, id: ids.next(now), claims });
  });
  await clickHouse.insert('site_event', events, newToken());
}
