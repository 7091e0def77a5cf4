import type { Schemas } from '@lectern/client/schema';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api, PREFIX } from '../api/client.ts';
import { isNotFound } from '../api/explain.ts';
import { type Organization, organizationsQuery, queries } from '../api/queries.ts';
import buttons from '../app/button.module.css';
import { Button } from '../app/button.tsx';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { askFirst, showDialog } from '../app/dialogs.tsx';
import { NotFound } from '../app/not-found.tsx';
import { RouteError } from '../app/route-error.tsx';
import { showToast } from '../app/toasts.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { SelectField, TextAreaField, TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { CopyButton, CopyField } from '../forms/secret.tsx';
import { Badge, Section } from '../forms/section.tsx';
import { Table } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { changeWithToast } from './change-with-toast.ts';
import { NewOidcProvider, OIDC_PREFIX, type OidcProvider, OidcProviderView } from './oidc-provider.tsx';
import styles from './people.module.css';
import {
  oidcProvidersQuery,
  providerQuery,
  providersQuery,
  refreshPeople,
  teamsQuery,
} from './people-queries.ts';
import { nameOfRole, roleOfValue, roleOptions } from './roles.tsx';

type Provider = Schemas['SamlProvider'];

/** The identity providers of an organization, or one of them. */
export const SingleSignOn = ({ owner, itemId }: PartProps<Organization>) =>
  itemId === undefined ? (
    <Providers organization={owner} />
  ) : itemId.startsWith(OIDC_PREFIX) ? (
    <OidcProviderView organizationId={owner.id} oidcProviderId={itemId.slice(OIDC_PREFIX.length)} />
  ) : (
    <ProviderView organizationId={owner.id} samlProviderId={itemId} />
  );

/** A provider of either protocol. */
type Listed = Provider | (OidcProvider & { isOidc: true });

const State = ({ status }: { status: Provider['status'] }) => (
  <Badge tone={status === 'active' ? 'good' : 'warn'}>
    {t(status === 'active' ? 'ssoActive' : 'ssoNotSet')}
  </Badge>
);

function Providers({ organization }: { organization: Organization }) {
  const organizationId = organization.id;
  const saml = useQuery(providersQuery(organizationId));
  const oidc = useQuery(oidcProvidersQuery(organizationId));
  const error = saml.error ?? oidc.error;
  const providers: Listed[] | undefined = saml.data &&
    oidc.data && [...saml.data, ...oidc.data.map((provider) => ({ ...provider, isOidc: true as const }))];
  const add = (
    <>
      <Button
        icon="plus"
        onClick={() => showDialog((close) => <NewProvider organizationId={organizationId} onClose={close} />)}
      >
        {t('ssoAddSaml')}
      </Button>
      <Button
        look="primary"
        icon="plus"
        onClick={() =>
          showDialog((close) => <NewOidcProvider organizationId={organizationId} onClose={close} />)
        }
      >
        {t('oidcAdd')}
      </Button>
    </>
  );
  return (
    <View title={t('singleSignOn')} lead={t('ssoLead')} actions={add}>
      {!providers && error && <RouteError error={error} />}
      {!providers && !error && <Loading label={t('loading')} />}
      {providers?.length === 0 && (
        <EmptyState title={t('ssoNone')} text={t('ssoNoneText')}>
          {add}
        </EmptyState>
      )}
      {providers && providers.length > 0 && (
        <>
          <Table
            label={t('singleSignOn')}
            rows={providers}
            keyOf={({ id }) => id}
            columns={[
              {
                label: t('ssoProvider'),
                cell: (provider) => (
                  <Link
                    to="/o/$organizationId/$part/$itemId"
                    params={{
                      organizationId,
                      part: 'saml',
                      itemId: 'isOidc' in provider ? `${OIDC_PREFIX}${provider.id}` : provider.id,
                    }}
                  >
                    {provider.label}
                  </Link>
                ),
              },
              {
                label: t('ssoProtocol'),
                cell: (provider) => ('isOidc' in provider ? 'OpenID Connect' : 'SAML 2.0'),
              },
              {
                label: t('ssoState'),
                cell: (provider) => <State status={'isOidc' in provider ? 'active' : provider.status} />,
              },
              {
                label: t('ssoNewcomers'),
                cell: ({ defaultRole, defaultTeam }) =>
                  [nameOfRole(defaultRole), typeof defaultTeam === 'object' && defaultTeam?.title]
                    .filter(Boolean)
                    .join(', '),
              },
            ]}
          />
          <Requirement organization={organization} />
        </>
      )}
      <Provisioning organizationId={organizationId} />
    </View>
  );
}

/** What an administrator enters in a directory that keeps the members and teams. */
const Provisioning = ({ organizationId }: { organizationId: string }) => (
  <Section title={t('provisioning')} text={t('provisioningText')}>
    <CopyField
      label={t('scimAddress')}
      value={`${location.origin}${PREFIX}/v1/orgs/${organizationId}/scim/v2`}
    />
    <Link to="/o/$organizationId/$part" params={{ organizationId, part: 'tokens' }}>
      {t('serviceAccounts')}
    </Link>
  </Section>
);

/** Whether members have to use single sign-on. */
function Requirement({ organization: { id: organizationId, sso } }: { organization: Organization }) {
  const change = async (isRequired: boolean): Promise<void> => {
    await api.patch('/v1/orgs/{organizationId}', { path: { organizationId }, body: { sso: isRequired } });
    await queries.invalidateQueries({ queryKey: organizationsQuery.queryKey });
    showToast(t(isRequired ? 'ssoRequired' : 'ssoNotRequired'));
  };
  const toggle = (isRequired: boolean): void => {
    if (!isRequired) void changeWithToast(() => change(false));
    else
      askFirst(
        { title: t('ssoRequireTitle'), text: t('ssoRequireText'), submit: t('ssoRequireSubmit') },
        () => change(true),
      );
  };
  return (
    <Section title={t('ssoRequire')} text={t('ssoRequireHelp')}>
      <label className={styles.lines}>
        <input
          type="checkbox"
          checked={sso}
          onChange={({ currentTarget }) => toggle(currentTarget.checked)}
        />
        {t('ssoRequire')}
      </label>
    </Section>
  );
}

