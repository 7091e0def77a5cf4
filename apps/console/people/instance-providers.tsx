import type { Schemas } from '@lectern/client/schema';
import { useQuery } from '@tanstack/react-query';
import { identityProvidersQuery } from '../api/instance.ts';
import { Button } from '../app/button.tsx';
import { RouteError } from '../app/route-error.tsx';
import { Time } from '../app/time.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { CopyField } from '../forms/secret.tsx';
import { Badge, Facts, Section } from '../forms/section.tsx';
import { Table } from '../forms/table.tsx';
import styles from '../instance/instance.module.css';
import { t } from '../messages/messages.ts';
import { nameOfRole } from './roles.tsx';

type Provider = Schemas['InstanceOidcProvider'];
type Group = Provider['groups'][number];

/** The providers with which people sign in to the whole instance, as the operator set them up. */
export function IdentityProviders() {
  const { data, error, isFetching, refetch } = useQuery(identityProvidersQuery);
  if (error && !data) return <RouteError error={error} />;
  const { items } = data ?? {};
  return (
    <View
      title={t('partIdentityProviders')}
      lead={t('idpLead')}
      actions={
        items && items.length > 0 ? (
          <Button disabled={isFetching} onClick={() => void refetch()}>
            {t('idpCheck')}
          </Button>
        ) : undefined
      }
    >
      {!items && <Loading label={t('loading')} rows={6} />}
      {items?.length === 0 && <EmptyState title={t('ssoNone')} text={t('idpNoneText')} />}
      {items?.map((provider) => (
        <ProviderSection key={provider.name} provider={provider} />
      ))}
    </View>
  );
}

function ProviderSection({ provider }: { provider: Provider }) {
  const { label, fault, service, groups, lastProblem, lastUsedAt } = provider;
  return (
    <Section title={label} actions={<State fault={fault} />}>
      {fault !== undefined && <p className={styles.error}>{fault}</p>}
      <Facts
        facts={[
          [t('idpName'), provider.name],
          [
            t('oidcIssuer'),
            <span className={styles.value} key="issuer">
              {provider.issuer}
            </span>,
          ],
          [
            t('oidcClientId'),
            <span className={styles.value} key="client">
              {provider.clientId}
            </span>,
          ],
          [t('oidcScopes'), provider.scopes.join(' ')],
          [t('oidcDomains'), provider.emailDomains.join(', ') || t('idpAnyDomain')],
          [t('idpAccounts'), t(provider.signUp ? 'idpAccountsMade' : 'idpAccountsNeeded')],
          [t('oidcGroups'), provider.groupsClaim ?? t('idpNoGroups')],
          [t('idpLastUsed'), lastUsedAt ? <Time key="used" at={lastUsedAt} /> : t('idpNeverUsed')],
          [
            t('idpLastProblem'),
            lastProblem ? (
              <span key="problem" className={styles.person}>
                {lastProblem.message}
                <small>
                  <Time at={lastProblem.at} />
                </small>
              </span>
            ) : (
              t('idpNoProblem')
            ),
          ],
        ]}
      />
      <CopyField label={t('oidcRedirect')} value={service.redirectURL} />
      <CopyField label={t('oidcLogout')} value={service.backChannelLogoutURL} />
      <CopyField label={t('oidcAfterLogout')} value={service.postLogoutRedirectURL} />
      {groups.length > 0 && (
        <Table
          label={t('idpGroupsOf', { label })}
          rows={groups}
          keyOf={({ group, organization, role, team }) => [group, organization.id, role, team?.id].join(' ')}
          columns={groupColumns()}
        />
      )}
    </Section>
  );
}

const State = ({ fault }: { fault: string | undefined }) => (
  <Badge tone={fault === undefined ? 'good' : 'bad'}>
    {t(fault === undefined ? 'idpReachable' : 'idpUnusable')}
  </Badge>
);

/** What the settings name by its id, and may be gone. */
const Named = ({ of: { id, title } }: { of: { id: string; title: string | null } }) =>
  title ?? (
    <span className={styles.person}>
      {t('idpGone')}
      <small className={styles.value}>{id}</small>
    </span>
  );

const groupColumns = () => [
  { label: t('idpGroup'), cell: ({ group }: Group) => group },
  { label: t('idpOrganization'), cell: ({ organization }: Group) => <Named of={organization} /> },
  { label: t('idpRole'), cell: ({ role }: Group) => (role ? nameOfRole(role) : '') },
  { label: t('idpTeam'), cell: ({ team }: Group) => team && <Named of={team} /> },
];
