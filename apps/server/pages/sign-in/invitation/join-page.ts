import { type Html, html } from '@lectern/html/html';
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

const renderHead = ({ organization, place }: JoinData): Html => html`<h1>Join “${nameOf(organization)}”</h1>
${place !== undefined && html`<p>This link gives you access to “${nameOf(place)}”.</p>`}`;

/** For signed-in users. */
export const renderJoin = (data: JoinData, csrf: Html): Html => html`<div class="sign-in">
${renderHead(data)}
<form method="post" action="${data.action}">${csrf}<button type="submit">Join</button></form>
</div>`;

export interface EnteredAccount {
  email: string;
  name: string;
  problem: string;
}

/** For visitors. */
export const renderJoinAsNew = (data: JoinData, entered?: EnteredAccount): Html => html`<div class="sign-in">
${renderHead(data)}
<p>Already have an account? <a href="${data.signIn}">Sign in</a> to join.</p>
<h2>Create account</h2>
<form method="post" action="${data.createAccount}">
${entered && renderProblem(entered.problem)}
<label for="email">Email address</label>
<input id="email" name="email" type="email" value="${entered?.email ?? ''}" required maxlength="254" autocomplete="username" autocapitalize="none" spellcheck="false">
<label for="name">Your name</label>
<input id="name" name="name" type="text" value="${entered?.name ?? ''}" required maxlength="64" autocomplete="name">
${renderNewPassword(entered?.problem)}
<button type="submit">Create account and join</button>
</form>
</div>`;

/** A link does not work for a service account, or for a user limited to another organization. */
export const renderNotForThis = (data: JoinData): Html => html`<div class="sign-in">
${renderHead(data)}
<p>You cannot join with a service account or with the single sign-on of another organization. <a href="${data.signIn}">Sign in with your password</a> instead.</p>
</div>`;
