import type { ContentStore } from '../../../../content/revisions/content-store.ts';
import type { Context } from '../../../../platform/context.ts';
import type { FindPageWarnings, PageWarning } from '../../../content/editing/page-warnings.ts';
import { listClaimsSchemas } from '../adaptive-schema/adaptive-schema.queries.ts';
import { collectFromPages } from './collect-conditions.ts';
import { judgeConditions } from './judge-conditions.ts';

/** Finds the warnings about conditions on some pages of a space, as the sites with the space list them. */
export const createFindPageWarnings =
  ({ db }: Pick<Context, 'db'>, store: ContentStore): FindPageWarnings =>
  async (space, revisionId, pageIds) => {
    const { snapshot } = await store.open(space, revisionId);
    const pages = pageIds.flatMap((pageId) => snapshot.pages.find(pageId)?.entry ?? []);
    const conditions = await collectFromPages(store, space, pages);
    if (conditions.length === 0) return [];
    const schemas = await listClaimsSchemas(db, space);
    const found = new Map<string, PageWarning>();
    for (const schema of schemas.length > 0 ? schemas : [undefined])
      for (const { place, condition, message } of judgeConditions(conditions, schema))
        if (message !== undefined && place.page !== undefined)
          found.set(JSON.stringify([place.page, condition, message]), {
            page: place.page,
            condition,
            message,
          });
    return [...found.values()];
  };
