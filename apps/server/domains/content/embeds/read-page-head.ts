import {
  attributeOf,
  descendantsOf,
  findByTag,
  type HtmlElement,
  lineOf,
  parseHtml,
} from '@lectern/html/html-tree';
import { parseUrl } from '@lectern/std/parse-url';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';

interface PageSource {
  html: string;
  /** The address of the page, against which its relative links are resolved. */
  url: string;
}

/** The title, site name, icon and picture that a page declares in its head. */
export interface PageHead {
  title: string | undefined;
  site: string | undefined;
  icon: string | undefined;
  picture: string | undefined;
  /** The address of its oEmbed description in JSON. */
  oembedUrl: string | undefined;
}

export const readPageHead = ({ html, url }: PageSource): PageHead => {
  const document = parseHtml(html);
  const base = findByTag(document, 'base');
  const baseUrl = resolve(base && attributeOf(base, 'href'), url) ?? url;
  const head: PageHead = {
    title: undefined,
    site: undefined,
    icon: undefined,
    picture: undefined,
    oembedUrl: undefined,
  };
  let plainTitle: string | undefined;
  for (const element of descendantsOf(document)) {
    if (element.tagName === 'title') plainTitle ??= lineOf(element) || undefined;
    if (element.tagName === 'meta') readMeta(element, head, baseUrl);
    if (element.tagName !== 'link') continue;
    const rels = (attributeOf(element, 'rel') ?? '').toLowerCase().split(/\s+/);
    const isOembed = attributeOf(element, 'type')?.trim().toLowerCase() === 'application/json+oembed';
    const href = attributeOf(element, 'href');
    if (isOembed && rels.some((rel) => OEMBED_RELS.has(rel))) head.oembedUrl ??= resolve(href, baseUrl);
    if (rels.includes('icon')) head.icon ??= resolve(href, baseUrl);
  }
  return { ...head, title: head.title ?? plainTitle };
};

const OEMBED_RELS = new Set(['alternate', 'alternative']);

function readMeta(element: HtmlElement, head: PageHead, baseUrl: string): void {
  const content = attributeOf(element, 'content')?.replace(/\s+/g, ' ').trim() || undefined;
  const property = attributeOf(element, 'property') ?? attributeOf(element, 'name');
  if (property === 'og:title') head.title ??= content;
  if (property === 'og:site_name') head.site ??= content;
  if (property === 'og:image') head.picture ??= resolve(content, baseUrl);
}

function resolve(href: string | undefined, base: string): string | undefined {
  const url = href ? parseUrl(href, base) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
}

export const readPageHeadTask = defineThreadTask('read-page-head', readPageHead);
