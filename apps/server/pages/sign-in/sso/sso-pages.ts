import { type Html, html } from '@lectern/html/html';
import type { Reason } from '../../../domains/access/sign-on/refusal.ts';
import type { Addresses } from '../../parts/addresses.ts';

interface Login {
  label: string;
  startUrl: string;
}

export interface ChooserData {
  /** The requested organization; empty if none yet. */
  organization: string;
  to: string;
  logins: Login[];
}

/** Looks the same for an unknown organization and for one without single sign-on. */
export const renderChooser = (
  addresses: Addresses,
  { organization, to, logins }: ChooserData,
): Html => html`<div class="sign-in">
<h1>Single sign-on</h1>
${
  logins.length > 0 &&
  html`<ul class="logins">${logins.map(
    ({ label, startUrl }) =>
      html`<li><a class="step" href="${startUrl}?to=${encodeURIComponent(to)}">Sign in with ${label}</a></li>`,
  )}</ul>`
}
${
  logins.length === 0 &&
  html`<form method="get" action="${addresses.singleSignOn()}">
<input type="hidden" name="to" value="${to}">
${organization !== '' && html`<p class="problem" id="problem" role="alert">No single sign-on was found for “${organization}”. Ask an administrator of your organization how to sign in.</p>`}
<label for="organization">Email address or organization</label>
<input id="organization" name="organization" type="text" value="${organization}" required maxlength="320" autocapitalize="none" autocomplete="email" spellcheck="false" autofocus aria-describedby="${organization === '' ? '' : 'problem '}organization-hint">
<p class="note" id="organization-hint">Your work email address, or the subdomain or ID of the organization.</p>
<button type="submit">Continue</button>
</form>`
}
<p class="others"><a href="${addresses.signIn()}?to=${encodeURIComponent(to)}">Sign in with a password or token</a></p>
</div>`;

export interface RefusalData {
  reason: Reason;
  message: string;
  requestId: string;
  /** The page to start over. */
  retry: string;
}

export const renderRefusal = ({
  reason,
  message,
  requestId,
  retry,
}: RefusalData): Html => html`<h1>You are not signed in</h1>
<p role="alert">${message}</p>
<p><a href="${retry}">Try again</a></p>
<p class="note">Reason <code>${reason}</code>, request <code>${requestId}</code></p>`;

export interface LinkOfferData {
  email: string;
  label: string;
  /** The page that asks for the password. */
  signIn: string;
}

export const renderLinkOffer = ({ email, label, signIn }: LinkOfferData): Html => html`<div class="sign-in">
<h1>Is this account yours?</h1>
<p>An account with the address ${email} already exists and is not connected to ${label}. If the account is yours, sign in to it once with its password. After that, ${label} signs you in.</p>
<p><a class="step" href="${signIn}">Sign in with password</a></p>
<p class="note">Do this within ten minutes, in this browser. If the account is not yours, or you do not know its password, ask an administrator of your organization.</p>
</div>`;

export interface ConnectData {
  email: string;
  label: string;
  organization: string;
  action: string;
  ticket: string;
  csrf: Html;
}

export const renderConnect = (data: ConnectData): Html => html`<div class="sign-in">
<h1>Connect your account</h1>
<p>From now on, ${data.label} can sign you in to ${data.organization} as ${data.email}. The operator of ${data.label} could then act as you in that organization. Your password does not change.</p>
<form method="post" action="${data.action}">
${data.csrf}
<input type="hidden" name="ticket" value="${data.ticket}">
<button type="submit">Connect</button>
</form>
</div>`;
