import { html } from '@lectern/html/html';
import { toXmlText } from '@lectern/html/xml-text';
import type { SiteUpdate } from './site-updates.ts';

interface Feed {
  title: string;
  language: string;
  siteUrl: string;
  feedUrl: string;
  updates: readonly SiteUpdate[];
}

/** The updates as RSS 2.0. */
export function writeRss({ title, language, siteUrl, feedUrl, updates }: Feed): string {
  const items = updates.map(
    (update) => html`<item>
<title>${toXmlText(update.title)}</title>
<link>${update.href}</link>
<guid isPermaLink="false">${update.id}</guid>
<pubDate>${update.date.toUTCString()}</pubDate>
${update.tags.map((tag) => html`<category>${toXmlText(tag)}</category>\n`)}<description>${toXmlText(update.html)}</description>
</item>
`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
${html`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${toXmlText(title)}</title>
<link>${siteUrl}</link>
<description>${toXmlText(title)}</description>
<language>${language}</language>
<atom:link href="${feedUrl}" rel="self" type="application/rss+xml"/>
${items}</channel></rss>
`}`;
}

/** The updates as JSON Feed 1.1. */
export const writeJsonFeed = ({ title, language, siteUrl, feedUrl, updates }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    language,
    home_page_url: siteUrl,
    feed_url: feedUrl,
    items: updates.map(({ id, title: name, href, date, tags, html: text }) => ({
      id,
      url: href,
      title: name,
      content_html: text,
      date_published: date.toISOString(),
      ...(tags.length > 0 ? { tags } : {}),
    })),
  });
