import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { Button } from '../app/button.tsx';
import { useCurrent, useIds } from '../app/current.ts';
import { publishSpace } from '../app/dialogs.tsx';
import { RouteError } from '../app/route-error.tsx';
import { Time } from '../app/time.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { MoreButton, Table } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import { PublishedBadge } from './published-badge.tsx';
import { nameOfReaders, readersOf } from './readers.ts';
import { type Site, sitesQuery } from './site-queries.ts';
import styles from './sites-view.module.css';

/** From how many sites on they can be searched. */
const MANY = 10;

/** The sites of an organization. */
export function SitesView() {
  const { organizationId = '' } = useIds();
  const { organization } = useCurrent();
  const [typed, setTyped] = useState('');
  const title = useDeferredValue(typed.trim());
  const sites = useInfiniteQuery(sitesQuery(organizationId, title));
  const { data, error } = sites;
  const all = data?.pages.flatMap(({ items }) => items);
  const count = data?.pages[0]?.count ?? 0;
  const mayCreate = organization?.permissions.admin ?? false;
  const create = () => publishSpace({ organizationId, spaceId: undefined });
  if (error && !data) return <RouteError error={error} />;
  return (
    <View
      title={t('sites')}
      lead={t('sitesLead')}
      actions={
        mayCreate &&
        (count > 0 || title !== '') && (
          <Button look="primary" icon="plus" onClick={create}>
            {t('siteNew')}
          </Button>
        )
      }
    >
      {(count > MANY || typed !== '') && (
        <input
          type="search"
          className={styles.search}
          aria-label={t('siteSearch')}
          placeholder={t('siteSearch')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {!all && <Loading label={t('loading')} />}
      {all?.length === 0 && title !== '' && <p role="status">{t('siteNoneFound', { query: title })}</p>}
      {all?.length === 0 && title === '' && (
        <EmptyState title={t('siteNone')} text={t(mayCreate ? 'siteNoneText' : 'siteNoneForReaders')}>
          {mayCreate && (
            <Button look="primary" icon="globe" onClick={create}>
              {t('siteFirst')}
            </Button>
          )}
        </EmptyState>
      )}
      {all && all.length > 0 && <SiteTable organizationId={organizationId} sites={all} />}
      <MoreButton list={sites} />
    </View>
  );
}

function SiteTable({ organizationId, sites }: { organizationId: string; sites: readonly Site[] }) {
  return (
    <Table
      label={t('sites')}
      rows={sites}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t('siteTitle'),
          cell: (site) => (
            <span className={styles.site}>
              <Link to="/o/$organizationId/sites/$siteId" params={{ organizationId, siteId: site.id }}>
                {site.title}
              </Link>
              <small>{addressOf(site)}</small>
            </span>
          ),
        },
        { label: t('siteReaders'), cell: (site) => nameOfReaders(readersOf(site)) },
        { label: t('siteState'), cell: ({ published }) => <PublishedBadge isPublished={published} /> },
        {
          label: t('siteLastPublished'),
          cell: ({ publishedAt }) => (publishedAt === undefined ? '–' : <Time at={publishedAt} />),
        },
      ]}
    />
  );
}

/** The address of a site without the scheme, or what it is going to be. */
const addressOf = ({ urls, basename }: Site): string =>
  urls.published?.replace(/^https?:\/\/|\/$/g, '') ?? basename;
