import { type Html, html } from '@lectern/html/html';
import type { PageTexts } from '../../messages/messages.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { renderProblem } from '../sign-in/sign-in-page.ts';

export interface DirectoryData {
  /** The part of the address, and what people call the directory. */
  name: string;
  label: string;
  /** The page to continue at. */
  to: string;
  /** The user name as entered. */
  user?: string | undefined;
  /** Why the last attempt failed. */
  problem?: string | undefined;
}

/** The form for the user name and the password of a directory. */
export const renderDirectory = (
  { text }: PageTexts,
  addresses: Addresses,
  { name, label, to, user = '', problem }: DirectoryData,
): Html => html`<h1>${text('ssoWith', { provider: label })}</h1>
<form method="post" action="${addresses.directory(name)}">
<input type="hidden" name="to" value="${to}">
${problem !== undefined && renderProblem(problem)}
<label for="user">${text('userName')}</label>
<input id="user" name="user" type="text" value="${user}" required maxlength="256" autocomplete="username" autocapitalize="none" spellcheck="false"${user === '' && html` autofocus`}>
<label for="password">${text('password')}</label>
<input id="password" name="password" type="password" required maxlength="1024" autocomplete="current-password"${
  user !== '' && html` autofocus`
}${problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`}>
<button type="submit">${text('signIn')}</button>
</form>
<p class="others"><a href="${addresses.signIn()}?to=${encodeURIComponent(to)}">${text('otherSignIn')}</a></p>`;
