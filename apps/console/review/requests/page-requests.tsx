import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { mayPublish } from '../../api/may-publish.ts';
import { shownSpaceQuery } from '../../api/queries.ts';
import { requestCountQuery } from '../../api/request-lists.ts';
import { Button } from '../../app/button.tsx';
import { publishSpace } from '../../app/dialogs.tsx';
import { Icon } from '../../app/icons.tsx';
import { t } from '../../messages/messages.ts';
import styles from '../../page/page.module.css';
import { NO_FILTERS, toQuery, toSearch } from './filters.ts';

/** Leads to the change requests that change a page, if there are any, and publishes its space. */
export const PageRequests = (page: { spaceId: string; pageId: string; className: string | undefined }) => (
  <>
    <RequestsLink {...page} />
    <PublishButton spaceId={page.spaceId} />
  </>
);

function PublishButton({ spaceId }: { spaceId: string }) {
  const { data: space } = useQuery(shownSpaceQuery(spaceId));
  if (!space || !mayPublish(space)) return null;
  const { organization: organizationId } = space;
  return (
    <Button icon="globe" className={styles.publish} onClick={() => publishSpace({ organizationId, spaceId })}>
      <span>{t('publish')}</span>
    </Button>
  );
}

function RequestsLink({
  spaceId,
  pageId,
  className,
}: {
  spaceId: string;
  pageId: string;
  className: string | undefined;
}) {
  const filters = useMemo(() => ({ ...NO_FILTERS, page: pageId }), [pageId]);
  const scope = useMemo(() => ({ spaceId }), [spaceId]);
  const { data: count = 0 } = useQuery(requestCountQuery(scope, toQuery(filters)));
  if (count === 0) return null;
  const label = t('requestsOfPage', { count });
  return (
    <Link
      to="/s/$spaceId/change-requests"
      params={{ spaceId }}
      search={toSearch(filters) as never}
      className={className ?? ''}
      title={label}
    >
      <Icon name="change" />
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{label}</span>
    </Link>
  );
}
