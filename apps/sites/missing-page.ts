import { html } from '@lectern/html/html';
import type { PageContent, PageFrame } from './build-page-data.ts';
import { messagesOf } from './messages/messages.ts';

/** The page that a site shows where it has no page, beside its search and its table of contents. */
export function missingPage({ language, site }: Pick<PageFrame, 'language' | 'site'>): {
  content: PageContent;
  text: string;
} {
  const messages = messagesOf(language);
  return {
    content: plainContent(messages.notFoundTitle),
    text: String(
      html`<p>${messages.notFoundText}</p>\n<p><a class="button primary" href="${site.href}">${messages.backToStart}</a></p>\n`,
    ),
  };
}

/** The content of a page that belongs to the site itself: only a title. */
export const plainContent = (title: string): PageContent => ({
  title,
  emoji: undefined,
  icon: undefined,
  description: undefined,
  canonicalUrl: undefined,
  isIndexed: false,
  meta: undefined,
  layout: { hasTitle: true, hasNavigation: true, isWide: false },
  cover: undefined,
  outline: [],
  actions: undefined,
  notice: undefined,
  updatedAt: undefined,
  contributors: undefined,
});
