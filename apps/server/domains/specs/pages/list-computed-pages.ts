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
/** The operations and the schemas of one page: more are on further pages. */
const MAX_OPERATIONS = 100;
const MAX_SCHEMAS = 200;
/** The beginning of an introduction by which search finds it. */
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
  const { webhooks, schemas } = outline;
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
    all: { items: readonly Item[]; size: number },
    build: (items: readonly Item[], isFirst: boolean) => ComputedParts,
  ): ComputedPage[] =>
    cutInto(all.items, all.size).map((items, n) =>
      n === 0
        ? toPage(title, key, build(items, true))
        : toPage(`${title} (${n + 1})`, `${key}/${n + 1}`, build(items, false)),
    );
  const pages = [
    ...listIntroduction(outline).map((parts) => toPage('Overview', 'overview', parts)),
    ...groupByTag(outline, !isByOperation).flatMap(
      ({ name, title, description, operations }): ComputedPage[] => {
        const text = readReferenceText(description);
        const introduction = text ? blocksOfText(text) : [];
        const key = `tag/${name}`;
        if (!isByOperation)
          return toPages(title, key, { items: operations, size: MAX_OPERATIONS }, (items, isFirst) =>
            listOperationParts(spec, items, isFirst ? introduction : []),
          );
        return [
          {
            ...toPage(title, key, { blocks: introduction, sections: [] }),
            ...(introduction.length > 0 ? {} : { parts: undefined }),
            children: listByOperation(spec, operations),
          },
        ];
      },
    ),
    ...(webhooks.length > 0
      ? toPages('Webhooks', 'webhooks', { items: webhooks, size: MAX_OPERATIONS }, (items) =>
          listWebhookParts(spec, items),
        )
      : []),
    ...(hasModels && schemas.length > 0
      ? toPages('Models', 'models', { items: schemas, size: MAX_SCHEMAS }, (items) =>
          listSchemaParts(spec, items),
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

const cutInto = <Item>(items: readonly Item[], size: number): (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

/** What the spec says about the API as a whole. */
function listIntroduction({ introduction }: SpecOutline): ComputedParts[] {
  if (introduction === undefined) return [];
  const words = cutText(introduction, MAX_WORDS);
  const section = { anchor: '', title: 'Overview', label: '', words };
  return [{ blocks: readBlocks(introduction), sections: [section] }];
}

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
  description: string | undefined;
  operations: OutlinedOperation[];
}

/** Groups operations by their first tags, or by all of their tags. The groups are in the order of the spec's tags, then of its operations. */
function groupByTag({ title, operations, tags = [] }: SpecOutline, byAll: boolean): TagGroup[] {
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
    const [first, ...others] = new Set(operation.tags);
    groupOf(first ?? '', first ?? (title || 'API')).operations.push(operation);
    if (byAll) for (const tag of others) groupOf(tag, tag).operations.push(operation);
  }
  return [...groups.values()].filter(({ operations: own }) => own.length > 0);
}
