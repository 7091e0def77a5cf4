import { type Html, html } from '@lectern/html/html';
import type { PageTexts } from '../../messages/messages.ts';
import { nameOf } from '../../parts/name.ts';
import { renderProblem } from '../sign-in/sign-in-page.ts';

interface Invited {
  organization: string;
  email: string;
}

const renderHead = ({ text }: PageTexts, { organization }: Invited): Html =>
  html`<h1>${text('joinTitle', { organization: nameOf(organization) })}</h1>`;

export interface ClaimData extends Invited {
  /** The target of the form: the page itself. */
  action: string;
  name: string;
  problem: string | undefined;
}

/** For an account that the invitation created: it has no password yet. */
export const renderClaim = (texts: PageTexts, data: ClaimData): Html => html`${renderHead(texts, data)}
<p>${texts.text('claimText')}</p>
<form method="post" action="${data.action}">
${data.problem !== undefined && renderProblem(data.problem)}
<label for="email">${texts.text('email')}</label>
<input id="email" type="email" value="${data.email}" readonly autocomplete="username">
<label for="name">${texts.text('name')}</label>
<input id="name" name="name" type="text" value="${data.name}" required maxlength="64" autocomplete="name">
${renderNewPassword(texts, data.problem)}
<button type="submit">${texts.text('join')}</button>
</form>`;

export const renderNewPassword = (
  { text }: PageTexts,
  problem: string | undefined,
): Html => html`<label for="password">${text('password')}</label>
<input id="password" name="password" type="password" required minlength="10" maxlength="1024" autocomplete="new-password" aria-describedby="${problem === undefined ? '' : 'problem '}password-hint"${
  problem !== undefined && html` aria-invalid="true"`
}>
<p class="note" id="password-hint">${text('passwordHint')}</p>`;

/** For a browser signed in with the invited account. */
export const renderAccept = (
  texts: PageTexts,
  data: Invited & { action: string; csrf: Html },
): Html => html`${renderHead(texts, data)}
<p>${texts.fill('acceptText', { email: html`<strong>${data.email}</strong>` })}</p>
<form method="post" action="${data.action}">${data.csrf}<button type="submit">${texts.text('join')}</button></form>`;

/** For other browsers: the link alone changes nothing about an existing account. */
export const renderSignInToAccept = (
  texts: PageTexts,
  data: Invited & { signIn: string; isSignedIn: boolean },
): Html => html`${renderHead(texts, data)}
<p>${texts.fill(data.isSignedIn ? 'otherAccount' : 'acceptSignIn', { email: html`<strong>${data.email}</strong>` })}</p>
<p><a class="step" href="${data.signIn}">${texts.text('signInAs', { email: data.email })}</a></p>`;
