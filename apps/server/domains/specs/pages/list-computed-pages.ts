import type { ComputedListing } from '@lectern/content/tree/computed-listing';
import { createSlugMaker, toSlug } from '@lectern/content/tree/slug';
import { paragraphOf, textNode } from '@lectern/markdown/block-factories';
import type { Block } from '@lectern/markdown/document';
import { type DescribedVersion, writeChangelog } from '@lectern/openapi/changes/write-changelog';
import type { SpecOutline } from '@lectern/openapi/outline-spec';
import { readBlocks, readReferenceText } from '@lectern/openapi/reference/read-text';
import { blocksOfText } from '@lectern/openapi/reference/text-blocks';
import { cutText } from '@lectern/std/cut-text';
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
/** The operations of one page, and how long they may be together: more are on further pages. */
const MAX_OPERATIONS = 100;
const MAX_OPERATION_BYTES = 2_000_000;
/** The beginning of a text by which search finds it. */
const MAX_WORDS = 5000;

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
  const { introduction, webhooks, schemas, schemaPages } = outline;
  const schemaWords = new Map(outline.schemaWords);
  const takeSlug = createSlugMaker();
  const toPage = (title: string, key: string, parts: ComputedParts): ComputedPage => ({
    key,
    title,
    slug: takeSlug(toSlug(title)),
    parts,
    children: [],
  });
  /** A page, and further ones with what would make it too long. */
  const toPages = <Item>(
    title: string,
    key: string,
    pieces: readonly (readonly Item[])[],
    build: (items: readonly Item[], isFirst: boolean) => ComputedParts,
  ): ComputedPage[] =>
    pieces.map((items, n) =>
      n === 0
        ? toPage(title, key, build(items, true))
        : toPage(`${title} (${n + 1})`, `${key}/${n + 1}`, build(items, false)),
    );
  const pages = [
    ...(introduction === undefined
      ? []
      : [toPage('Overview', 'overview', listText('Overview', introduction))]),
    ...nestGroups(groupByTag(outline, !isByOperation), ({ name, title, description, operations }) => {
      const key = `tag/${name}`;
      if (operations.length === 0 && description !== undefined)
        return [toPage(title, key, listText(title, description))];
      const text = readReferenceText(description);
      const about = text ? blocksOfText(text) : [];
      if (!isByOperation && operations.length > 0)
        return toPages(title, key, cutByLength(operations), (items, isFirst) =>
          listOperationParts(spec, items, isFirst ? about : []),
        );
      return [
        {
          ...toPage(title, key, { blocks: about, sections: [] }),
          ...(about.length > 0 ? {} : { parts: undefined }),
          children: listByOperation(spec, operations),
        },
      ];
    }),
    ...(webhooks.length > 0
      ? toPages('Webhooks', 'webhooks', cutByLength(webhooks), (items) => listWebhookParts(spec, items))
      : []),
    ...(hasModels && schemas.length > 0
      ? toPages('Models', 'models', cutByCounts(schemas, schemaPages), (items) =>
          listSchemaParts(spec, items, schemaWords),
        )
      : []),
    ...(changelog ? [toPage('Changelog', 'changelog', changelog)] : []),
  ];
  return limitPages(pages, (count) =>
    toPage('More pages', 'more', { blocks: [sayLeftOut(count)], sections: [] }),
  );
}

/** The pages that fit, the last of which says how many are left out. */
const limitPages = (pages: readonly ComputedPage[], tell: (count: number) => ComputedPage): ComputedPage[] =>
  pages.length <= MAX_PAGES
    ? [...pages]
    : [...pages.slice(0, MAX_PAGES - 1), tell(pages.length - MAX_PAGES + 1)];

const sayLeftOut = (count: number): Block =>
  paragraphOf([
    textNode(`${count} more pages are not shown here: a list of pages has at most ${MAX_PAGES}.`),
  ]);

function cutByLength<Item extends { bytes: number }>(operations: readonly Item[]): Item[][] {
  const pages: Item[][] = [];
  let left = 0;
  for (const operation of operations) {
    const page = pages.at(-1);
    if (page && page.length < MAX_OPERATIONS && operation.bytes <= left) page.push(operation);
    else {
      pages.push([operation]);
      left = MAX_OPERATION_BYTES;
    }
    left -= operation.bytes;
  }
  return pages;
}

