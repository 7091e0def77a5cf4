import { readSegments } from '../../server/domains/publishing/published-content/find-site.ts';
import { withQuery } from '../../server/platform/http/written-query.ts';
import { joinPath } from './site-request.ts';

/**
 * The address on its host that a location within a site names; the start of the site for anything that is none. It is
 * read like the path of a request, so that it never leads to another site or host.
 */
export function resolveLocation(base: readonly string[], location: string | null): string {
  const [path = '', search = ''] = (location ?? '').split(/\?(.*)/s);
  const segments = path.startsWith('/') ? readSegments(path) : undefined;
  // An address for signing in would lead in circles.
  if (!segments || segments[0] === '~') return joinPath(base, base.length > 0);
  const all = [...base, ...segments];
  return withQuery(joinPath(all, path.endsWith('/') || segments.length === 0), search);
}
