import { type FilledPage, fillPage } from '@lectern/markdown/translation/fill-page';
import { isWaiting, listParts, type TranslatedPart } from '@lectern/markdown/translation/page-units';
import type { FilledUnit } from '@lectern/markdown/translation/resolve-filled';
import { type PageToTranslate, translatePage } from '@lectern/markdown/translation/translate-page';
import type { Context } from '../../../platform/context.ts';
import { runBySize } from '../../../platform/threads/run-by-size.ts';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
import { lengthOfPage } from '../sync/translate-page-task.ts';
import type { FileUnit } from './unit-file.ts';

interface PageToList extends PageToTranslate {
  pageId: string;
  /** Also what says what its source says. */
  isAll: boolean;
}

/** The units of a page as a file has them. */
export const listPageUnitsTask = defineThreadTask(
  'list-page-units',
  ({ pageId, isAll, ...input }: PageToList): FileUnit[] => {
    const units = listParts(input.source, translatePage(input))
      .filter(({ isRemoved, state }) => !isRemoved && (isAll || isOpen(state)))
      .flatMap((place) => place.units.map((unit) => toFileUnit(pageId, place, unit)));
    return [...new Map(units.map((unit) => [unit.id, unit])).values()];
  },
);

const isOpen = (state: TranslatedPart['state']): boolean => isWaiting(state) || state === 'behind';

const toFileUnit = (
  pageId: string,
  { at, state }: TranslatedPart,
  { id, unit, translation }: TranslatedPart['units'][number],
): FileUnit => ({
  id: `${pageId}.${id}`,
  unit,
  translation,
  isDoubtful: state === 'behind',
  note: at.kind === 'text' ? at.name : at.type,
});

export const fillPageTask = defineThreadTask('fill-page', fillPage);

const DEADLINE_MS = 60_000;

export const listUnitsInThread = (
  { threads }: Pick<Context, 'threads'>,
  input: PageToList,
): Promise<FileUnit[]> =>
  runBySize(threads, listPageUnitsTask, input, {
    lane: 'request',
    deadlineMs: DEADLINE_MS,
    length: lengthOfPage(input),
  });

export const fillInThread = (
  { threads }: Pick<Context, 'threads'>,
  input: PageToTranslate & { filled: readonly FilledUnit[] },
): Promise<FilledPage> =>
  runBySize(threads, fillPageTask, input, {
    lane: 'request',
    deadlineMs: DEADLINE_MS,
    length: input.filled.reduce((sum, { translation }) => sum + translation.length, lengthOfPage(input)),
  });
