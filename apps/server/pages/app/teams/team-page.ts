import { type Html, html, type Insertion } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import type { TeamMemberPosition } from '../../../domains/identity/teams/team-members.queries.ts';
import { listTeamMembers } from '../../../domains/identity/teams/team-members.service.ts';
import { getTeamRow } from '../../../domains/identity/teams/teams.service.ts';
import type { TeamRole } from '../../../platform/access/pointers.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { Context } from '../../../platform/context.ts';
import { openList } from '../../../platform/http/open-list.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { type FormContext, renderButtonForm, renderForm, renderGuardedForm } from '../../parts/form/form.ts';
import { nameOf } from '../../parts/name.ts';

const MEMBERS_PER_PAGE = 100;

const ROLE_OPTIONS: [value: string, label: string][] = [
  ['member', 'member'],
  ['owner', 'owner – manages the team members'],
];

export interface TeamData {
  here: string;
  title: string;
  createdAt: Date;
  spaces: number;
  count: number;
  members: {
    userId: string;
    name: string;
    email: string | undefined;
    role: TeamRole;
    href: string | undefined;
  }[];
  next: string | undefined;
}

/** The actions on the team that the caller may perform. */
export interface TeamPowers {
  /** Whether they may add, change and remove members. */
  manages: boolean;
  /** Give it another title, and delete it. */
  administers: boolean;
  /** Open the pages of its members. */
  seesMembers: boolean;
}

/** `page`: the cursor of a page of its members. */
export async function readTeam(
  context: Pick<Context, 'db' | 'fields' | 'cursors'>,
  addresses: Addresses,
  caller: Caller,
  asked: { teamId: string; page: string | undefined; seesMembers: boolean },
): Promise<TeamData> {
  const { cursors } = context;
  const { organizationId } = caller;
  const { teamId, page, seesMembers } = asked;
  const team = await getTeamRow(context, { organizationId, teamId });
  const list = openList<TeamMemberPosition>(cursors, `app-team:${organizationId}:${teamId}`, {
    page,
    limit: MEMBERS_PER_PAGE,
  });
  const { rows, count, next } = await listTeamMembers(context, caller, { teamId, ...list.asked });
  const here = addresses.inOrganization(organizationId, 'teams', teamId);
  return {
    here,
    title: team.title,
    createdAt: team.created_at,
    spaces: team.spaces,
    count,
    members: rows.map(({ member, role }) => ({
      userId: member.user_id,
      name: nameOf(member.display_name),
      email: member.shows_email ? (member.email ?? undefined) : undefined,
      role,
      href: seesMembers ? addresses.inOrganization(organizationId, 'members', member.user_id) : undefined,
    })),
    next: next === undefined ? undefined : `${here}?page=${list.cursorOf(next)}`,
  };
}

export function renderTeam(team: TeamData, powers: TeamPowers, context: FormContext): Html {
  const { here, title, count, spaces, members, next, createdAt } = team;
  return html`<h1>${nameOf(title)}</h1>
<p class="note">${count} ${count === 1 ? 'member' : 'members'}, access to ${spaces} ${spaces === 1 ? 'space' : 'spaces'}, created ${renderTime(createdAt)}</p>
<h2>Members</h2>
${members.length === 0 ? html`<p>The team has no members yet.</p>` : renderMembers(team, powers, context)}
${next !== undefined && html`<p><a href="${next}" rel="next">More members</a></p>`}
${powers.manages && renderAdding(here, context)}
${powers.administers && renderAdministration(here, title, context)}`;
}

const renderMembers = (team: TeamData, { manages }: TeamPowers, context: FormContext): Html =>
  html`<div class="scroll" role="region" aria-label="Members of the team" tabindex="0"><table class="list">
<thead><tr><th scope="col">Member</th><th scope="col">Team role</th>${manages && html`<th scope="col">Change</th>`}</tr></thead>
<tbody>${team.members.map((member) => renderMember(member, team.here, manages, context))}</tbody>
</table></div>`;

function renderMember(
  { userId, name, email, role, href }: TeamData['members'][number],
  here: string,
  manages: boolean,
  context: FormContext,
): Html {
  const other: TeamRole = role === 'owner' ? 'member' : 'owner';
  return html`<tr>
<th scope="row">${href === undefined ? name : html`<a href="${href}">${name}</a>`}${email !== undefined && html`<br><small class="note">${email}</small>`}</th>
<td>${role}</td>
${
  manages &&
  html`<td class="wide">${renderButtonForm(context, {
    name: `role-${userId}`,
    action: `${here}/members/${userId}/${other}`,
    submit: other === 'owner' ? 'Make owner' : 'Make member',
    about: name,
  })}${renderButtonForm(context, {
    name: `remove-${userId}`,
    action: `${here}/members/${userId}/remove`,
    submit: 'Remove',
    about: name,
    isDanger: true,
  })}</td>`
}
</tr>\n`;
}

const renderAdding = (here: string, context: FormContext): Insertion => html`<h2>Add members</h2>
${renderForm(
  context,
  { name: 'add', action: `${here}/members`, submit: 'Add' },
  ({ area, select }) => html`${area({
    name: 'memberships',
    label: 'Email addresses',
    rows: 3,
    isRequired: true,
    hint: 'Addresses of members of the organization, one per line. The role of existing team members is changed.',
  })}
${select({ name: 'role', label: 'Team role', value: 'member', options: ROLE_OPTIONS })}`,
)}`;

const renderAdministration = (
  here: string,
  title: string,
  context: FormContext,
): Insertion => html`<h2>Settings</h2>
${renderForm(context, { name: 'rename', action: here, submit: 'Rename' }, ({ text }) =>
  text({ name: 'title', label: 'Title', value: title, isRequired: true, maxLength: 64 }),
)}
${renderGuardedForm(
  context,
  { name: 'delete', action: `${here}/delete`, submit: 'Delete team' },
  {
    summary: 'Delete team',
    warning: 'All team members immediately lose the access that they have through this team.',
  },
)}`;