function cutByCounts<Item>(items: readonly Item[], counts: readonly number[]): (readonly Item[])[] {
  let at = 0;
  return counts.map((count) => {
    at += count;
    return items.slice(at - count, at);
  });
}

/** A text, which search finds by its beginning. */
const listText = (title: string, text: string): ComputedParts => ({
  blocks: readBlocks(text),
  sections: [{ anchor: '', title, label: '', words: cutText(text, MAX_WORDS) }],
});

function listByOperation(spec: string, operations: readonly OutlinedOperation[]): ComputedPage[] {
  const takeSlug = createSlugMaker();
  const pages = operations.map((operation): ComputedPage => {
    const title = titleOf(operation);
    return {
      key: `operation/${operation.method} ${operation.path}`,
      title,
      slug: takeSlug(toSlug(title)),
      parts: listOperationParts(spec, [operation]),
      children: [],
    };
  });
  return limitPages(pages, (count) => ({
    key: 'more',
    title: 'More operations',
    slug: takeSlug('more-operations'),
    parts: { blocks: [sayLeftOut(count)], sections: [] },
    children: [],
  }));
}

interface TagGroup {
  name: string;
  title: string;
  /** The name of the tag that it is part of. */
  parent: string | undefined;
  description: string | undefined;
  operations: OutlinedOperation[];
}

/**
 * Groups operations by their first tags, or by all of their tags, but not by those that only mark them, if they have
 * others. The groups are in the order of the spec's tags, then of its operations.
 */
function groupByTag({ title, operations, tags = [] }: SpecOutline, byAll: boolean): TagGroup[] {
  const groups = new Map<string, TagGroup>();
  const groupOf = (name: string, shown: string, tag: Partial<TagGroup> = {}): TagGroup => {
    const known = groups.get(name);
    if (known) return known;
    const { parent, description } = tag;
    const group: TagGroup = { name, title: shown, parent, description, operations: [] };
    groups.set(name, group);
    return group;
  };
  for (const tag of tags) groupOf(tag.name, tag.title ?? tag.name, tag);
  const labels = new Set(tags.flatMap(({ name, isLabel }) => (isLabel ? [name] : [])));
  for (const operation of operations) {
    const all = [...new Set(operation.tags)];
    const grouping = all.filter((name) => !labels.has(name));
    const [first, ...others] = grouping.length > 0 ? grouping : all;
    groupOf(first ?? '', first ?? (title || 'API')).operations.push(operation);
    if (byAll) for (const tag of others) groupOf(tag, tag).operations.push(operation);
  }
  return listUsedGroups(groups);
}

/** The groups that have operations or a description, and those around them. */
function listUsedGroups(groups: ReadonlyMap<string, TagGroup>): TagGroup[] {
  const used = new Set<TagGroup>();
  for (const group of groups.values()) {
    if (group.operations.length === 0 && group.description === undefined) continue;
    for (let one: TagGroup | undefined = group; one && !used.has(one); ) {
      used.add(one);
      one = one.parent === undefined ? undefined : groups.get(one.parent);
    }
  }
  return [...groups.values()].filter((group) => used.has(group));
}

/** How many tags may be around a tag. More of them, or a circle, are no tree for readers: such a tag is beside the others. */
const MAX_TAGS_AROUND = 6;

/** Puts the pages of tags below those of the tags that they are part of. */
function nestGroups(
  groups: readonly TagGroup[],
  toPages: (group: TagGroup) => ComputedPage[],
): ComputedPage[] {
  const pages = new Map(groups.map((group) => [group.name, toPages(group)]));
  const parents = new Map(groups.map(({ name, parent }) => [name, parent]));
  const total = [...pages.values()].reduce((sum, own) => sum + own.length, 0);
  return groups.flatMap(({ name, parent }) => {
    const own = pages.get(name) ?? [];
    const [above] = parent === undefined ? [] : (pages.get(parent) ?? []);
    // Too many pages stay in one list, which is cut at its end.
    if (!above || total > MAX_PAGES || countAround(name, parents) > MAX_TAGS_AROUND) return own;
    above.children.push(...own);
    return [];
  });
}

function countAround(name: string, parents: ReadonlyMap<string, string | undefined>): number {
  let count = 0;
  for (let one = parents.get(name); one !== undefined && count <= MAX_TAGS_AROUND; one = parents.get(one))
    count += 1;
  return count;
}
