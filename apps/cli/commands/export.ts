import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { initializeRepository } from '@lectern/git/program/fetch-repository';
import { gitEnvironment } from '@lectern/git/program/git-environment';
import { GitError } from '@lectern/git/program/git-error';
import { runGit } from '@lectern/git/program/git-process';
import { type CommitFile, writeCommit } from '@lectern/git/program/write-commit';
import type { Platform } from '../../server/app/platform.ts';
import { listLiveSpaces } from '../../server/domains/content/spaces/spaces.queries.ts';
import {
  type FolderExport,
  type FolderRequest,
  planFolderExport,
  readContent,
  rememberExport,
  writeFolder,
} from '../../server/domains/git/export/export-folder.ts';
import { requestExport } from '../../server/domains/git/git.service.ts';
import type { StoredOutcome } from '../../server/domains/git/operations/operations.present.ts';
import type { SpacePointer } from '../../server/platform/access/pointers.ts';
import type { Config } from '../../server/platform/config.ts';
import type { Context } from '../../server/platform/context.ts';
import { makeFolders } from '../../server/platform/make-folders.ts';
import { actAs, getAdministrator } from './administrator.ts';
import { CommandError } from './command-error.ts';
import { createEditingParts } from './editing-parts.ts';
import { isFile, isFolder } from './file-kind.ts';
import { findSpace } from './find-space.ts';
import { waitForOperation, withGitJobs } from './git-operation.ts';
import { parseCommand } from './parse-command.ts';
import { printChanges, printOutcome } from './print-changes.ts';
import { readRef } from './read-ref.ts';
import { withContext } from './with-context.ts';

const DIFF_TIMEOUT_MS = 600_000;
const MAX_DIFF_BYTES = 1024 * 1024 * 1024;

/** `export`: writes the content of a space to a branch, or to a folder. */
export async function exportContent(config: Config, args: string[]): Promise<number> {
  const { all, options } = parseCommand('export', args);
  const [spaceId, target] = all;
  if (spaceId === undefined || target === undefined)
    throw new CommandError('Specify a space and a URL or folder: lectern export <space> <url or folder>.');
  const deletesPages = readDeleted(options.deleted);
  const mayOverwrite = readExisting(options.existing);
  return withContext(config, (platform) =>
    explained(async () => {
      const { context } = platform;
      const space = await findSpace(context, spaceId);
      const { directory = '', ref = 'main', message = 'Update documentation' } = options;
      if (isUrl(target)) {
        const request = { url: target, ref: readRef(ref), directory, message, isForced: mayOverwrite };
        await exportToRepository(platform, space, request);
        return 0;
      }
      if (isFile(target)) throw new CommandError(`${target} is a file. Specify a folder.`);
      await makeFolders(target);
      const parts = createEditingParts(context);
      const request = requestFor({ folder: target, directory, deletesPages, mayOverwrite });
      const planned = await planFolderExport(parts, space, request);
      await writeFolder(target, planned);
      await rememberExport(parts, space, request, planned);
      printFolderExport(planned, target);
      return 0;
    }),
  );
}

/** `diff`: prints what an export to a folder would change, as Git prints changes. */
export async function printDiff(config: Config, args: string[]): Promise<number> {
  const { argument: folder, options } = parseCommand('diff', args);
  if (folder === undefined) throw new CommandError('Specify a folder: lectern diff <folder>.');
  if (!isFolder(folder)) throw new CommandError(`${folder} is not a folder.`);
  const deletesPages = readDeleted(options.deleted);
  return withContext(config, ({ context }) =>
    explained(async () => {
      const space = options.space ? await findSpace(context, options.space) : await findOnlySpace(context);
      const { directory = '' } = options;
      const request = requestFor({ folder, directory, deletesPages, mayOverwrite: true });
      const planned = await planFolderExport(createEditingParts(context), space, request);
      process.stdout.write(await diffOf(folder, planned));
      return 0;
    }),
  );
}

