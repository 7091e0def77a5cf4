import type { Hash } from '@lectern/content/tree/hash';

/** The number of documents in one statement. */
const MAX_TOGETHER = 50;

type ReadAll<Row> = (organizationId: string, hashes: readonly Hash[]) => Promise<ReadonlyMap<Hash, Row>>;

/**
 * Reads the documents that are requested in one turn of the event loop by one statement, because a statement costs more
 * than the few kilobytes that it returns.
 */
export function readTogether<Row>(
  readAll: ReadAll<Row>,
): (organizationId: string, hash: Hash) => Promise<Row | undefined> {
  const waiting = new Map<string, { hashes: Set<Hash>; rows: Promise<ReadonlyMap<Hash, Row>> }>();

  function begin(organizationId: string, hash: Hash) {
    const hashes = new Set([hash]);
    const rows = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      if (waiting.get(organizationId)?.hashes === hashes) waiting.delete(organizationId);
      return readAll(organizationId, [...hashes]);
    });
    const batch = { hashes, rows };
    waiting.set(organizationId, batch);
    return batch;
  }

  return async (organizationId, hash) => {
    const known = waiting.get(organizationId);
    if (!known || known.hashes.size >= MAX_TOGETHER)
      return (await begin(organizationId, hash).rows).get(hash);
    known.hashes.add(hash);
    return (await known.rows).get(hash);
  };
}
