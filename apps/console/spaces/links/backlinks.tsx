import type { ResponseOf } from '@lectern/client/client';
import type { Schemas } from '@lectern/client/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { pagedQuery } from '../../api/paged-query.ts';
import type { Place } from '../../api/place.ts';
import { nameOf } from '../../app/current.ts';
import { Loading } from '../../app/view.tsx';
import { MoreButton } from '../../forms/table.tsx';
import { t } from '../../messages/messages.ts';
import styles from './links.module.css';

/** A page or file, live or in a change request. */
export type LinkedItem = Place & ({ pageId: string } | { fileId: string });

type Backlinks = ResponseOf<'/v1/spaces/{spaceId}/content/page/{pageId}/backlinks', 'get'>;
type Location = Schemas['ContentLocation'];

const PER_PAGE = 50;

export const backlinksQuery = (item: LinkedItem) =>
  pagedQuery(
    ['space', item.spaceId, 'backlinks', item.changeRequestId, 'pageId' in item ? item.pageId : item.fileId],
    (cursor) => readBacklinks(item, { limit: PER_PAGE, ...cursor }),
  );

function readBacklinks(item: LinkedItem, query: { limit: number; page?: string }): Promise<Backlinks> {
  const { spaceId, changeRequestId } = item;
  if ('pageId' in item) {
    const { pageId } = item;
    return changeRequestId === undefined
      ? api.get('/v1/spaces/{spaceId}/content/page/{pageId}/backlinks', { path: { spaceId, pageId }, query })
      : api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks', {
          path: { spaceId, changeRequestId, pageId },
          query,
        });
  }
  const { fileId } = item;
  return changeRequestId === undefined
    ? api.get('/v1/spaces/{spaceId}/content/files/{fileId}/backlinks', { path: { spaceId, fileId }, query })
    : api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks', {
        path: { spaceId, changeRequestId, fileId },
        query,
      });
}

/** The places that refer to a page or file, in this space and in others. */
export function BacklinkList({ item, none }: { item: LinkedItem; none: string }) {
  const list = useInfiniteQuery(backlinksQuery(item));
  if (list.error) return <p role="alert">{explain(list.error)}</p>;
  if (!list.data) return <Loading label={t('loading')} rows={2} />;
  const places = list.data.pages.flatMap(({ items }) => items);
  if (places.length === 0) return <p>{none}</p>;
  return (
    <>
      <ul className={styles.backlinks}>
        {[...new Map(places.map((place) => [keyOf(place), place]))].map(([key, place]) => (
          <li key={key}>
            <LocationLink place={place} from={item} />
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  );
}

/** A page that refers to the item several times is listed once. */
function keyOf(place: Location): string {
  if (place.kind === 'page') return place.page.id;
  if (place.kind === 'reusable-content') return place.reusableContent.id;
  return place.kind === 'file' ? place.file.id : place.kind;
}

function LocationLink({ place, from }: { place: Location; from: LinkedItem }): ReactNode {
  if (place.kind === 'url') return <a href={place.url}>{place.url}</a>;
  const { space } = place;
  const spaceName = nameOf(space.title, t('untitled'));
  const isOther = space.id !== from.spaceId;
  if (place.kind === 'page') {
    const title = nameOf(place.page.title, t('untitled'));
    const { changeRequestId } = from;
    const pageId = place.page.id;
    return (
      <>
        {changeRequestId === undefined || isOther ? (
          <Link to="/s/$spaceId/$pageId" params={{ spaceId: space.id, pageId }}>
            {title}
          </Link>
        ) : (
          <Link
            to="/s/$spaceId/change-requests/$changeRequestId/$pageId"
            params={{ spaceId: space.id, changeRequestId, pageId }}
          >
            {title}
          </Link>
        )}
        {isOther && <small>{spaceName}</small>}
      </>
    );
  }
  const text =
    place.kind === 'reusable-content'
      ? t('brokenInReusable', { title: place.reusableContent.title })
      : t('brokenInContents');
  return (
    <>
      <span>{text}</span>
      {isOther && <small>{spaceName}</small>}
    </>
  );
}
