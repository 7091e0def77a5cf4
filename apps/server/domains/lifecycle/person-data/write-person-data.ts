import type { Readable } from 'node:stream';
import type { Context } from '../../../platform/context.ts';
import { ZipWriter } from '../../../platform/storage/zip-writer.ts';
import { readAuditOf, readPersonRows } from './person-data.queries.ts';
import { PERSON_TABLES } from './person-tables.ts';

/** Writes what the instance holds about a person as a ZIP archive of JSON files, while it is read. */
export function writePersonData({ jobDb, log }: Pick<Context, 'jobDb' | 'log'>, userId: string): Readable {
  const zip = new ZipWriter();
  const { output } = zip;
  const write = async (): Promise<void> => {
    await jobDb
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        for (const [name, table] of Object.entries(PERSON_TABLES))
          await zip.add(`${name}.json`, toList(readPersonRows(trx, name, { ...table, userId })));
        await zip.add('audit.json', toList(readAuditOf(trx, userId)));
      });
    zip.end();
  };
  write().catch((error: Error) => {
    if (!output.destroyed) log.error({ err: error, userId }, 'could not write the data of a person');
    output.destroy(error);
  });
  return output;
}

async function* toList(rows: AsyncIterable<string>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    yield separator + row;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
