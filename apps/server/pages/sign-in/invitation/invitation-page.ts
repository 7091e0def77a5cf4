import { type Html, html, type Insertion } from '@lectern/html/html';
import { nameOf } from '../../parts/name.ts';
import { renderProblem } from '../sign-in/sign-in-page.ts';

interface Invited {
  organization: string;
  email: string;
}

const renderHead = ({ organization }: Invited): Html => html`<h1>Join “${nameOf(organization)}”</h1>`;

export interface ClaimData extends Invited {
  /** The target of the form: the page itself. */
  action: string;
  name: string;
  problem: string | undefined;
}

/** For an account that the invitation created: it has no password yet. */
export const renderClaim = (data: ClaimData): Html => html`<div class="sign-in">
${renderHead(data)}
<p>Choose a password. You will sign in with it and your email address.</p>
<form method="post" action="${data.action}">
${data.problem !== undefined && renderProblem(data.problem)}
<label for="email">Email address</label>
<input id="email" type="email" value="${data.email}" readonly autocomplete="username">
<label for="name">Your name</label>
<input id="name" name="name" type="text" value="${data.name}" required maxlength="64" autocomplete="name">
${renderNewPassword(data.problem)}
<button type="submit">Join</button>
</form>
</div>`;

export const renderNewPassword = (
  problem: string | undefined,
): Html => html`<label for="password">Password</label>
<input id="password" name="password" type="password" required minlength="10" maxlength="1024" autocomplete="new-password" aria-describedby="${problem === undefined ? '' : 'problem '}password-hint"${
  problem !== undefined && html` aria-invalid="true"`
}>
<p class="note" id="password-hint">At least 10 characters.</p>`;

/** For a browser signed in with the invited account. */
export const renderAccept = (
  data: Invited & { action: string; csrf: Html },
): Html => html`<div class="sign-in">
${renderHead(data)}
<p>You were invited as <strong>${data.email}</strong> and are signed in with that account.</p>
<form method="post" action="${data.action}">${data.csrf}<button type="submit">Join</button></form>
</div>`;

/** For other browsers: the link alone changes nothing about an existing account. */
export const renderSignInToAccept = (
  data: Invited & { signIn: string; isSignedIn: boolean },
): Html => html`<div class="sign-in">
${renderHead(data)}
<p>The invitation is for the account <strong>${data.email}</strong>. ${hint(data.isSignedIn)}</p>
<p><a href="${data.signIn}">Sign in as ${data.email}</a></p>
</div>`;

const hint = (isSignedIn: boolean): Insertion =>
  isSignedIn ? 'You are signed in with a different account.' : 'Sign in with that account to accept.';
