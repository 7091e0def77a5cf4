import type { Database } from '../../../platform/db/database.ts';
import type { SiteKey } from '../sites/structure.queries.ts';
import type { RedirectRule } from './redirect-rule.ts';
import { readAllRedirects } from './redirects.repository.ts';

/** The redirects of a site that count for its readers, ordered by source. */
export async function* listLiveRedirects(db: Database, site: SiteKey): AsyncGenerator<RedirectRule> {
  for await (const redirects of readAllRedirects(db, site))
    for (const redirect of redirects) if (!redirect.isDraft) yield redirect;
}
