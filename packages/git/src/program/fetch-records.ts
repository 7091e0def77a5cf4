/** Records when commits were fetched into a cached repository, so that imports of the same commit share one fetch. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const FILE = 'fetches.json';
const MAX_REFS = 200;

const Records = Type.Record(
  Type.String(),
  Type.Object({
    oid: Type.String(),
    /** The address without credentials, after redirects. */
    url: Type.String(),
    /** When the fetch began: it brought all commits that the remote had by then. */
    begunAt: Type.String(),
  }),
);

export type FetchRecord = Static<typeof Records>[string];

async function readRecords(directory: string): Promise<Static<typeof Records>> {
  try {
    const records: unknown = JSON.parse(await readFile(join(directory, FILE), 'utf8'));
    return Value.Check(Records, records) ? records : {};
  } catch {
    return {};
  }
}

/** The last fetch of the ref, if it began at this time or later. */
export async function findFetchSince(
  directory: string,
  ref: string,
  since: Date,
): Promise<FetchRecord | undefined> {
  const record = new Map(Object.entries(await readRecords(directory))).get(ref);
  return record && new Date(record.begunAt) >= since ? record : undefined;
}

/** Call it only under the lock. */
export async function recordFetch(directory: string, ref: string, record: FetchRecord): Promise<void> {
  const others = Object.entries(await readRecords(directory)).filter(([name]) => name !== ref);
  const records = Object.fromEntries([...others.slice(1 - MAX_REFS), [ref, record]]);
  const path = join(directory, FILE);
  await writeFile(`${path}.new`, JSON.stringify(records));
  await rename(`${path}.new`, path);
}
