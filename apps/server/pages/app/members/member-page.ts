import { type Html, html, type Insertion } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import { hasSomethingToAccept } from '../../../domains/access/invites/decide-invite.ts';
import { findInvitedMember } from '../../../domains/access/invites/invitations.queries.ts';
import {
  listSpacesOfMember,
  listTeamsOfMember,
} from '../../../domains/access/member-access/member-access.service.ts';
import type { MemberRow } from '../../../domains/identity/members/members.queries.ts';
import { getMemberRow } from '../../../domains/identity/members/members.service.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { Context } from '../../../platform/context.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { renderNews } from '../../parts/form/done.ts';
import { type FormContext, renderForm, renderGuardedForm } from '../../parts/form/form.ts';
import { roleOrGuestOptions, showRole } from '../../parts/form/role-options.ts';
import { nameOf } from '../../parts/name.ts';
import { showSpaceEmoji } from '../../parts/space-emoji.ts';
import { renderFacts } from '../facts.ts';

/** The size of one page; the API lists the rest. */
const LIMIT = 200;

/** The caller’s view of the member, and the actions available on them. */
export interface MemberPowers {
  isSelf: boolean;
  seesTeams: boolean;
  administers: boolean;
  removes: boolean;
}

export interface MemberData {
  here: string;
  name: string;
  row: MemberRow;
  teams: { title: string; role: string; href: string | undefined }[];
  /** Whether an invitation would be of use to them. */
  isInvited: boolean;
  /** The newest of those that the caller can read too, and their number. */
  spaces: { title: string; emoji: string; role: string; href: string }[];
  spaceCount: number;
}

export async function readMember(
  { db, fields }: Pick<Context, 'db' | 'fields'>,
  addresses: Addresses,
  caller: Caller,
  { userId, powers }: { userId: string; powers: MemberPowers },
): Promise<MemberData> {
  const { organizationId } = caller;
  const row = await getMemberRow(db, caller, userId);
  const key = { organizationId, userId };
  const invited = powers.administers ? await findInvitedMember(db, key) : undefined;
  const list = { after: undefined, limit: LIMIT };
  const { rows: teams } = await listTeamsOfMember({ db, fields }, key, { ...list, title: '' });
  const { rows: spaces, count: spaceCount } = await listSpacesOfMember({ db, fields }, caller, {
    userId,
    ...list,
    order: 'desc',
  });
  return {
    here: addresses.inOrganization(organizationId, 'members', userId),
    name: nameOf(row.display_name),
    row,
    isInvited: invited !== undefined && hasSomethingToAccept(invited, invited.disabled),
    teams: teams.map(({ team_id: teamId, title, role }) => ({
      title,
      role,
      href: powers.seesTeams ? addresses.inOrganization(organizationId, 'teams', teamId) : undefined,
    })),
    spaceCount,
    spaces: spaces.map(({ space_id: spaceId, title, emoji, role }) => ({
      title: nameOf(title),
      emoji: showSpaceEmoji(emoji),
      role,
      href: addresses.space(spaceId),
    })),
  };
}

/** The renewed invitation; with the link only if the instance does not mail it. */
export interface NewInvitation {
  url: string | undefined;
}

export function renderMember(
  data: MemberData,
  { powers, invitation }: { powers: MemberPowers; invitation: NewInvitation | undefined },
  context: FormContext,
): Html {
  const { name, row, teams, spaces, spaceCount } = data;
  return html`<h1>${name}${powers.isSelf && html` <small class="tag">you</small>`}</h1>
${row.disabled && html`<p class="hint" role="note">This person has not accepted the invitation yet and has no access until then.</p>`}
${renderFacts([
  ['Role', showRole(row.role)],
  ['Email', row.shows_email && row.email],
  ['Joined', renderTime(row.joined_at)],
  ['Last seen', row.last_seen_at === null ? 'never' : renderTime(row.last_seen_at)],
  ['Single sign-on', row.sso && 'yes'],
])}
${invitation && renderInvitation(invitation)}
<h2>Teams <small class="note">${row.teams}</small></h2>
${teams.length === 0 ? html`<p>Not in any team.</p>` : html`<ul>${teams.map(renderTeam)}</ul>`}
${renderSpaces(spaces, spaceCount)}
${(powers.administers || powers.removes) && html`<h2>Membership</h2>\n${renderForms(data, powers, context)}`}`;
}

const renderInvitation = ({ url }: NewInvitation): Insertion => html`<div class="secret">${renderNews(
  url === undefined
    ? 'A new invitation was sent by email.'
    : 'Send this link to them, and do not share it with anyone else. It works once. Earlier links no longer work.',
)}
${url !== undefined && html`<p><code>${url}</code></p>`}</div>`;

const renderTeam = ({ title, role, href }: MemberData['teams'][number]): Html =>
  html`<li>${href === undefined ? title : html`<a href="${href}">${title}</a>`}${role === 'owner' && html` <span class="tag">owner</span>`}</li>`;

const renderSpaces = (
  spaces: MemberData['spaces'],
  count: number,
): Insertion => html`<h2>Spaces <small class="note">${count}</small></h2>
${
  spaces.length === 0
    ? html`<p>No access to any space.</p>`
    : html`<ul class="cards">${spaces.map(
        ({ title, emoji, role, href }) =>
          html`<li><span class="emoji" aria-hidden="true">${emoji}</span><a href="${href}">${title}</a> <span class="tag">${role}</span></li>`,
      )}</ul>`
}
${spaces.length < count && html`<p class="note">Showing the newest ${spaces.length}.</p>`}`;

function renderForms(
  { here, name, row, isInvited }: MemberData,
  powers: MemberPowers,
  context: FormContext,
): Html {
  const { isSelf, administers, removes } = powers;
  return html`${
    administers &&
    renderForm(context, { name: 'role', action: `${here}/role`, submit: 'Change role' }, ({ select }) =>
      select({
        name: 'role',
        label: 'Role in the organization',
        value: showRole(row.role),
        options: roleOrGuestOptions(),
      }),
    )
  }
${isInvited && renderForm(context, { name: 'invite', action: `${here}/invitation`, submit: 'Renew invitation' })}
<div class="actions">${
    isInvited &&
    renderGuardedForm(
      context,
      { name: 'withdraw', action: `${here}/invitation/withdraw`, submit: 'Revoke' },
      {
        summary: 'Revoke invitation',
        warning: html`The link stops working. If ${name} has not accepted yet, they are removed from the members.`,
      },
    )
  }${
    administers &&
    !row.sso &&
    renderGuardedForm(
      context,
      { name: 'sso', action: `${here}/sso`, submit: 'Use single sign-on', isDanger: false },
      {
        summary: 'Use single sign-on',
        warning: html`${name} can then sign in through the organization’s identity provider with this email address.`,
      },
    )
  }${
    removes &&
    renderGuardedForm(
      context,
      { name: 'remove', action: `${here}/remove`, submit: isSelf ? 'Leave' : 'Remove' },
      isSelf
        ? {
            summary: 'Leave organization',
            warning: 'You lose all access in this organization. Only an administrator can invite you again.',
          }
        : {
            summary: 'Remove member',
            warning: html`${name} loses all roles and team memberships in this organization, and the sessions and tokens that work only here.`,
          },
    )
  }</div>`;
}
