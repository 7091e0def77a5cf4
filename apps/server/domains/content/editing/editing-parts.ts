import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { Context } from '../../../platform/context.ts';
import type { LinksStore } from '../links/resolution/links-store.ts';
import type { FindPageWarnings } from './page-warnings.ts';
import type { Turns } from './turns.ts';

/** The parts of the service that edits and merges use. */
export interface EditingParts {
  context: Context;
  store: ContentStore;
  links: LinksStore;
  /** The turns of commits, by the id of the space or the change request. */
  turns: Turns;
  findWarnings: FindPageWarnings;
}
