import { type ConvertedPage, readWebPage, type WebPage } from '@lectern/import/website/web-page';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
import type { Threads } from '../../../platform/threads/threads.ts';

export const convertWebPageTask = defineThreadTask('convert-web-page', readWebPage);

const MAX_PAGE_MS = 30_000;

/** Converts a page off the main thread. Undefined: it takes more time or memory than a page may. */
export async function convertWebPage(
  threads: Pick<Threads, 'run'>,
  page: WebPage,
  signal: AbortSignal,
): Promise<ConvertedPage | undefined> {
  try {
    return await threads.run(convertWebPageTask, page, { lane: 'job', deadlineMs: MAX_PAGE_MS, signal });
  } catch (error) {
    if (error instanceof ThreadLimitError) return undefined;
    throw error;
  }
}
