import type { Hash } from '@lectern/content/tree/hash';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { readPageSettings } from '@lectern/markdown/page-settings';
import { createConditionList } from '../../../content/revisions/condition-list.ts';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import type { Condition } from '../../../content/revisions/evaluate-conditions.ts';
import { documentEntries } from '../../content/search/live-pages.ts';
import type { DocumentEntry } from '../../content/search/page-key.ts';

/** The pages of a revision with conditions in their documents. */
export interface AdaptivePages {
  /** The conditions of all of them, each once. */
  conditions: readonly Condition[];
  pages: readonly {
    entry: DocumentEntry;
    hash: Hash;
    /** The expressions of its conditions, with their positions in `conditions`. */
    positions: ReadonlyMap<string, number>;
  }[];
}

const collected = new WeakMap<Snapshot, Promise<AdaptivePages>>();

/** Collects them, and keeps them as long as the revision is in memory. */
export function collectAdaptivePages(
  store: Pick<ContentStore, 'facts' | 'conditions'>,
  open: OpenRevision,
): Promise<AdaptivePages> {
  const known = collected.get(open.snapshot);
  if (known) return known;
  const collecting = readAdaptivePages(store, open);
  collected.set(open.snapshot, collecting);
  collecting.catch(() => collected.delete(open.snapshot));
  return collecting;
}

async function readAdaptivePages(
  store: Pick<ContentStore, 'facts' | 'conditions'>,
  { space, snapshot }: OpenRevision,
): Promise<AdaptivePages> {
  const entries = [...documentEntries(snapshot)];
  const hashes = entries.flatMap(({ document }) => document ?? []);
  const factsOf = await store.facts.load(space.organizationId, 'facts', hashes);
  const list = createConditionList(store.conditions);
  const pages = entries.flatMap((entry) => {
    const facts = entry.document === undefined ? undefined : factsOf(entry.document);
    const expressions = facts?.adaptive?.conditions ?? [];
    if (entry.document === undefined || !facts || expressions.length === 0) return [];
    const { variables } = readPageSettings(facts);
    const positions = new Map(
      expressions.map((expression) => [expression, list.add({ expression, variables })]),
    );
    return { entry, hash: entry.document, positions };
  });
  return { conditions: list.conditions, pages };
}
