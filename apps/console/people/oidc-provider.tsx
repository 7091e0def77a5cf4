import type { Schemas } from '@lectern/client/schema';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { isNotFound } from '../api/explain.ts';
import buttons from '../app/button.module.css';
import { Button } from '../app/button.tsx';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { askFirst } from '../app/dialogs.tsx';
import { NotFound } from '../app/not-found.tsx';
import { RouteError } from '../app/route-error.tsx';
import { showToast } from '../app/toasts.tsx';
import { Loading, View } from '../app/view.tsx';
import { CheckField, SelectField, TextAreaField, TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { CopyButton, CopyField } from '../forms/secret.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import { changeWithToast } from './change-with-toast.ts';
import { readLines, writeLines } from './group-lines.ts';
import styles from './people.module.css';
import { allTeamsQuery, oidcProviderQuery, refreshPeople } from './people-queries.ts';
import { isRole, placeRoleOptions, roleOfValue, roleOptions } from './roles.tsx';

export type OidcProvider = Schemas['OidcProvider'];

/** In addresses of the console, beside the ids of SAML providers. */
export const OIDC_PREFIX = 'oidc-';

interface ProviderIds {
  organizationId: string;
  oidcProviderId: string;
}

const textOf = (fields: FormData, name: string): string => String(fields.get(name) ?? '').trim();
const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '');

const IssuerFields = ({ provider }: { provider?: OidcProvider }) => (
  <>
    <TextField
      name="issuer"
      label={t('oidcIssuer')}
      hint={t('oidcIssuerHelp')}
      type="url"
      defaultValue={provider?.issuer}
      required
      maxLength={2048}
    />
    <TextField
      name="clientId"
      label={t('oidcClientId')}
      defaultValue={provider?.clientId}
      required
      maxLength={512}
      spellCheck={false}
    />
    <TextField
      name="clientSecret"
      label={t('oidcClientSecret')}
      hint={t(provider?.hasClientSecret ? 'oidcClientSecretKept' : 'oidcClientSecretHelp')}
      type="password"
      autoComplete="off"
      maxLength={1024}
    />
  </>
);

const connectionOf = (fields: FormData) => {
  const clientSecret = textOf(fields, 'clientSecret');
  return {
    label: textOf(fields, 'label'),
    issuer: textOf(fields, 'issuer'),
    clientId: textOf(fields, 'clientId'),
    // Left empty, the stored one stays.
    ...(clientSecret === '' ? {} : { clientSecret }),
  };
};

