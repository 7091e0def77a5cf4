import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportProblem } from '@lectern/import/imported-content';
import type { ImportPreview } from '../../server/domains/import/content-import.schemas.ts';
import { readRequest } from '../../server/domains/import/content-import.service.ts';
import { previewContent } from '../../server/domains/import/landing/preview-content.ts';
import { openSource } from '../../server/domains/import/sources/open-source.ts';
import type { OpenedSource, OpenOptions } from '../../server/domains/import/sources/opened-source.ts';
import type { Config } from '../../server/platform/config.ts';
import { ApiError } from '../../server/platform/http/errors.ts';
import { openTempFolder } from '../../server/platform/storage/temp-folder.ts';
import { createThreads } from '../../server/platform/threads/threads.ts';
import { CommandError } from './command-error.ts';
import { isFolder } from './file-kind.ts';
import { type ContentToImport, openLocal, sourceOf } from './import-content.ts';
import { printReport } from './print-changes.ts';

export interface ContentToPreview extends ContentToImport {
  /** Of a repository. */
  ref: string;
  /** Of a folder or a repository. */
  directory: string;
}

const SHOWN = 40;
/** Text from a source must not control the terminal. */
const CONTROL = /\p{Cc}/gu;

/** `import --dry-run`: reads a source as an import does, without a database, and prints what the import would do. */
export async function previewImport(config: Config, content: ContentToPreview): Promise<number> {
  const temporary = await openTempFolder(join(config.dataDir, 'imports'));
  const folder = await temporary.createFolder();
  const threads = createThreads();
  try {
    const { signal } = new AbortController();
    const source = await openContent({ config, threads, clock: () => new Date() }, content, {
      folder,
      signal,
      organizationId: 'command-line',
      credentials: undefined,
      isRecognized: true,
      onProgress: () => {},
    });
    const preview = await previewContent({ threads }, source, { signal, onProgress: () => {} });
    printPreview(preview, source.format, content.format, source.content.problems);
    return 0;
  } catch (error) {
    throw error instanceof ApiError ? new CommandError(error.message) : error;
  } finally {
    await threads.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function openContent(
  context: Parameters<typeof openSource>[0],
  { target, format, maxPages, ref, directory }: ContentToPreview,
  options: OpenOptions,
): Promise<OpenedSource> {
  if (!/^https?:\/\//i.test(target)) {
    const isFollowed = format === undefined && isFolder(target);
    return openLocal(context, {
      target: directory === '' ? target : join(target, directory),
      format: isFollowed ? 'markdown' : format,
      copyPictures: false,
      folder: options.folder,
      signal: options.signal,
      isRecognized: true,
    });
  }
  const chosen = sourceOf(target, format);
  const isFollowed = format === undefined && chosen.source === 'repository';
  const body = {
    url: target,
    ...chosen,
    maxPages,
    ...(isFollowed ? { format: 'markdown', ref, repoProjectDirectory: directory } : {}),
  };
  const { request, credentials } = readRequest(body);
  return openSource(context, request, { ...options, credentials });
}

function printPreview(
  { formats, roots, counts, pages, files, brokenLinks, missingIncludes }: ImportPreview,
  format: string | undefined,
  named: string | undefined,
  problems: readonly ImportProblem[],
): void {
  const [first, ...others] = formats;
  if (first) {
    print(`Recognized: ${first.label}. ${first.reason}`);
    for (const { name, label, reason } of others) print(`  or ${label} (--format ${name}): ${reason}`);
  }
  if (format !== undefined && format !== first?.name) {
    const used = formats.find(({ name }) => name === format)?.label ?? format;
    const hint =
      named === undefined && first ? ` To read it as ${first.label}, use --format ${first.name}.` : '';
    print(`It would be read as ${used}.${hint}`);
  }
  printList(
    'Folders with documentation',
    roots,
    roots.length,
    ({ path, file, pages: count }) => `${path || '.'} (${file}): pages ${count}`,
  );
  print('The import would create:');
  print(
    `  pages ${counts.pages}, groups ${counts.groups}, links ${counts.links}, files ${counts.files}, reusable contents ${counts.reusableContents}`,
  );
  const entries = counts.pages + counts.groups + counts.links;
  printList('Table of contents', pages, entries, ({ title, level, path, isHidden }) => {
    const place = path === undefined ? '' : ` (${path})`;
    return `${'  '.repeat(level - 1)}${title}${place}${isHidden ? ', hidden' : ''}`;
  });
  printList('Files', files, counts.files, ({ path, size }) =>
    size === undefined ? path : `${path}, ${size} bytes`,
  );
  if (brokenLinks > 0) print(`Broken links: ${brokenLinks}`);
  if (missingIncludes > 0) print(`Missing included texts: ${missingIncludes}`);
  printReport(problems, problems.length);
  print('Nothing was imported.');
}

function printList<Item>(
  title: string,
  items: readonly Item[],
  total: number,
  describe: (item: Item) => string,
): void {
  if (total === 0) return;
  print(`${title} (${total}):`);
  for (const item of items.slice(0, SHOWN)) print(`  ${describe(item)}`);
  if (total > SHOWN) print(`  … and ${total - SHOWN} more.`);
}

const print = (line: string): void => console.log(line.replace(CONTROL, '\ufffd'));
