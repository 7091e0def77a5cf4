import { showSource } from '@lectern/markdown/translation/fill-page';
import type { PageTexts } from '@lectern/markdown/translation/page-texts';
import type { PageToTranslate } from '@lectern/markdown/translation/translate-page';
import type { Context } from '../../../platform/context.ts';
import { runBySize } from '../../../platform/threads/run-by-size.ts';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
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
