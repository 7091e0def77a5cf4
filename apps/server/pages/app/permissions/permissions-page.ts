import { type Html, html, type Insertion } from '@lectern/html/html';
import type { TargetKey } from '../../../domains/access/permissions/grant-target.ts';
import {
  listTeamPermissions,
  listUserPermissions,
} from '../../../domains/access/permissions/list-permissions.ts';
import type { DefaultLevel } from '../../../platform/access/pointers.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import { isAtLeast, type Role } from '../../../platform/access/roles.ts';
import type { Context } from '../../../platform/context.ts';
import { type FormContext, renderButtonForm, renderForm } from '../../parts/form/form.ts';
import { roleOptions } from '../../parts/form/role-options.ts';
import { nameOf } from '../../parts/name.ts';
import { type CandidatesData, readCandidates, renderCandidates } from './candidates.ts';
import { type PeopleData, readPeople, renderPeople } from './people-on-place.ts';
import { type Given, renderRoleForm } from './role-form.ts';

/** For each kind; the API lists the rest. */
const MAX_GRANTS = 500;

const NOBODY = 'nobody';

export interface PermissionsData {
  kind: TargetKey['kind'];
  here: string;
  defaultLevel: DefaultLevel;
  teams: Given[];
  users: Given[];
  /** Undefined: the caller may not see who there is to give something to. */
  candidates: CandidatesData | undefined;
  people: PeopleData;
  isEditable: boolean;
}

interface Asked {
  place: TargetKey;
  defaultLevel: DefaultLevel;
  here: string;
  /** The text to search for among teams and members. */
  search: string;
  role: Role | undefined;
  page: string | undefined;
  isEditable: boolean;
}

/** `titleOf`: returns the title of a collection that the caller may read. */
export async function readPermissions(
  context: Pick<Context, 'db' | 'fields' | 'cursors'>,
  caller: Caller,
  titleOf: (collectionId: string) => string | undefined,
  asked: Asked,
): Promise<PermissionsData> {
  const { db } = context;
  const { place, here, search, isEditable, defaultLevel } = asked;
  const list = { after: undefined, limit: MAX_GRANTS };
  const teams = await listTeamPermissions(context, place, list);
  const users = await listUserPermissions(db, caller, place, list);
  return {
    kind: place.kind,
    here,
    defaultLevel,
    teams: teams.rows.map(({ team, role }) => ({ path: `teams/${team.team_id}`, name: team.title, role })),
    users: users.rows.map(({ person, role }) => ({
      path: `users/${person.user_id}`,
      name: nameOf(person.display_name),
      role,
    })),
    candidates:
      isEditable && isAtLeast(caller.role, 'read')
        ? await readCandidates(context, caller, search)
        : undefined,
    people: await readPeople(context, caller, titleOf, asked),
    isEditable,
  };
}

export function renderPermissions(data: PermissionsData, context: FormContext): Html {
  const { kind, teams, users, people, candidates } = data;
  return html`<h1>Access</h1>
${renderDefault(data, context)}
<h2>Direct access</h2>
${teams.length + users.length === 0 ? html`<p>No team or member has a direct role on this ${kind}.</p>` : renderGiven(data, context)}
${candidates && renderCandidates(candidates, data.here, context)}
${renderPeople(people, data.here)}`;
}

function renderDefault(
  { kind, here, defaultLevel, isEditable }: PermissionsData,
  context: FormContext,
): Insertion {
  const options: [value: string, label: string][] = [
    ['inherit', 'Inherit from collection or organization'],
    ...roleOptions(),
    [NOBODY, 'No access – only people with a role'],
  ];
  const value = defaultLevel ?? NOBODY;
  const label = options.find(([one]) => one === value)?.[1];
  return html`<h2>Default access</h2>
<p>Members without a direct role have this access to the ${kind}: <strong>${label}</strong>. It does not apply to guests.</p>
${
  isEditable &&
  renderForm(context, { name: 'default', action: `${here}/default`, submit: 'Change' }, ({ select }) =>
    select({ name: 'defaultLevel', label: 'Default level', value, options }),
  )
}`;
}

/** Reads the value of the select of default levels. */
export const readDefaultLevel = (text: string | undefined): string | null | undefined =>
  text === NOBODY ? null : text;

const renderGiven = ({ teams, users, here, isEditable }: PermissionsData, context: FormContext): Insertion =>
  html`<div class="scroll" role="region" aria-label="Direct access" tabindex="0"><table class="list">
<thead><tr><th scope="col">Name</th><th scope="col">Role</th>${isEditable && html`<th scope="col">Change</th>`}</tr></thead>
<tbody>${[
    ...teams.map((one) => renderRow({ ...one, what: 'team' }, here, isEditable, context)),
    ...users.map((one) => renderRow({ ...one, what: 'member' }, here, isEditable, context)),
  ]}</tbody>
</table></div>`;

const renderRow = (
  { path, name, role, what }: Given & { what: string },
  here: string,
  isEditable: boolean,
  context: FormContext,
): Html => html`<tr>
<th scope="row">${name} <span class="tag">${what}</span></th>
<td>${role}</td>
${
  isEditable &&
  html`<td class="wide">${renderRoleForm({ path, name, role }, { here, submit: 'Change' }, context)}${renderButtonForm(
    context,
    {
      name: `remove-${path}`,
      action: `${here}/${path}/remove`,
      submit: 'Remove',
      about: name,
      isDanger: true,
    },
  )}</td>`
}
</tr>\n`;
