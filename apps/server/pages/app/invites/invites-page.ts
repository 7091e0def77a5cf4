import { type Html, html, type Insertion } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import type { KnownPerson } from '../../../domains/access/invites/invite-users.ts';
import {
  findInvitePlaces,
  type InvitePlaces,
  joinAddress,
} from '../../../domains/access/invites/link-invites.present.ts';
import {
  type LinkInvitePosition,
  type LinkInviteRow,
  listLinkInviteRows,
} from '../../../domains/access/invites/link-invites.queries.ts';
import {
  listPendingInvitations,
  type PendingPosition,
} from '../../../domains/access/invites/pending-invitations.queries.ts';
import { getOrganizationRow } from '../../../domains/identity/organizations/organizations.service.ts';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { Context } from '../../../platform/context.ts';
import { openList } from '../../../platform/http/open-list.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { renderNews } from '../../parts/form/done.ts';
import { EXPIRY_OPTIONS } from '../../parts/form/expiry.ts';
import { type FormContext, renderButtonForm, renderForm } from '../../parts/form/form.ts';
import { roleOrGuestOptions, showRole } from '../../parts/form/role-options.ts';
import { nameOf } from '../../parts/name.ts';

const LINKS_PER_PAGE = 100;
const PENDING_PER_PAGE = 100;

export interface InvitesData {
  here: string;
  linksAddress: string;
  defaultRole: RoleOrGuest;
  sendsMail: boolean;
  now: Date;
  /** Whether invite links work in the organization. */
  areLinksOn: boolean;
  pending: { userId: string; email: string; role: RoleOrGuest; expiresAt: Date | null }[];
  pendingCount: number;
  nextPending: string | undefined;
  count: number;
  links: { id: string; address: string; role: RoleOrGuest; to: string; expiresAt: Date | null }[];
  next: string | undefined;
}

/** The people just invited, or the person whose invitation was renewed. */
export interface Invited {
  count: number;
  /** The people who were members before, with an invitation or without. */
  known: KnownPerson[];
  /** The people who must sign in by themselves. */
  failedSso: string[];
  /** The links to hand over, if the instance sends no mail. */
  links: { email: string; url: string }[];
}

/** `page`: the cursor of a page of the links. */
export async function readInvites(
  { db, fields, cursors, config, clock }: Pick<Context, 'db' | 'fields' | 'cursors' | 'config' | 'clock'>,
  addresses: Addresses,
  asked: { organizationId: string; page: string | undefined; pending: string | undefined },
): Promise<InvitesData> {
  const { organizationId, page } = asked;
  const organization = await getOrganizationRow(db, organizationId);
  const list = openList<LinkInvitePosition>(cursors, `app-links:${organizationId}`, {
    page,
    limit: LINKS_PER_PAGE,
  });
  const { rows, count, next } = await listLinkInviteRows(db, { organizationId, ...list.asked });
  const pendingList = openList<PendingPosition>(cursors, `app-pending:${organizationId}`, {
    page: asked.pending,
    limit: PENDING_PER_PAGE,
  });
  const pending = await listPendingInvitations(db, { organizationId, ...pendingList.asked });
  const places = await findInvitePlaces({ db, fields }, organizationId, rows);
  const here = addresses.inOrganization(organizationId, 'invites');
  return {
    here,
    linksAddress: addresses.inOrganization(organizationId, 'invites', 'links'),
    defaultRole: organization.default_role as RoleOrGuest,
    sendsMail: config.smtpUrl !== undefined,
    now: clock(),
    areLinksOn: organization.invite_links,
    pending: pending.rows,
    pendingCount: pending.count,
    nextPending:
      pending.next === undefined ? undefined : `${here}?pending=${pendingList.cursorOf(pending.next)}`,
    count,
    links: rows.map((row) => ({
      id: row.invite_id,
      address: joinAddress(config.baseUrl, row),
      role: row.role,
      to: nameOfPlace(row, places),
      expiresAt: row.expires_at,
    })),
    next: next === undefined ? undefined : `${here}?page=${list.cursorOf(next)}`,
  };
}

function nameOfPlace(row: LinkInviteRow, { spaces, collections }: InvitePlaces): string {
  const place = row.space_id === null ? collections.get(row.collection_id ?? '') : spaces.get(row.space_id);
  return place ? `“${nameOf(place.title)}”` : 'the organization';
}

export function renderInvites(data: InvitesData, invited: Invited | undefined, context: FormContext): Html {
  const { count, links, next } = data;
  return html`<h1>Invitations</h1>
${invited && renderInvited(invited, data.sendsMail)}
<h2>Invite people</h2>
${renderInviting(data, context)}
<h2>Pending invitations <small class="note">${data.pendingCount}</small></h2>
${data.pending.length === 0 ? html`<p>There are no pending invitations.</p>` : renderPending(data, context)}
${data.nextPending !== undefined && html`<p><a href="${data.nextPending}" rel="next">More invitations</a></p>`}
<h2>Invite links <small class="note">${count}</small></h2>
${!data.areLinksOn && count > 0 && renderLinksOff(data, context)}
${links.length === 0 ? html`<p>There are no invite links.</p>` : renderLinks(data, context)}
${next !== undefined && html`<p><a href="${next}" rel="next">More links</a></p>`}
${renderMakingLink(data, context)}`;
}

function renderInvited({ count, known, failedSso, links }: Invited, sendsMail: boolean): Insertion {
  const isMany = links.length > 1;
  return html`<div class="secret">${describeInvited(count, known, sendsMail).map(renderNews)}
${failedSso.length > 0 && html`<p>These people also belong to another organization and cannot use single sign-on here yet: ${failedSso.join(', ')}.</p>`}
${
  links.length > 0 &&
  html`<p>${isMany ? 'Send each person their own link, and do not share it with anyone else. Each link works once.' : 'Send this link to the person, and do not share it with anyone else. It works once.'}</p>
<ul>${links.map(({ email, url }) => html`<li>${email}<br><code>${url}</code></li>`)}</ul>`
}</div>`;
}

