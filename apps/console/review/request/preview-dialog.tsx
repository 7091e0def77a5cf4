import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { listAll } from '../../api/queries.ts';
import { Button } from '../../app/button.tsx';
import { nameOf } from '../../app/current.ts';
import { Dialog } from '../../app/dialog.tsx';
import { Loading } from '../../app/view.tsx';
import { t } from '../../messages/messages.ts';
import { PreviewLinks } from './preview-links.tsx';
import styles from './request.module.css';
import { isInProgress, type OpenRequest } from './request-parts.ts';

/** The sites that show a space. */
const sitesQuery = (organizationId: string, spaceId: string) => ({
  queryKey: ['organization', organizationId, 'sites-of', spaceId],
  queryFn: () =>
    listAll(
      api.list('/v1/orgs/{organizationId}/sites', {
        path: { organizationId },
        query: { space: spaceId, limit: 100 },
      }),
    ),
});

/** The address that shows a change request as a site would, for an hour. */
async function findPreview({ space, request }: OpenRequest, siteId: string): Promise<string> {
  const path = { organizationId: space.organization, siteId };
  const siteSpaces = await listAll(
    api.list('/v1/orgs/{organizationId}/sites/{siteId}/site-spaces', { path, query: { limit: 100 } }),
  );
  const siteSpace = siteSpaces.find((one) => one.space.id === space.id);
  const { url } = await api.get('/v1/orgs/{organizationId}/sites/{siteId}/publishing/preview', {
    path,
    query: { changeRequest: request.id, ...(siteSpace ? { siteSpace: siteSpace.id } : {}) },
  });
  return url;
}

/** Shows the change request with the look of a site. */
export function PreviewDialog({ opened, onClose }: { opened: OpenRequest; onClose: () => void }) {
  const { space } = opened;
  const { data: sites, error } = useQuery(sitesQuery(space.organization, space.id));
  return (
    <Dialog title={t('preview')} onClose={onClose}>
      {error && !sites && <p role="alert">{explain(error)}</p>}
      {!sites && !error && <Loading label={t('loading')} rows={2} />}
      {sites && (
        <>
          <p className={styles.soft}>{t(sites.length === 0 ? 'previewWithoutSite' : 'previewText')}</p>
          <ul className={styles.members}>
            {sites.map((site) => (
              <li key={site.id}>
                <span>{nameOf(site.title, t('untitled'))}</span>
                <PreviewButton opened={opened} siteId={site.id} title={nameOf(site.title, t('untitled'))} />
              </li>
            ))}
          </ul>
        </>
      )}
      {isInProgress(opened.request) && space.permissions.edit && <PreviewLinks opened={opened} />}
      <div className={styles.dialogButtons}>
        <Button onClick={onClose}>{t('done')}</Button>
      </div>
    </Dialog>
  );
}

function PreviewButton({ opened, siteId, title }: { opened: OpenRequest; siteId: string; title: string }) {
  const [refusal, setRefusal] = useState<string>();
  const show = async (): Promise<void> => {
    setRefusal(undefined);
    try {
      const url = await findPreview(opened, siteId);
      // A browser that lets no script open a window shows it in this one.
      if (!window.open(url, '_blank')) location.assign(url);
    } catch (error) {
      setRefusal(explain(error));
    }
  };
  return (
    <>
      {refusal !== undefined && <span role="alert">{refusal}</span>}
      <Button
        icon="external"
        className={styles.small}
        aria-label={t('openPreviewOf', { site: title })}
        onClick={() => void show()}
      >
        {t('open')}
      </Button>
    </>
  );
}
