import type { Readable } from 'node:stream';
import { hashOf } from '@lectern/content/tree/hash';
import type { Transaction } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { readRelease } from '../../../platform/http/release.ts';
import { ZipWriter } from '../../../platform/storage/zip-writer.ts';
import type { EventStore } from '../../insights/event-store.ts';
import { openEvents } from '../../insights/open-events.ts';
import {
  ARCHIVE_FORMAT,
  DOCUMENTS,
  ENTER_AGAIN,
  filePath,
  MANIFEST,
  type Manifest,
  NODES,
  PEOPLE,
  tablePath,
} from './archive-format.ts';
import {
  type ArchivedFile,
  fixTextForm,
  listArchivedFiles,
  readColumns,
  readContents,
  readPeople,
  readRows,
} from './archive-rows.queries.ts';
import { ARCHIVED_TABLES, EVENTS, PERSON_COLUMNS } from './archive-tables.ts';

export interface WriteOptions {
  organizationId: string;
  signal: AbortSignal;
}

/**
 * Writes everything of an organization as one ZIP archive, while it is read. Rows are those of one moment; files, which
 * never change, follow after it. `manifest` is complete at the end of the stream.
 */
export function writeArchive(
  { jobDb, clickHouse, blobs, clock }: Pick<Context, 'jobDb' | 'clickHouse' | 'blobs' | 'clock'>,
  { organizationId, signal }: WriteOptions,
): { stream: Readable; manifest: Manifest } {
  const manifest: Manifest = {
    object: 'lectern-organization',
    format: ARCHIVE_FORMAT,
    version: readRelease().version,
    createdAt: clock().toISOString(),
    organization: { id: organizationId, title: '' },
    tables: [],
    documents: 0,
    nodes: 0,
    people: 0,
    files: { count: 0, bytes: 0 },
    missing: [],
    enterAgain: [...ENTER_AGAIN],
  };
  const zip = new ZipWriter();
  const output = zip.output;
  const write = async (): Promise<void> => {
    const files = await jobDb
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        await fixTextForm(trx);
        await addRows(zip, trx, { manifest, signal, events: openEvents({ db: jobDb, clickHouse }) });
        return listArchivedFiles(trx, organizationId);
      });
    await addFiles(zip, blobs, { files, manifest, organizationId, signal });
    await zip.add(MANIFEST, [JSON.stringify(manifest, null, 2)]);
    zip.end();
  };
  write().catch((error: Error) => output.destroy(error));
  return { stream: output, manifest };
}

async function addRows(
  zip: ZipWriter,
  trx: Transaction<DB>,
  { manifest, signal, events }: { manifest: Manifest; signal: AbortSignal; events: EventStore },
): Promise<void> {
  const organizationId = manifest.organization.id;
  const columnsOf = await readColumns(trx, ARCHIVED_TABLES);
  const people = new Set<string>();
  for (const { name } of ARCHIVED_TABLES) {
    const columns = (columnsOf.get(name) ?? []).map((column) => column.name);
    const persons = columns.flatMap((column, at) => (PERSON_COLUMNS.has(column) ? [at] : []));
    const entry = { name, columns, rows: 0 };
    manifest.tables.push(entry);
    const titleAt = name === 'organization' ? columns.indexOf('title') : -1;
    const lines = async function* (): AsyncGenerator<string> {
      const elsewhere = name === EVENTS ? events.readArchived?.(organizationId, columns) : undefined;
      for await (const rows of elsewhere ?? readRows(trx, { table: name, columns, organizationId })) {
        signal.throwIfAborted();
        for (const row of rows) for (const at of persons) if (row[at] !== null) people.add(row[at] as string);
        entry.rows += rows.length;
        if (titleAt >= 0) manifest.organization.title = rows[0]?.[titleAt] ?? '';
        yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      }
    };
    await zip.add(tablePath(name), lines());
  }
  for (const [kind, path, counter] of [
    ['document', DOCUMENTS, 'documents'],
    ['node', NODES, 'nodes'],
  ] as const) {
    const lines = async function* (): AsyncGenerator<string> {
      for await (const content of readContents(trx, organizationId, kind)) {
        signal.throwIfAborted();
        manifest[counter] += 1;
        yield `${JSON.stringify([hashOf(content), content])}\n`;
      }
    };
    await zip.add(path, lines());
  }
  const lines = async function* (): AsyncGenerator<string> {
    for await (const batch of readPeople(trx, organizationId, people)) {
      manifest.people += batch.length;
      yield batch.map((person) => `${JSON.stringify(person)}\n`).join('');
    }
  };
  await zip.add(PEOPLE, lines());
}

async function addFiles(
  zip: ZipWriter,
  blobs: Context['blobs'],
  {
    files,
    manifest,
    organizationId,
    signal,
  }: { files: ArchivedFile[]; manifest: Manifest; organizationId: string; signal: AbortSignal },
): Promise<void> {
  for (const { hash, size } of files) {
    signal.throwIfAborted();
    const content = await blobs.read(organizationId, hash);
    if (!content) {
      manifest.missing.push(hash.toString('hex'));
      continue;
    }
    manifest.files.count += 1;
    manifest.files.bytes += size;
    // Most files are pictures, which are compressed already.
    await zip.add(filePath(hash), content, { compress: false });
  }
}
