import { appendTo } from '@lectern/std/long-lists';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { Context } from '../../../platform/context.ts';
import { type BacklinkLocation, indexBacklinks } from './backlink-index.ts';
import type { LinksQuestion, ListedLinks } from './links-question.ts';
import type { IncomingReference } from './other-spaces/incoming-references.ts';
import { findReadableSpaces } from './other-spaces/readable-spaces.ts';
import { presentLocation } from './present-link.ts';
import { groupPages, showSpaces } from './show-spaces.ts';
import type { LinksView } from './view-links.ts';

/** Lists the references to a page or file: in its own space first, then in others. */
export async function listBacklinks(
  context: Pick<Context, 'db' | 'fields' | 'config' | 'keyRing' | 'pointers'>,
  store: ContentStore,
  question: LinksQuestion,
  view: LinksView,
  target: { id: string; incoming: readonly IncomingReference[] },
): Promise<ListedLinks> {
  const { space, actor, position, limit } = question;
  const own = indexBacklinks(view).get(target.id) ?? [];
  const sorted = sortByKey(target.incoming);
  const count = own.length + sorted.length;
  const ownEnd = Math.min(position.start + limit, own.length);
  const chosen: (BacklinkLocation & { spaceId?: string })[] = own.slice(position.start, ownEnd);
  const { after } = position;
  const rest = sorted.filter(({ key }) => after === undefined || key > after);
  const room = limit - chosen.length;
  appendTo(
    chosen,
    rest.slice(0, room).map(({ place }) => place),
  );
  const isMore = ownEnd < own.length || rest.length > room;
  const last = rest[room - 1]?.key ?? after;
  const next = isMore ? { start: ownEnd, ...(last === undefined ? {} : { after: last }) } : undefined;

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
  return { count, next, items };
}

/** Each place once, in an order that does not depend on what else refers to the target. */
function sortByKey(incoming: readonly IncomingReference[]): { key: string; place: IncomingReference }[] {
  const byKey = new Map(
    incoming.map((place) => {
      const { spaceId, owner, anchor = '' } = place;
      return [`${spaceId}/${owner.kind}/${owner.id}/${anchor}`, place] as const;
    }),
  );
  return [...byKey]
    .map(([key, place]) => ({ key, place }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}
