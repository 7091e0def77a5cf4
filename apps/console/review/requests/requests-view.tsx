import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { organizationsQuery, spaceQuery, spacesQuery } from '../../api/queries.ts';
import {
  type RequestScope,
  refreshList,
  requestCountQuery,
  requestListQuery,
} from '../../api/request-lists.ts';
import { Button } from '../../app/button.tsx';
import { nameOf, useCurrent, useIds } from '../../app/current.ts';
import { createRequest } from '../../app/dialogs.tsx';
import { NotFound } from '../../app/not-found.tsx';
import { RouteError } from '../../app/route-error.tsx';
import { EmptyState, Loading, View } from '../../app/view.tsx';
import { t } from '../../messages/messages.ts';
import { isFiltered, NO_FILTERS, type RequestFilters, readFilters, toQuery, toSearch } from './filters.ts';
import { followLists } from './follow-lists.ts';
import { RequestFilterBar } from './request-filter-bar.tsx';
import { RequestList } from './request-list.tsx';
import styles from './requests.module.css';

/** The default filters of the view of unread change requests. */
const UNREAD = toQuery({ ...NO_FILTERS, view: 'unread' });

/** The change requests of a space. */
export function SpaceRequests() {
  const { spaceId = '' } = useIds();
  const { data: space, error } = useQuery(spaceQuery(spaceId));
  const scope = useMemo(() => ({ spaceId }), [spaceId]);
  if (error && !space) return <RouteError error={error} />;
  return (
    <Requests
      scope={scope}
      organizationId={space?.organization}
      mayCreate={space?.permissions.edit === true}
      lead={t('requestsLead')}
    />
  );
}

/** The inbox of an organization: the change requests of all its spaces. */
export function OrganizationRequests() {
  const { organizationId = '' } = useIds();
  const { isPending, error } = useQuery(organizationsQuery);
  const { organization } = useCurrent();
  const { data: spaces } = useQuery(spacesQuery(organizationId));
  const scope = useMemo(() => ({ organizationId }), [organizationId]);
  const titles = useMemo(
    () => new Map(spaces?.map(({ id, title }) => [id, nameOf(title, t('untitled'))])),
    [spaces],
  );
  if (!organization && error) return <RouteError error={error} />;
  if (!organization && !isPending) return <NotFound />;
  return (
    <Requests
      scope={scope}
      organizationId={organizationId}
      mayCreate={spaces?.some(({ permissions }) => permissions.edit) === true}
      lead={t('inboxLead')}
      spaceTitles={titles}
    />
  );
}

function Requests({
  scope,
  organizationId,
  mayCreate,
  lead,
  spaceTitles,
}: {
  scope: RequestScope;
  organizationId: string | undefined;
  mayCreate: boolean;
  lead: string;
  spaceTitles?: ReadonlyMap<string, string>;
}) {
  const [filters, setFilters] = useFilters();
  const query = useMemo(() => toQuery(filters), [filters]);
  const list = useInfiniteQuery(requestListQuery(scope, query));
  useEffect(() => {
    // A list that was read earlier is shown at once, and what has changed since soon after.
    void refreshList(scope, query).catch(() => undefined);
    return followLists(scope, () => void refreshList(scope, query).catch(() => undefined));
  }, [scope, query]);
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items), [list.data]);
  const count = list.data?.pages[0]?.count ?? 0;
  const { data: unread = 0 } = useQuery(requestCountQuery(scope, UNREAD));
  const field = useRef<HTMLInputElement>(null);
  const spaceId = 'spaceId' in scope ? scope.spaceId : undefined;
  return (
    <View
      title={t('changeRequests')}
      viewKey={JSON.stringify(scope)}
      lead={lead}
      actions={
        mayCreate && (
          <Button look="primary" icon="plus" onClick={() => createRequest({ spaceId, organizationId })}>
            {t('newRequest')}
          </Button>
        )
      }
    >
      <RequestFilterBar
        filters={filters}
        onChange={setFilters}
        organizationId={organizationId}
        spaceId={spaceId}
        unread={unread}
        items={items ?? []}
        field={field}
      />
      <p role="status" className={styles.found}>
        {items && items.length > 0 && t('requestsCount', { count })}
      </p>
      {list.error && !items && <RouteError error={list.error} />}
      {!items && !list.error && <Loading label={t('loading')} rows={8} />}
      {items?.length === 0 && (
        <NoRequests
          filters={filters}
          mayCreate={mayCreate}
          onClear={() => setFilters({ ...NO_FILTERS, view: filters.view })}
          onCreate={() => createRequest({ spaceId, organizationId })}
        />
      )}
      {items && items.length > 0 && (
        <RequestList
          key={JSON.stringify([scope, query])}
          name={JSON.stringify([scope, query])}
          items={items}
          count={count}
          hasMore={list.hasNextPage}
          isReading={list.isFetchingNextPage}
          readMore={() => void list.fetchNextPage()}
          spaceTitles={spaceTitles}
          onFilter={() => field.current?.focus()}
          onCreate={mayCreate ? () => createRequest({ spaceId, organizationId }) : undefined}
        />
      )}
    </View>
  );
}

/** The filters in the address, and a function that changes it. */
function useFilters(): [RequestFilters, (filters: RequestFilters, options?: { replaces?: boolean }) => void] {
  const navigate = useNavigate();
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  const parsed = useRouterState({ select: ({ location }) => location.search as Record<string, unknown> });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text tells whether the parameters are others.
  const filters = useMemo(() => readFilters(parsed), [search]);
  return [
    filters,
    (next, { replaces = false } = {}) =>
      void navigate({ to: '.', search: toSearch(next) as never, replace: replaces, resetScroll: false }),
  ];
}

function NoRequests({
  filters,
  mayCreate,
  onClear,
  onCreate,
}: {
  filters: RequestFilters;
  mayCreate: boolean;
  onClear: () => void;
  onCreate: () => void;
}) {
  const create = mayCreate && (
    <Button look="primary" icon="plus" onClick={onCreate}>
      {t('newRequest')}
    </Button>
  );
  if (isFiltered(filters))
    return (
      <EmptyState title={t('noRequestMatches')} text={t('noRequestMatchesText')}>
        <Button onClick={onClear}>{t('clearFilters')}</Button>
      </EmptyState>
    );
  switch (filters.view) {
    case 'mine':
      return (
        <EmptyState title={t('noRequestMine')} text={t('noRequestMineText')}>
          {create}
        </EmptyState>
      );
    case 'review':
      return <EmptyState title={t('noRequestToReview')} text={t('noRequestToReviewText')} />;
    case 'unread':
      return <EmptyState title={t('noNotificationUnread')} text={t('noRequestUnreadText')} />;
    case 'mentioned':
      return <EmptyState title={t('noRequestMentioned')} text={t('noRequestMentionedText')} />;
    case 'all':
      return (
        <EmptyState title={t('noRequest')} text={t(mayCreate ? 'noRequestText' : 'noRequestForReaders')}>
          {create}
        </EmptyState>
      );
  }
}
