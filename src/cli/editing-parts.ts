import { createContentStore } from '../content/revisions/content-store.ts';
import type { Context } from '../context.ts';
import type { EditingParts } from '../features/editing/editing-parts.ts';
import { Turns } from '../features/editing/turns.ts';
import { createLinksStore } from '../features/links/resolution/links-store.ts';

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
