import { type Html, html } from '@lectern/html/html';
import type { Addresses } from '../../parts/addresses.ts';

export interface SignInData {
  /** The page to continue at. */
  to: string;
  /** Why the last attempt failed, and in which form. */
  problem?: { by: 'password' | 'token'; message: string } | undefined;
  /** The address as entered. */
  email?: string | undefined;
  /** The notice to show, such as that a password was set. */
  news?: string | undefined;
}

const NEWS: Record<string, string> = {
  'password-set': 'Your password is set. Sign in with it.',
};

/** Returns nothing for an unknown name: anyone can write an address. */
export const newsOf = (name: string | undefined): string | undefined =>
  name !== undefined && Object.hasOwn(NEWS, name) ? NEWS[name] : undefined;

export const renderProblem = (message: string): Html =>
  html`<p class="problem" id="problem" role="alert">${message}</p>`;

export function renderSignIn(addresses: Addresses, { to, problem, email = '', news }: SignInData): Html {
  const ofPassword = problem?.by === 'password' ? problem.message : undefined;
  const sso = `${addresses.singleSignOn()}?to=${encodeURIComponent(to)}`;
  return html`<div class="sign-in">
<h1>Sign in</h1>
${news !== undefined && html`<p class="done" role="status">${news}</p>`}
<form method="post" action="${addresses.signIn()}">
<input type="hidden" name="to" value="${to}">
${ofPassword !== undefined && renderProblem(ofPassword)}
<label for="email">Email address</label>
<input id="email" name="email" type="text" inputmode="email" value="${email}" required maxlength="320" autocomplete="username" autocapitalize="none" spellcheck="false"${email === '' && html` autofocus`}>
<label for="password">Password</label>
<input id="password" name="password" type="password" required maxlength="1024" autocomplete="current-password"${
    email !== '' && html` autofocus`
  }${ofPassword !== undefined && html` aria-invalid="true" aria-describedby="problem"`}>
<button type="submit">Sign in</button>
</form>
<p class="others"><a href="${addresses.forgotPassword()}">Forgot your password?</a> <a href="${sso}">Sign in with SSO</a></p>
${renderTokenForm(addresses, { to, problem: problem?.by === 'token' ? problem.message : undefined })}
</div>`;
}

/** Open where it was refused. A service that nobody has a password for yet is entered by its first token. */
const renderTokenForm = (
  addresses: Addresses,
  { to, problem }: { to: string; problem: string | undefined },
): Html => html`<details${problem !== undefined && html` open`}><summary>Use an API token</summary>
<form method="post" action="${addresses.signIn()}">
<input type="hidden" name="to" value="${to}">
${problem !== undefined && renderProblem(problem)}
<label for="token">API token</label>
<input id="token" name="token" type="password" required maxlength="1024" autocomplete="off" autocapitalize="none" spellcheck="false"${
  problem !== undefined && html` autofocus aria-invalid="true" aria-describedby="problem"`
}>
<button type="submit">Sign in with token</button>
</form>
<p class="note">The first start of the service printed the administrator’s token. On the server, <code>npx lectern token create --title Browser</code> prints a new token, and <code>npx lectern user password --email …</code> prints a link to set a password. Your session has the permissions of the token and ends when the token is revoked or expires.</p>
</details>`;

export interface CodeData {
  to: string;
  /** Proof that the password was correct, for the step that asks for the code. */
  proof: string;
  problem: string | undefined;
}

export const renderCode = (
  addresses: Addresses,
  { to, proof, problem }: CodeData,
): Html => html`<div class="sign-in">
<h1>Enter the code</h1>
<form method="post" action="${addresses.signInCode()}">
<input type="hidden" name="to" value="${to}">
<input type="hidden" name="proof" value="${proof}">
${problem !== undefined && renderProblem(problem)}
<label for="code">Code</label>
<input id="code" name="code" type="text" required maxlength="64" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" autofocus aria-describedby="${problem === undefined ? '' : 'problem '}code-hint"${
  problem !== undefined && html` aria-invalid="true"`
}>
<p class="note" id="code-hint">The code from your authenticator app, or a recovery code.</p>
<button type="submit">Sign in</button>
</form>
<p class="others"><a href="${addresses.signIn()}">Start again</a></p>
</div>`;
