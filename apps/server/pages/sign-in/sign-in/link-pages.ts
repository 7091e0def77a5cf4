import { type Html, html } from '@lectern/html/html';
import { findCommandName } from '../../../platform/http/release.ts';
import type { PageTexts } from '../../messages/messages.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { renderProblem } from './sign-in-page.ts';

/** For an instance that sends no mail. */
export const renderNoMail = ({ text }: PageTexts): Html => html`<h1>${text('forgot')}</h1>
<p>${text('noMail')}</p>
<pre><code>${findCommandName()} user password --email you@example.com</code></pre>`;

export const renderForgot = (
  { text }: PageTexts,
  addresses: Addresses,
  problem: string | undefined,
): Html => html`<h1>${text('forgot')}</h1>
<p>${text('forgotText')}</p>
<form method="post" action="${addresses.forgotPassword()}">
${problem !== undefined && renderProblem(problem)}
<label for="email">${text('email')}</label>
<input id="email" name="email" type="email" required maxlength="320" autocomplete="username" autocapitalize="none" autofocus>
<button type="submit">${text('sendLink')}</button>
</form>
<p class="others"><a href="${addresses.signIn()}">${text('backToSignIn')}</a></p>`;

/** The page is the same whether an account has the address or not. */
export const renderSent = (
  { text }: PageTexts,
  addresses: Addresses,
): Html => html`<h1>${text('sentTitle')}</h1>
<p>${text('sentText')}</p>
<p class="others"><a href="${addresses.signIn()}">${text('backToSignIn')}</a></p>`;

export interface ResetData {
  /** The target of the form: the page itself. */
  action: string;
  /** The address of the account. */
  email: string;
  problem: string | undefined;
}

export const renderReset = (
  { text }: PageTexts,
  { action, email, problem }: ResetData,
): Html => html`<h1>${text('resetTitle')}</h1>
<form method="post" action="${action}">
${problem !== undefined && renderProblem(problem)}
<label for="email">${text('account')}</label>
<input id="email" type="email" value="${email}" readonly autocomplete="username">
<label for="password">${text('newPassword')}</label>
<input id="password" name="password" type="password" required minlength="10" maxlength="1024" autocomplete="new-password" autofocus aria-describedby="${problem === undefined ? '' : 'problem '}password-hint"${
  problem !== undefined && html` aria-invalid="true"`
}>
<p class="note" id="password-hint">${text('resetHint')}</p>
<button type="submit">${text('setPassword')}</button>
</form>`;

export const renderConfirm = (
  { text, fill }: PageTexts,
  { action, email, csrf }: { action: string; email: string; csrf: Html },
): Html => html`<h1>${text('confirmTitle')}</h1>
<p>${fill('confirmText', { email: html`<strong>${email}</strong>` })}</p>
<form method="post" action="${action}">${csrf}<button type="submit">${text('confirm')}</button></form>`;

/** For a browser that is not signed in with the account that requested the mail. */
export const renderSignInToConfirm = (
  { text }: PageTexts,
  { signIn, isSignedIn }: { signIn: string; isSignedIn: boolean },
): Html => html`<h1>${text('confirmTitle')}</h1>
<p>${isSignedIn && `${text('confirmOther')} `}${text('confirmSignIn')}</p>
<p><a class="step" href="${signIn}">${text('signIn')}</a></p>`;
