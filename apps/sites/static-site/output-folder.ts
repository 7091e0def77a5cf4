import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, posix, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolders } from '../../server/platform/make-folders.ts';
import { StaticSiteError } from './static-site-error.ts';

/** A file at the root of every build. A folder is replaced only if it has this file, and no files from elsewhere. */
const MARK = 'lectern-build.json';
const FORMAT = 1;
const MAX_NAMED = 3;
/** How often, and after which pauses, the folder of a build that is interrupted is removed. */
const REMOVALS = 10;
const REMOVAL_PAUSE_MS = 20;

interface Mark {
  generator: 'Lectern';
  format: typeof FORMAT;
  /** The hashes of the names of the build's files: the names would reveal pages that no list contains. */
  files: string[];
}

/**
 * The folder that a build writes. Everything is first written beside it and moved to its place at the end, so that the
 * folder is the earlier build or the new one, never a mixture. A build that is killed between the two renames at the
 * end leaves no folder; the next build restores the earlier one.
 */
export class OutputFolder {
  /** Opens the folder for writing. Throws a `StaticSiteError` for a folder that must not be replaced. */
  static async open(folder: string): Promise<OutputFolder> {
    const target = await explained(folder, () => findTarget(folder));
    const beside = namesBeside(target);
    await explained(folder, () => tidy(target));
    await assertReplaceable(target);
    await explained(folder, () => mkdir(beside.coming));
    return new OutputFolder(folder, target, beside);
  }