function describeInvited(count: number, known: KnownPerson[], sendsMail: boolean): string[] {
  const of = (outcome: KnownPerson['outcome']): string[] =>
    known.filter((person) => person.outcome === outcome).map(({ email }) => email);
  const [renewed, justMailed, joined] = [of('renewed'), of('mailed-just-now'), of('already-joined')];
  return [
    ...(count > 0
      ? [`${count} ${count === 1 ? 'person was' : 'people were'} invited${sendsMail ? ', by email' : ''}.`]
      : []),
    ...(renewed.length > 0
      ? [
          `Invited again${sendsMail ? ', by email' : ''}, because they have not accepted yet: ${renewed.join(', ')}. Their earlier links no longer work.`,
        ]
      : []),
    ...(justMailed.length > 0
      ? [`Sent an email a moment ago: ${justMailed.join(', ')}. Wait a minute before you invite them again.`]
      : []),
    ...(joined.length > 0 ? [`Already members, so nothing has changed: ${joined.join(', ')}.`] : []),
  ];
}

const renderPending = (
  { pending, here, now, sendsMail }: InvitesData,
  context: FormContext,
): Insertion => html`<div class="scroll" role="region" aria-label="Pending invitations" tabindex="0"><table class="list">
<thead><tr><th scope="col">Email address</th><th scope="col">Role</th><th scope="col">Expires</th><th scope="col">Renew</th><th scope="col">Revoke</th></tr></thead>
<tbody>${pending.map(
  ({ userId, email, role, expiresAt }) => html`<tr>
<th scope="row">${email}</th>
<td>${showRole(role)}</td>
<td>${expiresAt === null ? 'no link' : renderExpiry(expiresAt, now)}</td>
<td>${renderButtonForm(context, {
    name: `renew-${userId}`,
    action: `${here}/pending/${userId}/renew`,
    submit: sendsMail ? 'Send again' : 'New link',
    about: `to ${email}`,
  })}</td>
<td>${renderButtonForm(context, {
    name: `revoke-${userId}`,
    action: `${here}/pending/${userId}/revoke`,
    submit: 'Revoke',
    about: `the invitation of ${email}`,
    isDanger: true,
  })}</td>
</tr>\n`,
)}</tbody>
</table></div>`;

const renderExpiry = (expiresAt: Date, now: Date): Html =>
  expiresAt <= now ? html`<strong>expired</strong> ${renderTime(expiresAt)}` : renderTime(expiresAt);

const renderLinksOff = ({ linksAddress }: InvitesData, context: FormContext): Insertion =>
  html`<div class="hint" role="note"><p>Invite links are turned off in this organization, so these links do not work.</p>
${renderForm(context, { name: 'turn-on', action: `${linksAddress}/turn-on`, submit: 'Turn on invite links' })}</div>`;

const renderInviting = ({ here, defaultRole, sendsMail }: InvitesData, context: FormContext): Html =>
  renderForm(
    context,
    { name: 'invite', action: here, submit: 'Invite' },
    ({ area, select, check }) =>
      html`${area({
        name: 'emails',
        label: 'Email addresses',
        rows: 4,
        isRequired: true,
        hint: sendsMail
          ? 'One per line. Each person receives an email with a link.'
          : 'One per line. This instance does not send email: you will get the links to pass on yourself.',
      })}${select({
        name: 'role',
        label: 'Role in the organization',
        value: showRole(defaultRole),
        options: roleOrGuestOptions(),
      })}${check({ name: 'sso', label: 'They sign in with the organization’s single sign-on' })}`,
  );

const renderLinks = (
  { links, linksAddress, now }: InvitesData,
  context: FormContext,
): Insertion => html`<div class="scroll" role="region" aria-label="Links" tabindex="0"><table class="list">
<thead><tr><th scope="col">Link</th><th scope="col">To</th><th scope="col">Role</th><th scope="col">Expires</th><th scope="col">Delete</th></tr></thead>
<tbody>${links.map(
  ({ id, address, role, to, expiresAt }) => html`<tr>
<th scope="row" class="wide"><code>${address}</code></th>
<td>${to}</td>
<td>${showRole(role)}</td>
<td>${expiresAt === null ? 'never' : renderExpiry(expiresAt, now)}</td>
<td>${renderButtonForm(context, {
    name: `delete-${id}`,
    action: `${linksAddress}/${id}/delete`,
    submit: 'Delete',
    about: `the link to ${to} as ${showRole(role)}`,
    isDanger: true,
  })}</td>
</tr>\n`,
)}</tbody>
</table></div>`;

const renderMakingLink = (
  { linksAddress, defaultRole, areLinksOn }: InvitesData,
  context: FormContext,
): Insertion => html`<h3>Create an invite link</h3>
${renderForm(
  context,
  { name: 'link', action: linksAddress, submit: 'Create link' },
  ({ text, select, check }) =>
    html`${text({
      name: 'place',
      label: 'To',
      hint: 'Leave empty to invite to the organization. To invite guests to a space or collection, enter the address of its page.',
    })}${select({
      name: 'role',
      label: 'Role',
      value: showRole(defaultRole),
      options: roleOrGuestOptions(),
    })}${select({ name: 'expiresAt', label: 'Expires', value: '7', options: EXPIRY_OPTIONS })}${
      !areLinksOn &&
      check({
        name: 'turnOn',
        label: 'Turn on invite links in this organization',
        hint: 'They are off. The link does not work until you turn them on.',
        isChecked: true,
      })
    }`,
)}`;
