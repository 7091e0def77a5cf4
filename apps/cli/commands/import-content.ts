import { rm, stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFormat, IMPORT_FORMATS } from '@lectern/import/formats/import-formats';
import type { ImportProblem } from '@lectern/import/imported-content';
import type { Platform } from '../../server/app/platform.ts';
import type { EditingParts } from '../../server/domains/content/editing/editing-parts.ts';
import { spaceBranch } from '../../server/domains/content/revisions/space-branch.ts';
import { createContentImportJob } from '../../server/domains/import/content-import.jobs.ts';
import { SOURCES } from '../../server/domains/import/content-import.schemas.ts';
import {
  getImport,
  type ImportOutcome,
  requestContentImport,
  type StoredImport,
} from '../../server/domains/import/content-import.service.ts';
import { type ImportCounts, landContent } from '../../server/domains/import/landing/land-content.ts';
import { openFiles, withoutWrapper } from '../../server/domains/import/sources/open-source.ts';
import type { OpenedSource } from '../../server/domains/import/sources/opened-source.ts';
import { listFolder, type StoredFile } from '../../server/domains/import/sources/stored-files.ts';
import { unpackZip } from '../../server/domains/import/sources/unpack-zip.ts';
import type { Actor } from '../../server/platform/access/actor.ts';
import { authorIdOf } from '../../server/platform/access/author.ts';
import type { SpacePointer } from '../../server/platform/access/pointers.ts';
import type { Context } from '../../server/platform/context.ts';
import { openTempFolder } from '../../server/platform/storage/temp-folder.ts';
import { startBackground } from '../service/background.ts';
import { CommandError } from './command-error.ts';
import { createEditingParts } from './editing-parts.ts';

export interface ContentToImport {
  /** A URL, or the path of a file or folder. */
  target: string;
  /** A format or a source; undefined: found out. */
  format: string | undefined;
  /** For a website. */
  maxPages: number;
  /** Whether pictures of other hosts become files of the space. */
  copyPictures: boolean;
}

export interface ImportedResult {
  counts: ImportCounts;
  problems: readonly ImportProblem[];
  problemCount: number;
}

type ShowProgress = (progress: { stage?: string; done?: number; total?: number }) => void;

const POLL_MS = 200;

/** Imports content that is not a Git repository to follow: a website, an archive, a document, an export. */
export async function importContentInto(
  platform: Platform,
  { space, actor }: { space: SpacePointer; actor: Actor },
  content: ContentToImport,
  onProgress: ShowProgress,
): Promise<ImportedResult> {
  const { context } = platform;
  const editing = createEditingParts(context);
  return /^https?:\/\//i.test(content.target)
    ? importAddress(platform, editing, { space, actor }, content, onProgress)
    : importLocal(editing, { space, actor }, content, onProgress);
}

/** Imports through a job, as the API does; a running service runs it, or else this process does. */
async function importAddress(
  platform: Platform,
  editing: EditingParts,
  { space, actor }: { space: SpacePointer; actor: Actor },
  { target, format, maxPages, copyPictures }: ContentToImport,
  onProgress: ShowProgress,
): Promise<ImportedResult> {
  const { context } = platform;
  const place = { space, changeRequestId: undefined, pageId: undefined };
  const body = { url: target, ...sourceOf(target, format), maxPages, copyPictures };
  const key = await requestContentImport(context, actor, place, body);
  const background = platform.isJoined
    ? undefined
    : await startBackground(platform, { 'content-import': createContentImportJob(editing) });
  try {
    for (;;) {
      const row = await getImport(context.db, key);
      const outcome = row.outcome as unknown as ImportOutcome | null;
      if (row.status === 'completed' && outcome)
        return {
          counts: outcome.counts,
          problems: row.problems as unknown as ImportProblem[],
          problemCount: row.problem_count,
        };
      if (row.status !== 'pending' && row.status !== 'in-progress')
        throw new CommandError(row.message ?? 'The import was cancelled.');
      onProgress(row.progress as { stage?: string });
      await sleep(POLL_MS);
    }
  } finally {
    await background?.stop();
  }
}

/** The source of a format: some formats are sources themselves. */
export function sourceOf(
  url: string,
  format: string | undefined,
): Pick<StoredImport, 'source'> & { format?: string } {
  const source = SOURCES.find((one) => one === format);
  if (source) return { source };
  const isArchive = /\.zip$/i.test(new URL(url).pathname);
  return { source: isArchive ? 'zip' : 'repository', ...(format === undefined ? {} : { format }) };
}

async function importLocal(
  editing: EditingParts,
  { space, actor }: { space: SpacePointer; actor: Actor },
  { target, format, copyPictures }: ContentToImport,
  onProgress: ShowProgress,
): Promise<ImportedResult> {
  const { context } = editing;
  const { signal } = new AbortController();
  const temporary = await openTempFolder(join(context.config.dataDir, 'imports'));
  const folder = await temporary.createFolder();
  try {
    const source = await openLocal(context, { target, format, copyPictures, folder, signal });
    const landed = await landContent(editing, source, {
      space,
      line: spaceBranch(context, space, actor),
      branchId: space.spaceId,
      findHead: async () =>
        (await context.pointers.spaces.find(space.spaceId))?.revisionId ?? space.revisionId,
      authorId: authorIdOf(actor),
      pageId: undefined,
      signal,
      onProgress,
      onCommit: async () => {},
    });
    const { problems } = source.content;
    return { counts: landed.counts, problems, problemCount: problems.length };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function openLocal(
  context: Pick<Context, 'config' | 'threads'>,
  {
    target,
    format,
    copyPictures,
    folder,
    signal,
    isRecognized = false,
  }: Omit<ContentToImport, 'maxPages'> & { folder: string; signal: AbortSignal; isRecognized?: boolean },
): Promise<OpenedSource> {
  const named = format === 'zip' ? undefined : format;
  if (named !== undefined && !findFormat(named))
    throw new CommandError(
      `“${named}” is not a format of folders or files. The formats are ${IMPORT_FORMATS.map(({ name }) => name).join(', ')}.`,
    );
  const problems: ImportProblem[] = [];
  const place = resolve(target);
  const { size, ...facts } = await stat(place);
  const isArchive = /\.zip$/i.test(place);
  let stored: StoredFile[];
  if (isArchive) {
    const maxBytes = context.config.limits.importBytes;
    stored = withoutWrapper(
      await unpackZip(place, { folder, archiveBytes: size, maxBytes, problems, signal }),
    );
  } else if ((facts.mode & 0o170000) === 0o040000) stored = await listFolder(place, problems);
  else stored = [{ path: basename(place), size, file: place }];
  const sourceName = basename(place, extname(place));
  return openFiles(context, {
    stored,
    format: named,
    sourceName,
    copiesPictures: copyPictures,
    problems,
    signal,
    isRecognized,
  });
}
