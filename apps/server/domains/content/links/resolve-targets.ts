import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import type { Link, LinkKind } from './resolution/link.ts';
import { loadAnchors } from './resolution/load-anchors.ts';
import { type LinkSource, resolveLink } from './resolution/resolve-link.ts';
import { assembleSpaceLinks, type SpaceLinks } from './resolution/space-links.ts';

/** A target as an editor has it, before it is saved. */
export interface UnsavedTarget {
  target: string;
  kind?: Exclude<LinkKind, 'page-link'>;
}

/** Resolves targets as if a page or reusable content contained them; undefined if the revision does not have it. */
export async function resolveTargets(
  store: ContentStore,
  open: OpenRevision,
  { baseUrl, ownerId, targets }: { baseUrl: string; ownerId: string; targets: readonly UnsavedTarget[] },
): Promise<SpaceLinks | undefined> {
  const { snapshot } = open;
  const source = findSource(snapshot, ownerId);
  if (!source) return undefined;
  const links = targets.map(({ target: raw, kind = 'link' }): Link => {
    const target = resolveLink(snapshot, baseUrl, source, { kind, raw });
    return { kind, raw, anchor: undefined, target };
  });
  const wanted = links.flatMap(({ target }) => (target && 'wanted' in target ? target.id : []));
  const anchors = wanted.length > 0 ? await loadAnchors(store, open, new Set(wanted)) : undefined;
  const found = links.map((link): Link => {
    const { target } = link;
    if (!anchors || !target || !('wanted' in target) || target.wanted === undefined) return link;
    const anchor = anchors.find(target.id, target.wanted);
    return anchor === undefined ? link : { ...link, target: { ...target, found: anchor } };
  });
  const mentions = found.flatMap(({ target }) =>
    target?.kind === 'in-app' ? (target.address.spaceId ?? []) : [],
  );
  const specs = found.flatMap(({ target }) => (target?.kind === 'spec' ? target.slug : []));
  const owner = { ...source, version: '', links: found, part: undefined, mentions, specs };
  return assembleSpaceLinks(snapshot, [owner], undefined);
}

function findSource(snapshot: Snapshot, id: string): LinkSource | undefined {
  const page = snapshot.pages.find(id)?.entry;
  if (page) return { kind: 'page', id, path: page.type === 'document' ? page.git?.path : undefined };
  const content = snapshot.findReusable(id);
  return content && { kind: 'reusable-content', id, path: content.git?.path };
}
