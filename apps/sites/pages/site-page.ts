import { type Html, html } from '@lectern/html/html';
import { renderHead } from './document-head.ts';
import type { PageData } from './page-data.ts';
import { renderFooter, renderPageEnd } from './page-end.ts';
import { renderPageHeader } from './page-header.ts';
import { renderOutline, renderOutlineMenu, renderPageNavigation } from './page-navigation.ts';
import { renderPageTop } from './page-top.ts';
import { wordsForScripts } from './script-words.ts';

/**
 * A published page around its text, which comes as markup from where it was rendered. Its own ids begin with an
 * underscore, which no anchor of a text does.
 */
export function renderSitePage(page: PageData): { before: Html; after: Html } {
  const { language, direction, look, layout, messages, preview } = page;
  const outlined = renderOutline(page);
  const frame = [
    'frame',
    !layout.hasNavigation && 'frame-alone',
    layout.isWide && 'frame-wide',
    // The text of other pages stays where it was on the page before.
    !outlined && (layout.isWide || !layout.hasNavigation) && 'frame-open',
  ];
  const before = html`<!doctype html>
<html lang="${language}" dir="${direction}" class="${look.classes}"${look.mode !== 'system' && html` data-theme="${look.mode}"`}>
${renderHead({ ...page, title: page.windowTitle, hasScript: page.framed === undefined })}
<body id="_top" data-site="${page.site.href}"${page.eventsHref !== undefined && html` data-events="${page.eventsHref}"`}${page.pageId !== undefined && html` data-page="${page.pageId}"`} data-words="${wordsForScripts(messages)}">
<a class="skip" href="#_content">${messages.skipToContent}</a>
${preview && html`<aside class="preview" aria-label="${messages.preview}"><strong>${messages.preview}</strong> <span>${preview.kind === 'link' ? messages.previewLinkNote : messages.previewNote}</span> <a href="${preview.leaveHref}">${messages.leavePreview}</a></aside>\n`}${renderPageHeader(page)}<div class="${frame.filter(Boolean).join(' ')}">
${renderPageNavigation(page)}${renderOutlineMenu(page)}<main id="_content" tabindex="-1">
${renderPageTop(page)}`;
  const after = html`${renderPageEnd(page)}</main>
${outlined}</div>
${renderFooter(page)}</body>
</html>
`;
  return { before, after };
}
