import { statfs } from 'node:fs/promises';
import type { Context } from '../../../platform/context.ts';
import { findTitles } from '../organizations/organizations.queries.ts';
import {
  listFilesByOrganization,
  listLargestTables,
  readDatabaseFacts,
  type TableSize,
} from './measure.repository.ts';

/** Measuring reads a row for each file, so the result is shared for a while. */
const KEPT_MS = 5 * 60 * 1000;
const SHOWN_TABLES = 10;
const SHOWN_ORGANIZATIONS = 100;

export interface Storage {
  measuredAt: Date;
  database: { bytes: number; tables: TableSize[] };
  files: { count: number; bytes: number };
  disk: Disk | undefined;
  organizations: { id: string; title: string; files: number; bytes: number }[];
}

export interface Disk {
  freeBytes: number;
  totalBytes: number;
}

/** Measures what is stored, at most once in five minutes. */
export function createMeasureStorage(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
): () => Promise<Storage> {
  let last: { at: number; storage: Promise<Storage> } | undefined;
  return () => {
    const at = context.clock().getTime();
    if (last === undefined || at - last.at >= KEPT_MS) {
      const storage = measure(context);
      last = { at, storage };
      // The next request measures again.
      storage.catch(() => {
        last = undefined;
      });
    }
    return last.storage;
  };
}

async function measure({ db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>): Promise<Storage> {
  const { bytes } = await readDatabaseFacts(db);
  const tables = await listLargestTables(db, SHOWN_TABLES);
  const all = await listFilesByOrganization(db);
  const shown = all.slice(0, SHOWN_ORGANIZATIONS);
  const titles = await findTitles(
    db,
    shown.map(({ organizationId }) => organizationId),
  );
  return {
    measuredAt: clock(),
    database: { bytes, tables },
    files: {
      count: all.reduce((sum, one) => sum + one.files, 0),
      bytes: all.reduce((sum, one) => sum + one.bytes, 0),
    },
    disk: await measureDisk(config),
    organizations: shown.map(({ organizationId, ...size }) => ({
      id: organizationId,
      title: titles.get(organizationId) ?? '',
      ...size,
    })),
  };
}

/** The disk of the data directory. */
export async function measureDisk({
  dataDir,
}: Pick<Context['config'], 'dataDir'>): Promise<Disk | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    // Not every file system says how large it is.
    return undefined;
  }
}
