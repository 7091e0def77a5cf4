import { useQuery } from '@tanstack/react-query';
import { api, repeatable } from '../../api/client.ts';
import { Button } from '../../app/button.tsx';
import { askFirst } from '../../app/dialogs.tsx';
import { RouteError } from '../../app/route-error.tsx';
import { showToast } from '../../app/toasts.tsx';
import { Loading, View } from '../../app/view.tsx';
import { TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { CopyButton } from '../../forms/secret.tsx';
import { Section } from '../../forms/section.tsx';
import { t } from '../../messages/messages.ts';
import {
  cacheSite,
  hostnameQuery,
  rereadSite,
  type Site,
  type SiteKey,
  useSiteKey,
} from '../site-queries.ts';
import styles from './domain-view.module.css';
import { useHostnameCheck } from './use-hostname-check.ts';

/** The hostname of a site: asks for it, shows its records, and waits until they are found. */
export function DomainView({ owner: site }: { owner: Site }) {
  const siteKey = useSiteKey();
  const hostname = site.hostname ?? site.pendingHostname;
  const mayEdit = site.permissions.admin;
  return (
    <View title={t('siteDomain')} lead={t('siteDomainLead')} viewKey={`domain ${siteKey.siteId}`}>
      {hostname === undefined && mayEdit && <HostnameForm siteKey={siteKey} />}
      {hostname === undefined && !mayEdit && <p>{t('siteNoDomain')}</p>}
      {hostname !== undefined && (
        <Hostname site={site} siteKey={siteKey} hostname={hostname} mayEdit={mayEdit} />
      )}
    </View>
  );
}

const setHostname = async (path: SiteKey, hostname: string | null): Promise<void> => {
  cacheSite(
    await api.patch('/v1/orgs/{organizationId}/sites/{siteId}', {
      path,
      headers: repeatable(),
      body: { hostname },
    }),
    path,
  );
  await rereadSite(path);
};

function HostnameForm({ siteKey }: { siteKey: SiteKey }) {
  return (
    <Form
      submit={t('siteContinue')}
      onSubmit={(fields) => setHostname(siteKey, String(fields.get('hostname')).trim().toLowerCase())}
    >
      <TextField
        name="hostname"
        label={t('siteHostname')}
        hint={t('siteHostnameHelp')}
        placeholder="docs.example.com"
        required
      />
    </Form>
  );
}

function Hostname({
  site,
  siteKey,
  hostname,
  mayEdit,
}: {
  site: Site;
  siteKey: SiteKey;
  hostname: string;
  mayEdit: boolean;
}) {
  const { data, error } = useQuery(hostnameQuery(siteKey, hostname));
  const isFound = site.hostname !== undefined;
  const { state, isReady, checkNow, isChecking } = useHostnameCheck(siteKey, hostname, {
    isFound,
    mayCheck: mayEdit,
  });
  if (error && !data) return <RouteError error={error} />;
  if (!data) return <Loading label={t('loading')} />;
  return (
    <>
      <div className={styles.state} data-ready={isReady}>
        <strong>{hostname}</strong>
        <p role="status">{t(state)}</p>
        {mayEdit && !isReady && (
          <Button icon="replace" disabled={isChecking} onClick={() => void checkNow()}>
            {t(isChecking ? 'siteChecking' : 'siteCheckNow')}
          </Button>
        )}
      </div>
      <Section title={t('siteRecords')} text={t(isFound ? 'siteRecordsStay' : 'siteRecordsHelp')}>
        <Record {...data.record} />
        <Record {...data.addressRecord} />
      </Section>
      {mayEdit && (
        <Section isDanger title={t('siteRemoveDomain')} text={t('siteRemoveDomainHelp')}>
          <Button
            look="danger"
            onClick={() =>
              askFirst(
                {
                  title: t('siteRemoveTitle', { title: hostname }),
                  text: t('siteRemoveDomainText'),
                  submit: t('siteRemove'),
                  isDanger: true,
                },
                async () => {
                  await setHostname(siteKey, null);
                  showToast(t('siteRemoved', { title: hostname }));
                },
              )
            }
          >
            {t('siteRemove')}
          </Button>
        </Section>
      )}
    </>
  );
}

function Record({ type, name, value }: { type: string; name: string; value: string }) {
  const parts = [
    ['siteRecordType', type],
    ['siteRecordName', name],
    ['siteRecordValue', value],
  ] as const;
  return (
    <dl className={styles.record}>
      {parts.map(([label, text]) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>
            <code>{text}</code>
            {label !== 'siteRecordType' && (
              <CopyButton value={text} of={t('siteCopyPart', { part: t(label), type })} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
