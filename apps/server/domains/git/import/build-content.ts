import type { FileEntry, PageEntry, ReusableEntry, RevisionSettings } from '@lectern/content/tree/entries';
import type { Hash } from '@lectern/content/tree/hash';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { NestedPage } from '@lectern/content/tree/page-tree';
import { createSlugMaker, toSlug } from '@lectern/content/tree/slug';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { LayoutNode, RepositoryLayout } from '@lectern/git/layout/layout';
import {
  type DepartedIds,
  departedKey,
  FileIdentity,
  type FileKind,
  type FileLocation,
  LocationIdentity,
  nameOf,
} from '@lectern/git/layout/page-identity';
import { FolderPages, slugOfPath } from '@lectern/git/layout/path-slug';
import { RelativeIds, RelativePages } from '@lectern/git/layout/relatives';
import { MAX_TITLE_LENGTH } from '@lectern/markdown/limits';
import { cutText } from '@lectern/std/cut-text';
import { newId } from '@lectern/std/ids';
import type { NewBlob } from '../../../content/files/blobs.repository.ts';
import { createPause } from '../../../platform/threads/pause.ts';

export interface BuildInput {
  layout: RepositoryLayout;
  /** The current content of the space: the source of ids and of everything that did not change. */
  previous: Snapshot;
  /** Other versions of the content, from which entries that `previous` lacks take their ids and times. */
  relatives: readonly Snapshot[];
  renames: ReadonlyMap<string, string>;
  departed: DepartedIds;
  oidOf(path: string): string | undefined;
  /** The document of a file, by path: read now or known from before. */
  documentOf(path: string): Hash | undefined;
  blobOf(path: string): NewBlob | undefined;
  /** Whether a file is in Git LFS and could not be fetched. Its entry stays as it is, so that a later import tries again. */
  isUnfetched(path: string): boolean;
  treeUrl: string | undefined;
  now: string;
}

export interface BuiltContent {
  pages: NestedPage[];
  files: FileEntry[];
  reusables: ReusableEntry[];
  settings: RevisionSettings;
}

type DocumentEntry = Extract<PageEntry, { type: 'document' }>;

/**
 * Builds the content of a revision from a repository's layout. Ids are taken from the previous content of the space.
 * Large repositories take several turns of the event loop.
 */
export async function buildContent(input: BuildInput): Promise<BuiltContent> {
  return {
    pages: await buildPages(input),
    files: buildFiles(input),
    reusables: buildReusables(input),
    settings: {
      variables: input.layout.variables,
      tags: input.layout.tags,
      redirects: input.layout.redirects,
      repository: {
        root: input.layout.root,
        ...(input.layout.summaryPath === undefined ? {} : { summaryPath: input.layout.summaryPath }),
        ...(input.treeUrl === undefined ? {} : { treeUrl: input.treeUrl }),
      },
    },
  };
}

async function buildPages(input: BuildInput): Promise<NestedPage[]> {
  const pause = createPause();
  const { previous, relatives, renames, oidOf } = input;
  const paths = new Set<string>();
  for (const node of allNodes(input.layout.nodes))
    if (node.type === 'document' && node.path) paths.add(node.path);
  const folderPages = new FolderPages([...paths, ...input.layout.files.map(({ path }) => path)]);
  const known: DocumentEntry[] = [];
  for (const { entry } of previous.pages.pages())
    if (entry.type === 'document' && entry.git) known.push(entry);
  const files = new FileIdentity(known, paths, renames);
  const places = new LocationIdentity(previous, relatives);
  const others = new RelativePages(previous, relatives);

  // Ids first: a link may lead to a page that comes after it.
  const idsByPath = new Map<string, string>();
  const knownByPath = new Map<string, DocumentEntry>();
  for (const path of paths) {
    const before = files.find(path, oidOf(path) ?? '', (old) => paths.has(old));
    if (before) knownByPath.set(path, before);
    idsByPath.set(path, before?.id ?? others.findId(path) ?? newIdOf(input, 'page', path));
    await pause(1);
  }

  const build = async (nodes: readonly LayoutNode[], parent: FileLocation): Promise<NestedPage[]> => {
    const uniqueSlug = createSlugMaker();
    const pages: NestedPage[] = [];
    for (const node of nodes) {
      await pause(1);
      const draft = draftEntry(input, node, { idsByPath, folderPages });
      const location = places.placeOf(parent, nameOf(draft));
      const path = node.type === 'document' ? node.path : undefined;
      const before = path ? knownByPath.get(path) : places.find(location);
      const id = path ? (idsByPath.get(path) as string) : (before?.id ?? newId());
      const slug = 'slug' in draft ? { slug: uniqueSlug(draft.slug) } : {};
      pages.push({
        entry: withTimes(
          { ...draft, ...slug, id } as PageEntry,
          [before, ...others.versionsOf(id)],
          input.now,
        ),
        children: await build(node.children, location),
      });
    }
    return pages;
  };
  return build(input.layout.nodes, places.top);
}

