import type { ComputedListing } from '@lectern/content/tree/computed-listing';
import { createSlugMaker, toSlug } from '@lectern/content/tree/slug';
import { type DescribedVersion, writeChangelog } from '@lectern/openapi/changes/write-changelog';
import type { SpecOutline } from '@lectern/openapi/outline-spec';
import { readBlocks, readReferenceText } from '@lectern/openapi/reference/read-text';
import type { NewsRow } from '../versions.queries.ts';
import {
  type ComputedParts,
  listOperationParts,
  listSchemaParts,
  listWebhookParts,
  type OutlinedOperation,
  titleOf,
} from './computed-parts.ts';

/** Lists the changes in each version of a spec, newest first. Versions without known changes are omitted. */
function listChangelogParts(versions: readonly DescribedVersion[]): ComputedParts | undefined {
  const changelog = writeChangelog(versions, 2);
  return changelog === undefined ? undefined : { blocks: readBlocks(changelog), sections: [] };
}

/** A page that is computed from a spec, or a group of such pages. */
export interface ComputedPage {
  /** Identifies the page among those of the same entry, independently of their order. */
  key: string;
  title: string;
  slug: string;
  /** Undefined for a group. */
  parts: ComputedParts | undefined;
  children: ComputedPage[];
}

const MAX_PAGES = 5000;

/**
 * Lists the pages of a spec: one for each tag or operation, one for its webhooks, and, if wanted, those for its schemas
 * and its changes.
 */
export function listComputedPages(
  listing: ComputedListing,
  outline: SpecOutline,
  versions: readonly NewsRow[],
): ComputedPage[] {
  const { spec, isByOperation, hasModels, hasChangelog } = listing;
  const changelog = hasChangelog ? listChangelogParts(versions) : undefined;
  const { webhooks, schemas } = outline;
  const takeSlug = createSlugMaker();
  const toPage = (title: string, key: string, parts: ComputedParts): ComputedPage => ({
    key,
    title,
    slug: takeSlug(toSlug(title)),
    parts,
    children: [],
  });
  return [
    ...groupByTag(outline).map(({ name, title, description, operations }): ComputedPage => {
      const introduction = readReferenceText(description)?.blocks ?? [];
      const key = `tag/${name}`;
      if (!isByOperation) return toPage(title, key, listOperationParts(spec, operations, introduction));
      return {
        ...toPage(title, key, { blocks: introduction, sections: [] }),
        ...(introduction.length > 0 ? {} : { parts: undefined }),
        children: listByOperation(spec, operations),
      };
    }),
    ...(webhooks.length > 0 ? [toPage('Webhooks', 'webhooks', listWebhookParts(spec, webhooks))] : []),
    ...(hasModels && schemas.length > 0 ? [toPage('Models', 'models', listSchemaParts(spec, schemas))] : []),
    ...(changelog ? [toPage('Changelog', 'changelog', changelog)] : []),
  ].slice(0, MAX_PAGES);
}

function listByOperation(spec: string, operations: readonly OutlinedOperation[]): ComputedPage[] {
  const takeSlug = createSlugMaker();
  return operations.slice(0, MAX_PAGES).map((operation) => {
    const title = titleOf(operation);
    return {
      key: `operation/${operation.method} ${operation.path}`,
      title,
      slug: takeSlug(toSlug(title)),
      parts: listOperationParts(spec, [operation]),
      children: [],
    };
  });
}

interface TagGroup {
  name: string;
  title: string;
  description: string | undefined;
  operations: OutlinedOperation[];
}

/** Groups operations by their first tags. The groups are in the order of the spec's tags, then of its operations. */
function groupByTag({ title, operations, tags = [] }: SpecOutline): TagGroup[] {
  const groups = new Map<string, TagGroup>();
  const groupOf = (name: string, shown: string, description?: string): TagGroup => {
    const known = groups.get(name);
    if (known) return known;
    const group = { name, title: shown, description, operations: [] };
    groups.set(name, group);
    return group;
  };
  for (const tag of tags) groupOf(tag.name, tag.title ?? tag.name, tag.description);
  for (const operation of operations) {
    const [tag] = operation.tags;
    groupOf(tag ?? '', tag ?? (title || 'API')).operations.push(operation);
  }
  return [...groups.values()].filter(({ operations: own }) => own.length > 0);
}
