import { html, unescapeHtml } from '@lectern/html/html';
import type { ShownEmbed } from './page-embeds.ts';

const START = '<figure class="embed';
const END = '</figure>';

/** As `renderEmbed` writes it. No text of a page can contain this: there, angle brackets are escaped. */
const EMBED =
  /^(<figure class="embed[^"]*" data-embed="([^"]*)")(><a class="link-card" [^>]*>(?:(?!<\/svg>).)*<\/svg><span class="link-card-text"><span class="link-card-title">)[^<]*(<\/span><span class="link-card-detail">)([^<]*)(<\/span><\/span>)(<\/a>)/s;

/** Calls a function with each embed of a rendered text, and returns the text with what it returns in their places. */
function replaceEmbeds(text: string, replace: (found: RegExpExecArray) => string): string {
  let result = '';
  let done = 0;
  for (let at = text.indexOf(START); at >= 0; ) {
    const close = text.indexOf(END, at);
    const end = close < 0 ? text.length : close;
    const found = EMBED.exec(text.slice(at, end));
    if (found) {
      result += text.slice(done, at) + replace(found);
      done = at + found[0].length;
    }
    at = text.indexOf(START, end);
  }
  return result + text.slice(done);
}

/** Pages with more embeds show the others plainly. */
const MAX_EMBEDS = 30;

/** Lists the embedded addresses of a rendered text. */
export function listEmbeds(text: string): string[] {
  const urls = new Set<string>();
  replaceEmbeds(text, ([whole, , url = '']) => {
    urls.add(unescapeHtml(url));
    return whole;
  });
  return [...urls].slice(0, MAX_EMBEDS);
}

/**
 * Writes titles and pictures into the cards of embedded addresses. Texts are drawn in threads, which know nothing of
 * other websites. `pictureHref`: where the site shows a picture of another host.
 */
export const fillEmbeds = (
  text: string,
  find: (url: string) => ShownEmbed | null | undefined,
  pictureHref: (url: string) => string | undefined,
): string =>
  replaceEmbeds(text, ([whole, figure, url = '', card, between, detail, end, close]) => {
    const embed = find(unescapeHtml(url));
    if (!embed) return whole;
    const src = embed.picture === undefined ? undefined : pictureHref(embed.picture);
    const picture =
      src !== undefined &&
      html`<img class="link-card-picture" src="${src}" alt="" width="112" height="63" loading="lazy" decoding="async" referrerpolicy="no-referrer">`;
    const [title, site, image] = [embed.title, embed.site, picture].map((one) => html`${one}`);
    return `${figure}${card}${title}${between}${site} · ${detail}${end}${image}${close}`;
  });