type Draft = PageEntry extends infer Entry
  ? Entry extends PageEntry
    ? Omit<Entry, 'id' | 'createdAt' | 'updatedAt'>
    : never
  : never;

function draftEntry(
  input: BuildInput,
  node: LayoutNode,
  { idsByPath, folderPages }: { idsByPath: ReadonlyMap<string, string>; folderPages: FolderPages },
): Draft {
  const title = cutText(node.title.trim(), MAX_TITLE_LENGTH) || 'Untitled';
  const condition = node.condition === undefined ? {} : { condition: node.condition };
  const label =
    'label' in node && node.label && node.label !== title ? { linkTitle: cutText(node.label, 100) } : {};
  switch (node.type) {
    case 'group':
      return { type: 'group', title, ...condition, slug: toSlug(node.slug || title) };
    case 'computed':
      return { type: 'computed', title, ...condition, source: JSON.stringify(node.parsed ?? {}) };
    case 'link': {
      const page = node.path === undefined ? undefined : idsByPath.get(node.path);
      return {
        type: 'link',
        title,
        ...label,
        ...condition,
        href: node.href,
        ...(page ? { page, ...(node.anchor ? { anchor: node.anchor } : {}) } : {}),
      };
    }
    case 'document': {
      const { path } = node;
      if (path === undefined) return { type: 'document', title, ...label, ...condition, slug: toSlug(title) };
      const document = input.documentOf(path);
      return {
        type: 'document',
        title,
        ...label,
        ...condition,
        slug: slugOfPath(path, input.layout.root, folderPages),
        ...(document === undefined ? {} : { document }),
        git: { oid: input.oidOf(path) ?? '', path },
      };
    }
  }
}

/** Ids are permanent: existing entries keep theirs, and returning entries get theirs back. */
const newIdOf = (input: BuildInput, kind: FileKind, path: string): string =>
  input.departed.get(departedKey(kind, path)) ?? newId();

/** An entry that says the same as before keeps its times, and so its hash. */
function withTimes(entry: PageEntry, versions: readonly (PageEntry | undefined)[], now: string): PageEntry {
  const known = versions.filter((version) => version !== undefined);
  for (const { createdAt, updatedAt, ...version } of known)
    if (isEqual(entry, version)) return { ...entry, createdAt, updatedAt };
  return { ...entry, createdAt: known[0]?.createdAt ?? now, updatedAt: now };
}

/** Whether two entries are equal, whatever the order of their fields; an undefined field counts as missing. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  for (const name in left) if (!isEqual(left[name], right[name])) return false;
  for (const name in right) if (right[name] !== undefined && left[name] === undefined) return false;
  return true;
}

function buildFiles(input: BuildInput): FileEntry[] {
  const { layout, previous, relatives, renames, oidOf, blobOf } = input;
  const paths = new Set(layout.files.map((file) => file.path));
  const known = [...itemsOf(previous.files)];
  const identity = new FileIdentity(known, paths, renames);
  const others = new RelativeIds(
    known,
    relatives.map(({ files }) => itemsOf(files)),
  );
  return layout.files.flatMap(({ path, name }) => {
    const oid = oidOf(path) ?? '';
    const before = identity.find(path, oid, (old) => paths.has(old));
    const blob = blobOf(path);
    if (!blob) return before && input.isUnfetched(path) ? [before] : [];
    return [
      {
        id: before?.id ?? others.find(path) ?? newIdOf(input, 'file', path),
        name,
        contentType: blob.contentType,
        size: blob.size,
        blob: blob.hash,
        ...(blob.dimensions ? { dimensions: blob.dimensions } : {}),
        git: { oid, path },
      },
    ];
  });
}

function buildReusables(input: BuildInput): ReusableEntry[] {
  const { layout, previous, relatives, renames, oidOf, documentOf } = input;
  const paths = new Set(layout.includes.map((include) => include.path));
  const known = [...itemsOf(previous.reusables)];
  const identity = new FileIdentity(known, paths, renames);
  const others = new RelativeIds(
    known,
    relatives.map(({ reusables }) => itemsOf(reusables)),
  );
  return layout.includes.flatMap(({ path, title }) => {
    const oid = oidOf(path) ?? '';
    const before = identity.find(path, oid, (old) => paths.has(old));
    const document = documentOf(path);
    return document === undefined
      ? []
      : [
          {
            id: before?.id ?? others.find(path) ?? newIdOf(input, 'reusable', path),
            title,
            document,
            git: { oid, path },
          },
        ];
  });
}

export function* allNodes(nodes: readonly LayoutNode[]): Generator<LayoutNode> {
  for (const node of nodes) {
    yield node;
    yield* allNodes(node.children);
  }
}