async function exportToRepository(
  platform: Platform,
  space: SpacePointer,
  {
    url,
    ref,
    directory,
    message,
    isForced,
  }: { url: string; ref: string; directory: string; message: string; isForced: boolean },
): Promise<void> {
  const { context } = platform;
  const actor = actAs(await getAdministrator(context));
  await requestExport(context, actor, space, {
    url,
    ref,
    repoProjectDirectory: directory,
    commitMessage: message,
    force: isForced,
  });
  const row = await withGitJobs(platform, () => waitForOperation(platform, space));
  printOutcome((row.outcome ?? {}) as StoredOutcome);
}

const requestFor = ({
  directory,
  ...request
}: Omit<FolderRequest, 'projectDirectory' | 'signal'> & { directory: string }): FolderRequest => ({
  ...request,
  projectDirectory: directory,
  signal: new AbortController().signal,
});

function printFolderExport({ plan, kept }: FolderExport, target: string): void {
  console.log(plan.changes.length === 0 ? 'Nothing has changed.' : `Exported to ${resolve(target)}.`);
  printChanges(plan.changes.map(({ kind, ...change }) => ({ change: kind, ...change })));
  if (kept.length === 0) return;
  console.log(
    `The folder has ${kept.length === 1 ? 'a page' : `${kept.length} pages`} that the space does not have. Add “--deleted delete” to delete ${kept.length === 1 ? 'it' : 'them'}.`,
  );
  printChanges(kept.map((path) => ({ change: 'kept', path })));
}

/** Lets Git itself compare the files that change, as two commits of a repository that is removed again. */
async function diffOf(folder: string, { plan, source }: FolderExport): Promise<Buffer> {
  if (plan.changes.length === 0) return Buffer.alloc(0);
  const directory = await mkdtemp(join(tmpdir(), 'lectern-diff-'));
  const person = { name: 'Lectern', email: 'lectern@localhost' };
  const commit = { author: person, committer: person, message: '', at: new Date(0), deleted: [] };
  async function* readBefore(): AsyncGenerator<CommitFile> {
    for (const { kind, path, oldPath = path } of plan.changes)
      if (kind !== 'added') yield { path: oldPath, content: await readFile(join(folder, oldPath)) };
  }
  async function* readAfter(): AsyncGenerator<CommitFile> {
    for await (const file of plan.files()) yield { ...file, content: await readContent(file, source) };
  }
  try {
    await initializeRepository(directory, 'sha1');
    const write = (files: AsyncGenerator<CommitFile>): Promise<string> =>
      writeCommit(directory, { ...commit, parents: [], files }, { timeoutMs: DIFF_TIMEOUT_MS });
    const [before, after] = [await write(readBefore()), await write(readAfter())];
    const { output, exitCode, errorOutput } = await runGit({
      args: [
        'diff-tree',
        '-r',
        '--patch',
        '--no-color',
        '--no-ext-diff',
        '--no-textconv',
        '--find-renames',
        before,
        after,
        '--',
      ],
      environment: gitEnvironment({ gitDirectory: directory }),
      timeoutMs: DIFF_TIMEOUT_MS,
      maxOutputBytes: MAX_DIFF_BYTES,
    });
    if (exitCode !== 0) throw new CommandError(`The changes could not be compared: ${errorOutput.trim()}`);
    return output;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function findOnlySpace(context: Context): Promise<SpacePointer> {
  const ids = await listLiveSpaces(context.db, 2);
  if (ids.length === 1 && ids[0]) return findSpace(context, ids[0]);
  throw new CommandError(
    ids.length === 0
      ? 'There is no space yet.'
      : 'There are several spaces. Specify one: lectern diff <folder> --space ID.',
  );
}

/** Problems with a repository or folder are explained to people. */
async function explained(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof GitError ? new CommandError(error.message) : error;
  }
}

function readExisting(value = 'refuse'): boolean {
  if (value !== 'refuse' && value !== 'replace')
    throw new CommandError('--existing must be refuse or replace.');
  return value === 'replace';
}

function readDeleted(value = 'keep'): boolean {
  if (value !== 'keep' && value !== 'delete') throw new CommandError('--deleted must be keep or delete.');
  return value === 'delete';
}

/** Also an SSH address such as `git@host:path`. */
const isUrl = (target: string): boolean =>
  /^(?:https?|ssh):\/\//i.test(target) || /^[\w.-]+@[\w.-]+:/.test(target);
