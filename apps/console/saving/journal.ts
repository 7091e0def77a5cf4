import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { PagePlace } from '../api/place.ts';

/** A request that was sent and perhaps received. It is sent again as it is until its outcome is known. */
export interface SentRequest {
  idempotencyKey: string;
  revision: string;
  change: Record<string, unknown>;
}

/** The unsaved state of a page in a tab. */
export interface JournalEntry {
  /** The tab and the page. */
  id: string;
  /** The author: nobody else may save it. */
  userId: string;
  tab: string;
  place: PagePlace;
  title: string;
  revision: string;
  /** Documents in the form of the editor: what the service has, what it was sent, and what the editor shows. */
  acknowledged: unknown;
  attempted: unknown;
  current: unknown;
  /** Fields of the page that are not saved, such as its title. */
  fields: Record<string, unknown>;
  /** The values of these fields when the writer began to change them. Entries of earlier releases do not have it. */
  bases?: Record<string, unknown>;
  sent: SentRequest | undefined;
  keys: (readonly [handle: string, key: string])[];
  /** Blocks in conflict, with what both began from, and by which id others know of it. */
  conflicts: (readonly [block: string, base: unknown, id?: string | undefined])[];
  at: number;
}

/** A text of a closed tab that the service has refused. It is kept until its writer discards it. */
export interface RefusedText {
  id: string;
  title: string;
  /** Why it was refused. */
  reason: string;
  readMarkdown(): Promise<string>;
  discard(): Promise<void>;
  /** Undoes `discard`. */
  keep(): Promise<void>;
}

interface Store<Entry> extends DBSchema {
  entries: { key: string; value: Entry };
}

/** The unsaved changes, in the database of the browser. It survives a closed tab and a crash. */
export interface Journal<Entry = JournalEntry> {
  /** Throws if the database cannot be read, because that must never look like “no entry”. */
  list(): Promise<Entry[]>;
  write(entry: Entry): Promise<void>;
  remove(id: string): Promise<void>;
}

const VERSION = 1;

/** The name of the journal of Markdown that is edited as such. */
export const SOURCES = 'lectern-source';

/** Each kind of entry has a database of its own. */
export function createJournal<Entry extends { id: string } = JournalEntry>(name = 'lectern'): Journal<Entry> {
  let database: Promise<IDBPDatabase<Store<Entry>>> | undefined;
  const open = (): Promise<IDBPDatabase<Store<Entry>>> => {
    database ??= openDB<Store<Entry>>(name, VERSION, {
      upgrade(db) {
        db.createObjectStore('entries', { keyPath: 'id' });
      },
      // A tab of a newer release waits until this one closes the database.
      blocking: (_current, _blocked, event) => {
        database = undefined;
        (event.target as IDBDatabase).close();
      },
      terminated: () => {
        database = undefined;
      },
    });
    database.catch(() => {
      database = undefined;
    });
    return database;
  };
  return {
    list: async () => (await open()).getAll('entries') as Promise<Entry[]>,
    write: async (entry) => {
      await (await open()).put('entries', entry);
    },
    remove: async (id) => {
      await (await open()).delete('entries', id);
    },
  };
}
