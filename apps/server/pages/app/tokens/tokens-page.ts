import { type Html, html } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import {
  listTokenRows,
  type TokenOwner,
  type TokenRow,
} from '../../../domains/identity/tokens/tokens.queries.ts';
import type { Context } from '../../../platform/context.ts';
import type { CursorSigner } from '../../../platform/http/cursors.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { renderNews } from '../../parts/form/done.ts';
import { EXPIRY_OPTIONS } from '../../parts/form/expiry.ts';
import { type Fields, type FormContext, renderButtonForm, renderForm } from '../../parts/form/form.ts';
import { roleOrGuestOptions, showRole } from '../../parts/form/role-options.ts';

const TOKENS_PER_PAGE = 100;

export interface TokensData {
  rows: TokenRow[];
  count: number;
  next: string | undefined;
  /** The target of the forms. */
  here: string;
  /** Whether the caller may create and revoke tokens. */
  isEditable: boolean;
  isOfOrganization: boolean;
  now: Date;
  /** The secret of the one that was just made. */
  created: string | undefined;
}

export async function readTokens(
  { db, cursors, clock }: Pick<Context, 'db' | 'clock'> & { cursors: CursorSigner },
  owner: TokenOwner,
  asked: { here: string; page: string | undefined; isEditable: boolean; created: string | undefined },
): Promise<TokensData> {
  const { here, page, isEditable, created } = asked;
  const list = openList<string>(cursors, `app-tokens:${JSON.stringify(owner)}`, {
    page,
    limit: TOKENS_PER_PAGE,
  });
  const { rows, count, next } = await listTokenRows(db, { owner, ...list.asked });
  return {
    rows,
    count,
    next: next === undefined ? undefined : `${here}?page=${list.cursorOf(next)}`,
    here,
    isEditable,
    isOfOrganization: 'organizationId' in owner,
    now: clock(),
    created,
  };
}

export function renderTokens(data: TokensData, context: FormContext): Html {
  const { rows, count, next, isOfOrganization, isEditable, created } = data;
  return html`<h1>${isOfOrganization ? 'Service accounts' : 'Tokens'} <small class="note">${count}</small></h1>
<p>${
    isOfOrganization
      ? 'A service account lets a program use the API with its own role in the organization. It does not belong to a user and keeps working when people leave.'
      : 'A token lets a program use the API as you. Create one for each program, and revoke it when you no longer use the program.'
  }</p>
${created !== undefined && renderSecret(created)}
${rows.length === 0 ? html`<p>${isOfOrganization ? 'There are no service accounts.' : 'You have no tokens.'}</p>` : renderTable(data, context)}
${next !== undefined && html`<p><a href="${next}" rel="next">More</a></p>`}
${
  isEditable &&
  html`<h2>${isOfOrganization ? 'Create a service account' : 'Create a token'}</h2>
${renderForm(context, { name: 'create', action: data.here, submit: 'Create' }, (fields) => renderTokenFields(fields, isOfOrganization))}`
}`;
}

const renderSecret = (token: string): Html => html`<div class="secret">${renderNews(
  'The token was created. Copy it now. It will not be shown again.',
)}
<p><code>${token}</code></p></div>`;

const renderTokenFields = (fields: Fields, isOfOrganization: boolean): Html => html`${fields.text({
  name: 'title',
  label: 'Title',
  isRequired: true,
  maxLength: 100,
  hint: 'What the token is for.',
})}
${
  isOfOrganization &&
  fields.select({ name: 'role', label: 'Role', value: 'read', options: roleOrGuestOptions() })
}
${fields.select({
  name: 'scope',
  label: 'Scope',
  value: 'write',
  options: [
    ['read', 'read – read content'],
    ['write', 'write – also change content and settings'],
    ['admin', 'admin – everything that the role allows'],
  ],
})}
${fields.select({ name: 'expiresAt', label: 'Expires', value: '90', options: EXPIRY_OPTIONS })}`;

const renderTable = (data: TokensData, context: FormContext): Html => {
  const { rows, isOfOrganization, isEditable } = data;
  return html`<div class="scroll" role="region" aria-label="Tokens" tabindex="0"><table class="list">
<thead><tr><th scope="col">Title</th>${isOfOrganization && html`<th scope="col">Role</th>`}<th scope="col">Scope</th><th scope="col">Created</th><th scope="col">Expires</th><th scope="col">Last used</th>${isEditable && html`<th scope="col">Revoke</th>`}</tr></thead>
<tbody>${rows.map((row) => renderRow(row, data, context))}</tbody>
</table></div>`;
};

const renderRow = (
  row: TokenRow,
  { here, now, isEditable }: TokensData,
  context: FormContext,
): Html => html`<tr>
<th scope="row">${row.title}</th>
${'role' in row && html`<td>${showRole(row.role as never)}</td>`}
<td>${row.scopes.at(-1)}</td>
<td>${renderTime(row.created_at)}</td>
<td>${row.expires_at === null ? 'never' : row.expires_at <= now ? html`<strong>expired</strong> ${renderTime(row.expires_at)}` : renderTime(row.expires_at)}</td>
<td>${row.last_used_at === null ? 'never' : renderTime(row.last_used_at)}</td>
${
  isEditable &&
  html`<td>${renderButtonForm(context, {
    name: `revoke-${row.token_id}`,
    action: `${here}/${row.token_id}/revoke`,
    submit: 'Revoke',
    about: row.title,
    isDanger: true,
  })}</td>`
}
</tr>\n`;
