import { posix } from 'node:path';
import type { ImportedPage } from '@lectern/import/imported-content';
import { cutText } from '@lectern/std/cut-text';
import type { Context } from '../../../platform/context.ts';
import type { ImportPreview } from '../content-import.schemas.ts';
import type { OpenedSource } from '../sources/opened-source.ts';
import { checkContent } from './check-content.ts';
import { countPages, toDocuments } from './land-content.ts';
import { listFiles } from './list-files.ts';
import { listTargets } from './list-targets.ts';
import { createNameIndex } from './name-index.ts';
import { assignIds, createTargetResolver } from './resolve-targets.ts';
import { writeDocuments } from './write-documents.ts';

/** Pages and files that a preview lists; its counts are those of all. */
const MAX_LISTED = 1000;
const MAX_PATH = 500;

/**
 * Finds out what an import of this source would do, and adds the problems that it would report to those of the source.
 * It does everything that the import does, but stores nothing and fetches no images.
 */
export async function previewContent(
  { threads }: Pick<Context, 'threads'>,
  source: OpenedSource,
  {
    signal,
    onProgress,
  }: {
    signal: AbortSignal;
    onProgress: (progress: { stage: 'reading' | 'writing'; done: number; total: number }) => void;
  },
): Promise<ImportPreview> {
  const content = checkContent(source.content);
  const texts = await listTargets(threads, content, {
    signal,
    onListed: (done, total) => onProgress({ stage: 'reading', done, total }),
  });
  const names = createNameIndex(content, source.hasFile);
  const files = listFiles(content, texts, names);
  const ids = { ...assignIds(content), files: new Map(files.map(({ path }) => [path, path])) };
  const resolver = createTargetResolver(names, ids);
  await writeDocuments(threads, toDocuments(content, texts, resolver), {
    problems: content.problems,
    signal,
    onWritten: (done) => onProgress({ stage: 'writing', done, total: texts.length }),
  });
  const reasons = new Map<string, number>();
  for (const { reason } of content.problems) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const given = new Map(content.files.map(({ path, bytes }) => [path, bytes?.length]));
  return {
    ...(source.recognition ?? { formats: [], roots: [] }),
    counts: { ...countPages(content), files: files.length },
    pages: listPages(content.pages),
    files: files.slice(0, MAX_LISTED).map(({ path, name }) => {
      const size = given.get(path) ?? source.sizeOf(path);
      return { path: cutText(path, MAX_PATH), name, ...(size === undefined ? {} : { size }) };
    }),
    brokenLinks: reasons.get('missing-target') ?? 0,
    missingIncludes: (reasons.get('missing-include') ?? 0) + (reasons.get('unsupported-include') ?? 0),
    problemKinds: [...reasons].map(([reason, count]) => ({ reason, count })),
  };
}

/** The first pages in the order of the table of contents, with their levels. */
function listPages(pages: readonly ImportedPage[]): ImportPreview['pages'] {
  const listed: ImportPreview['pages'] = [];
  const waiting = pages.map((page) => ({ page, level: 1 })).reverse();
  for (let next = waiting.pop(); next && listed.length < MAX_LISTED; next = waiting.pop()) {
    const { page, level } = next;
    listed.push({
      title: page.title,
      type: page.kind,
      level,
      // Entries without a file have invented paths.
      ...(page.kind === 'document' && !posix.isAbsolute(page.path)
        ? { path: cutText(page.path, MAX_PATH) }
        : {}),
      ...(page.kind === 'document' ? { size: Buffer.byteLength(page.markdown) } : {}),
      ...(page.kind === 'document' && page.isHidden ? { isHidden: true } : {}),
    });
    for (let at = page.children.length - 1; at >= 0; at -= 1)
      waiting.push({ page: page.children[at] as ImportedPage, level: level + 1 });
  }
  return listed;
}
