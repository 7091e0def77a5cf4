import type { Transaction } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import {
  isKnownCode,
  LONGEST_RETENTION_MS,
  storeArchivedEvents,
} from '../../insights/archived-events.queries.ts';
import { archiveInvalid } from './archive-format.ts';
import type { ArchivedColumn, ArchivedRow } from './archive-rows.queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,6})?)\+00$/;
/** Events are deleted by the month. */
const MONTHS_MS = 62 * DAY_MS;
/** The events of one transaction: a fraction of a second, for which nobody has to wait. */
export const EVENTS_AT_ONCE = 1000;

interface EventPlace {
  columns: readonly ArchivedColumn[];
  /** The sites of the archive, with their new ids. */
  siteIds: ReadonlySet<string>;
  /** When the archive was made. */
  createdAt: string;
}

/**
 * Stores the events of an archive in short transactions, before the one in which the organization appears: that one
 * takes long, and the rollups of all organizations wait for whoever stores events. Events that are too old
 * by now are left out. Because other times are refused, an archive cannot make this instance create months without end.
 */
export function createEventPlacer(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { columns, siteIds, createdAt }: EventPlace,
): {
  /** Returns whether the event is kept. Throws for one that no export has. */
  isKept(row: ArchivedRow): boolean;
  store(rows: readonly ArchivedRow[], insert: (trx: Transaction<DB>) => Promise<void>): Promise<void>;
  readonly expired: number;
} {
  const place = (name: string): number => columns.findIndex((column) => column.name === name);
  const [siteAt, timeAt] = [place('site_id'), place('occurred_at')];
  const now = clock().getTime();
  const made = Date.parse(createdAt);
  if (Number.isNaN(made)) throw archiveInvalid('its manifest.json does not say when it was made.');
  const latest = Math.min(made, now) + DAY_MS;
  const earliest = Math.min(made, now) - LONGEST_RETENTION_MS - MONTHS_MS;
  const months = new Set<string>();
  let expired = 0;
  return {
    get expired() {
      return expired;
    },
    isKept(row) {
      if (!siteIds.has(row[siteAt] ?? '')) throw archiveInvalid('an event is not of a site of the archive.');
      const time = timeOf(row[timeAt] ?? '').getTime();
      if (time > latest) throw archiveInvalid('an event is in the future.');
      if (time < earliest) throw archiveInvalid('an event is older than any are kept.');
      for (const [at, { name }] of columns.entries())
        if (!isKnownCode(name, row[at] ?? null))
          throw archiveInvalid(`an event has a value in ${name} that this version does not know.`);
      if (time >= now - LONGEST_RETENTION_MS) return true;
      expired += 1;
      return false;
    },
    async store(rows, insert) {
      const times = rows.map((row) => timeOf(row[timeAt] ?? ''));
      await storeArchivedEvents(db, { times, months }, insert);
    },
  };
}

function timeOf(text: string): Date {
  const [, day, time] = TIME.exec(text) ?? [];
  const read = new Date(`${day}T${time}Z`);
  if (Number.isNaN(read.getTime())) throw archiveInvalid('the time of an event is not valid.');
  return read;
}
