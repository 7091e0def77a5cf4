import { type Html, html, type Insertion } from '../../html/html.ts';

/** What a page tells of the form that led to it. */
const DONE = {
  saved: 'Saved.',
  'password-set': 'The password was set: you can sign in with it from now on.',
  'password-changed': 'The password was changed. Your other browsers were signed out.',
  'mail-sent': 'A mail with a link is on its way.',
  'email-proven': 'The email address is proven.',
  'account-deleted': 'The account is gone.',
  'factor-off': 'The second factor is off.',
  'signed-out': 'Signed out.',
  'token-revoked': 'The token was revoked: it is worth nothing from now on.',
  'member-removed': 'The member was removed, with everything that they were given.',
  left: 'You left the organization.',
  'role-changed': 'The role was changed.',
  'role-given': 'The role was given.',
  'role-taken': 'What was given here was taken away.',
  'invitation-withdrawn': 'The invitation was taken back.',
  'link-deleted': 'The link was deleted: nobody joins by it any more.',
  'sso-set': 'The member belongs to the single sign-on now.',
  'provider-added': 'The provider was added.',
  'provider-deleted': 'The provider was deleted.',
  'team-created': 'The team was created.',
  'team-deleted': 'The team was deleted, with everything that it was given.',
  'team-changed': 'The members of the team were changed.',
} as const;

export type DoneName = keyof typeof DONE;

/** In the address, so that nothing needs to be kept until the page is asked for. */
export const withDone = (address: string, done: DoneName): string =>
  `${address}${address.includes('?') ? '&' : '?'}done=${done}`;

/** Nothing for a name that is none: anybody can write an address. */
export function renderDone(name: string | undefined): Insertion {
  const sentence = name !== undefined && Object.hasOwn(DONE, name) ? DONE[name as DoneName] : undefined;
  return sentence !== undefined && renderNews(sentence);
}

export const renderNews = (news: Insertion): Html => html`<p class="done" role="status">${news}</p>`;
