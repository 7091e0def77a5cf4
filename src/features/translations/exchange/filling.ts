import type { Actor } from '../../../access/actor.ts';
import type { FilledPage } from '../../../content/translation/fill-page.ts';
import type { FilledUnit } from '../../../content/translation/resolve-filled.ts';

/** The outcomes of the units of each page. */
export type FilledPages = Map<string, Pick<FilledPage, 'outcomes' | 'accepted'>>;

export interface Filling {
  /** The filled-in units, by page. */
  pages: ReadonlyMap<string, readonly FilledUnit[]>;
  /** Receives the outcomes. */
  filled: FilledPages;
  actor: Actor;
}
