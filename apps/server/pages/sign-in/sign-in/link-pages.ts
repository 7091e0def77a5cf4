import { type Html, html } from '@lectern/html/html';
import type { Addresses } from '../../parts/addresses.ts';
import { renderProblem } from './sign-in-page.ts';

/** For an instance that sends no mail. */
export const renderNoMail = (): Html => html`<div class="sign-in">
<h1>Forgot your password?</h1>
<p>This instance does not send email. Ask its operator for a link to set a password. The operator can create one with this command:</p>
<pre><code>npx lectern user password --email you@example.com</code></pre>
</div>`;

export const renderForgot = (
  addresses: Addresses,
  problem: string | undefined,
): Html => html`<div class="sign-in">
<h1>Forgot your password?</h1>
<p>We will email you a link to set a new password.</p>
<form method="post" action="${addresses.forgotPassword()}">
${problem !== undefined && renderProblem(problem)}
<label for="email">Email address</label>
<input id="email" name="email" type="email" required maxlength="320" autocomplete="username" autocapitalize="none" autofocus>
<button type="submit">Send link</button>
</form>
<p class="others"><a href="${addresses.signIn()}">Back to sign-in</a></p>
</div>`;

/** The page is the same whether an account has the address or not. */
export const renderSent = (addresses: Addresses): Html => html`<div class="sign-in">
<h1>Check your email</h1>
<p>If an account with this address exists, we have sent it a link to set a password. The link works for one hour.</p>
<p class="others"><a href="${addresses.signIn()}">Back to sign-in</a></p>
</div>`;

export interface ResetData {
  /** The target of the form: the page itself. */
  action: string;
  /** The address of the account. */
  email: string;
  problem: string | undefined;
}

export const renderReset = ({ action, email, problem }: ResetData): Html => html`<div class="sign-in">
<h1>Set a password</h1>
<form method="post" action="${action}">
${problem !== undefined && renderProblem(problem)}
<label for="email">Account</label>
<input id="email" type="email" value="${email}" readonly autocomplete="username">
<label for="password">New password</label>
<input id="password" name="password" type="password" required minlength="10" maxlength="1024" autocomplete="new-password" autofocus aria-describedby="${problem === undefined ? '' : 'problem '}password-hint"${
  problem !== undefined && html` aria-invalid="true"`
}>
<p class="note" id="password-hint">At least 10 characters. You will be signed out everywhere and sign in with the new password.</p>
<button type="submit">Set password</button>
</form>
</div>`;

export const renderConfirm = ({
  action,
  email,
  csrf,
}: {
  action: string;
  email: string;
  csrf: Html;
}): Html => html`<div class="sign-in">
<h1>Confirm your email address</h1>
<p>Is <strong>${email}</strong> your email address? You will sign in with it and receive email there.</p>
<form method="post" action="${action}">${csrf}<button type="submit">Confirm</button></form>
</div>`;

/** For a browser that is not signed in with the account that requested the mail. */
export const renderSignInToConfirm = ({
  signIn,
  isSignedIn,
}: {
  signIn: string;
  isSignedIn: boolean;
}): Html => html`<div class="sign-in">
<h1>Confirm your email address</h1>
<p>${isSignedIn ? 'You are signed in with another account. ' : ''}Sign in with the account that requested this email to confirm the address. If you did not request it, you can ignore it.</p>
<p><a href="${signIn}">Sign in</a></p>
</div>`;
