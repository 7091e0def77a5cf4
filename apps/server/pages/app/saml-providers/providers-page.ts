import { type Html, html, type Insertion } from '@lectern/html/html';
import { isActive } from '../../../domains/access/sign-on/providers.queries.ts';
import { listProviders } from '../../../domains/access/sign-on/saml/saml.service.ts';
import type { Context } from '../../../platform/context.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { type FormContext, renderForm } from '../../parts/form/form.ts';
import { showRole } from '../../parts/form/role-options.ts';
import { nameOf } from '../../parts/name.ts';

/** The maximum number of providers of an organization. */
const LIMIT = 100;

export interface ProvidersData {
  here: string;
  providers: { label: string; href: string; isActive: boolean; newcomers: string }[];
}

export async function readProviders(
  context: Pick<Context, 'db' | 'fields'>,
  addresses: Addresses,
  organizationId: string,
): Promise<ProvidersData> {
  const { rows } = await listProviders(context, { organizationId, after: undefined, limit: LIMIT });
  return {
    here: addresses.inOrganization(organizationId, 'saml'),
    providers: rows.map(({ row, team }) => ({
      label: nameOf(row.label),
      href: addresses.inOrganization(organizationId, 'saml', row.provider_id),
      isActive: isActive(row),
      newcomers: `${showRole(row.default_role as never)}${team ? `, in “${team.title}”` : ''}`,
    })),
  };
}

export const renderProviders = (
  { here, providers }: ProvidersData,
  context: FormContext,
): Html => html`<h1>Single sign-on</h1>
<p>Let people sign in through your organization’s SAML identity provider. Anyone who signs in for the first time becomes a member.</p>
${providers.length === 0 ? html`<p>There are no providers yet.</p>` : renderTable(providers)}
<h2>Add a provider</h2>
${renderForm(context, { name: 'create', action: here, submit: 'Add' }, ({ text }) =>
  text({
    name: 'label',
    label: 'Label',
    isRequired: true,
    maxLength: 30,
    hint: 'The name shown on the sign-in page. The next page shows what to enter at the identity provider.',
  }),
)}`;

const renderTable = (providers: ProvidersData['providers']): Insertion =>
  html`<div class="scroll" role="region" aria-label="Providers" tabindex="0"><table class="list">
<thead><tr><th scope="col">Provider</th><th scope="col">Status</th><th scope="col">New members</th></tr></thead>
<tbody>${providers.map(
    (one) =>
      html`<tr><th scope="row"><a href="${one.href}">${one.label}</a></th><td>${one.isActive ? 'active' : 'not set up'}</td><td>${one.newcomers}</td></tr>\n`,
  )}</tbody>
</table></div>`;