  readonly #folder: string;
  readonly #target: string;
  readonly #beside: { coming: string; leaving: string };
  readonly #files = new Map<string, number>();
  readonly #folders = new Set<string>(['']);
  /** Repeated, because threads that still write can create a file or the folder again. */
  readonly #onExit = (): void => {
    for (let attempt = 0; attempt < REMOVALS; attempt += 1) {
      rmSync(this.#beside.coming, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REMOVAL_PAUSE_MS);
      if (!existsSync(this.#beside.coming)) return;
    }
  };

  private constructor(folder: string, target: string, beside: { coming: string; leaving: string }) {
    this.#folder = folder;
    this.#target = target;
    this.#beside = beside;
    process.once('exit', this.#onExit);
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  /**
   * Whether a file can have this name: it is not that of another file or folder, and no parent folder has the name of a
   * file.
   */
  isFree(path: string): boolean {
    if (this.#files.has(path) || this.#folders.has(path) || path === MARK) return false;
    for (let above = posix.dirname(path); above !== '.'; above = posix.dirname(above))
      if (this.#files.has(above)) return false;
    return true;
  }

  get fileCount(): number {
    return this.#files.size;
  }

  get byteCount(): number {
    let sum = 0;
    for (const size of this.#files.values()) sum += size;
    return sum;
  }

  /** Reads a file that this build has written. */
  read(path: string): Promise<Buffer> {
    return readFile(join(this.#beside.coming, path));
  }

  /** Writes a file. Throws a `StaticSiteError` if its name conflicts with another file or folder. */
  async write(path: string, body: string | Buffer | Readable): Promise<void> {
    const above = posix.dirname(path) === '.' ? '' : posix.dirname(path);
    if (!this.isFree(path))
      throw new StaticSiteError(
        `There is already a file or a folder at ${path} on the site. Rename the page that has this address.`,
      );
    this.#files.set(path, 0);
    await explained(this.#folder, async () => {
      this.#makeFolder(above);
      const file = join(this.#beside.coming, path);
      const isKnown = typeof body === 'string' || Buffer.isBuffer(body);
      // Written synchronously: for a thousand small files, in a command that serves no requests, threads would take
      // longer.
      if (isKnown) writeFileSync(file, body);
      else await writeFile(file, body);
      this.#files.set(path, isKnown ? Buffer.byteLength(body) : (await stat(file)).size);
    });
  }

  /** Replaces the folder with the new build. */
  async finish(): Promise<void> {
    const { coming, leaving } = this.#beside;
    const files = [...this.#files.keys()].map(nameInMark).sort();
    const mark: Mark = { generator: 'Lectern', format: FORMAT, files };
    await explained(this.#folder, async () => {
      await writeFile(join(coming, MARK), `${JSON.stringify(mark)}\n`);
      const isReplacing = await exists(this.#target);
      if (isReplacing) await rename(this.#target, leaving);
      try {
        await rename(coming, this.#target);
      } catch (error) {
        if (isReplacing) await rename(leaving, this.#target);
        throw error;
      }
      await rm(leaving, { recursive: true, force: true });
    });
    process.off('exit', this.#onExit);
  }

  /** Discards the new build and leaves the folder as it was. */
  async discard(): Promise<void> {
    process.off('exit', this.#onExit);
    await rm(this.#beside.coming, { recursive: true, force: true });
  }

  #makeFolder(path: string): void {
    if (this.#folders.has(path)) return;
    const parent = posix.dirname(path);
    this.#makeFolder(parent === '.' ? '' : parent);
    mkdirSync(join(this.#beside.coming, path), { recursive: true });
    this.#folders.add(path);
  }
}

const nameInMark = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 16);

/** Finds the folder to replace. Follows symbolic links, so that the target of a link is replaced and not the link. */
async function findTarget(folder: string): Promise<string> {
  const absolute = resolve(folder);
  await makeFolders(dirname(absolute));
  return (await exists(absolute)) ? realpath(absolute) : absolute;
}

function namesBeside(target: string, pid: number = process.pid): { coming: string; leaving: string } {
  const named = (kind: string): string =>
    join(dirname(target), `.${basename(target)}.lectern-${kind}-${pid}`);
  return { coming: named('new'), leaving: named('old') };
}

/** Removes the files that killed builds left behind. */
async function tidy(target: string): Promise<void> {
  const prefix = `.${basename(target)}.lectern-`;
  for (const name of await readdir(dirname(target))) {
    const [, kind, pid] = name.startsWith(prefix)
      ? (/^(new|old)-(\d+)$/.exec(name.slice(prefix.length)) ?? [])
      : [];
    if (kind === undefined) continue;
    if (isOtherRunning(Number(pid)))
      throw new StaticSiteError(
        `Another build is writing to ${target} (process ${pid}). Wait until it has finished.`,
      );
    const left = join(dirname(target), name);
    if (kind === 'old' && !(await exists(target))) await rename(left, target);
    else await rm(left, { recursive: true, force: true });
  }
}

function isOtherRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

async function assertReplaceable(target: string): Promise<void> {
  if (!(await exists(target))) return;
  if (!(await stat(target)).isDirectory())
    throw new StaticSiteError(`${target} is a file. Specify a folder for the site.`);
  if ((await readdir(target)).length === 0) return;
  const mark = await readMark(target);
  if (!mark)
    throw new StaticSiteError(
      `The folder ${target} is not empty and was not written by this command. Specify another folder, or empty it.`,
    );
  const own = new Set(mark.files);
  const foreign: string[] = [];
  for (const entry of await readdir(target, { recursive: true, withFileTypes: true })) {
    const path = posix.join(entry.parentPath.slice(target.length + 1).replaceAll('\\', '/'), entry.name);
    if (!entry.isDirectory() && path !== MARK && !own.has(nameInMark(path))) foreign.push(path);
  }
  if (foreign.length === 0) return;
  const named = foreign.sort().slice(0, MAX_NAMED).join(', ');
  throw new StaticSiteError(
    `The folder ${target} has files that were not written by a build: ${named}${foreign.length > MAX_NAMED ? ', …' : ''}. Move them elsewhere, or specify another folder.`,
  );
}

async function readMark(target: string): Promise<Mark | undefined> {
  try {
    const mark = JSON.parse(await readFile(join(target, MARK), 'utf8')) as Mark;
    return mark.generator === 'Lectern' && Array.isArray(mark.files) ? mark : undefined;
  } catch {
    return undefined;
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Explains errors of the disk to people, such as a full disk or missing permissions. */
async function explained<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StaticSiteError || (error as NodeJS.ErrnoException).syscall === undefined)
      throw error;
    throw new StaticSiteError(`The site cannot be written to ${folder}: ${(error as Error).message}.`);
  }
}
