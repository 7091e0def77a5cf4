import { Type } from 'typebox';
import { nullable } from '../../../platform/http/schemas.ts';
import { siteUrl } from '../../../platform/http/site-url.ts';
import { seeEverything } from '../../publishing/site-redirects/site-places.ts';
import { loadStructure } from '../../publishing/sites/structure.queries.ts';
import { openEvents } from '../open-events.ts';
import { type AnswerParts, defineAnswer } from './answer.ts';
import { listPages } from './list-pages.ts';
import { PageSchema } from './pages.ts';
import type { Question } from './question.ts';
import { createSuggestPage } from './suggest-page.ts';

export const missingPages = defineAnswer({
  name: 'missing-pages',
  operationId: 'listSiteMissingPages',
  summary: 'List the missing pages of a site',
  description:
    'Lists addresses without a page that readers requested, most requested first, with the pages that link to them.',
  query: {},
  totals: {
    pages: Type.Integer({ description: 'The number of different addresses.' }),
    pageViews: Type.Integer({ description: 'The number of requests for all of these addresses.' }),
  },
  item: Type.Object({
    url: Type.String({ description: 'The address, without its query.' }),
    source: nullable(
      Type.String({
        description: 'The source for a redirect from this address. Null if the address is outside the site.',
      }),
    ),
    redirect: nullable(
      Type.String({
        description: 'The destination of the current redirect. Null if there is none.',
      }),
    ),
    suggestion: nullable({
      ...PageSchema,
      description: 'The page whose path shares the most words with this address. Null if there is none.',
    }),
    pageViews: Type.Integer(),
    sessions: Type.Integer(),
    referrers: Type.Array(Type.Object({ referrer: Type.String(), pageViews: Type.Integer() }), {
      description: 'The five most frequent referrers. Views without a referrer are not counted.',
    }),
  }),
  async read(parts, question) {
    const { context } = parts;
    const { totals, rows } = await openEvents(context).listMissingPages(question);
    const base = new URL(siteUrl(context.config, question.site));
    const sources = rows.map(({ origin, path }) => findSource(base, origin, path));
    const redirects = await findTargets(parts, question, sources);
    const suggest = createSuggestPage(rows.length === 0 ? [] : await listPages(parts, question));
    const items = rows.map(({ origin, path, ...row }, n) => ({
      url: origin + path,
      source: sources[n] ?? null,
      redirect: redirects[n] ?? null,
      suggestion: suggest(sources[n] ?? '') ?? null,
      ...row,
    }));
    return { totals, items };
  },
});

/**
 * The path below the address of the site. An address at another origin is of a proxy or a former hostname: there, the
 * site begins at the root.
 */
function findSource(base: URL, origin: string, path: string): string | undefined {
  const below =
    origin !== base.origin
      ? path
      : `${path}/`.startsWith(base.pathname)
        ? path.slice(base.pathname.length - 1)
        : '';
  return below === '' || below === '/' ? undefined : below;
}

/** Where the redirects of the site lead now. */
async function findTargets(
  { context: { config, db }, findRedirect }: AnswerParts,
  { site }: Question,
  sources: readonly (string | undefined)[],
): Promise<(string | undefined)[]> {
  const visible = seeEverything(await loadStructure(db, site));
  const targets: (string | undefined)[] = [];
  for (const path of sources) {
    const question = { sight: visible, followsDrafts: false, siteUrl: siteUrl(config, site) };
    targets.push(path === undefined ? undefined : (await findRedirect(site, { ...question, path }))?.target);
  }
  return targets;
}
