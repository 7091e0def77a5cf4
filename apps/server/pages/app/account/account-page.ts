import { type Html, html, type Insertion } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import type { AccountRow } from '../../../domains/identity/accounts/account.queries.ts';
import { readCredentials } from '../../../domains/identity/accounts/account.service.ts';
import { belongsElsewhere, type VisibleUserRow } from '../../../domains/identity/users/users.queries.ts';
import { getVisibleUser } from '../../../domains/identity/users/users.service.ts';
import type { UserActor } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { type Fields, type FormContext, renderForm, renderGuardedForm } from '../../parts/form/form.ts';
import { renderFacts } from '../facts.ts';

export interface AccountData {
  here: string;
  user: VisibleUserRow;
  /** Undefined for a user signed in through an organization's single sign-on, which vouches for them only there. */
  account: AccountRow | undefined;
  /** Others are shown the name too: who acts in one organization only does not change it for them. */
  isNameShared: boolean;
  /** Whether a new address is verified by mail before it takes effect. */
  sendsMail: boolean;
}

export async function readAccount(
  context: Pick<Context, 'db' | 'config'>,
  addresses: Addresses,
  actor: UserActor,
): Promise<AccountData> {
  const { db, config } = context;
  const { userId, onlyIn } = actor;
  const isBound = onlyIn !== undefined;
  return {
    here: addresses.account(),
    user: await getVisibleUser(db, actor, 'me'),
    account: isBound ? undefined : (await readCredentials(context, { actor })).account,
    isNameShared: isBound && (await belongsElsewhere(db, { userId, organizationId: onlyIn })),
    sendsMail: config.smtpUrl !== undefined,
  };
}

/** The changes that the caller may make. */
export interface AccountPowers {
  writes: boolean;
  administers: boolean;
}

export function renderAccount(data: AccountData, powers: AccountPowers, context: FormContext): Html {
  const { user, account } = data;
  return html`<h1>Account</h1>
${renderFacts([
  ['Name', user.display_name],
  ['Email', user.email],
  [
    'Email verified',
    account && (account.email_verified_at === null ? 'no' : renderTime(account.email_verified_at)),
  ],
  ['Password', account && (account.password_hash === null ? 'not set' : 'set')],
  ['Second factor', account && (account.totp_confirmed_at === null ? 'off' : 'on')],
])}
${powers.writes && !data.isNameShared && renderProfile(data, context)}
${
  account
    ? powers.administers &&
      html`${renderPassword(data.here, account, context)}${renderEmail(data, account, context)}${renderDeletion(data.here, account, context)}`
    : html`<p class="hint" role="note">You signed in with an organization’s single sign-on. To change your password, email address or second factor, sign in with your password.</p>`
}`;
}

const renderProfile = (
  { here, user }: AccountData,
  context: FormContext,
): Insertion => html`<h2>Name and photo</h2>
${renderForm(
  context,
  { name: 'profile', action: here, submit: 'Save' },
  ({ text }) =>
    html`${text({
      name: 'displayName',
      label: 'Name',
      value: user.display_name,
      maxLength: 100,
      autocomplete: 'name',
      hint: 'If empty, it is derived from your email address.',
    })}${text({
      name: 'photoURL',
      label: 'Photo URL',
      value: user.photo_url ?? '',
      type: 'url',
      maxLength: 2048,
    })}`,
)}`;

const renderPassword = (
  here: string,
  { password_hash: hash }: AccountRow,
  context: FormContext,
): Insertion => html`<h2>Password</h2>
${renderForm(
  context,
  {
    name: 'password',
    action: `${here}/password`,
    submit: hash === null ? 'Set password' : 'Change password',
  },
  (fields) =>
    html`${hash !== null && presentPassword(fields, 'current')}${fields.text({
      name: 'password',
      label: 'New password',
      type: 'password',
      isRequired: true,
      maxLength: 1024,
      autocomplete: 'new-password',
      hint: 'At least 10 characters. Your other browsers are signed out. Tokens keep working.',
    })}`,
)}`;

function renderEmail({ here, sendsMail }: AccountData, account: AccountRow, context: FormContext): Insertion {
  const { email_verified_at: verifiedAt, password_hash: hash } = account;
  return html`<h2>Email address</h2>
${
  sendsMail &&
  verifiedAt === null &&
  renderForm(context, {
    name: 'proof',
    action: `${here}/email/proof`,
    submit: 'Send verification email',
  })
}
${
  hash === null
    ? html`<p>Set a password before you change your email address.</p>`
    : renderForm(
        context,
        { name: 'email', action: `${here}/email`, submit: 'Change email' },
        (fields) =>
          html`${fields.text({
            name: 'email',
            label: 'New email address',
            type: 'email',
            isRequired: true,
            maxLength: 254,
            autocomplete: 'email',
            hint: sendsMail
              ? 'A link is sent to the new address. The change takes effect when you open it.'
              : 'This instance does not send email. The address changes immediately and remains unverified.',
          })}${presentPassword(fields)}`,
      )
}`;
}

const renderDeletion = (
  here: string,
  account: AccountRow,
  context: FormContext,
): Insertion => html`<h2>Delete account</h2>
${renderGuardedForm(
  context,
  { name: 'delete', action: `${here}/delete`, submit: 'Delete my account permanently' },
  {
    summary: 'Delete account',
    warning:
      'Your name, email address, memberships, tokens and sessions are deleted immediately. This cannot be undone. Content that you wrote is kept and attributed to “Deleted user”.',
  },
  (fields) =>
    html`${fields.text({
      name: 'confirm',
      label: 'Enter your email address to confirm',
      isRequired: true,
      maxLength: 254,
      autocomplete: 'off',
    })}${account.password_hash !== null && presentPassword(fields)}`,
)}`;

/** The password for changes that an unattended browser must not allow. */
export const presentPassword = ({ text }: Fields, name = 'password'): Html =>
  text({
    name,
    label: 'Current password',
    type: 'password',
    isRequired: true,
    maxLength: 1024,
    autocomplete: 'current-password',
  });
