import { groupBy } from '@lectern/std/group-by';
import { listFormerPaths } from '../../server/content/references/former-paths.repository.ts';
import { readSegments } from '../../server/domains/publishing/published-content/find-site.ts';
import type { ResolvedContent } from '../../server/domains/publishing/published-content/resolve-url.ts';
import { listLiveRedirects } from '../../server/domains/publishing/site-redirects/list-live-redirects.ts';
import { isWildcardSource } from '../../server/domains/publishing/site-redirects/redirect-rule.ts';
import { loadFormerPaths } from '../../server/domains/publishing/sites/former-paths/former-paths.queries.ts';
import { listFormerRoots } from '../../server/domains/publishing/sites/former-paths/former-paths.ts';
import { locatePath } from '../../server/domains/publishing/sites/locate-path.ts';
import type { Context } from '../../server/platform/context.ts';
import type { Reading } from '../site-readings.ts';
import { joinPath } from '../visits/site-request.ts';
import { type BaseUrl, fileAt } from './base-url.ts';
import { listPages } from './list-pages.ts';
import type { OutputFolder } from './output-folder.ts';
import type { StaticParts } from './static-parts.ts';
import type { StaticRedirect } from './static-redirects.ts';

interface RedirectParts {
  context: Pick<Context, 'db'>;
  parts: Pick<StaticParts, 'readings' | 'locate'>;
  resolved: ResolvedContent;
  base: BaseUrl;
  output: Pick<OutputFolder, 'has' | 'isFree'>;
}

export interface FoundRedirects {
  redirects: StaticRedirect[];
  /** The sources of redirects that have no address of their own. */
  wildcards: string[];
}

/**
 * The addresses at which a visitor is sent on: groups and links of the table of contents, other names of home pages,
 * the redirects of repositories and of the site, and where pages, sections and variants were before. Each is asked for as a visitor asks for
 * it.
 */
export async function listRedirects(
  { context, parts, resolved, base, output }: RedirectParts,
  places: AsyncIterable<Reading>,
): Promise<FoundRedirects> {
  const found = new Map<string, StaticRedirect>();
  const wildcards: string[] = [];

  async function add(segments: readonly string[]): Promise<void> {
    const from = joinPath([...base.segments, ...segments], true);
    const file = fileAt(base, from);
    // Where there is a file, a redirect does not count on the published site either.
    if (file === undefined || !output.isFree(file) || found.has(from)) return;
    const to = await follow(segments);
    if (to && to.href !== from) found.set(from, { from, to: to.href, isPermanent: to.isPermanent });
  }

  async function follow(
    segments: readonly string[],
  ): Promise<{ href: string; isPermanent: boolean } | undefined> {
    const { shown } = (await parts.readings.read(resolved)).place;
    const place = locatePath(shown, segments);
    const reading = place && (await parts.readings.readIn(resolved, place.siteSpace));
    if (!reading) return undefined;
    const path = segments.slice(place.depth).join('/');
    const pathname = joinPath([...base.segments, ...segments], false);
    const target = await parts.locate(reading, { path, pathname });
    if (!target) return undefined;
    if ('location' in target) return { href: settle(target.location), isPermanent: target.isPermanent };
    const page = 'page' in target ? target.page : target.moved;
    const anchor =
      'moved' in target && target.anchor !== undefined ? `#${encodeURIComponent(target.anchor)}` : '';
    return { href: reading.place.pageHref(page.entry.id) + anchor, isPermanent: false };
  }

  /** An address of the service has no slash at the end; the folder of the page does. */
  function settle(location: string): string {
    const end = location.search(/[?#]/);
    const [path, rest] = end < 0 ? [location, ''] : [location.slice(0, end), location.slice(end)];
    const file = path.startsWith('/') ? fileAt(base, `${path}/`) : undefined;
    return file !== undefined && !path.endsWith('/') && output.has(file) ? `${path}/${rest}` : location;
  }

  const former = await loadFormerPaths(context.db, resolved.open.site);
  const { shown } = (await parts.readings.read(resolved)).place;
  const formerRoots = groupBy(listFormerRoots(shown, former), ({ siteSpaceId }) => siteSpaceId);
  for await (const { place, open } of places) {
    const paths: string[] = [];
    for (const { entry } of listPages(place.contents.top))
      if ('slug' in entry) paths.push(place.contents.pathOf(entry.id));
    for (const { segments } of formerRoots.get(place.siteSpace.siteSpaceId) ?? []) {
      await add(segments);
      for (const path of paths) await add([...segments, ...path.split('/')]);
    }
    for (const { from } of open.snapshot.settings.redirects)
      paths.push(from.replace(/^\/+/, '').replace(/(?:(?:^|\/)README)?\.md$/i, ''));
    paths.push(...(await listFormerPaths(context.db, open.space)));
    for (const path of paths) {
      const plain = place.homeHref + path.split('/').map(encodeURIComponent).join('/');
      // Another address where a section or variant has the name with which the path begins.
      for (const href of new Set([place.pathHref(path), plain])) {
        const segments = readSegments(href.slice(base.path.length));
        if (segments && segments.length > 0) await add(segments);
      }
    }
  }
  for await (const { source } of listLiveRedirects(context.db, resolved.open.site)) {
    const segments = readSegments(source);
    if (isWildcardSource(source)) wildcards.push(source);
    else if (segments) await add(segments);
  }
  // The root, where the default variant has an address of its own.
  await add([]);
  const redirects = [...found.values()].sort((one, other) => (one.from < other.from ? -1 : 1));
  return { redirects, wildcards };
}
