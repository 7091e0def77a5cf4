import type { ImportedContent } from '@lectern/import/imported-content';
import { inBatches } from '../../../content/facts/in-batches.ts';
import { MAX_BATCH_BYTES, MAX_BATCH_SOURCES } from '../../../content/facts/inspect-sources.ts';
import { runBatch } from '../../../platform/threads/run-batch.ts';
import type { Threads } from '../../../platform/threads/threads.ts';
import { documentsOf } from './check-content.ts';
import { BATCH_LIMITS, listImportTargetsTask, type WrittenTarget } from './page-tasks.ts';

/** A page or reusable content, and the targets that are written in it. */
export interface ListedText {
  kind: 'page' | 'reusable';
  /** In the source. */
  path: string;
  title: string;
  markdown: string;
  targets: readonly WrittenTarget[];
}

/** Lists the targets of links and images in the texts of an import. */
export async function listTargets(
  threads: Pick<Threads, 'run'>,
  content: ImportedContent,
  { signal, onListed }: { signal: AbortSignal; onListed: (done: number, total: number) => void },
): Promise<ListedText[]> {
  const texts: Omit<ListedText, 'targets'>[] = [
    ...documentsOf(content.pages).map(
      ({ path, title, markdown }) => ({ kind: 'page', path, title, markdown }) as const,
    ),
    ...content.reusables.map(
      ({ path, title, markdown }) => ({ kind: 'reusable', path, title, markdown }) as const,
    ),
  ];
  const listed: ListedText[] = [];
  const batches = inBatches(texts, {
    count: MAX_BATCH_SOURCES,
    bytes: MAX_BATCH_BYTES,
    sizeOf: ({ markdown }) => markdown.length,
  });
  for await (const batch of batches) {
    signal.throwIfAborted();
    const lists = await runBatch(
      threads,
      listImportTargetsTask,
      batch.map(({ markdown }) => markdown),
      { ...BATCH_LIMITS, signal, fallback: () => [] },
    );
    for (const [at, text] of batch.entries()) listed.push({ ...text, targets: lists[at] ?? [] });
    onListed(listed.length, texts.length);
  }
  return listed;
}
