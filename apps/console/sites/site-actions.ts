/** What can be done with a site as a whole. */
import { api, repeatable } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { queries } from '../api/queries.ts';
import { askFirst } from '../app/dialogs.tsx';
import { showError, showToast } from '../app/toasts.tsx';
import { t } from '../messages/messages.ts';
import { explainReaders, readersOf } from './readers.ts';
import { cacheSite, rereadSite, type Site, type SiteKey } from './site-queries.ts';

/** Publishes a site after saying who will be able to read it. */
export const askPublish = (key: SiteKey, site: Site): void =>
  askFirst(
    {
      title: t('sitePublishQuestion', { title: site.title }),
      text: `${explainReaders(readersOf(site))} ${t('sitePublishText')}`,
      submit: t('sitePublish'),
    },
    async () => {
      const path = key;
      const headers = repeatable();
      cacheSite(await api.post('/v1/orgs/{organizationId}/sites/{siteId}/publish', { path, headers }), key);
      await rereadSite(key);
      showToast(t('sitePublished', { title: site.title }));
    },
  );

/** Takes a site offline. It can be published again at once. */
export const askUnpublish = (key: SiteKey, site: Site): void =>
  askFirst(
    {
      title: t('siteUnpublishQuestion', { title: site.title }),
      text: t('siteUnpublishText'),
      submit: t('siteUnpublish'),
      isDanger: true,
    },
    async () => {
      const path = key;
      const headers = repeatable();
      cacheSite(await api.post('/v1/orgs/{organizationId}/sites/{siteId}/unpublish', { path, headers }), key);
      await rereadSite(key);
      showToast(t('siteUnpublished', { title: site.title }), {
        action: { label: t('undo'), run: () => void publishAgain(key, site) },
      });
    },
  );

async function publishAgain(path: SiteKey, site: Site): Promise<void> {
  try {
    await api.post('/v1/orgs/{organizationId}/sites/{siteId}/publish', { path, headers: repeatable() });
    showToast(t('sitePublished', { title: site.title }));
  } catch (error) {
    showError(`${t('changeFailed')} ${explain(error)}`);
  }
  await rereadSite(path);
}

/** Deletes a site for ever; then `leave`. */
export const askDelete = (path: SiteKey, site: Site, leave: () => Promise<void>): void =>
  askFirst(
    {
      title: t('siteDeleteQuestion', { title: site.title }),
      text: t('siteDeleteText', { address: site.urls.published ?? site.basename }),
      submit: t('delete'),
      isDanger: true,
    },
    async () => {
      await api.delete('/v1/orgs/{organizationId}/sites/{siteId}', { path, headers: repeatable() });
      await leave();
      queries.removeQueries({ queryKey: ['organization', path.organizationId, 'site', path.siteId] });
      await rereadSite(path);
      showToast(t('deleted', { title: site.title }));
    },
  );

/** Lets visitors read only what is current. */
export const askWithdraw = (path: SiteKey, site: Site): void =>
  askFirst(
    {
      title: t('siteWithdrawQuestion'),
      text: t('siteWithdrawText'),
      submit: t('siteWithdraw'),
      isDanger: true,
    },
    async () => {
      const headers = repeatable();
      await api.post('/v1/orgs/{organizationId}/sites/{siteId}/withdraw-revisions', { path, headers });
      showToast(t('siteWithdrawn', { title: site.title }));
    },
  );
