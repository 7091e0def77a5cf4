import type { Addresses } from '../addresses.ts';
import { type Html, html } from '../html.ts';

export interface SignInData {
  /** Where to go afterwards. */
  to: string;
  /** Why the last attempt failed. */
  problem: string | undefined;
}

export const renderSignIn = (
  addresses: Addresses,
  { to, problem }: SignInData,
): Html => html`<div class="sign-in">
<h1>Sign in</h1>
<form method="post" action="${addresses.signIn()}">
<input type="hidden" name="to" value="${to}">
${problem !== undefined && html`<p class="problem" id="problem" role="alert">${problem}</p>`}
<label for="token">API token</label>
<input id="token" name="token" type="password" required maxlength="1024" autocomplete="current-password" autocapitalize="none" spellcheck="false" autofocus${
  problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`
}>
<button type="submit">Sign in</button>
</form>
<h2>Where a token comes from</h2>
<ul>
<li>The first start of the service printed one, the administrator’s.</li>
<li>On the machine of the service, <code>npx lectern token create --title Browser</code> prints a new one.</li>
<li><code>POST /v1/user/tokens</code> of the API makes one with the token that you have.</li>
</ul>
<p class="note">You see what the token may read, and can change nothing here. This browser keeps the token, encrypted, until you sign out or close it. Revoke the token, and every browser that has it is signed out.</p>
</div>`;
