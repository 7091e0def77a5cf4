import { hashText } from '@lectern/markdown/translation/block-hash';
import { type FilledUnit, normalize } from '@lectern/markdown/translation/resolve-filled';
import type { RefusedUnit } from './exchange.schemas.ts';
import type { ReadUnit } from './unit-file.ts';

export interface SortedUnits {
  /** By the pages that they belong to, with the ids that they have in their page. */
  pages: Map<string, FilledUnit[]>;
  /** How many are not translated. */
  open: number;
  refused: RefusedUnit[];
}

const UNIT_ID = /^([0-9a-f-]{36})\.([\w-]{22}\.(?:[\w-]{22}|-))$/;

/** Sorts the units of a file by their pages, without those that nobody has translated. */
export function sortUnits(units: readonly ReadUnit[], isPage: (pageId: string) => boolean): SortedUnits {
  const pages = new Map<string, FilledUnit[]>();
  const seen = new Set<string>();
  const refused: RefusedUnit[] = [];
  let open = 0;
  for (const unit of units) {
    const [, pageId, id] = UNIT_ID.exec(unit.id) ?? [];
    if (pageId === undefined || id === undefined || !isPage(pageId)) {
      refused.push({ unit: unit.id, reason: 'unknown-unit', message: 'There is no unit with this id.' });
    } else if (seen.has(unit.id)) {
      refused.push({ unit: unit.id, reason: 'duplicate-unit', message: 'The file has this unit twice.' });
    } else if (isLeftOpen(unit, id)) {
      open += 1;
    } else {
      const { source, translation } = unit;
      const ofPage = pages.get(pageId);
      if (ofPage) ofPage.push({ id, source, translation });
      else pages.set(pageId, [{ id, source, translation }]);
    }
    seen.add(unit.id);
  }
  return { pages, open, refused };
}

/** A mark that nobody took away from what somebody has changed is no reason to lose it. */
const isLeftOpen = ({ translation, isDoubtful }: ReadUnit, id: string): boolean =>
  translation.trim() === '' || (isDoubtful && id.endsWith(`.${hashText(normalize(translation))}`));
