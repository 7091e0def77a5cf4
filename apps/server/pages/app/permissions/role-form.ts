import type { Html } from '@lectern/html/html';
import { LADDER, type Role } from '../../../platform/access/roles.ts';
import { type FormContext, renderButtonForm } from '../../parts/form/form.ts';

export interface Given {
  /** `users/<id>` or `teams/<id>`: where its forms lead. */
  path: string;
  name: string;
  role: Role;
}

/** Gives a role, or another one, to a team or a member. */
export const renderRoleForm = (
  { path, name, role }: Given,
  { here, submit }: { here: string; submit: string },
  context: FormContext,
): Html =>
  renderButtonForm(
    context,
    { name: `give-${path}`, action: `${here}/${path}`, submit, about: name },
    ({ select }) =>
      select({
        name: 'role',
        label: `Role of ${name}`,
        value: role,
        options: [...LADDER].reverse().map((one) => [one, one]),
      }),
  );
