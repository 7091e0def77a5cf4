/** Reads a published site as a crawler does: from its home page, along every link within its origin. */

import { descendantsOf } from '@lectern/html/html-tree';
import type { FastifyInstance } from 'fastify';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

interface VisitedPage {
  text: string;
  isHtml: boolean;
  policy: string;
  elements: readonly Element[];
  ids: ReadonlySet<string>;
}

export interface VisitedSite {
  /** The successful responses, by path. */
  visited: ReadonlyMap<string, VisitedPage>;
  /** The links that led to nothing, or to a page that set a cookie. */
  refused: readonly string[];
  /** The visited pages. */
  pages: readonly (readonly [path: string, page: VisitedPage])[];
}

export async function visitSite(
  published: FastifyInstance,
  { origin, home }: { origin: string; home: string },
): Promise<VisitedSite> {
  const visited = new Map<string, VisitedPage>();
  const refused: string[] = [];
  const waiting: [path: string, from: string][] = [[home, '']];
  const seen = new Set([home]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, from] = next;
    const response = await published.inject({
      method: 'GET',
      url: path,
      headers: { host: new URL(origin).host },
    });
    const { 'set-cookie': cookie, 'content-type': type, location } = response.headers;
    // A page that moved redirects to its new address.
    const to = location === undefined ? undefined : new URL(location, origin + path);
    if (to?.origin === origin && response.statusCode < 400 && !seen.has(to.pathname)) {
      seen.add(to.pathname);
      waiting.push([to.pathname, from]);
    }
    if (response.statusCode !== 200 || cookie !== undefined) {
      if (to === undefined) refused.push(`${from} → ${path}: ${response.statusCode}`);
      continue;
    }
    const isHtml = String(type).startsWith('text/html');
    const elements = isHtml ? [...descendantsOf(parse(response.body))] : [];
    const ids = new Set(elements.flatMap((element) => attributeOf(element, 'id') ?? []));
    const policy = String(response.headers['content-security-policy']);
    const page = { text: isHtml ? response.body : '', isHtml, policy, elements, ids };
    visited.set(path, page);
    for (const { pathname } of linksOf({ origin, path }, page)) {
      if (seen.has(pathname)) continue;
      seen.add(pathname);
      waiting.push([pathname, path]);
    }
  }
  return { visited, refused, pages: [...visited].filter(([, { isHtml }]) => isHtml) };
}

const attributeOf = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((attribute) => attribute.name === name)?.value;

/** The addresses of this origin that a page links to. */
function linksOf({ origin, path }: { origin: string; path: string }, { elements }: VisitedPage): URL[] {
  const hrefs = elements.flatMap((element) =>
    element.tagName === 'a' || element.tagName === 'link' ? (attributeOf(element, 'href') ?? []) : [],
  );
  return hrefs.map((href) => new URL(href, origin + path)).filter((url) => url.origin === origin);
}

/** Finds links to anchors that do not exist. */
export function findMissingAnchors(
  { visited, pages }: VisitedSite,
  origin: string,
): { path: string; url: URL }[] {
  return pages.flatMap(([path, page]) =>
    linksOf({ origin, path }, page)
      .filter(({ pathname, hash }) => {
        const target = visited.get(pathname);
        return hash !== '' && target?.isHtml === true && !target.ids.has(decodeURIComponent(hash.slice(1)));
      })
      .map((url) => ({ path, url })),
  );
}

/** Finds styles and handlers in attributes, and everything that is loaded from elsewhere. */
export const findForeignParts = ({ pages }: VisitedSite, origin: string): string[] =>
  pages.flatMap(([path, { elements }]) =>
    elements.flatMap((element) =>
      element.attrs
        .filter(
          ({ name, value }) =>
            name === 'style' ||
            name.startsWith('on') ||
            (name === 'src' && new URL(value, origin).origin !== origin && !value.startsWith('data:')),
        )
        .map(({ name, value }) => `${path} <${element.tagName} ${name}="${value}">`),
    ),
  );
