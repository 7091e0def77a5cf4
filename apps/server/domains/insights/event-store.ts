import type { Transaction } from 'kysely';
import type { DB } from '../../platform/db/schema.ts';
import type { SiteKey } from '../publishing/sites/structure.queries.ts';
import type { TimeRange } from './aggregate/range.ts';
import type { Aggregation } from './aggregate/read-aggregation.ts';
import type { PageComment } from './answers/comments.queries.ts';
import type { MissingPages } from './answers/missing-pages.queries.ts';
import type { PageKey } from './answers/page-key.ts';
import type { Question } from './answers/question.ts';
import type { Searches } from './answers/searches.queries.ts';
import type { EndPage } from './answers/visits.queries.ts';
import type { EventRow } from './events/event-row.ts';
import type { EventsOfRange } from './export/event-export.queries.ts';
import type { Retention } from './upkeep/upkeep.repository.ts';

export interface NewEvent {
  row: EventRow;
  /** The hash of the id that the sender gave it. */
  receipt: Buffer | undefined;
  /** The values of its claims, by their names. */
  claims: ReadonlyMap<string, readonly string[]> | undefined;
}

/** An event of an archive, as the texts of its columns in the form of PostgreSQL. */
export type EventTexts = readonly (string | null)[];

export interface ArchivedEvents {
  organizationId: string;
  columns: readonly string[];
  rows: readonly EventTexts[];
  /** The values of a set of claims of a site, by their names. */
  claimsOf(siteId: string, claimsId: string): ReadonlyMap<string, readonly string[]> | undefined;
}

/**
 * Where events are, and all statements that read them. Sets of claims, the ids that senders gave, and the numbers of
 * events by day stay in PostgreSQL: they are few, or must change together with other rows.
 */
export interface EventStore {
  /** The time for which events are collected before they are stored together. */
  readonly collectMs: number;
  /** Makes the month of a time, before a transaction stores events in it. */
  createMonth(time: Date): Promise<void>;
  /** Stores events: they are durable at the latest when the transaction is. */
  insert(trx: Transaction<DB>, events: readonly NewEvent[]): Promise<void>;
  /** Notes on a stored event why there was no page. */
  noteNotFound(event: EventRow, notFound: number): Promise<void>;

  /** Counts, or lists, events. Returns the names under which the rows have the parts of each column. */
  aggregate(asked: {
    site: SiteKey;
    aggregation: Aggregation;
    /** The present time; undefined: rollups are not used. */
    now: Date | undefined;
  }): Promise<{ rows: Record<string, unknown>[]; names: readonly (readonly string[])[] }>;
  listEndPages(question: Question, end: 'first' | 'last'): Promise<EndPage[]>;
  listSearches(question: Question, only: 'without-result' | 'without-click' | undefined): Promise<Searches>;
  countClicks(question: Question, urls: readonly string[]): Promise<Map<string, number>>;
  listComments(question: Question, pages: readonly PageKey[]): Promise<Map<string, PageComment[]>>;
  listMissingPages(question: Question): Promise<MissingPages>;
  findPaths(question: Question, pages: readonly PageKey[]): Promise<Map<string, string>>;
  /** The events of a range in the order in which they happened, some at a time. */
  readEvents(site: SiteKey, range: TimeRange): EventsOfRange;

  /** Deletes the events of a visitor, and returns their number. */
  deleteVisitor(trx: Transaction<DB>, site: SiteKey, visitor: bigint): Promise<number>;
  /** Deletes some of the events that are older than their retention. Returns whether there may be more. */
  deleteSomeExpired(retention: Retention, now: Date): Promise<boolean>;
  /** Deletes the months before the longest retention. */
  deleteOldMonths(now: Date): Promise<void>;
  /** Deletes some of the events of an organization. Returns whether there may be more. */
  deleteSomeOf(organizationId: string): Promise<boolean>;
  /** Adds what has arrived to the rollups, if there are any. */
  rollUp(signal: AbortSignal): Promise<void>;

  /** All events of an organization for an archive; undefined: they are rows of its database. */
  readArchived?(organizationId: string, columns: readonly string[]): AsyncGenerator<EventTexts[]>;
  /** Stores events of an archive; undefined: they are rows of its database. */
  storeArchived?(events: ArchivedEvents): Promise<void>;
}
