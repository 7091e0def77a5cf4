import { isIP } from 'node:net';
import { type Html, html } from '@lectern/html/html';
import { findCommandName } from '../../../platform/http/release.ts';
import type { PageTexts } from '../../messages/messages.ts';
import type { Addresses } from '../../parts/addresses.ts';

export interface SignInData {
  /** The page to continue at. */
  to: string;
  /** Why the last attempt failed, and in which form. */
  problem?: { by: 'password' | 'token'; message: string } | undefined;
  /** The address as entered. */
  email?: string | undefined;
  /** The providers and directories of the instance, as buttons. */
  providers: readonly { label: string; startUrl: string }[];
  /** The notice to show, such as that a password was set. */
  news?: string | undefined;
}

/** Returns nothing for an unknown name: anyone can write an address. */
export const newsOf = ({ text }: PageTexts, name: string | undefined): string | undefined =>
  name === 'password-set' ? text('passwordSet') : undefined;

export const renderProblem = (message: string): Html =>
  html`<p class="problem" id="problem" role="alert">${message}</p>`;

export function renderSignIn(
  texts: PageTexts,
  addresses: Addresses,
  { to, problem, email = '', news, providers }: SignInData,
): Html {
  const { text } = texts;
  const ofPassword = problem?.by === 'password' ? problem.message : undefined;
  const sso = `${addresses.singleSignOn()}?to=${encodeURIComponent(to)}`;
  return html`<h1>${text('signIn')}</h1>
${news !== undefined && html`<p class="done" role="status">${news}</p>`}
${
  providers.length > 0 &&
  html`<ul class="logins">${providers.map(
    ({ label, startUrl }) =>
      html`<li><a class="step" href="${startUrl}?to=${encodeURIComponent(to)}">${text('ssoWith', { provider: label })}</a></li>`,
  )}</ul>`
}
<form method="post" action="${addresses.signIn()}">
<input type="hidden" name="to" value="${to}">
${ofPassword !== undefined && renderProblem(ofPassword)}
<label for="email">${text('email')}</label>
<input id="email" name="email" type="text" inputmode="email" value="${email}" required maxlength="320" autocomplete="username webauthn" autocapitalize="none" spellcheck="false"${email === '' && html` autofocus`}>
<label for="password">${text('password')}</label>
<input id="password" name="password" type="password" required maxlength="1024" autocomplete="current-password"${
    email !== '' && html` autofocus`
  }${ofPassword !== undefined && html` aria-invalid="true" aria-describedby="problem"`}>
<button type="submit">${text('signIn')}</button>
</form>
${renderPasskey(texts, addresses, to)}
<p class="others"><a href="${addresses.forgotPassword()}">${text('forgot')}</a> <a href="${sso}">${text('signInWithSso')}</a></p>
${renderTokenForm(texts, addresses, { to, problem: problem?.by === 'token' ? problem.message : undefined })}`;
}

/** Passkeys belong to names of hosts: an IP address cannot have any. */
export const hasPasskeys = (addresses: Addresses): boolean =>
  !isIP(new URL(addresses.absolute('/')).hostname.replace(/^\[|\]$/g, ''));

/** Shown by the script, in browsers that have passkeys. */
const renderPasskey = ({ text }: PageTexts, addresses: Addresses, to: string): Html | false =>
  hasPasskeys(addresses) &&
  html`<div class="passkey" hidden
data-api="${addresses.prefix}/v1/session/" data-to="${addresses.absolute(to)}" data-failed="${text('passkeyFailed')}">
<p class="problem" role="alert" hidden></p>
<button type="button" class="plain">${text('signInWithPasskey')}</button>
</div>
<script src="${addresses.passkeyScript()}" type="module"></script>`;

/** Open where it was refused. A service that nobody has a password for yet is entered by its first token. */
const renderTokenForm = (
  { text, fill }: PageTexts,
  addresses: Addresses,
  { to, problem }: { to: string; problem: string | undefined },
): Html => html`<details${problem !== undefined && html` open`}><summary>${text('useToken')}</summary>
<form method="post" action="${addresses.signIn()}">
<input type="hidden" name="to" value="${to}">
${problem !== undefined && renderProblem(problem)}
<label for="token">${text('token')}</label>
<input id="token" name="token" type="password" required maxlength="1024" autocomplete="off" autocapitalize="none" spellcheck="false"${
  problem !== undefined && html` autofocus aria-invalid="true" aria-describedby="problem"`
}>
<button type="submit">${text('signInWithToken')}</button>
</form>
<p class="note">${fill('tokenNote', {
  token: html`<code>${findCommandName()} token create --title Browser</code>`,
  link: html`<code>${findCommandName()} user password --email …</code>`,
})}</p>
</details>`;

export interface CodeData {
  to: string;
  /** Proof that the password was correct, for the step that asks for the code. */
  proof: string;
  problem: string | undefined;
  /** Where the code is sent, and the form that came before; left out: of the password of the account. */
  pages?: { action: string; before: string };
}

export const renderCode = (
  texts: PageTexts,
  addresses: Addresses,
  { to, proof, problem, pages = { action: addresses.signInCode(), before: addresses.signIn() } }: CodeData,
): Html => {
  const { text } = texts;
  return html`<h1>${text('codeTitle')}</h1>
<form method="post" action="${pages.action}">
<input type="hidden" name="to" value="${to}">
<input type="hidden" name="proof" value="${proof}">
${problem !== undefined && renderProblem(problem)}
<label for="code">${text('code')}</label>
<input id="code" name="code" type="text" required maxlength="64" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" autofocus aria-describedby="${problem === undefined ? '' : 'problem '}code-hint"${
    problem !== undefined && html` aria-invalid="true"`
  }>
<p class="note" id="code-hint">${text('codeHint')}</p>
<button type="submit">${text('signIn')}</button>
</form>
${renderPasskey(texts, addresses, to)}
<p class="others"><a href="${pages.before}">${text('startAgain')}</a></p>`;
};
