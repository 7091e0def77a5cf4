import type { Kysely } from 'kysely';
import type { DB } from '../../platform/db/schema.ts';
import { buildStatement } from './aggregate/aggregation.queries.ts';
import { runStatement } from './aggregate/run-statement.queries.ts';
import { listComments } from './answers/comments.queries.ts';
import { countClicks } from './answers/link-clicks.queries.ts';
import { listMissingPages } from './answers/missing-pages.queries.ts';
import { findPaths } from './answers/paths.queries.ts';
import { listSearches } from './answers/searches.queries.ts';
import { listEndPages } from './answers/visits.queries.ts';
import type { EventStore } from './event-store.ts';
import { createPartition, insertEvents, updateNotFound } from './events/events.repository.ts';
import { readEvents } from './export/event-export.queries.ts';
import { joinWriters, lockMark } from './rollups/mark.repository.ts';
import { rollUp } from './rollups/roll-up.ts';
import { deleteEventsOf } from './rollups/rollups.repository.ts';
import {
  deleteSomeEvents,
  deleteSomeExpired,
  dropOldPartitions,
  summarizeArrivals,
} from './upkeep/upkeep.repository.ts';

/** Events as rows of the database that has everything else. */
export function openPostgresEvents(db: Kysely<DB>): EventStore {
  return {
    collectMs: 0,
    createMonth: (time) => createPartition(db, time),
    async insert(trx, events) {
      await joinWriters(trx);
      await insertEvents(
        trx,
        events.map(({ row }) => row),
      );
    },
    noteNotFound: (event, notFound) => updateNotFound(db, event, notFound),
    aggregate: ({ site, aggregation, now }) =>
      runStatement(db, (mark) => buildStatement({ site, aggregation, rolled: now && { mark, now } })),
    listEndPages: (question, end) => listEndPages(db, question, end),
    listSearches: (question, only) => listSearches(db, question, only),
    countClicks: (question, urls) => countClicks(db, question, urls),
    listComments: (question, pages) => listComments(db, question, pages),
    listMissingPages: (question) => listMissingPages(db, question),
    findPaths: (question, pages) => findPaths(db, question, pages),
    readEvents: (site, range) => readEvents(db, site, range),
    deleteVisitor: async (trx, site, visitor) =>
      deleteEventsOf(trx, site, { visitor, mark: await lockMark(trx) }),
    deleteSomeExpired: (retention, now) => deleteSomeExpired(db, retention, now),
    deleteOldMonths: (now) => dropOldPartitions(db, now),
    deleteSomeOf: (organizationId) => deleteSomeEvents(db, organizationId),
    async rollUp(signal) {
      await rollUp(db, { signal });
      await summarizeArrivals(db);
    },
  };
}
