import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { type Organization, organizationsQuery, queries } from '../api/queries.ts';
import { sendPicture } from '../api/send-picture.ts';
import { nameOf } from '../app/current.ts';
import { View } from '../app/view.tsx';
import { CheckField, SelectField, TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { PortraitField } from '../forms/portrait-field.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { DeletionSection } from './deletion-section.tsx';
import { MergeRulesSection } from './merge-rules-section.tsx';
import { organizationSitesQuery } from './queries.ts';
import { QuotasSection } from './quotas-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import { TimeZoneField } from './time-zone-field.tsx';

const ROLES = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;
/** The value of a guest's role, which is null. */
const GUEST = 'guest';

/** What applies to a whole organization. */
export function OrganizationSettings({ owner: organization }: PartProps<Organization>) {
  return (
    <View title={t('partOrganization')} lead={t('organizationLead')}>
      <GeneralForm organization={organization} />
      <JoiningSection organization={organization} />
      <MergeRulesSection organization={organization} save={save} />
      <RetentionSection organizationId={organization.id} />
      <QuotasSection organizationId={organization.id} />
      <DeletionSection organization={organization} />
    </View>
  );
}

/** Saves some fields, and shows the organization as it is then. */
async function save(
  { id: organizationId }: Organization,
  body: Parameters<typeof api.patch<'/v1/orgs/{organizationId}'>>[1]['body'],
): Promise<void> {
  await api.patch('/v1/orgs/{organizationId}', { path: { organizationId }, body });
  await queries.invalidateQueries({ queryKey: organizationsQuery.queryKey });
}

function GeneralForm({ organization }: { organization: Organization }) {
  const { title, urls, defaultContent } = organization;
  const { data: sites } = useQuery(organizationSitesQuery(organization.id));
  return (
    <Section title={t('organizationGeneral')}>
      <PortraitField
        label={t('organizationLogo')}
        hint={t('organizationLogoHint')}
        name={title}
        url={urls.logo}
        onUpload={async (picture) => {
          await sendPicture(`/v1/orgs/${organization.id}/logo`, picture);
          await queries.invalidateQueries({ queryKey: organizationsQuery.queryKey });
        }}
        onRemove={() => save(organization, { logo: null })}
      />
      <Form
        label={t('organizationGeneral')}
        onSubmit={(fields) => {
          const site = String(fields.get('site') ?? '');
          return save(organization, {
            title: String(fields.get('title')).trim(),
            timeZone: String(fields.get('timeZone')),
            ...(sites ? { defaultContent: site === '' ? null : { type: 'site', site } } : {}),
          });
        }}
      >
        <TextField
          name="title"
          label={t('organizationTitle')}
          required
          minLength={2}
          maxLength={255}
          defaultValue={title}
        />
        {sites && sites.length > 0 && (
          <SelectField
            name="site"
            label={t('organizationDefaultSite')}
            hint={t('organizationDefaultSiteHint')}
            defaultValue={defaultContent?.site ?? ''}
            options={[
              ['', t('noMainSite')],
              ...sites.map((site) => [site.id, nameOf(site.title, t('untitled'))] as [string, string]),
            ]}
          />
        )}
        <TimeZoneField value={organization.timeZone} />
      </Form>
    </Section>
  );
}

function JoiningSection({ organization }: { organization: Organization }) {
  const { defaultRole, inviteLinks, sso } = organization;
  return (
    <Section title={t('organizationJoining')}>
      <Form
        label={t('organizationJoining')}
        onSubmit={(fields) => {
          const role = String(fields.get('defaultRole'));
          return save(organization, {
            defaultRole: role === GUEST ? null : (role as (typeof ROLES)[number]),
            inviteLinks: fields.has('inviteLinks'),
            sso: fields.has('sso'),
          });
        }}
      >
        <SelectField
          name="defaultRole"
          label={t('organizationDefaultRole')}
          hint={t('organizationDefaultRoleHint')}
          defaultValue={defaultRole ?? GUEST}
          options={[GUEST, ...ROLES].map((role) => [
            role,
            t(`organizationRole-${role as typeof GUEST | (typeof ROLES)[number]}`),
          ])}
        />
        <CheckField
          name="inviteLinks"
          label={t('organizationInviteLinks')}
          hint={t('organizationInviteLinksHint')}
          defaultChecked={inviteLinks}
        />
        <CheckField
          name="sso"
          label={t('organizationSso')}
          hint={t('organizationSsoHint')}
          defaultChecked={sso}
        />
      </Form>
    </Section>
  );
}
