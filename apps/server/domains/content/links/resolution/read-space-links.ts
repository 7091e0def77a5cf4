import type { DocumentReferences } from '@lectern/content/facts/references';
import { type Difference, diffSnapshots } from '@lectern/content/tree/diff-snapshots';
import type { PageEntry } from '@lectern/content/tree/entries';
import type { Hash } from '@lectern/content/tree/hash';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { createPause } from '../../../../platform/threads/pause.ts';
import { findAnchors } from './find-anchors.ts';
import type { Link, LinkTarget } from './link.ts';
import { type LinkSource, resolveLink } from './resolve-link.ts';
import { assembleSpaceLinks, type LinkOwner, ownerOf, type SpaceLinks } from './space-links.ts';

/** Whether every target means the same in both revisions: nothing was added, removed or moved. */
function hasSameNames(before: Snapshot, after: Snapshot): boolean {
  if (before.settingsHash !== after.settingsHash) return false;
  const { pages, files, reusables } = diffSnapshots(before, after);
  return (
    isAlike(pages, (page) => `${page.type} ${page.type === 'document' ? pathOf(page) : ''}`) &&
    isAlike(files, pathOf) &&
    isAlike(reusables, pathOf)
  );
}

const pathOf = (entry: { git?: { path: string } }): string => entry.git?.path ?? '';

function isAlike<Entry>(changes: Map<string, Difference<Entry>>, nameOf: (entry: Entry) => string): boolean {
  for (const { before, after } of changes.values())
    if (!before || !after || nameOf(before) !== nameOf(after)) return false;
  return true;
}

/** A page or reusable content before its references are read. */
interface Source extends LinkSource {
  version: string;
  document?: Hash;
  /** Set for a page that is only a link. */
  pageLink?: Extract<PageEntry, { type: 'link' }>;
}

/**
 * Resolves every reference of a revision. Results of `previous`, an earlier revision of the same space, are used again
 * if they cannot have changed: after an edit of one page, only the references of that page are resolved.
 */
export async function readSpaceLinks(
  snapshot: Snapshot,
  options: {
    baseUrl: string;
    loadParts: (hashes: Hash[]) => Promise<(hash: Hash) => DocumentReferences | undefined>;
    previous: SpaceLinks | undefined;
  },
): Promise<SpaceLinks> {
  const { baseUrl, previous, loadParts } = options;
  const sources = listSources(snapshot);
  const known = new Map<Source, LinkOwner>();
  if (previous) {
    for (const source of sources) {
      const owner = ownerOf(previous, source.id);
      if (owner?.version === source.version) known.set(source, owner);
    }
  }
  const partOf = await loadParts(
    sources.flatMap((source) => (source.document && !known.has(source) ? source.document : [])),
  );
  const isSame = previous !== undefined && hasSameNames(previous.snapshot, snapshot);
  const changed = new Set<string>();
  const owners: LinkOwner[] = [];
  const pause = createPause();
  for (const source of sources) {
    const before = known.get(source);
    if (before && isSame) {
      owners.push(before);
      continue;
    }
    changed.add(source.id);
    const owner = resolveSource(source, before ? before.part : loadedOf(source));
    owners.push(owner);
    const pausing = pause(1 + owner.links.length);
    if (pausing) await pausing;
  }
  const found = await findAnchors(snapshot, owners, isSame ? changed : undefined, pause);
  return assembleSpaceLinks(snapshot, found, previous);

  function loadedOf({ document }: Source): DocumentReferences | undefined {
    return document === undefined ? undefined : partOf(document);
  }

  function resolveSource(source: Source, part: DocumentReferences | undefined): LinkOwner {
    const { kind, id, path, version, pageLink } = source;
    const links = pageLink
      ? [readPageLink(snapshot, baseUrl, source, pageLink)]
      : readLinks(snapshot, baseUrl, source, part);
    const mentions = new Set<string>();
    const specs = new Set<string>();
    for (const { target } of links) {
      if (target?.kind === 'in-app' && target.address.spaceId !== undefined)
        mentions.add(target.address.spaceId);
      if (target?.kind === 'spec') specs.add(target.slug);
    }
    return { kind, id, path, version, links, part, mentions: [...mentions], specs: [...specs] };
  }
}

function listSources(snapshot: Snapshot): Source[] {
  const sources: Source[] = [];
  for (const { entry } of snapshot.pages.pages()) {
    const { id } = entry;
    if (entry.type === 'document' && entry.document !== undefined) {
      const { document } = entry;
      sources.push({ kind: 'page', id, path: entry.git?.path, version: document, document });
    } else if (entry.type === 'link') {
      const version = JSON.stringify([entry.href, entry.page, entry.anchor]);
      const path = snapshot.settings.repository?.summaryPath;
      sources.push({ kind: 'page', id, path, version, pageLink: entry });
    }
  }
  for (const { id, document, git } of itemsOf(snapshot.reusables))
    sources.push({ kind: 'reusable-content', id, path: git?.path, version: document, document });
  return sources;
}

function readLinks(
  snapshot: Snapshot,
  baseUrl: string,
  source: LinkSource,
  part: DocumentReferences | undefined,
): Link[] {
  const links: Link[] = [];
  for (const reference of part?.references ?? []) {
    const { kind, raw, anchor } = reference;
    // Only pages have front matter with links to other versions and a cover.
    if (source.kind !== 'page' && (kind === 'cover' || kind === 'meta-link')) continue;
    links.push({ kind, raw, anchor, target: resolveLink(snapshot, baseUrl, source, reference) });
  }
  return links;
}

function readPageLink(
  snapshot: Snapshot,
  baseUrl: string,
  source: LinkSource,
  { href, page, anchor }: Extract<PageEntry, { type: 'link' }>,
): Link {
  const target: LinkTarget | undefined =
    page !== undefined && snapshot.pages.find(page)
      ? { kind: 'page', id: page, ...(anchor ? { wanted: anchor } : {}) }
      : resolveLink(snapshot, baseUrl, source, { kind: 'page-link', raw: href });
  return { kind: 'page-link', raw: href, anchor: undefined, target };
}
