import { basename, extname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitError } from '@lectern/git/program/git-error';
import { parseRemoteUrl } from '@lectern/git/program/remote-url';
import { Presets, SingleBar } from 'cli-progress';
import { openPlatform, type Platform } from '../../server/app/platform.ts';
import {
  createSpace,
  deleteSpace,
  getShownSpace,
} from '../../server/domains/content/spaces/spaces.service.ts';
import { findLastReport } from '../../server/domains/git/git.queries.ts';
import { repositoryName, requestImport } from '../../server/domains/git/git.service.ts';
import { openFolderSource } from '../../server/domains/git/import/folder-source.ts';
import type { ImportCounts } from '../../server/domains/git/import/run-import.ts';
import { importFolderInto } from '../../server/domains/git/sync/import-folder.ts';
import type { MemberKey } from '../../server/domains/identity/members/members.queries.ts';
import { MAX_CRAWLED_PAGES } from '../../server/domains/import/content-import.schemas.ts';
import type { Actor } from '../../server/platform/access/actor.ts';
import { requireNoMaintenance } from '../../server/platform/access/maintenance.ts';
import type { SpacePointer } from '../../server/platform/access/pointers.ts';
import type { Config } from '../../server/platform/config.ts';
import type { Context } from '../../server/platform/context.ts';
import { ApiError } from '../../server/platform/http/errors.ts';
import { createLog } from '../../server/platform/log.ts';
import { bootstrap } from '../service/bootstrap.ts';
import { actAs, getAdministrator } from './administrator.ts';
import { CommandError } from './command-error.ts';
import { createEditingParts } from './editing-parts.ts';
import { isFile, isFolder } from './file-kind.ts';
import { findSpace } from './find-space.ts';
import { withGitJobs } from './git-operation.ts';
import { type ImportedResult, importContentInto } from './import-content.ts';
import { type Parsed, parseCommand } from './parse-command.ts';
import { previewImport } from './preview-import.ts';
import { printBrokenLinks } from './print-broken-links.ts';
import { printReport } from './print-changes.ts';
import { readRef } from './read-ref.ts';

interface Options {
  target: string;
  space: string | undefined;
  ref: string;
  directory: string;
  title: string | undefined;
  format: string | undefined;
  maxPages: number;
  isDryRun: boolean;
  copyPictures: boolean;
}

interface Result {
  counts: ImportCounts;
  seconds: number;
  isUnchanged: boolean;
  report: { severity: string; path?: string; line?: number; message: string }[];
  reportTotal: number;
}

const MAX_TITLE_LENGTH = 50;
const POLL_MS = 200;

/** `import`: imports a repository or a folder into a space and reports the result. */
export async function importContent(config: Config, args: string[]): Promise<number> {
  const options = parse(args);
  if (options.isDryRun) return previewImport(config, options);
  const platform = await openPlatform({
    config,
    log: createLog({ ...config, logLevel: 'error' }),
    canJoin: true,
  });
  const bar = new SingleBar(
    {
      format: '{stage} [{bar}] {value}/{total}',
      hideCursor: true,
      clearOnComplete: true,
      noTTYOutput: false,
    },
    Presets.rect,
  );
  try {
    const { context } = platform;
    await requireNoMaintenance(context);
    const first = await bootstrap(context);
    if (first && !first.isChosen)
      console.log(`The administrator’s token, shown only once: ${first.adminToken}`);
    const administrator = await getAdministrator(context);
    const actor = actAs(administrator);
    const space = await chooseSpace(context, administrator, options);
    try {
      if (isContent(options)) {
        if (options.space !== undefined)
          console.log('The pages are added at the end of the space. Existing content does not change.');
        const startedAt = performance.now();
        const onProgress = (progress: Parameters<typeof showProgress>[1]) => showProgress(bar, progress);
        const result = await importContentInto(platform, { space, actor }, options, onProgress);
        bar.stop();
        summarizeContent(result, { space, config, seconds: (performance.now() - startedAt) / 1000 });
        await printBrokenLinks(context, space, actor);
        return 0;
      }
      const result = isFolder(options.target)
        ? await importFolder(context, space, options, actor, bar)
        : await importRepository(platform, space, options, actor, bar);
      bar.stop();
      summarize(result, space, config);
      await printBrokenLinks(context, space, actor);
    } catch (error) {
      // A space created only for this import is of no use without it.
      if (options.space === undefined) await deleteSpace(context, space);
      throw error;
    }
    return 0;
  } catch (error) {
    bar.stop();
    throw error instanceof ApiError || error instanceof GitError ? new CommandError(error.message) : error;
  } finally {
    await platform.close();
  }
}

async function importFolder(
  context: Context,
  space: SpacePointer,
  options: Options,
  actor: Actor,
  bar: SingleBar,
): Promise<Result> {
  if (space.editMode === 'locked')
    throw new CommandError('The space is locked: its content cannot be changed.');
  const startedAt = performance.now();
  const outcome = await importFolderInto(createEditingParts(context), space, {
    source: await openFolderSource(options.target),
    projectDirectory: options.directory,
    authorId: actor.kind === 'user' ? actor.userId : null,
    onProgress: (progress) => showProgress(bar, progress),
  });
  return { ...outcome, seconds: (performance.now() - startedAt) / 1000, reportTotal: outcome.report.length };
}

