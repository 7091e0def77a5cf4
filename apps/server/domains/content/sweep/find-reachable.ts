import { readNodeReferences } from '@lectern/content/tree/node-references';
import type { Kysely } from 'kysely';
import { readNodes } from '../../../content/tree/tree.repository.ts';
import type { DB } from '../../../platform/db/schema.ts';
import {
  addReachable,
  addRoots,
  analyzeReachable,
  type ContentKind,
  createReachable,
  dropReachable,
  listReachable,
  type ReachableRow,
} from './reachable.repository.ts';

/** Nodes hold 64 entries at most: a batch takes a few megabytes. */
const BATCH = 500;

/** Finds what revisions hold. Each node is read once, however many revisions share it. */
export interface ReachableContent {
  /** The session with the table `reachable`. */
  session: Kysely<DB>;
  /** Adds the content of the present revisions. Returns the number of revisions. */
  addRevisions(signal: AbortSignal): Promise<number>;
  /** Yields batches of the hashes added since `after`, in the order of adding. */
  list(kind: ContentKind, after?: number): AsyncIterable<ReachableRow[]>;
}

/** Runs work on the content reachable from an organization's revisions, or from those of one of its spaces. */
export function withReachable<T>(
  db: Kysely<DB>,
  from: { organizationId: string; spaceId?: string },
  work: (reachable: ReachableContent) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (session) => {
    await createReachable(session);
    let walkedTo = 0;

    async function* list(kind: ContentKind, after = 0): AsyncGenerator<ReachableRow[]> {
      let last = after;
      for (;;) {
        const rows = await listReachable(session, kind, { after: last, limit: BATCH });
        if (rows.length === 0) return;
        yield rows;
        last = rows.at(-1)?.position as number;
      }
    }

    async function walk(signal: AbortSignal): Promise<void> {
      for await (const rows of list('node', walkedTo)) {
        signal.throwIfAborted();
        const hashes = rows.map(({ hash }) => hash);
        const found = await readNodes(session, from.organizationId, hashes);
        const named = hashes.map((hash) => {
          const node = found.get(hash);
          // Its unknown children would be taken for garbage.
          if (node === undefined) throw new Error(`The content node ${hash} is missing.`);
          return readNodeReferences(node);
        });
        for (const [kind, field] of FIELDS)
          await addReachable(
            session,
            kind,
            named.flatMap((references) => references[field]),
          );
        walkedTo = rows.at(-1)?.position as number;
      }
    }

    try {
      return await work({
        session,
        list,
        async addRevisions(signal) {
          const count = await addRoots(session, from);
          await walk(signal);
          await analyzeReachable(session);
          return count;
        },
      });
    } finally {
      await dropReachable(session);
    }
  });
}

const FIELDS = [
  ['node', 'nodes'],
  ['document', 'documents'],
  ['blob', 'blobs'],
] as const;
