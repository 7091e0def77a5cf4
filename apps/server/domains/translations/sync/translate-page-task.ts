import type { PageTexts } from '@lectern/markdown/translation/page-texts';
import {
  type PageToTranslate,
  type TranslatedPage,
  translatePage,
} from '@lectern/markdown/translation/translate-page';
import type { Context } from '../../../platform/context.ts';
import { runBySize } from '../../../platform/threads/run-by-size.ts';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';

export const translatePageTask = defineThreadTask('translate-page', translatePage);

const DEADLINE_MS = 60_000;

/** Off the main thread if the page is large. */
export function translateInThread(
  { threads }: Pick<Context, 'threads'>,
  input: PageToTranslate,
  signal: AbortSignal,
): Promise<TranslatedPage> {
  return runBySize(threads, translatePageTask, input, {
    lane: 'job',
    deadlineMs: DEADLINE_MS,
    signal,
    length: lengthOfPage(input),
  });
}

/** The characters that translating a page reads. */
export function lengthOfPage({ source, translation, before }: PageToTranslate): number {
  const lengthOf = (page: PageTexts | undefined): number => page?.source?.length ?? 0;
  return lengthOf(source) + lengthOf(translation) + lengthOf(before?.source);
}
