import type { Actor } from '../../../access/actor.ts';
import type { FilledPage } from '../../../content/translation/fill-page.ts';
import type { FilledUnit } from '../../../content/translation/resolve-filled.ts';

/** What became of the units of each page. */
export type FilledPages = Map<string, Pick<FilledPage, 'outcomes' | 'accepted'>>;

export interface Filling {
  /** What is filled in, by page. */
  pages: ReadonlyMap<string, readonly FilledUnit[]>;
  /** Is given what became of it. */
  filled: FilledPages;
  actor: Actor;
}
