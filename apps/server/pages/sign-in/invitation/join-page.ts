import { type Html, html } from '@lectern/html/html';
import type { PageTexts } from '../../messages/messages.ts';
import { nameOf } from '../../parts/name.ts';
import { renderProblem } from '../sign-in/sign-in-page.ts';
import { renderNewPassword } from './invitation-page.ts';

export interface JoinData {
  organization: string;
  /** The space or collection that the link is to. */
  place: string | undefined;
  /** The target of the form for signed-in users. */
  action: string;
  /** The page to sign in, which leads back. */
  signIn: string;
  /** The target of the form for users without an account. */
  createAccount: string;
}

const renderHead = (
  { text }: PageTexts,
  { organization, place }: JoinData,
): Html => html`<h1>${text('joinTitle', { organization: nameOf(organization) })}</h1>
${place !== undefined && html`<p>${text('joinPlace', { place: nameOf(place) })}</p>`}`;

/** For signed-in users. */
export const renderJoin = (
  texts: PageTexts,
  data: JoinData,
  csrf: Html,
): Html => html`${renderHead(texts, data)}
<form method="post" action="${data.action}">${csrf}<button type="submit">${texts.text('join')}</button></form>`;

export interface EnteredAccount {
  email: string;
  name: string;
  problem: string;
}

/** For visitors. */
export const renderJoinAsNew = (
  texts: PageTexts,
  data: JoinData,
  entered?: EnteredAccount,
): Html => html`${renderHead(texts, data)}
<p>${texts.text('haveAccount')} <a href="${data.signIn}">${texts.text('signInToJoin')}</a></p>
<h2>${texts.text('createAccount')}</h2>
<form method="post" action="${data.createAccount}">
${entered && renderProblem(entered.problem)}
<label for="email">${texts.text('email')}</label>
<input id="email" name="email" type="email" value="${entered?.email ?? ''}" required maxlength="254" autocomplete="username" autocapitalize="none" spellcheck="false">
<label for="name">${texts.text('name')}</label>
<input id="name" name="name" type="text" value="${entered?.name ?? ''}" required maxlength="64" autocomplete="name">
${renderNewPassword(texts, entered?.problem)}
<button type="submit">${texts.text('createAndJoin')}</button>
</form>`;

/** A link does not work for a service account, or for a user limited to another organization. */
export const renderNotForThis = (texts: PageTexts, data: JoinData): Html => html`${renderHead(texts, data)}
<p>${texts.text('notForThis')}</p>
<p><a class="step" href="${data.signIn}">${texts.text('signInWithPassword')}</a></p>`;
