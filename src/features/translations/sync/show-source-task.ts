import { showSource } from '../../../content/translation/fill-page.ts';
import type { PageTexts } from '../../../content/translation/page-texts.ts';
import type { PageToTranslate } from '../../../content/translation/translate-page.ts';
import type { Context } from '../../../context.ts';
import { runBySize } from '../../../threads/run-by-size.ts';
import { defineThreadTask } from '../../../threads/thread-task.ts';
import { lengthOfPage } from './translate-page-task.ts';

export const showSourceTask = defineThreadTask('show-source', showSource);

const DEADLINE_MS = 60_000;

/** Off the main thread if the page is large. */
export const showSourceInThread = (
  { threads }: Pick<Context, 'threads'>,
  input: PageToTranslate,
  signal: AbortSignal,
): Promise<PageTexts | undefined> =>
  runBySize(threads, showSourceTask, input, {
    lane: 'job',
    deadlineMs: DEADLINE_MS,
    signal,
    length: lengthOfPage(input),
  });
