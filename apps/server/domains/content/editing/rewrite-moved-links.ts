import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import { findPage } from '../links/other-spaces/open-readable-space.ts';
import type { LinksStore } from '../links/resolution/links-store.ts';
import type { ContentDraft } from './content-draft.ts';
import type { SourceTools } from './edit-source.ts';

/**
 * Rewrites links that name a page of this space by its address in the app, when that address changes because pages
 * move. Links by file or by id lead to the page wherever it is.
 */
export async function rewriteMovedLinks(
  sources: SourceTools,
  links: LinksStore,
  open: OpenRevision,
  draft: ContentDraft,
): Promise<void> {
  const { spaceId } = open.space;
  const moved = new Set([...draft.movedPages].flatMap((pageId) => draft.tree.subtreeOf(pageId)));
  const { owners } = await links.get(open);
  for (const owner of owners) {
    const targets = new Map<string, string>();
    for (const { raw, target } of owner.links) {
      if (target?.kind !== 'in-app' || target.address.spaceId !== spaceId) continue;
      const page = findPage(open, target.address.page);
      // An address by id stays as it is.
      if (!page || page.id === target.address.page || !moved.has(page.id)) continue;
      targets.set(raw, raw.replace(/(\/s\/[0-9a-f-]{36}\/)[^?#]*/, `$1${page.id}`));
    }
    if (targets.size > 0) await rewrite(draft, owner, targets, sources);
  }
}

async function rewrite(
  draft: ContentDraft,
  { kind, id }: { kind: 'page' | 'reusable-content'; id: string },
  targets: ReadonlyMap<string, string>,
  sources: SourceTools,
): Promise<void> {
  const entry = kind === 'page' ? draft.tree.find(id) : draft.findReusable(id);
  if (!entry) return;
  if ('type' in entry) {
    if (entry.type === 'link') {
      const href = targets.get(entry.href);
      if (href !== undefined && entry.page === undefined) draft.replacePage({ ...entry, href });
      return;
    }
    if (entry.type !== 'document') return;
  }
  const source = await draft.readSource(id, entry.document, 'changes');
  const rewritten = await sources.rewriteTargets(source, targets, 'changes');
  if (rewritten === source) return;
  draft.setSource(id, rewritten);
  if ('type' in entry) draft.touch(id, 'updated');
}
