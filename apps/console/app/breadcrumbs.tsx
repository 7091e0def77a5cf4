import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { type ContentPage, changeRequestQuery, collectionsQuery, pagesQuery } from '../api/queries.ts';
import { useStore } from '../api/store.ts';
import { t } from '../messages/messages.ts';
import { findPath } from '../tree/pages.ts';
import styles from './breadcrumbs.module.css';
import { nameOf, useCurrent, useIds, usePlace } from './current.ts';
import { isFirstViewShown } from './first-view.ts';

interface Crumb {
  key: string;
  name: string;
  link: (content: ReactNode) => ReactNode;
}

/** The breadcrumbs of a view: organization, collections, space, and its pages or a change request. */
export function Breadcrumbs() {
  const { pageId, revisionId, changeRequestId } = useIds();
  const place = usePlace();
  const { organization, collection, space } = useCurrent();
  const { data: collections = [] } = useQuery({
    ...collectionsQuery(organization?.id ?? ''),
    enabled: organization !== undefined && (collection !== undefined || space?.parent !== undefined),
  });
  const isShown = useStore(isFirstViewShown);
  const { data: tree } = useQuery({ ...pagesQuery(place ?? ''), enabled: isShown && place !== undefined });
  const pages = useMemo(
    () => (pageId && tree && revisionId === undefined ? findPath(tree.pages, pageId) : []),
    [tree, pageId, revisionId],
  );
  const isRequestShown = place !== undefined && changeRequestId !== undefined && pageId === undefined;
  const { data: request } = useQuery({
    ...changeRequestQuery(place?.spaceId ?? '', changeRequestId ?? ''),
    enabled: isRequestShown,
  });
  if (!organization) return <div className={styles.crumbs} />;
  const crumbs: Crumb[] = [
    {
      key: organization.id,
      name: nameOf(organization.title, t('untitled')),
      link: (content) => (
        <Link to="/o/$organizationId" params={{ organizationId: organization.id }}>
          {content}
        </Link>
      ),
    },
    ...ancestorsOf(space?.parent ?? collection?.id, collections).map(({ id, title }) => ({
      key: id,
      name: nameOf(title, t('untitled')),
      link: (content: ReactNode) => (
        <Link to="/c/$collectionId" params={{ collectionId: id }}>
          {content}
        </Link>
      ),
    })),
    ...(space && place
      ? [spaceCrumb(place.spaceId, space.title), ...pages.map((page) => pageCrumb(place, page))]
      : []),
    ...(isRequestShown && request ? requestCrumbs(place.spaceId, request) : []),
  ];
  return (
    <nav aria-label={t('breadcrumb')} className={styles.crumbs}>
      <ol>
        {crumbs.map(({ key, name, link }) => (
          <li key={key}>{link(name)}</li>
        ))}
      </ol>
    </nav>
  );
}

const spaceCrumb = (spaceId: string, title: string): Crumb => ({
  key: spaceId,
  name: nameOf(title, t('untitled')),
  link: (content) => (
    <Link to="/s/$spaceId" params={{ spaceId }} activeOptions={{ exact: true }}>
      {content}
    </Link>
  ),
});

const pageCrumb = (
  { spaceId, changeRequestId }: { spaceId: string; changeRequestId?: string | undefined },
  { id, title }: ContentPage,
): Crumb => ({
  key: id,
  name: nameOf(title, t('untitled')),
  link: (content) =>
    changeRequestId === undefined ? (
      <Link to="/s/$spaceId/$pageId" params={{ spaceId, pageId: id }}>
        {content}
      </Link>
    ) : (
      <Link
        to="/s/$spaceId/change-requests/$changeRequestId/$pageId"
        params={{ spaceId, changeRequestId, pageId: id }}
      >
        {content}
      </Link>
    ),
});

/** The list of change requests, and the one that is open. */
const requestCrumbs = (
  spaceId: string,
  { id: changeRequestId, subject }: { id: string; subject: string },
): Crumb[] => [
  {
    key: 'change-requests',
    name: t('changeRequests'),
    link: (content) => (
      <Link to="/s/$spaceId/change-requests" params={{ spaceId }} activeOptions={{ exact: true }}>
        {content}
      </Link>
    ),
  },
  {
    key: changeRequestId,
    name: nameOf(subject, t('untitled')),
    link: (content) => (
      <Link to="/s/$spaceId/change-requests/$changeRequestId" params={{ spaceId, changeRequestId }}>
        {content}
      </Link>
    ),
  },
];

/** A collection and its ancestors that the user can see, outermost first. */
function ancestorsOf<One extends { id: string; parent?: string }>(
  id: string | undefined,
  collections: readonly One[],
): One[] {
  const path: One[] = [];
  for (let next = id; next !== undefined; ) {
    const one = collections.find((candidate) => candidate.id === next);
    if (!one || path.includes(one)) break;
    path.unshift(one);
    next = one.parent;
  }
  return path;
}
