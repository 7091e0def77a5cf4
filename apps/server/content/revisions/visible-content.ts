import { resolveTarget } from '@lectern/content/references/resolve-target';
import type { PageNode } from '@lectern/content/tree/entries';
import type { Hash } from '@lectern/content/tree/hash';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { readPageSettings } from '@lectern/markdown/page-settings';
import { createConditionList } from './condition-list.ts';
import type { Condition, Variables } from './evaluate-conditions.ts';
import type { Truths } from './truths.ts';
import type { CollectedRevision, ConditionSources, VisiblePages } from './visible-pages.ts';

/** The files and reusable contents of a revision that an audience sees: those that something visible uses. */
export interface VisibleContent {
  files: ReadonlySet<string>;
  reusables: ReadonlySet<string>;
}

/**
 * The files and reusable contents that each page and reusable content of a revision uses, and the conditions around
 * them. Collected once for each revision.
 */
export interface ContentUses {
  /** The conditions around all uses, each once. */
  conditions: readonly Condition[];
  positionOf(condition: Condition): number;
  /** The uses by the id of the page or reusable content. */
  byOwner: ReadonlyMap<string, readonly Use[]>;
  /** The variables by page id; pages without variables are absent. */
  variables: ReadonlyMap<string, Variables>;
}

interface Use {
  kind: 'file' | 'reusable-content';
  id: string;
  /** It is used if all conditions of one of these places hold. Absent: in any case. */
  places?: readonly (readonly string[])[];
}

interface Owner {
  id: string;
  path: string | undefined;
  hash: Hash;
}

const collected = new WeakMap<Snapshot, Promise<ContentUses>>();

/** Collects the uses in a revision, and keeps them as long as the revision is in memory. */
export function collectContentUses(
  store: ConditionSources,
  { space, snapshot }: CollectedRevision,
): Promise<ContentUses> {
  const known = collected.get(snapshot);
  if (known) return known;
  const collecting = readContentUses(store, space.organizationId, snapshot);
  collected.set(snapshot, collecting);
  collecting.catch(() => collected.delete(snapshot));
  return collecting;
}

async function readContentUses(
  store: ConditionSources,
  organizationId: string,
  snapshot: Snapshot,
): Promise<ContentUses> {
  const owners = [...listOwners(snapshot)];
  const hashes = owners.map(({ hash }) => hash);
  const factsOf = await store.facts.load(organizationId, 'facts', hashes);
  const referencesOf = await store.facts.load(organizationId, 'references', hashes);
  const byOwner = new Map<string, readonly Use[]>();
  const variables = new Map<string, Variables>();
  for (const { id, path, hash } of owners) {
    const facts = factsOf(hash) ?? {};
    const { variables: own } = readPageSettings(facts);
    if (own) variables.set(id, own);
    const guarded = new Map(facts.adaptive?.guarded ?? []);
    const uses: Use[] = [];
    const targets = new Set((referencesOf(hash)?.references ?? []).map(({ raw }) => raw));
    for (const raw of targets) {
      const target = resolveTarget(snapshot, path, raw);
      const places = guarded
        .get(raw)
        ?.map((positions) => positions.map((at) => facts.adaptive?.conditions[at] ?? ''));
      const condition = places ? { places } : {};
      if (target?.kind === 'file') uses.push({ kind: 'file', id: target.file, ...condition });
      if (target?.kind === 'reusable-content')
        uses.push({ kind: 'reusable-content', id: target.reusableContent, ...condition });
    }
    byOwner.set(id, uses);
  }
  const list = createConditionList(store.conditions);
  const all = { byOwner, variables };
  walkUses(snapshot.pages.pages(), snapshot, all, (condition) => {
    list.add(condition);
    return true;
  });
  return { ...all, conditions: list.conditions, positionOf: list.add };
}

function* listOwners(snapshot: Snapshot): Generator<Owner> {
  for (const { entry } of snapshot.pages.pages())
    if (entry.type === 'document' && entry.document !== undefined)
      yield { id: entry.id, path: entry.git?.path, hash: entry.document };
  for (const { id, git, document } of itemsOf(snapshot.reusables))
    yield { id, path: git?.path, hash: document };
}

/**
 * Lists the files and reusable contents that pages use, directly and through reusable contents. Asks about all
 * conditions of each place.
 */
function walkUses(
  pages: Iterable<PageNode>,
  snapshot: Snapshot,
  { byOwner, variables }: Pick<ContentUses, 'byOwner' | 'variables'>,
  holds: (condition: Condition) => boolean,
): VisibleContent {
  const files = new Set<string>();
  const reusables = new Set<string>();
  const visited = new Set<string>();
  const visit = (ownerId: string, pageId: string): void => {
    const ofPage = variables.get(pageId);
    // A reusable content is the same for all pages without variables.
    const name = ofPage ? `${ownerId}/${pageId}` : ownerId;
    if (visited.has(name)) return;
    visited.add(name);
    for (const { kind, id, places } of byOwner.get(ownerId) ?? []) {
      const isUsed =
        places === undefined ||
        places.filter((place) => {
          const truths = place.map((expression) => holds({ expression, variables: ofPage }));
          return truths.every(Boolean);
        }).length > 0;
      if (!isUsed) continue;
      if (kind === 'file') files.add(id);
      else {
        reusables.add(id);
        visit(id, pageId);
      }
    }
  };
  for (const { entry } of pages) {
    if (entry.type === 'document') visit(entry.id, entry.id);
    if (entry.type !== 'link' || entry.page !== undefined) continue;
    const target = resolveTarget(snapshot, snapshot.settings.repository?.summaryPath, entry.href);
    if (target?.kind === 'file') files.add(target.file);
  }
  return { files, reusables };
}

/** Finds the files and reusable contents that are used where these conditions hold. */
export const findVisibleContent = (
  snapshot: Snapshot,
  uses: ContentUses,
  pages: VisiblePages,
  { holds }: Pick<Truths, 'holds'>,
): VisibleContent =>
  walkUses(
    [...snapshot.pages.pages()].filter(({ entry }) => pages.isVisible(entry.id)),
    snapshot,
    uses,
    (condition) => holds[uses.positionOf(condition)] ?? false,
  );
