import { randomBytes } from 'node:crypto';
import {
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { describeFailure, describeSpawnFailure, directoryParameter, startProgram } from './server-process.ts';
import type { ServerUser } from './server-user.ts';

const MAJOR_VERSION = 18;
export const USERNAME = 'lectern';
export const DATABASE = 'postgres';

/** The locations of the embedded server's files inside the service's data directory. */
export interface ClusterPaths {
  /** `<data directory>/postgres`: belongs to the service. */
  home: string;
  /** `<home>/18`: belongs to PostgreSQL. */
  cluster: string;
  password: string;
  lock: string;
}

export function clusterPaths(dataDir: string): ClusterPaths {
  const home = join(dataDir, 'postgres');
  return {
    home,
    cluster: join(home, String(MAJOR_VERSION)),
    password: join(home, 'password'),
    lock: join(home, 'lock'),
  };
}

/** Refuses a directory that only another major version of PostgreSQL can read. Throws `StartError`. */
export function checkMajorVersion({ home, cluster }: ClusterPaths): void {
  if (exists(cluster)) return;
  const other = readdirSync(home)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => b - a)[0];
  if (other === undefined) return;
  throw new StartError(
    other > MAJOR_VERSION
      ? `${home} was written by a newer version of Lectern (PostgreSQL ${other}; this version includes ${MAJOR_VERSION}). Start that version.`
      : `${home} was written by PostgreSQL ${other}, but this version of Lectern includes ${MAJOR_VERSION}. Dump the database with the version that wrote it, start this version with an empty data directory, and restore the dump.`,
  );
}

/**
 * The password that only the service knows, kept in a file that only it may read; made when there is no cluster yet.
 */
export function getPassword(paths: ClusterPaths): string {
  const text = exists(paths.password) ? readFileSync(paths.password, 'utf8').trim() : '';
  if (text) return text;
  if (exists(paths.cluster)) {
    throw new StartError(`${paths.password} is missing. Restore the file that belongs to ${paths.cluster}.`);
  }
  const password = randomBytes(24).toString('base64url');
  writeFileSync(`${paths.password}.new`, password, { mode: 0o600 });
  // Root leaves a directory that belongs to another user in that user's hands.
  const { uid, gid } = statSync(paths.home);
  chownSync(`${paths.password}.new`, uid, gid);
  renameSync(`${paths.password}.new`, paths.password);
  return password;
}

/**
 * Makes the cluster when it is missing: UTF-8, ordered by code point, whatever the system's locale.
 * It is made under another name and renamed when it is complete, so an interrupted start leaves nothing
 * that the next one could mistake for a cluster. Throws `StartError`.
 */
export async function createCluster(options: {
  paths: ClusterPaths;
  initdb: string;
  user: ServerUser;
  password: string;
  fsync: boolean;
}): Promise<void> {
  const { paths, user } = options;
  const draftPrefix = `${MAJOR_VERSION}.draft-`;
  for (const name of readdirSync(paths.home)) {
    if (name.startsWith(draftPrefix)) rmSync(join(paths.home, name), { recursive: true });
  }
  if (exists(paths.cluster)) return;
  const draft = join(paths.home, draftPrefix + randomBytes(4).toString('hex'));
  const directory = join(draft, 'cluster');
  const passwordFile = join(draft, 'password');
  try {
    mkdirSync(draft, { mode: 0o700 });
    mkdirSync(directory, { mode: 0o700 });
    writeFileSync(passwordFile, options.password, { mode: 0o600 });
    if (user) for (const path of [draft, directory, passwordFile]) chownSync(path, user.uid, user.gid);
    const here = directoryParameter(directory);
    await runToEnd(options.initdb, directory, user, [
      ...['-D', here, `--username=${USERNAME}`, `--pwfile=${here}/../password`, '--auth=scram-sha-256'],
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['--no-instructions', ...(options.fsync ? [] : ['--no-sync'])],
    ]);
    renameSync(directory, paths.cluster);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function runToEnd(
  initdb: string,
  directory: string,
  user: ServerUser,
  parameters: string[],
): Promise<void> {
  const child = startProgram({ program: initdb, parameters, directory, user }, (pid) =>
    process.kill(-pid, 'SIGKILL'),
  );
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(describeSpawnFailure(initdb, directory, error)));
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(
            new StartError(`PostgreSQL could not be set up in ${directory}: ${describeFailure(output)}.`),
          ),
    );
  });
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
