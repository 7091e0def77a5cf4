import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentReferences } from '../facts/references.ts';
import { diffSnapshots } from '../tree/diff-snapshots.ts';
import type { PageEntry } from '../tree/entries.ts';
import type { Hash } from '../tree/hash.ts';
import { itemsOf } from '../tree/merkle-list.ts';
import type { Snapshot } from '../tree/snapshot.ts';
import { type AnchorLookup, createAnchorLookup } from './anchor-lookup.ts';
import type { Link, LinkTarget } from './link.ts';
import { type LinkPlace, resolveLink } from './resolve-link.ts';
import { assembleSpaceLinks, type LinkOwner, type SpaceLinks } from './space-links.ts';

/** A page or reusable content before its references are read. */
interface Source extends LinkPlace {
  version: string;
  document?: Hash;
  /** Of a page that is only a link. */
  pageLink?: Extract<PageEntry, { type: 'link' }>;
}

/**
 * Resolves every reference of a revision. Of `previous`, an earlier revision of the same space, everything is used again
 * that cannot have changed: after an edit of one page only its own references are resolved.
 */
export async function readSpaceLinks(
  snapshot: Snapshot,
  options: {
    baseUrl: string;
    loadParts: (hashes: Hash[]) => Promise<(hash: Hash) => DocumentReferences | undefined>;
    previous: SpaceLinks | undefined;
  },
): Promise<SpaceLinks> {
  const { baseUrl, previous } = options;
  const sources = listSources(snapshot);
  const parts = await gatherParts(sources, options);
  const known = previous && hasSameNames(previous.snapshot, snapshot) ? ownersById(previous) : undefined;
  const pause = createPause();
  const owners: LinkOwner[] = [];
  for (const source of sources) {
    const before = known?.get(source.id);
    const owner = before?.version === source.version ? before : await resolveSource(source);
    if (owner.links.length > 0) owners.push(owner);
  }
  const lookup = createAnchorLookup(snapshot, (hash) => parts.get(hash));
  const includers = listIncluders(owners);
  for (const [i, owner] of owners.entries()) {
    owners[i] = withAnchors(owner, lookup, includers);
    const pausing = pause(owner.links.length);
    if (pausing) await pausing;
  }
  return assembleSpaceLinks(snapshot, owners, parts);

  async function resolveSource(source: Source): Promise<LinkOwner> {
    const { kind, id, version, pageLink, document } = source;
    if (pageLink) return { kind, id, version, links: [readPageLink(snapshot, baseUrl, source, pageLink)] };
    const links: Link[] = [];
    for (const reference of (document && parts.get(document)?.references) || []) {
      // Only pages have a front matter that says where else they are and what covers them.
      const isOfPage = reference.kind === 'cover' || reference.kind === 'meta-link';
      if (isOfPage && kind !== 'page') continue;
      links.push({
        kind: reference.kind,
        raw: reference.raw,
        anchor: reference.anchor,
        target: resolveLink(snapshot, baseUrl, source, reference),
      });
      const pausing = pause(1);
      if (pausing) await pausing;
    }
    return { kind, id, version, links };
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

async function gatherParts(
  sources: readonly Source[],
  { previous, loadParts }: Pick<Parameters<typeof readSpaceLinks>[1], 'previous' | 'loadParts'>,
): Promise<Map<Hash, DocumentReferences>> {
  const parts = new Map<Hash, DocumentReferences>();
  const missing: Hash[] = [];
  for (const { document } of sources) {
    if (document === undefined) continue;
    const known = previous?.parts.get(document);
    if (known) parts.set(document, known);
    else missing.push(document);
  }
  const partOf = await loadParts(missing);
  for (const hash of missing) {
    const part = partOf(hash);
    if (part) parts.set(hash, part);
  }
  return parts;
}

const ownersById = ({ owners }: SpaceLinks): Map<string, LinkOwner> =>
  new Map(owners.map((owner) => [owner.id, owner]));

/** Whether every target means the same in both revisions: nothing came, went or has another path. */
function hasSameNames(before: Snapshot, after: Snapshot): boolean {
  if (before.settingsHash !== after.settingsHash) return false;
  const { pages, files, reusables } = diffSnapshots(before, after);
  const isAlike = <Entry>(
    changes: Map<string, { before: Entry | undefined; after: Entry | undefined }>,
    nameOf: (entry: Entry) => string,
  ): boolean =>
    [...changes.values()].every(
      (change) => change.before && change.after && nameOf(change.before) === nameOf(change.after),
    );
  const pathOf = (entry: { git?: { path: string } }): string => entry.git?.path ?? '';
  return (
    isAlike(pages, (page) => `${page.type} ${page.type === 'document' ? pathOf(page) : ''}`) &&
    isAlike(files, pathOf) &&
    isAlike(reusables, pathOf)
  );
}

function readPageLink(
  snapshot: Snapshot,
  baseUrl: string,
  place: LinkPlace,
  { href, page, anchor }: Extract<PageEntry, { type: 'link' }>,
): Link {
  const target: LinkTarget | undefined =
    page !== undefined && snapshot.pages.find(page)
      ? { kind: 'page', id: page, ...(anchor ? { wanted: anchor } : {}) }
      : resolveLink(snapshot, baseUrl, place, { kind: 'page-link', raw: href });
  return { kind: 'page-link', raw: href, anchor: undefined, target };
}

/** The first owners that include each reusable content. */
function listIncluders(owners: readonly LinkOwner[]): Map<string, string[]> {
  const includers = new Map<string, string[]>();
  for (const { id, links } of owners) {
    for (const { kind, target } of links) {
      if (kind !== 'include' || target?.kind !== 'reusable-content') continue;
      const known = includers.get(target.id);
      if (!known) includers.set(target.id, [id]);
      else if (known.length < MAXIMUM_INCLUDERS && known.at(-1) !== id) known.push(id);
    }
  }
  return includers;
}

const MAXIMUM_INCLUDERS = 50;

/** The owner with its anchors looked up; the same object when none of them changed. */
function withAnchors(
  owner: LinkOwner,
  lookup: AnchorLookup,
  includers: ReadonlyMap<string, readonly string[]>,
): LinkOwner {
  let links: Link[] | undefined;
  for (const [i, link] of owner.links.entries()) {
    const { target } = link;
    if (!target || !('wanted' in target) || target.wanted === undefined) continue;
    const found = findIn(target.id, target.wanted);
    if (found === target.found) continue;
    links ??= [...owner.links];
    const { found: _, ...rest } = target;
    links[i] = { ...link, target: found === undefined ? rest : { ...rest, found } };
  }
  return links ? { ...owner, links } : owner;

  function findIn(id: string, wanted: string): string | undefined {
    const found = lookup.find(id, wanted);
    if (found !== undefined || id !== owner.id || owner.kind === 'page') return found;
    // A heading of the page that shows the content, as far as one of them has it.
    for (const includer of includers.get(id) ?? []) {
      const shown = lookup.find(includer, wanted);
      if (shown !== undefined) return shown;
    }
    return undefined;
  }
}

/** Long work lets others take their turn. `work`: how many links were done. */
function createPause(): (work: number) => Promise<void> | undefined {
  let done = 0;
  let startedAt = performance.now();
  return (work) => {
    done += work;
    if (done < 256) return undefined;
    done = 0;
    if (performance.now() - startedAt < 10) return undefined;
    return nextTurn().then(() => {
      startedAt = performance.now();
    });
  };
}
