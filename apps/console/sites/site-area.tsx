import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { siteQuery } from '../api/queries.ts';
import { nameOf, useIds } from '../app/current.ts';
import { Icon } from '../app/icons.tsx';
import { LoadingView } from '../app/loading-view.tsx';

import { t } from '../messages/messages.ts';
import { Area } from '../settings/area.tsx';
import styles from './site-area.module.css';
import { SITE_PARTS } from './site-parts.ts';

/** The administration of a site. */
export function SiteArea() {
  const { organizationId = '', siteId = '', part, itemId } = useIds();
  const { data: site, error } = useQuery(siteQuery(organizationId, siteId));
  if (!site) return <LoadingView error={error} viewKey={siteId} />;
  const title = nameOf(site.title, t('untitled'));
  return (
    <Area
      parts={SITE_PARTS}
      owner={site}
      name={part}
      itemId={itemId}
      label={t('settingsOf', { name: title })}
      head={
        <div className={styles.head}>
          <Link
            to="/o/$organizationId/sites"
            params={{ organizationId }}
            activeOptions={{ exact: true }}
            className={styles.back ?? ''}
          >
            <Icon name="arrow-left" />
            <span>{t('sites')}</span>
          </Link>
          <strong>{title}</strong>
        </div>
      }
      link={(name, content, className) => (
        <Link
          to="/o/$organizationId/sites/$siteId/$part"
          params={{ organizationId, siteId, part: name }}
          className={className}
        >
          {content}
        </Link>
      )}
    />
  );
}