/** Imports through a job, as the API does; a running service runs it, or else this process does. */
async function importRepository(
  platform: Platform,
  space: SpacePointer,
  options: Options,
  actor: Actor,
  bar: SingleBar,
): Promise<Result> {
  const { context } = platform;
  await requestImport(context, actor, space, {
    url: options.target,
    ref: options.ref,
    repoProjectDirectory: options.directory,
  });
  return withGitJobs(platform, async () => {
    for (;;) {
      const { git } = await getShownSpace(context, space);
      const operation = git?.operation;
      if (!operation)
        throw new CommandError('The import was lost: the space has no record of a Git operation.');
      if (operation.state === 'success' && operation.outcome) {
        const report = (await findLastReport(context.db, space)) ?? [];
        return { ...operation.outcome, report };
      }
      if (operation.state !== 'running') throw new CommandError(operation.error ?? 'The import failed.');
      showProgress(bar, operation.progress);
      await sleep(POLL_MS);
    }
  });
}

function showProgress(
  bar: SingleBar,
  progress: { stage?: string; done?: number; total?: number; percent?: number },
): void {
  const total = progress.total ?? 100;
  const done = progress.done ?? progress.percent ?? 0;
  const stage = (progress.stage ?? 'waiting').padEnd(9);
  if (!bar.isActive) bar.start(total, done, { stage });
  bar.setTotal(total);
  bar.update(done, { stage });
}

/** Whether pages are added, and not made to follow a repository or folder. */
const isContent = ({ target, format }: Options): boolean =>
  format !== undefined || (!isFolder(target) && isFile(target));

function summarizeContent(
  { counts, problems, problemCount }: ImportedResult,
  { space, config, seconds }: { space: SpacePointer; config: Config; seconds: number },
): void {
  console.log(
    [
      'Imported.',
      `  pages ${counts.pages}, groups ${counts.groups}, links ${counts.links}, files ${counts.files}, reusable contents ${counts.reusableContents}`,
      `  in ${seconds.toFixed(1)} s`,
      `  ${config.baseUrl}/app/s/${space.spaceId}`,
    ].join('\n'),
  );
  printReport(problems, problemCount);
}

function summarize(result: Result, space: SpacePointer, config: Config): void {
  const { counts } = result;
  console.log(
    [
      result.isUnchanged ? 'Nothing has changed since the last import.' : 'Imported.',
      `  pages ${counts.pages}, groups ${counts.groups}, links ${counts.links}, computed ${counts.computed}, files ${counts.files}, reusable contents ${counts.reusableContents}`,
      `  ${counts.changed} ${counts.changed === 1 ? 'file' : 'files'} read in ${result.seconds.toFixed(1)} s`,
      `  ${config.baseUrl}/app/s/${space.spaceId}`,
    ].join('\n'),
  );
  printReport(result.report, result.reportTotal);
}

async function chooseSpace(
  context: Context,
  administrator: MemberKey,
  options: Options,
): Promise<SpacePointer> {
  if (options.space !== undefined) return findSpace(context, options.space);
  const name = nameOf(options);
  // Cut by code points, as the limit counts them: no character is split.
  const title = [...(options.title || name)].slice(0, MAX_TITLE_LENGTH).join('');
  const row = await createSpace(context, actAs(administrator), administrator.organizationId, { title });
  return (await context.pointers.spaces.find(row.space_id)) as SpacePointer;
}

function nameOf(options: Options): string {
  const { target } = options;
  if (isFolder(target)) return basename(resolve(target));
  if (isFile(target)) return basename(target, extname(target));
  if (!isContent(options)) return basename(repositoryName(parseRemoteUrl(target).url));
  const { hostname, pathname } = new URL(target);
  return basename(pathname).replace(/\.\w+$/, '') || hostname;
}

function parse(args: string[]): Options {
  const { argument: target, options } = parseCommand('import', args);
  if (target === undefined)
    throw new CommandError('Specify one URL, folder or file: lectern import <url, folder or file>.');
  if (!isFolder(target) && !isFile(target) && !/^https?:\/\//i.test(target))
    throw new CommandError(`${target} is neither a folder or file nor an http:// or https:// URL.`);
  refuseIdleOptions(target, options);
  return {
    target,
    space: options.space,
    ref: readRef(options.ref ?? 'HEAD'),
    directory: options.directory ?? '',
    title: options.title,
    format: options.format,
    maxPages: readPages(options.pages),
    isDryRun: options['dry-run'] !== undefined,
    copyPictures: readPictures(options.pictures) === 'copy',
  };
}

/** Options that would have no effect are mistakes. */
function refuseIdleOptions(target: string, options: Parsed<'import'>['options']): void {
  const { ref, directory, pages, pictures, format, title, space } = options;
  const isLocal = isFolder(target) || isFile(target);
  const isFollowed = format === undefined && !isFile(target);
  if (ref !== undefined && (isLocal || !isFollowed))
    throw new CommandError(
      '--ref specifies the branch of a repository. Use it with a URL and without --format.',
    );
  if (directory !== undefined && !isFollowed)
    throw new CommandError('--directory works only with a repository or a folder, and without --format.');
  if (pages !== undefined && (isLocal || format !== 'website'))
    throw new CommandError('--pages works only with a URL and --format website.');
  if (pictures !== undefined && isFollowed)
    throw new CommandError('--pictures works only with a file, or with --format.');
  if (title !== undefined && space !== undefined)
    throw new CommandError('--title is the title of a new space. Leave out --title or --space.');
}

function readPictures(pictures = 'keep'): 'keep' | 'copy' {
  if (pictures !== 'keep' && pictures !== 'copy') throw new CommandError('--pictures must be keep or copy.');
  return pictures;
}

function readPages(pages = '1'): number {
  const count = Number(pages);
  if (!Number.isInteger(count) || count < 1 || count > MAX_CRAWLED_PAGES)
    throw new CommandError(`--pages must be a number from 1 to ${MAX_CRAWLED_PAGES}.`);
  return count;
}
