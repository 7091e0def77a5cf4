import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import button from '../../app/button.module.css';
import { Icon } from '../../app/icons.tsx';
import { CopyButton } from '../../forms/secret.tsx';
import { t } from '../../messages/messages.ts';
import { explainReaders, readersOf } from '../readers.ts';
import type { Published } from './publish.ts';
import styles from './published-site.module.css';

/** Where a site is now, who can read it, and what to do next. */
export function PublishedSite({
  organizationId,
  published: { site, address },
  onLeave,
  children,
}: {
  organizationId: string;
  published: Published;
  /** Called before another view opens. */
  onLeave?: () => void;
  /** More buttons, before the others. */
  children?: ReactNode;
}) {
  const readers = readersOf(site);
  return (
    <>
      {address === undefined ? (
        <p>{t('siteAdminPublishes', { title: site.title })}</p>
      ) : (
        <>
          <p className={styles.address}>
            <a href={address} target="_blank" rel="noreferrer">
              {address}
            </a>
          </p>
          <p>{readers === 'share-link' ? t('siteLinkOpens') : explainReaders(readers)}</p>
        </>
      )}
      <div className={styles.buttons}>
        {children}
        <Link
          to="/o/$organizationId/sites/$siteId/$part"
          params={{ organizationId, siteId: site.id, part: 'customization' }}
          className={button.plain ?? ''}
          {...(onLeave ? { onClick: onLeave } : {})}
        >
          {t('siteCustomize')}
        </Link>
        {address !== undefined && (
          <>
            <CopyButton value={address} of={t('siteAddress')} />
            <a href={address} target="_blank" rel="noreferrer" className={button.primary}>
              <Icon name="external" />
              {t('siteOpen')}
            </a>
          </>
        )}
      </div>
    </>
  );
}
