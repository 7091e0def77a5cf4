import type { FilledPage } from '@lectern/markdown/translation/fill-page';
import type { FilledUnit } from '@lectern/markdown/translation/resolve-filled';
import type { Actor } from '../../../platform/access/actor.ts';

/** The outcomes of the units of each page. */
export type FilledPages = Map<string, Pick<FilledPage, 'outcomes' | 'accepted'>>;

export interface Filling {
  /** The filled-in units, by page. */
  pages: ReadonlyMap<string, readonly FilledUnit[]>;
  /** Receives the outcomes. */
  filled: FilledPages;
  actor: Actor;
}
