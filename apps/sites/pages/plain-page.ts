import { type Html, html } from '@lectern/html/html';
import { PLAIN_THEME, renderHead } from './document-head.ts';
import type { PageAssets } from './page-data.ts';

/** A page of no site: a refusal, a farewell. */
export const renderPlainPage = ({
  title,
  message,
  requestId,
  assets,
}: {
  title: string;
  message: string;
  requestId?: string | undefined;
  assets: PageAssets;
}): Html => html`<!doctype html>
<html lang="en">
${renderHead({
  title,
  description: undefined,
  canonicalUrl: undefined,
  isIndexed: false,
  look: { theme: PLAIN_THEME, canChooseMode: false },
  assets,
  hasScript: false,
  meta: undefined,
})}
<body class="alone">
<main>
<h1>${title}</h1>
<p>${message}</p>
${requestId !== undefined && html`<p class="note">Request <code>${requestId}</code></p>\n`}</main>
</body>
</html>
`;
