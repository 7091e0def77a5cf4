import { editSource, rewriteTargets } from '../../../content/documents/page-source.ts';
import { parseMarkdown } from '../../../content/documents/parse-markdown.ts';
import { listReferences } from '../../../content/documents/resolve-references.ts';
import { appendTo } from '../../../long-lists.ts';
import { ThreadLimitError } from '../../../threads/thread-limit-error.ts';
import { defineThreadTask, type ThreadTask } from '../../../threads/thread-task.ts';
import type { Threads } from '../../../threads/threads.ts';

/** A target in a page, as it is written there. */
export interface WrittenTarget {
  raw: string;
  /** Whether it is shown in the page, as images are. */
  isShown: boolean;
}

export const listImportTargetsTask = defineThreadTask(
  'list-import-targets',
  (sources: readonly string[]): WrittenTarget[][] => sources.map(listTargets),
);

function listTargets(source: string): WrittenTarget[] {
  const { document, targets } = parseMarkdown(source);
  const isShown = new Map<string, boolean>();
  for (const { raw } of listReferences(document)) isShown.set(raw, isShown.get(raw) ?? false);
  for (const { raw, kind } of targets)
    isShown.set(raw, isShown.get(raw) === true || kind === 'image' || kind === 'drawing');
  return [...isShown].map(([raw, shown]) => ({ raw, isShown: shown }));
}

export interface PageToWrite {
  markdown: string;
  /** What is written in place of targets. */
  targets: ReadonlyMap<string, string>;
  title: string;
  frontMatter: readonly (readonly [key: string, value: unknown])[];
}

export const writeImportPagesTask = defineThreadTask(
  'write-import-pages',
  (pages: readonly PageToWrite[]): string[] => pages.map(writePage),
);

function writePage({ markdown, targets, title, frontMatter }: PageToWrite): string {
  const text = markdown.replaceAll('\0', '\ufffd');
  const rewritten = targets.size === 0 ? text : rewriteTargets(text, targets);
  return editSource({ source: '', content: { markdown: rewritten }, frontMatter, title, addsTitle: true })
    .source;
}

const MAX_BATCH_MS = 30_000;

/**
 * Runs a task over several inputs in a thread. If they exceed its limits, each is run alone, and one that exceeds them
 * alone gets the fallback, so that it costs the others nothing.
 */
export async function runBatch<Input, Output>(
  threads: Pick<Threads, 'run'>,
  task: ThreadTask<readonly Input[], Output[]>,
  inputs: readonly Input[],
  { signal, fallback }: { signal: AbortSignal; fallback: (input: Input) => Output },
): Promise<Output[]> {
  if (inputs.length === 0) return [];
  try {
    return await threads.run(task, inputs, { lane: 'job', deadlineMs: MAX_BATCH_MS, signal });
  } catch (error) {
    if (!(error instanceof ThreadLimitError)) throw error;
    if (inputs.length === 1) return inputs.map(fallback);
    const outputs: Output[] = [];
    for (const input of inputs)
      appendTo(outputs, await runBatch(threads, task, [input], { signal, fallback }));
    return outputs;
  }
}
