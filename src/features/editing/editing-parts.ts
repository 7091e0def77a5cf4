import type { ContentStore } from '../../content/revisions/content-store.ts';
import type { Context } from '../../context.ts';
import type { LinksStore } from '../links/resolution/links-store.ts';
import type { Turns } from './turns.ts';

/** What edits and merges need of the service. */
export interface EditingParts {
  context: Context;
  store: ContentStore;
  links: LinksStore;
  /** Of those who commit, by the id of the space or the change request. */
  turns: Turns;
}
