import { type Html, html, type Insertion } from '@lectern/html/html';

/** The confirmation that a page shows after a form. */
const DONE = {
  saved: 'Saved.',
  'email-proven': 'Your email address is verified.',
  'signed-out': 'Signed out.',
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

const renderNews = (news: Insertion): Html => html`<p class="done" role="status">${news}</p>`;
