import type { Landing, RedirectWorld } from './follow-redirects.ts';
import { isWildcardSource, type RedirectRule } from './redirect-rule.ts';
import { appendRest, captureRest, NO_REST, readPath, type SitePath } from './redirect-source.ts';
import type { SitePlaces } from './site-places.ts';

interface WorldParts<Rule extends RedirectRule> {
  places: SitePlaces;
  /** The address of the site for this visitor, with a slash at the end. */
  siteUrl: string;
  findRules: RedirectWorld<Rule>['findRules'];
}

/** The redirects of a site and the places that they lead to, as one visitor sees them. */
export function createRedirectWorld<Rule extends RedirectRule>({
  places,
  siteUrl,
  findRules,
}: WorldParts<Rule>): RedirectWorld<Rule> {
  const addressOf = (path: string): string => siteUrl + path.replace(/^\//, '');

  async function landOn(path: SitePath, target: string, canEnd = false): Promise<Landing | undefined> {
    const found = await places.look(path);
    if (found === 'hidden') return undefined;
    return found === 'shown' ? { kind: 'target', target } : { kind: 'path', path, target, canEnd };
  }

  async function landByAddress(url: URL, isCaptured: boolean): Promise<Landing | undefined> {
    const path = places.ownPath(url);
    if (!path) return { kind: 'target', target: url.href };
    const written = path.segments.map((segment) => `/${segment.written}`).join('');
    const address = addressOf(written) + url.search + url.hash;
    return landOn(path, address, !isCaptured);
  }

  async function land(rule: RedirectRule, from: SitePath): Promise<Landing | undefined> {
    const { destination } = rule;
    const isCaptured = rule.capturesWildcard && isWildcardSource(rule.source);
    const rest = isCaptured ? captureRest(rule.source, from) : NO_REST;
    const hasRest = rest.text !== '';
    if (destination.kind === 'external') {
      const url = new URL(destination.url);
      if (hasRest) url.pathname = appendRest(url.pathname, rest);
      return landByAddress(url, hasRest);
    }
    const base = await places.pathOf(destination);
    if (base === undefined) return undefined;
    if (!hasRest) return { kind: 'target', target: addressOf(base) };
    const continued = appendRest(base, rest);
    const path = readPath(continued);
    return path && landOn(path, addressOf(continued));
  }

  return { findRules, land };
}
