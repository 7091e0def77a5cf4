import { type Html, html } from '@lectern/html/html';
import type { Reason } from '../../../domains/access/sign-on/refusal.ts';
import type { PageTexts } from '../../messages/messages.ts';
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
  { text }: PageTexts,
  addresses: Addresses,
  { organization, to, logins }: ChooserData,
): Html => html`<h1>${text('ssoTitle')}</h1>
${
  logins.length > 0 &&
  html`<ul class="logins">${logins.map(
    ({ label, startUrl }) =>
      html`<li><a class="step" href="${startUrl}?to=${encodeURIComponent(to)}">${text('ssoWith', { provider: label })}</a></li>`,
  )}</ul>`
}
${
  logins.length === 0 &&
  html`<form method="get" action="${addresses.singleSignOn()}">
<input type="hidden" name="to" value="${to}">
${organization !== '' && html`<p class="problem" id="problem" role="alert">${text('ssoNotFound', { organization })}</p>`}
<label for="organization">${text('ssoOrganization')}</label>
<input id="organization" name="organization" type="text" value="${organization}" required maxlength="320" autocapitalize="none" autocomplete="email" spellcheck="false" autofocus aria-describedby="${organization === '' ? '' : 'problem '}organization-hint">
<p class="note" id="organization-hint">${text('ssoHint')}</p>
<button type="submit">${text('continue')}</button>
</form>`
}
<p class="others"><a href="${addresses.signIn()}?to=${encodeURIComponent(to)}">${text('ssoOther')}</a></p>`;

export interface RefusalData {
  reason: Reason;
  message: string;
  requestId: string;
  /** The page to start over. */
  retry: string;
}

export const renderRefusal = (
  { text, fill }: PageTexts,
  { reason, message, requestId, retry }: RefusalData,
): Html => html`<h1>${text('notSignedIn')}</h1>
<p role="alert">${message}</p>
<p><a class="step" href="${retry}">${text('tryAgain')}</a></p>
<p class="note">${fill('reasonAndRequest', {
  reason: html`<code>${reason}</code>`,
  request: html`<code>${requestId}</code>`,
})}</p>`;

export interface LinkOfferData {
  email: string;
  label: string;
  /** The page that asks for the password. */
  signIn: string;
}

export const renderLinkOffer = (
  { text }: PageTexts,
  { email, label, signIn }: LinkOfferData,
): Html => html`<h1>${text('linkTitle')}</h1>
<p>${text('linkText', { email, provider: label })}</p>
<p><a class="step" href="${signIn}">${text('signInWithPassword')}</a></p>
<p class="note">${text('linkNote')}</p>`;

export interface ConnectData {
  email: string;
  label: string;
  organization: string;
  action: string;
  ticket: string;
  csrf: Html;
}

export const renderConnect = (
  { text }: PageTexts,
  { email, label, organization, action, ticket, csrf }: ConnectData,
): Html => html`<h1>${text('connectTitle')}</h1>
<p>${text('connectText', { provider: label, organization, email })}</p>
<form method="post" action="${action}">
${csrf}
<input type="hidden" name="ticket" value="${ticket}">
<button type="submit">${text('connect')}</button>
</form>`;
