import { html } from '@lectern/html/html';
import type { PageContent, PageFrame } from '../build-page-data.ts';
import { messagesOf } from '../messages/messages.ts';
import { plainContent } from '../missing-page.ts';

/** Where the form of the search leads. The script of the page opens the search with what the address asks for. */
export function staticSearchPage({ language }: Pick<PageFrame, 'language'>): {
  content: PageContent;
  text: string;
} {
  const messages = messagesOf(language);
  return {
    content: plainContent(messages.search),
    text: String(
      html`<div data-search-page><noscript><p>${messages.searchNeedsScript}</p></noscript></div>\n`,
    ),
  };
}
