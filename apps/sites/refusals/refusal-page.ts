import { type Html, html, type Insertion } from '@lectern/html/html';
import { directionOf } from '../messages/messages.ts';
import { renderHead } from '../pages/document-head.ts';
import { renderLogo } from '../pages/logo.ts';
import type { Look, PageAssets } from '../pages/page-data.ts';

/** What a site says to somebody whom it does not show its content. */
export interface RefusalText {
  title: string;
  text?: string;
  /** Where they go on. */
  link?: { label: string; href: string };
  form?: PasswordForm;
}

interface PasswordForm {
  action: string;
  /** The address that they wanted, within the site. */
  location: string;
  label: string;
  button: string;
  /** What was wrong with the last attempt. */
  problem: string | undefined;
}

export interface RefusalPage extends RefusalText {
  siteTitle: string;
  look: Look;
  language: string;
  assets: PageAssets;
}

/** A page in the look of a site, with nothing on it that the site contains but its title and logo. */
export const renderRefusal = ({
  siteTitle,
  look,
  language,
  assets,
  ...said
}: RefusalPage): Html => html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}" class="${look.classes}"${look.mode !== 'system' && html` data-theme="${look.mode}"`}>
${renderHead({
  title: `${said.title} · ${siteTitle}`,
  description: undefined,
  canonicalUrl: undefined,
  isIndexed: false,
  look,
  assets,
  hasScript: false,
  meta: undefined,
})}
<body class="alone gate">
<main>
<p class="brand">${look.logo ? renderLogo(look.logo, siteTitle) : siteTitle}</p>
<h1>${said.title}</h1>
${said.text !== undefined && html`<p>${said.text}</p>\n`}${renderForm(said.form)}${said.link && html`<p><a class="button primary" href="${said.link.href}">${said.link.label}</a></p>\n`}</main>
</body>
</html>
`;

const renderForm = (form: PasswordForm | undefined): Insertion =>
  form &&
  html`<form method="post" action="${form.action}">
<input type="hidden" name="location" value="${form.location}">
<label for="password">${form.label}</label>
<input id="password" type="password" name="password" autocomplete="current-password" required autofocus${form.problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`}>
${form.problem !== undefined && html`<p class="problem" id="problem" role="alert">${form.problem}</p>\n`}<button class="button primary" type="submit">${form.button}</button>
</form>
`;
