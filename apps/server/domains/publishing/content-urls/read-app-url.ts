import { isId } from '@lectern/std/ids';

/** The collection, or the place in a space, that an address of the app opens. */
export type AppPlace =
  | { kind: 'collection'; collectionId: string }
  | {
      kind: 'space';
      spaceId: string;
      /** The id of a change request, or its number in the space. */
      changeRequest?: string;
      revisionId?: string;
      pageId?: string;
    };

/** Pages of a space in the app that are not pages of its content. */
const VIEWS = new Set(['broken-links', 'revisions', 'trash', 'change-requests', 'permissions']);

/** Reads `/app/c/…` and `/app/s/…`, the addresses in `urls.app`. Undefined for every other address. */
export function readAppUrl(url: URL, baseUrl: string): AppPlace | undefined {
  const base = new URL(baseUrl);
  const app = `${base.pathname.replace(/\/$/, '')}/app/`;
  if (url.origin !== base.origin || !url.pathname.startsWith(app)) return undefined;
  const [kind, id, ...rest] = url.pathname.slice(app.length).split('/').filter(Boolean);
  if (id === undefined || !isId(id)) return undefined;
  if (kind === 'c') return rest.length === 0 ? { kind: 'collection', collectionId: id } : undefined;
  return kind === 's' ? readSpacePlace(id, rest) : undefined;
}

function readSpacePlace(spaceId: string, rest: readonly string[]): AppPlace | undefined {
  const [first, second, third] = rest;
  const place = { kind: 'space' as const, spaceId };
  if (first === undefined) return place;
  const page = third === undefined ? {} : { pageId: third };
  if (first === 'change-requests' && second !== undefined && rest.length <= 3)
    return { ...place, changeRequest: second, ...page };
  if (first === 'revisions' && second !== undefined && rest.length <= 3)
    return { ...place, revisionId: second, ...page };
  if (VIEWS.has(first)) return rest.length === 1 ? place : undefined;
  return rest.length === 1 ? { ...place, pageId: first } : undefined;
}