export function NewOidcProvider({
  organizationId,
  onClose,
}: {
  organizationId: string;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  return (
    <Dialog title={t('oidcAdd')} onClose={onClose}>
      <DialogForm
        submit={t('oidcAdd')}
        onClose={onClose}
        onSubmit={async (fields) => {
          const { id } = await api.post('/v1/orgs/{organizationId}/oidc', {
            path: { organizationId },
            body: connectionOf(fields),
          });
          onClose();
          await refreshPeople(organizationId);
          await navigate({
            to: '/o/$organizationId/$part/$itemId',
            params: { organizationId, part: 'saml', itemId: `${OIDC_PREFIX}${id}` },
          });
        }}
      >
        <TextField name="label" label={t('ssoLabel')} hint={t('ssoLabelHelp')} required maxLength={30} />
        <IssuerFields />
      </DialogForm>
    </Dialog>
  );
}

export function OidcProviderView({ organizationId, oidcProviderId }: ProviderIds) {
  const { data: provider, error } = useQuery(oidcProviderQuery(organizationId, oidcProviderId));
  const navigate = useNavigate();
  if (error && !provider) return isNotFound(error) ? <NotFound /> : <RouteError error={error} />;
  if (!provider)
    return (
      <View title={t('loading')} viewKey={oidcProviderId}>
        <Loading label={t('loading')} rows={6} />
      </View>
    );
  const { label, service } = provider;
  const path = { organizationId, oidcProviderId };
  const test = () =>
    changeWithToast(async () => {
      await api.post('/v1/orgs/{organizationId}/oidc/{oidcProviderId}/test', { path });
      showToast(t('oidcTestGood'));
    });
  const remove = (): void =>
    askFirst(
      {
        title: t('ssoDeleteTitle', { label }),
        text: t('ssoDeleteText'),
        submit: t('ssoDelete'),
        isDanger: true,
      },
      async () => {
        await api.delete('/v1/orgs/{organizationId}/oidc/{oidcProviderId}', { path });
        await navigate({ to: '/o/$organizationId/$part', params: { organizationId, part: 'saml' } });
        showToast(t('ssoDeleted', { label }));
        await refreshPeople(organizationId);
      },
    );
  return (
    <View title={label} viewKey={provider.id} lead="OpenID Connect">
      <Section title={t('ssoGive')}>
        <CopyField label={t('oidcRedirect')} value={service.redirectURL} />
        <CopyField label={t('oidcLogout')} value={service.backChannelLogoutURL} />
        <CopyField label={t('oidcAfterLogout')} value={service.postLogoutRedirectURL} />
        <CopyField label={t('ssoStart')} value={service.startURL} />
      </Section>
      <Section title={t('ssoTake')}>
        <ProviderForm organizationId={organizationId} provider={provider} />
      </Section>
      <Section title={t('ssoTest')} text={t('ssoTestText')}>
        <div className={styles.lines}>
          <Button onClick={() => void test()}>{t('oidcTest')}</Button>
          <CopyButton value={service.startURL} of={t('ssoStart')} />
          <a className={buttons.plain} href={service.startURL}>
            {t('ssoTestOpen')}
          </a>
        </div>
      </Section>
      <Section title={t('ssoDelete')} isDanger>
        <div>
          <Button look="danger" onClick={remove}>
            {t('ssoDelete')}
          </Button>
        </div>
      </Section>
    </View>
  );
}

function ProviderForm({ organizationId, provider }: { organizationId: string; provider: OidcProvider }) {
  const { data: teams } = useQuery(allTeamsQuery(organizationId));
  if (!teams) return <Loading label={t('loading')} rows={6} />;
  const roles = placeRoleOptions();
  const titleOf = (teamId: string): string => teams.find(({ id }) => id === teamId)?.title ?? teamId;
  const teamOf = (title: string): string => teams.find((team) => team.title === title)?.id ?? title;
  const labelOf = (role: string): string => roles.find(({ value }) => value === role)?.label ?? role;
  const roleOf = (text: string) => {
    const role = roles.find(({ label }) => label.toLowerCase() === text.toLowerCase())?.value ?? text;
    return isRole(role) ? role : undefined;
  };
  const save = async (fields: FormData): Promise<void> => {
    await api.patch('/v1/orgs/{organizationId}/oidc/{oidcProviderId}', {
      path: { organizationId, oidcProviderId: provider.id },
      body: {
        ...connectionOf(fields),
        scopes: wordsOf(textOf(fields, 'scopes')),
        emailDomains: wordsOf(textOf(fields, 'emailDomains')),
        groupsClaim: textOf(fields, 'groupsClaim') || null,
        groupTeams: readLines(textOf(fields, 'groupTeams')).map(([group, team]) => ({
          group,
          team: teamOf(team),
        })),
        // The service says what is wrong with a word that is no role.
        groupRoles: readLines(textOf(fields, 'groupRoles')).map(([group, role]) => ({
          group,
          role: roleOf(role) ?? (role as 'read'),
        })),
        defaultRole: roleOfValue(textOf(fields, 'defaultRole')),
        defaultTeam: textOf(fields, 'defaultTeam') || null,
        endsProviderSession: fields.has('endsProviderSession'),
      },
    });
    await refreshPeople(organizationId);
  };
  return (
    <Form onSubmit={save}>
      <TextField
        name="label"
        label={t('ssoLabel')}
        hint={t('ssoLabelHelp')}
        defaultValue={provider.label}
        required
        maxLength={30}
      />
      <IssuerFields provider={provider} />
      <TextField
        name="scopes"
        label={t('oidcScopes')}
        hint={t('oidcScopesHelp')}
        defaultValue={provider.scopes.join(' ')}
      />
      <TextField
        name="emailDomains"
        label={t('oidcDomains')}
        hint={t('oidcDomainsHelp')}
        defaultValue={provider.emailDomains.join(' ')}
      />
      <SelectField
        name="defaultRole"
        label={t('ssoRole')}
        defaultValue={provider.defaultRole ?? 'guest'}
        options={roleOptions().map(({ value, label }) => [value, label] as const)}
      />
      <SelectField
        name="defaultTeam"
        label={t('ssoTeam')}
        defaultValue={provider.defaultTeam ?? ''}
        options={[['', t('ssoNoTeam')], ...teams.map(({ id, title }) => [id, title] as const)]}
      />
      <TextField
        name="groupsClaim"
        label={t('oidcGroups')}
        hint={t('oidcGroupsHelp')}
        defaultValue={provider.groupsClaim ?? ''}
        maxLength={200}
      />
      <TextAreaField
        name="groupTeams"
        label={t('oidcGroupTeams')}
        hint={t('oidcGroupTeamsHelp')}
        defaultValue={writeLines(provider.groupTeams.map(({ group, team }) => [group, titleOf(team)]))}
        rows={4}
        spellCheck={false}
      />
      <TextAreaField
        name="groupRoles"
        label={t('oidcGroupRoles')}
        hint={t('oidcGroupRolesHelp')}
        defaultValue={writeLines(provider.groupRoles.map(({ group, role }) => [group, labelOf(role)]))}
        rows={4}
        spellCheck={false}
      />
      <CheckField
        name="endsProviderSession"
        label={t('oidcSignOut')}
        defaultChecked={provider.endsProviderSession}
      />
    </Form>
  );
}
