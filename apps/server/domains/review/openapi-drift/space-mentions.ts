import type { Hash } from '@lectern/content/tree/hash';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { ChangedNames } from '@lectern/openapi/mentions/changed-names';
import type { Mention, MentionedSpec } from '@lectern/openapi/mentions/find-mentions';
import { LRUCache } from 'lru-cache';
import { readSourceBatch } from '../../../content/facts/facts.repository.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { Context } from '../../../platform/context.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import { type FoundMentions, findMentionsTask } from '../../specs/tasks/find-mentions.ts';

/** A page or reusable content that names something that changed. */
export interface TouchedOwner {
  kind: 'page' | 'reusable-content';
  id: string;
  mentions: Mention[];
}

export interface SpaceMentions {
  owners: TouchedOwner[];
  /** False: not every page could be read, or one names more than is listed. */
  isComplete: boolean;
}

/** The changed names to look for. `key` identifies the comparison from which they come. */
export interface LookedFor {
  key: string;
  names: ChangedNames;
  spec: MentionedSpec;
}

/** The bytes that one request may still read. A space is begun while some are left, and then read to its end. */
export interface ReadingBudget {
  bytes: number;
}

const KEPT_BYTES = 16_000_000;
const BATCH_DOCUMENTS = 200;
const BATCH_BYTES = 1_000_000;
const DEADLINE_MS = 30_000;
/** At most this many bytes of sources of one space are read, and at most this many mentions listed. */
const MAX_SPACE_BYTES = 400_000_000;
const MAX_SPACE_MENTIONS = 20_000;
/** The cost of a document that takes too much time or memory. */
const COST_OF_FAILURE = 20_000_000;

interface Owner extends Omit<TouchedOwner, 'mentions'> {
  title: string;
  hash: Hash;
}

/**
 * Finds the mentions in the pages of one revision. They follow from the revision and the comparison alone, and are kept
 * in memory by both.
 */
export function createSpaceMentions({ db, threads }: Pick<Context, 'db' | 'threads'>) {
  const kept = new LRUCache<string, SpaceMentions>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (mentions) => 200 + JSON.stringify(mentions).length,
  });

  async function read(
    { space, snapshot }: OpenRevision,
    lookedFor: LookedFor,
    budget: ReadingBudget,
  ): Promise<SpaceMentions> {
    const least = budget.bytes - MAX_SPACE_BYTES;
    let count = 0;
    const owners = listOwners(snapshot);
    const byHash = new Map<Hash, Owner[]>();
    for (const owner of owners)
      (byHash.get(owner.hash) ?? byHash.set(owner.hash, []).get(owner.hash))?.push(owner);
    const found = new Map<Owner, Mention[]>();
    let isComplete = true;
    let waiting = [...byHash.keys()];
    while (waiting.length > 0) {
      if (budget.bytes <= least || count > MAX_SPACE_MENTIONS) {
        isComplete = false;
        break;
      }
      const wanted = waiting.slice(0, BATCH_DOCUMENTS);
      const { sources, postponed } = await readSourceBatch(db, space.organizationId, wanted, BATCH_BYTES);
      waiting = [...postponed, ...waiting.slice(BATCH_DOCUMENTS)];
      for (const { source } of sources) budget.bytes -= source.length;
      const documents = sources.flatMap(({ hash, source }) =>
        (byHash.get(hash) ?? []).map((owner) => ({ owner, source, title: owner.title })),
      );
      const results = await findIn(
        documents.map(({ source, title }) => ({ source, title })),
        lookedFor,
        budget,
      );
      for (const [n, { owner }] of documents.entries()) {
        const result = results[n];
        if (!result?.isComplete) isComplete = false;
        if (!result || result.mentions.length === 0) continue;
        found.set(owner, result.mentions);
        count += result.mentions.length;
      }
    }
    return {
      owners: owners.flatMap((owner) => {
        const mentions = found.get(owner);
        return mentions ? [{ kind: owner.kind, id: owner.id, mentions }] : [];
      }),
      isComplete,
    };
  }

  /** If a batch takes too much time or memory, reads its documents one by one, and omits those that still do. */
  async function findIn(
    documents: readonly { source: Buffer; title: string }[],
    { names, spec }: LookedFor,
    budget: ReadingBudget,
  ): Promise<(FoundMentions | undefined)[]> {
    const run = async (some: typeof documents): Promise<FoundMentions[] | undefined> => {
      try {
        const options = { lane: 'request', deadlineMs: DEADLINE_MS } as const;
        return await threads.run(findMentionsTask, { names, spec, documents: some }, options);
      } catch (error) {
        if (!(error instanceof ThreadLimitError)) throw error;
        budget.bytes -= COST_OF_FAILURE;
        return undefined;
      }
    };
    const together = await run(documents);
    if (together || documents.length === 1) return together ?? [undefined];
    const results: (FoundMentions | undefined)[] = [];
    for (const document of documents) {
      // Many such documents must not occupy a thread for hours.
      const found = budget.bytes > 0 ? await run([document]) : undefined;
      results.push(found?.[0]);
    }
    return results;
  }

  return async (open: OpenRevision, lookedFor: LookedFor, budget: ReadingBudget): Promise<SpaceMentions> => {
    const key = `${lookedFor.key}/${open.space.spaceId}/${open.revision.revisionId}`;
    const known = kept.get(key);
    if (known) return known;
    if (budget.bytes <= 0) return { owners: [], isComplete: false };
    const mentions = await read(open, lookedFor, budget);
    kept.set(key, mentions);
    return mentions;
  };
}

function listOwners(snapshot: OpenRevision['snapshot']): Owner[] {
  const owners: Owner[] = [];
  for (const { entry } of snapshot.pages.pages())
    if (entry.type === 'document' && entry.document !== undefined)
      owners.push({ kind: 'page', id: entry.id, title: entry.title, hash: entry.document });
  for (const { id, title, document } of itemsOf(snapshot.reusables))
    owners.push({ kind: 'reusable-content', id, title, hash: document });
  return owners;
}
