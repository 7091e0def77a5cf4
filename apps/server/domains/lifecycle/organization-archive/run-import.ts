import type { Context } from '../../../platform/context.ts';
import { isDatabaseAway } from '../../../platform/db/database-failure.ts';
import { removeArchivedEvents } from '../../insights/archived-events.queries.ts';
import { archiveInvalid, type ImportReport } from './archive-format.ts';
import { findImport } from './archives.repository.ts';
import { type ImportOptions, importArchive } from './import-archive.ts';
import { explainDamage, openArchive, type ReadableArchive } from './read-archive.ts';

/** A few small files of an archive may be many times as large as the archive itself. */
const MAX_UNPACKED = 10;

/**
 * Imports the archive in a file of this machine. Its files come first, into a folder that belongs to no organization
 * yet; everything else comes in one transaction. If it fails, nothing is left.
 */
export async function runImport(
  context: Pick<Context, 'db' | 'clickHouse' | 'transact' | 'clock' | 'keyRing' | 'blobs' | 'config' | 'log'>,
  { path, size, ...options }: ImportOptions & { path: string; size: number },
): Promise<ImportReport> {
  const { db, blobs, config, log } = context;
  const { organizationId, signal } = options;
  const maxBytes = MAX_UNPACKED * config.limits.archiveBytes;
  const archive = await openArchive(path, { archiveBytes: size, maxBytes });
  try {
    // Of a run that was interrupted.
    await removeArchivedEvents(context, organizationId, signal);
    await storeFiles(blobs, archive, options);
    return await importArchive(context, archive, options);
  } catch (error) {
    // Another worker continues with the files that are there already. Nobody knows whether a lost commit has arrived.
    if (
      !signal.aborted &&
      !isDatabaseAway(error) &&
      (await findImport(db, organizationId))?.status !== 'completed'
    )
      await Promise.all([
        blobs.deleteAll(organizationId, signal),
        removeArchivedEvents(context, organizationId, signal),
      ]).catch((failure: unknown) => {
        log.warn({ err: failure, organizationId }, 'could not remove what an import that failed had stored');
      });
    throw explainDamage(error);
  } finally {
    archive.close();
  }
}

async function storeFiles(
  blobs: Context['blobs'],
  archive: ReadableArchive,
  { organizationId, signal }: Pick<ImportOptions, 'organizationId' | 'signal'>,
): Promise<void> {
  for (const name of archive.files) {
    signal.throwIfAborted();
    const stored = await blobs.put(organizationId, (await archive.readFile(name)) as AsyncIterable<Buffer>);
    if (stored.hash.toString('hex') !== name)
      throw archiveInvalid(`the file ${name} is not what its name says.`);
  }
}
