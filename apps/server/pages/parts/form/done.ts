import { type Html, html, type Insertion } from '@lectern/html/html';

/** The confirmation that a page shows after a form. */
const DONE = {
  saved: 'Saved.',
  'password-set': 'Your password is set. You can now sign in with it.',
  'password-changed': 'Your password was changed. Your other browsers were signed out.',
  'mail-sent': 'We sent you an email with a link.',
  'email-proven': 'Your email address is verified.',
  'account-deleted': 'Your account was deleted.',
  'factor-off': 'The second factor is off.',
  'signed-out': 'Signed out.',
  'token-revoked': 'The token was revoked. It no longer works.',
  'member-removed': 'The member was removed and lost all access.',
  left: 'You left the organization.',
  'role-changed': 'The role was changed.',
  'role-given': 'The role was added.',
  'role-taken': 'The role was removed.',
  'invitation-withdrawn': 'The invitation was revoked.',
  'links-on': 'Invite links are on. They now work.',
  'link-deleted': 'The invite link was deleted. It no longer works.',
  'sso-set': 'The member now uses single sign-on.',
  'provider-added': 'The provider was added.',
  'provider-deleted': 'The provider was deleted.',
  'team-created': 'The team was created.',
  'team-deleted': 'The team was deleted, together with its access.',
  'team-changed': 'The team members were changed.',
} as const;

export type DoneName = keyof typeof DONE;

/** Adds the name of the confirmation to the address, so that the service does not have to store it. */
export const withDone = (address: string, done: DoneName): string =>
  `${address}${address.includes('?') ? '&' : '?'}done=${done}`;

/** Renders nothing for an unknown name, because anyone can change the address. */
export function renderDone(name: string | undefined): Insertion {
  const sentence = name !== undefined && Object.hasOwn(DONE, name) ? DONE[name as DoneName] : undefined;
  return sentence !== undefined && renderNews(sentence);
}

export const renderNews = (news: Insertion): Html => html`<p class="done" role="status">${news}</p>`;
