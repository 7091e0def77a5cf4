import { type Html, html } from '@lectern/html/html';
import type { OrganizationRow } from '../../../domains/identity/organizations/organizations.queries.ts';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import { type FormContext, renderForm } from '../../parts/form/form.ts';
import { roleOrGuestOptions, showRole } from '../../parts/form/role-options.ts';

/** `here`: the address of the page; `saml`: that of the identity providers. */
export const renderSettings = (
  organization: OrganizationRow,
  { here, saml }: { here: string; saml: string },
  context: FormContext,
): Html => html`<h1>Settings</h1>
${renderForm(
  context,
  { name: 'settings', action: here, submit: 'Save' },
  ({ text, select, check }) =>
    html`${text({
      name: 'title',
      label: 'Title',
      value: organization.title,
      isRequired: true,
      maxLength: 255,
    })}${select({
      name: 'defaultRole',
      label: 'Default role',
      value: showRole(organization.default_role as RoleOrGuest),
      options: roleOrGuestOptions(),
      hint: 'The role of people who join by email domain, or who are invited without a role.',
    })}${check({
      name: 'inviteLinks',
      label: 'Invite links',
      hint: 'Anyone who has an invite link can join. If this is off, none of the links works.',
      isChecked: organization.invite_links,
    })}${check({
      name: 'sso',
      label: 'Require single sign-on',
      hint: html`Everyone except administrators must sign in with single sign-on in the browser. Has no effect while no <a href="${saml}">provider</a> is active.`,
      isChecked: organization.sso,
    })}`,
)}`;
