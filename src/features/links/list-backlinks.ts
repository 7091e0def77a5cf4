import type { ContentStore } from '../../content/revisions/content-store.ts';
import type { Context } from '../../context.ts';
import { type BacklinkPlace, indexBacklinks } from './backlink-index.ts';
import type { LinksAnswer, LinksQuestion } from './links-question.ts';
import type { IncomingPlace } from './other-spaces/incoming-references.ts';
import { findReadableSpaces } from './other-spaces/readable-spaces.ts';
import { presentLocation } from './present-link.ts';
import { groupPages, showSpaces } from './show-spaces.ts';
import type { LinksView } from './view-links.ts';

/** Lists the references to a page or file: in its own space first, then in others. */
export async function listBacklinks(
  context: Pick<Context, 'db' | 'config' | 'keyRing' | 'pointers'>,
  store: ContentStore,
  question: LinksQuestion,
  view: LinksView,
  target: { id: string; incoming: readonly IncomingPlace[] },
): Promise<LinksAnswer> {
  const { space, actor, position, limit } = question;
  const own = indexBacklinks(view).get(target.id) ?? [];
  const { incoming } = target;
  const count = own.length + incoming.length;
  const end = position.start + limit;
  const chosen: (BacklinkPlace & { spaceId?: string })[] = own.slice(position.start, end);
  const rest = Math.max(0, position.start - own.length);
  chosen.push(...incoming.slice(rest, rest + limit - chosen.length));

  const wanted = groupPages(
    chosen.map(({ spaceId = space.spaceId, owner: { kind, id } }) => ({
      spaceId,
      pageId: kind === 'page' ? id : undefined,
    })),
  );
  const others = [...wanted.keys()].filter((spaceId) => spaceId !== space.spaceId);
  const readable = await findReadableSpaces(context, actor, others);
  const { all } = await showSpaces(context, store, { space, actor, view, wanted, readable });
  const items = chosen.flatMap(({ spaceId = space.spaceId, owner, anchor }) => {
    const shown = all.get(spaceId);
    return (shown && presentLocation(owner, anchor, shown)) ?? [];
  });
  return { count, next: end < count ? end : undefined, items };
}
