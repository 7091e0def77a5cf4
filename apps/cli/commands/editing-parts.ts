import { createContentStore } from '../../server/content/revisions/content-store.ts';
import type { EditingParts } from '../../server/domains/content/editing/editing-parts.ts';
import { Turns } from '../../server/domains/content/editing/turns.ts';
import { createLinksStore } from '../../server/domains/content/links/resolution/links-store.ts';
import type { Context } from '../../server/platform/context.ts';

/** Creates the services that a command needs to change content. */
export function createEditingParts(context: Context): EditingParts {
  const store = createContentStore(context);
  return {
    context,
    store,
    links: createLinksStore(context, store),
    turns: new Turns(),
    findWarnings: async () => [],
  };
}
