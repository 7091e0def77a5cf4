import type { ChangeClass } from '@lectern/openapi/changes/spec-change';
import type { Mention } from '@lectern/openapi/mentions/find-mentions';
import { LRUCache } from 'lru-cache';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { Context } from '../../../platform/context.ts';
import { listReadableSpaces, type ReadableSpace } from '../../content/spaces/spaces.queries.ts';
import { type ComparedVersions, nameVersionChanges } from '../../specs/changes.service.ts';
import type { NamedComparison } from '../../specs/tasks/name-changes.ts';
import { createSpaceMentions, type LookedFor, type TouchedOwner } from './space-mentions.ts';

/** A space at its current revision. */
type SearchedSpace = Pick<ReadableSpace, 'spaceId' | 'title' | 'revisionId'>;

/** A page or reusable content with the places on it. */
export interface TouchedPage extends TouchedOwner {
  space: SearchedSpace;
  open: OpenRevision;
}

export interface TouchedPages {
  /** Undefined: there is no earlier version. */
  comparison: NamedComparison | undefined;
  pages: TouchedPage[];
  isComplete: boolean;
}

export interface TouchedQuestion {
  versions: ComparedVersions;
  /** The class of the changes that count; undefined: all. */
  only: ChangeClass | undefined;
}

export type FindTouchedPages = ReturnType<typeof createFindTouchedPages>;

const KEPT_COMPARISONS = 8;
/** After reading this much of sources whose mentions are not in memory, a request begins no further space. */
const MAX_BYTES = 100_000_000;

/** Finds the pages that mention changes between two versions of a spec. */
export function createFindTouchedPages(
  context: Pick<Context, 'db' | 'threads' | 'pointers'>,
  store: Pick<ContentStore, 'open'>,
) {
  const comparisons = new LRUCache<string, NamedComparison>({ max: KEPT_COMPARISONS });
  const readMentions = createSpaceMentions(context);

  async function compare({ base, version }: ComparedVersions): Promise<NamedComparison | undefined> {
    if (!base) return undefined;
    const key = keyOf({ base, version });
    const known = comparisons.get(key) ?? (await nameVersionChanges(context, { base, version }));
    comparisons.set(key, known);
    return known;
  }

  return {
    /** In all spaces that the caller may read, by the ids of spaces and the order of their pages. */
    async ofOrganization(caller: Caller, question: TouchedQuestion): Promise<TouchedPages> {
      const comparison = await compare(question.versions);
      if (!comparison) return { comparison, pages: [], isComplete: true };
      const spaces = await listReadableSpaces(context.db, caller);
      return find(comparison, { ...question, spaces });
    },
    /** In the content of one space. */
    async ofSpace(space: SpacePointer, question: TouchedQuestion): Promise<TouchedPages> {
      const comparison = await compare(question.versions);
      if (!comparison) return { comparison, pages: [], isComplete: true };
      return find(comparison, { ...question, spaces: [{ ...space, title: '' }] });
    },
  };

  async function find(
    comparison: NamedComparison,
    { versions, only, spaces }: TouchedQuestion & { spaces: readonly SearchedSpace[] },
  ): Promise<TouchedPages> {
    const { slug, source_url: sourceUrl } = versions.spec;
    const lookedFor: LookedFor = {
      key: `${keyOf(versions)}/${slug}/${sourceUrl}`,
      names: comparison.names,
      spec: { slug, sourceUrl },
    };
    const budget = { bytes: MAX_BYTES };
    const pages: TouchedPage[] = [];
    let { isComplete } = comparison;
    for (const space of spaces) {
      const pointer = await context.pointers.spaces.find(space.spaceId);
      if (!pointer || pointer.deletedAt) continue;
      const open = await store.open(pointer, space.revisionId);
      const found = await readMentions(open, lookedFor, budget);
      if (!found.isComplete) isComplete = false;
      for (const owner of found.owners) {
        const mentions = keepClass(owner.mentions, comparison, only);
        if (mentions.length > 0) pages.push({ ...owner, mentions, space, open });
      }
    }
    return { comparison, pages, isComplete };
  }
}

const keyOf = ({ base, version }: Pick<ComparedVersions, 'base' | 'version'>): string =>
  [version.organization_id, base?.hash.toString('hex'), version.hash.toString('hex')].join('/');

function keepClass(
  mentions: Mention[],
  { changes }: NamedComparison,
  only: ChangeClass | undefined,
): Mention[] {
  if (only === undefined) return mentions;
  return mentions.flatMap((mention) => {
    const kept = mention.changes.filter((position) => changes[position]?.class === only);
    return kept.length > 0 ? [{ ...mention, changes: kept }] : [];
  });
}
