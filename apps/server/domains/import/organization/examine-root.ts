import type { ImportedContent } from '@lectern/import/imported-content';
import type { Context } from '../../../platform/context.ts';
import { keepProblems } from '../import-job.ts';
import { documentsOf } from '../landing/check-content.ts';
import { previewContent } from '../landing/preview-content.ts';
import type { OpenedSource } from '../sources/opened-source.ts';
import type { ImportRoot } from './organization-import.schemas.ts';
import type { ReadableRoot } from './read-roots.ts';

/** Entries of the table of contents, and problems, that a dry run keeps for each root. */
const MAX_ENTRIES = 100;
const MAX_PROBLEMS = 100;
const MAX_SPECS = 50;

/** A root as it was found, before anything of it is read. */
export const describeRoot = (root: ReadableRoot, status: ImportRoot['status']): ImportRoot => ({
  path: root.path,
  ...(root.file === undefined ? {} : { file: root.file }),
  format: root.format,
  product: root.product,
  title: cutTitle(root.title),
  isSuggested: root.isSuggested,
  status,
  fileCount: root.pages,
});

/** As long as the title of a space can be. */
const cutTitle = (title: string): string => [...title].slice(0, 50).join('').trim();

/** Finds out what an import of a root would bring. */
export async function examineRoot(
  { threads, pointers }: Pick<Context, 'threads' | 'pointers'>,
  source: OpenedSource,
  { organizationId, signal, onProgress }: ExamineOptions,
): Promise<Partial<ImportRoot>> {
  const preview = await previewContent({ threads }, source, { signal, onProgress });
  const { problems } = source.content;
  const { counts, brokenLinks, missingIncludes, problemKinds } = preview;
  return {
    counts,
    brokenLinks,
    missingIncludes,
    missingSpecs: await findMissingSpecs({ pointers }, organizationId, source.content),
    problemCount: problems.length,
    problemKinds,
    problems: keepProblems(problems, MAX_PROBLEMS),
    pages: preview.pages.slice(0, MAX_ENTRIES).map(({ title, type, level }) => ({ title, type, level })),
  };
}

interface ExamineOptions {
  organizationId: string;
  signal: AbortSignal;
  onProgress: Parameters<typeof previewContent>[2]['onProgress'];
}

/** Specs that pages name and the organization does not have. */
export async function findMissingSpecs(
  { pointers }: Pick<Context, 'pointers'>,
  organizationId: string,
  content: ImportedContent,
): Promise<string[]> {
  const named = new Set<string>();
  for (const { markdown } of [...documentsOf(content.pages), ...content.reusables])
    for (const [, slug = ''] of markdown.matchAll(/\{%\s*openapi[\w-]*\s[^%\n]*?\bspec="([^"\n]+)"/g))
      named.add(slug);
  if (named.size === 0) return [];
  const known = await pointers.specs.find(organizationId);
  const slugs = new Set(known?.specs.map(({ slug }) => slug));
  return [...named].filter((slug) => !slugs.has(slug)).slice(0, MAX_SPECS);
}

/** How often each kind of problem occurs. */
export function countKinds(problems: ImportedContent['problems']): { reason: string; count: number }[] {
  const kinds = new Map<string, number>();
  for (const { reason } of problems) kinds.set(reason, (kinds.get(reason) ?? 0) + 1);
  return [...kinds].map(([reason, count]) => ({ reason, count }));
}
