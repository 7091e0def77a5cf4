import type { OpenRevision } from '../../content/revisions/content-store.ts';
import type { Snapshot } from '../../content/tree/snapshot.ts';
import type { Threads } from '../../threads/threads.ts';
import type { LinksStore } from '../links/resolution/links-store.ts';
import type { ContentDraft } from './content-draft.ts';
import { rewriteTargetsOf } from './edit-source.ts';
import { followTarget } from './settle-targets.ts';

/**
 * Rewrites the links of other documents that led to a page that moved, where they stand, if they would lead elsewhere or
 * nowhere now. `after`: the draft with the pages in their new places.
 */
export async function rewriteMovedLinks(
  { threads, links }: { threads: Threads; links: LinksStore },
  open: OpenRevision,
  draft: ContentDraft,
  after: Snapshot,
): Promise<void> {
  const moved = new Set([...draft.movedPages].flatMap((pageId) => draft.tree.subtreeOf(pageId)));
  const { owners } = await links.get(open);
  for (const owner of owners) {
    const targets = new Map<string, string>();
    for (const { raw, target } of owner.links) {
      if (target?.kind !== 'page' || !moved.has(target.id)) continue;
      const place = { ownerId: owner.id, gitPath: owner.path };
      const next = followTarget(after, place, { raw, pageId: target.id });
      if (next !== undefined) targets.set(raw, next);
    }
    if (targets.size > 0) await rewrite(draft, owner, targets, threads);
  }
}

async function rewrite(
  draft: ContentDraft,
  { kind, id }: { kind: 'page' | 'reusable-content'; id: string },
  targets: ReadonlyMap<string, string>,
  threads: Threads,
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
  const rewritten = await rewriteTargetsOf(threads, source, targets);
  if (rewritten === source) return;
  draft.setSource(id, rewritten);
  if ('type' in entry) draft.touch(id, 'updated');
}
