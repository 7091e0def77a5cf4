import type { Schemas } from '@lectern/client/schema';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { directoriesQuery, identityProvidersQuery } from '../api/instance.ts';
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
type Directory = Schemas['InstanceLdapDirectory'];
type Group = Provider['groups'][number];
type Fact = readonly [name: string, value: ReactNode];

/** The providers and directories with which people sign in to the whole instance, as the operator set them up. */
export function IdentityProviders() {
  const providers = useQuery(identityProvidersQuery);
  const directories = useQuery(directoriesQuery);
  const queries = [providers, directories];
  const failed = queries.find(({ error, data }) => error && !data);
  if (failed?.error) return <RouteError error={failed.error} />;
  const isThere = providers.data && directories.data;
  const count = (providers.data?.items.length ?? 0) + (directories.data?.items.length ?? 0);
  return (
    <View
      title={t('partIdentityProviders')}
      lead={t('idpLead')}
      actions={
        count > 0 ? (
          <Button
            disabled={queries.some(({ isFetching }) => isFetching)}
            onClick={() => {
              for (const { refetch } of queries) void refetch();
            }}
          >
            {t('idpCheck')}
          </Button>
        ) : undefined
      }
    >
      {!isThere && <Loading label={t('loading')} rows={6} />}
      {isThere && count === 0 && <EmptyState title={t('ssoNone')} text={t('idpNoneText')} />}
      {isThere && providers.data.items.map((one) => <ProviderSection key={one.name} provider={one} />)}
      {isThere && directories.data.items.map((one) => <DirectorySection key={one.name} directory={one} />)}
    </View>
  );
}

function ProviderSection({ provider }: { provider: Provider }) {
  const { issuer, clientId, scopes, groupsClaim, service } = provider;
  return (
    <SignInSection
      of={provider}
      facts={[
        [t('oidcIssuer'), <Value key="issuer" text={issuer} />],
        [t('oidcClientId'), <Value key="client" text={clientId} />],
        [t('oidcScopes'), scopes.join(' ')],
        [t('oidcGroups'), groupsClaim ?? t('idpNoGroups')],
      ]}
    >
      <CopyField label={t('oidcRedirect')} value={service.redirectURL} />
      <CopyField label={t('oidcLogout')} value={service.backChannelLogoutURL} />
      <CopyField label={t('oidcAfterLogout')} value={service.postLogoutRedirectURL} />
    </SignInSection>
  );
}

function DirectorySection({ directory }: { directory: Directory }) {
  const { url, encryption, bindDn, base, filter, userDn, checkMinutes, warnings } = directory;
  return (
    <SignInSection
      of={directory}
      facts={[
        [t('ldapServer'), <Value key="url" text={encryption === 'start-tls' ? `${url} (StartTLS)` : url} />],
        [t('ldapBind'), bindDn === null ? t('ldapNoBind') : <Value key="bind" text={bindDn} />],
        [t('ldapBase'), <Value key="base" text={base} />],
        [t('ldapFilter'), <Value key="filter" text={userDn ?? filter} />],
        [
          t('ldapChecks'),
          checkMinutes === 0 ? t('idpNeverUsed') : t('ldapEvery', { minutes: String(checkMinutes) }),
        ],
      ]}
    >
      {warnings.map((warning) => (
        <p key={warning} className={styles.error}>
          {warning}
        </p>
      ))}
    </SignInSection>
  );
}

/** `facts`: what only this kind has. */
function SignInSection({
  of,
  facts,
  children,
}: {
  of: Provider | Directory;
  facts: readonly Fact[];
  children: ReactNode;
}) {
  const { label, fault, groups, lastProblem, lastUsedAt } = of;
  return (
    <Section title={label} actions={<State fault={fault} />}>
      {fault !== undefined && <p className={styles.error}>{fault}</p>}
      <Facts
        facts={[
          [t('idpName'), of.name],
          ...facts,
          [t('oidcDomains'), of.emailDomains.join(', ') || t('idpAnyDomain')],
          [t('idpAccounts'), t(of.signUp ? 'idpAccountsMade' : 'idpAccountsNeeded')],
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
      {children}
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

/** An address or a name that breaks anywhere. */
const Value = ({ text }: { text: string }) => <span className={styles.value}>{text}</span>;

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
