import { editSource, rewriteTargets } from '@lectern/markdown/page-source';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { listReferences } from '@lectern/markdown/resolve-references';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';

/** A target in a page, as it is written there. */
export interface WrittenTarget {
  raw: string;
  /** Whether the page shows it, like an image. */
  isShown: boolean;
}

export const listImportTargetsTask = defineThreadTask(
  'list-import-targets',
  (sources: readonly string[]): WrittenTarget[][] => sources.map(listTargets),
);

function listTargets(source: string): WrittenTarget[] {
  const { document, targets } = parseMarkdown(source);
  const isShown = new Map<string, boolean>();
  // The slug of an OpenAPI spec names nothing in the source.
  for (const { raw, kind } of listReferences(document))
    if (kind !== 'openapi') isShown.set(raw, isShown.get(raw) ?? false);
  for (const { raw, kind } of targets)
    if (kind !== 'openapi')
      isShown.set(raw, isShown.get(raw) === true || kind === 'image' || kind === 'drawing');
  return [...isShown].map(([raw, shown]) => ({ raw, isShown: shown }));
}

export interface PageToWrite {
  markdown: string;
  /** The replacements of targets. */
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

/** The limits for running one of these tasks on several pages. */
export const BATCH_LIMITS = { lane: 'job', deadlineMs: 30_000 } as const;