function NewProvider({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <Dialog title={t('ssoAddSaml')} onClose={onClose}>
      <DialogForm
        submit={t('ssoAddSaml')}
        onClose={onClose}
        onSubmit={async (fields) => {
          const { id } = await api.post('/v1/orgs/{organizationId}/saml', {
            path: { organizationId },
            body: { label: String(fields.get('label')).trim() },
          });
          onClose();
          await refreshPeople(organizationId);
          await navigate({
            to: '/o/$organizationId/$part/$itemId',
            params: { organizationId, part: 'saml', itemId: id },
          });
        }}
      >
        <TextField name="label" label={t('ssoLabel')} hint={t('ssoLabelHelp')} required maxLength={30} />
      </DialogForm>
    </Dialog>
  );
}

interface ProviderIds {
  organizationId: string;
  samlProviderId: string;
}

function ProviderView({ organizationId, samlProviderId }: ProviderIds) {
  const { data: provider, error } = useQuery(providerQuery(organizationId, samlProviderId));
  const navigate = useNavigate();
  if (error && !provider) return isNotFound(error) ? <NotFound /> : <RouteError error={error} />;
  if (!provider)
    return (
      <View title={t('loading')} viewKey={samlProviderId}>
        <Loading label={t('loading')} rows={6} />
      </View>
    );
  const { label, service, status } = provider;
  const path = { organizationId, samlProviderId };
  const remove = (): void =>
    askFirst(
      {
        title: t('ssoDeleteTitle', { label }),
        text: t('ssoDeleteText'),
        submit: t('ssoDelete'),
        isDanger: true,
      },
      async () => {
        await api.delete('/v1/orgs/{organizationId}/saml/{samlProviderId}', { path });
        await navigate({ to: '/o/$organizationId/$part', params: { organizationId, part: 'saml' } });
        showToast(t('ssoDeleted', { label }));
        await refreshPeople(organizationId);
      },
    );
  return (
    <View title={label} viewKey={provider.id} lead={<State status={status} />}>
      <Section title={t('ssoGive')}>
        <CopyField label={t('ssoEntity')} value={service.entityID} />
        <CopyField label={t('ssoAcs')} value={service.acsURL} />
        <CopyField label={t('ssoStart')} value={service.startURL} />
      </Section>
      <Section title={t('ssoTake')}>
        <ProviderForm organizationId={organizationId} provider={provider} />
      </Section>
      <Section title={t('ssoTest')} text={t(status === 'active' ? 'ssoTestText' : 'ssoTestWaits')}>
        {status === 'active' && (
          <div className={styles.lines}>
            <CopyButton value={service.startURL} of={t('ssoStart')} />
            <a className={buttons.plain} href={service.startURL}>
              {t('ssoTestOpen')}
            </a>
          </div>
        )}
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

function ProviderForm({ organizationId, provider }: { organizationId: string; provider: Provider }) {
  const {
    id: samlProviderId,
    label,
    entityID,
    ssoURL,
    certificate,
    defaultRole,
    defaultTeam,
    urls,
  } = provider;
  const teams = useInfiniteQuery(teamsQuery(organizationId, ''));
  const known = teams.data?.pages.flatMap(({ items }) => items) ?? [];
  const offered =
    defaultTeam && !known.some(({ id }) => id === defaultTeam.id) ? [defaultTeam, ...known] : known;
  return (
    <Form
      onSubmit={async (fields) => {
        const text = (name: string): string | null => String(fields.get(name) ?? '').trim() || null;
        await api.patch('/v1/orgs/{organizationId}/saml/{samlProviderId}', {
          path: { organizationId, samlProviderId },
          body: {
            label: text('label'),
            entityID: text('entityID'),
            ssoURL: text('ssoURL'),
            certificate: text('certificate'),
            defaultRole: roleOfValue(String(fields.get('defaultRole'))),
            defaultTeam: text('defaultTeam'),
          },
        });
        await refreshPeople(organizationId);
      }}
    >
      <TextField
        name="label"
        label={t('ssoLabel')}
        hint={t('ssoLabelHelp')}
        defaultValue={label}
        required
        maxLength={30}
      />
      <TextField name="entityID" label={t('ssoTheirEntity')} defaultValue={entityID} maxLength={1024} />
      <TextField
        name="ssoURL"
        label={t('ssoTheirUrl')}
        type="url"
        // Until it is set, the service shows the location of the provider here.
        defaultValue={ssoURL === urls.location ? '' : ssoURL}
        maxLength={2048}
      />
      <TextAreaField
        name="certificate"
        label={t('ssoCertificate')}
        hint={t('ssoCertificateHelp')}
        defaultValue={certificate}
        rows={6}
        maxLength={10_000}
        spellCheck={false}
      />
      <SelectField
        name="defaultRole"
        label={t('ssoRole')}
        defaultValue={defaultRole ?? 'guest'}
        options={roleOptions().map(({ value, label: text }) => [value, text] as const)}
      />
      <SelectField
        key={offered.length}
        name="defaultTeam"
        label={t('ssoTeam')}
        defaultValue={defaultTeam?.id ?? ''}
        options={[['', t('ssoNoTeam')], ...offered.map(({ id, title }) => [id, title] as const)]}
      />
    </Form>
  );
}
