import { type Html, html } from '@lectern/html/html';
import type { ProviderRow } from '../../../domains/access/sign-on/providers.queries.ts';
import { isActive } from '../../../domains/access/sign-on/providers.queries.ts';
import { getProvider } from '../../../domains/access/sign-on/saml/saml.service.ts';
import { type ServiceUrls, serviceUrls } from '../../../domains/access/sign-on/saml/service-urls.ts';
import { listTeams } from '../../../domains/identity/teams/teams.service.ts';
import type { Context } from '../../../platform/context.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { type Fields, type FormContext, renderForm, renderGuardedForm } from '../../parts/form/form.ts';
import { roleOrGuestOptions, showRole } from '../../parts/form/role-options.ts';
import { renderFacts } from '../facts.ts';

/** More than fit into a select; the API accepts any team. */
const MAX_TEAMS = 500;

export interface ProviderData {
  here: string;
  row: ProviderRow;
  urls: ServiceUrls;
  teams: { id: string; title: string }[];
}

export async function readProvider(
  { db, fields, config }: Pick<Context, 'db' | 'fields' | 'config'>,
  addresses: Addresses,
  key: { organizationId: string; providerId: string },
): Promise<ProviderData> {
  const { organizationId, providerId } = key;
  const { row, team } = await getProvider({ db, fields }, key);
  const all = { organizationId, managerId: undefined, title: undefined, after: undefined };
  const { rows } = await listTeams({ db, fields }, { ...all, limit: MAX_TEAMS });
  const isListed = rows.some(({ team_id: teamId }) => teamId === team?.team_id);
  return {
    here: addresses.inOrganization(organizationId, 'saml', providerId),
    row,
    urls: serviceUrls(config.baseUrl, key),
    teams: (team && !isListed ? [team, ...rows] : rows).map(({ team_id: id, title }) => ({ id, title })),
  };
}

export const renderProvider = (
  data: ProviderData,
  context: FormContext,
): Html => html`<h1>${data.row.label}</h1>
<p>${
  isActive(data.row)
    ? html`This provider is <strong>active</strong>. People can <a href="${data.urls.start}">sign in</a> with it.`
    : 'This provider becomes active when you set its entity ID, single sign-on URL and certificate.'
}</p>
<h2>Enter at the identity provider</h2>
${renderFacts([
  ['Entity ID (metadata URL)', html`<code>${data.urls.entityId}</code>`],
  ['ACS (reply) URL', html`<code>${data.urls.acs}</code>`],
  ['Start URL', html`<code>${data.urls.start}</code>`],
])}
<h2>Settings</h2>
${renderForm(context, { name: 'settings', action: data.here, submit: 'Save' }, (fields) => renderSettings(fields, data))}
${renderGuardedForm(
  context,
  { name: 'delete', action: `${data.here}/delete`, submit: 'Delete provider' },
  {
    summary: 'Delete provider',
    warning: 'Sessions that were opened with this provider end. Its users remain members.',
  },
)}`;

const renderSettings = ({ text, area, select }: Fields, { row, teams }: ProviderData): Html =>
  html`${text({
    name: 'label',
    label: 'Label',
    value: row.label,
    isRequired: true,
    maxLength: 30,
  })}${text({ name: 'entityID', label: 'Entity ID of the identity provider', value: row.entity_id ?? '', maxLength: 1024 })}${text(
    {
      name: 'ssoURL',
      label: 'Single sign-on URL',
      value: row.sso_url ?? '',
      type: 'url',
      maxLength: 2048,
    },
  )}${area({
    name: 'certificate',
    label: 'Certificate',
    value: row.certificate ?? '',
    rows: 6,
    maxLength: 10_000,
    hint: 'Up to four certificates in PEM, or one in plain Base64.',
  })}${select({
    name: 'defaultRole',
    label: 'Role of new members',
    value: showRole(row.default_role as never),
    options: roleOrGuestOptions(),
  })}${select({
    name: 'defaultTeam',
    label: 'Team of new members',
    value: row.default_team_id ?? '',
    options: [['', 'none'], ...teams.map(({ id, title }): [string, string] => [id, title])],
  })}`;
