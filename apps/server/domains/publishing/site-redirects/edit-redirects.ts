import { newId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { siteUrl } from '../../../platform/http/site-url.ts';
import { lockSite } from '../sites/lock-site.queries.ts';
import { type SiteStructure, withoutDeletedSpaces } from '../sites/site-structure.ts';
import { loadStructure } from '../sites/structure.queries.ts';
import { followRedirects, type RedirectWorld } from './follow-redirects.ts';
import { isWildcardSource, type RedirectRule } from './redirect-rule.ts';
import { readPath, type SitePath } from './redirect-source.ts';
import { createRedirectWorld } from './redirect-world.ts';
import { createDestinations, type ResolveDestination } from './resolve-destination.ts';
import { createSitePlaces, type SitePlaces, seeEverything } from './site-places.ts';

export interface RedirectParts {
  context: Pick<Context, 'transact' | 'clock' | 'config' | 'pointers'>;
  store: Pick<ContentStore, 'open'>;
}

/** Reasons why a valid redirect has no effect. */
export interface RedirectWarning {
  path: string;
  message: string;
}

/** A site whose redirects are changed: nobody else changes them until the transaction ends. */
export interface RedirectEdit {
  trx: Transaction<DB>;
  site: SitePointer;
  at: Date;
  structure: SiteStructure;
  places: SitePlaces;
  resolve: ResolveDestination;
  warnAbout(source: string): Promise<RedirectWarning[]>;
  /** Whether following the rule comes back to where it began, if the site has the rules that are found. */
  isLoop(rule: RedirectRule, findRules: RedirectWorld['findRules']): Promise<boolean>;
}

/** Runs a change of the redirects of a site, and notifies every process, unless it only looks. */
export function editRedirects<T>(
  { context, store }: RedirectParts,
  site: SitePointer,
  work: (edit: RedirectEdit) => Promise<T>,
  { onlyLooks = false } = {},
): Promise<T> {
  return context.transact(async ({ trx, announce }: UnitOfWork) => {
    await lockSite(trx, site);
    const { pointers, config, clock } = context;
    const stored = await loadStructure(trx, site);
    const structure = withoutDeletedSpaces(stored);
    const places = createSitePlaces({ pointers, store, config }, site, seeEverything(structure));
    const result = await work({
      trx,
      site,
      at: clock(),
      structure,
      places,
      resolve: createDestinations({ pointers, store, structure: stored }),
      warnAbout: (source) => warnAbout(places, source),
      async isLoop(rule, findRules) {
        if (rule.isDraft || !mayContinue(rule, places)) return false;
        const world = createRedirectWorld({ places, siteUrl: siteUrl(config, site), findRules });
        for (const start of listStarts(rule.source))
          if ((await followRedirects(start, world)).kind === 'loop') return true;
        return false;
      },
    });
    if (!onlyLooks) announce({ kind: 'site', siteId: site.siteId });
    return result;
  });
}

async function warnAbout(places: SitePlaces, source: string): Promise<RedirectWarning[]> {
  const path = isWildcardSource(source) ? undefined : readPath(source);
  if (!path || (await places.look(path)) !== 'shown') return [];
  const message =
    'is the path of a page, section or variant of the site, which is shown instead. The redirect has no effect as long as it exists';
  return [{ path: 'source', message }];
}

/** Whether other redirects can follow this one: it leads to a path of the site at which there need not be a page. */
const mayContinue = ({ destination, capturesWildcard }: RedirectRule, places: SitePlaces): boolean =>
  capturesWildcard ||
  (destination.kind === 'external' && places.ownPath(new URL(destination.url)) !== undefined);

/** Lists paths that a rule matches: for a wildcard, the shortest one, and one that only wildcards match. */
function listStarts(source: string): SitePath[] {
  const texts = isWildcardSource(source)
    ? [source.slice(0, -1), `${source.slice(0, -1)}${newId()}`]
    : [source];
  return texts.flatMap((text) => readPath(text) ?? []);
}
