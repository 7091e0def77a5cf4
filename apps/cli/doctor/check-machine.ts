import { existsSync, statfsSync } from 'node:fs';
import { lstat, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readUsableVersion } from '@lectern/git/program/git-version';
import { clusterPaths } from '../../server/platform/db/embedded/cluster.ts';
import { findPackageRoot } from '../../server/platform/http/release.ts';
import { describeBytes } from '../describe-bytes.ts';
import { Findings, messageOf } from './finding.ts';

const MIN_SECRET = 32;
/** Enough for the folders at the top, without reading millions of files. */
const OWNERS_CHECKED = 10_000;
const GIGABYTE = 1e9;
const LITTLE_SHARE = 0.1;
const LITTLE_BYTES = 10 * GIGABYTE;
const TOO_LITTLE_BYTES = 0.5 * GIGABYTE;

export async function checkNode(version = process.versions.node): Promise<Findings> {
  const findings = new Findings('node');
  const { engines } = JSON.parse(await readFile(new URL('package.json', findPackageRoot()), 'utf8')) as {
    engines?: { node?: string };
  };
  const [, neededMajor, neededMinor] = /^\D{0,3}(\d{1,3})\.(\d{1,3})/.exec(engines?.node ?? '') ?? [];
  const needed = [Number(neededMajor ?? 0), Number(neededMinor ?? 0)];
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > (needed[0] ?? 0) || (major === needed[0] && minor >= (needed[1] ?? 0));
  if (isEnough) findings.ok(`Node.js ${version}.`);
  else findings.fail(`Node.js ${version} is too old.`, `Install Node.js ${needed.join('.')} or newer.`);
  return findings;
}

export async function checkGit(): Promise<Findings> {
  const findings = new Findings('git');
  try {
    findings.ok(`${(await readUsableVersion()).replace('git version', 'Git')}.`);
  } catch (error) {
    findings.fail(
      `${messageOf(error)}.`,
      'Install Git 2.31 or newer, so that spaces can be imported from repositories and synchronized with them.',
    );
  }
  return findings;
}

/** The data directory: whether it can be used, who else can read it, and how much room is left. */
export async function checkDataDirectory(
  dataDir: string,
  { isSecretSet = false, uid = process.getuid?.() }: { isSecretSet?: boolean; uid?: number | undefined } = {},
): Promise<Findings> {
  const findings = new Findings('data directory');
  if (!existsSync(dataDir)) {
    findings.warn(
      `The data directory ${dataDir} does not exist.`,
      'Check LECTERN_DATA_DIR. If this is a new installation, the first start creates it.',
    );
    return findings;
  }
  const isWritable = await probe(dataDir).then(
    () => true,
    (error) => {
      findings.fail(
        `The data directory ${dataDir} is not writable (${messageOf(error)}).`,
        'Make it writable for the user that runs Lectern, or set LECTERN_DATA_DIR.',
      );
      return false;
    },
  );
  if (isWritable) findings.ok(`The data directory ${dataDir} is writable.`);
  await checkOwners(dataDir, { uid, findings });
  await checkModes(dataDir, findings);
  await checkSecretFile(dataDir, { isSecretSet, findings });
  checkSpace(dataDir, findings);
  return findings;
}

async function probe(folder: string): Promise<void> {
  const path = join(folder, `.doctor-${process.pid}`);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile('probe');
    await file.sync();
  } finally {
    await file.close();
    await rm(path);
  }
}

/** Whether all belongs to the user that runs Lectern: what root has copied back does not. Root itself reads everything. */
async function checkOwners(
  dataDir: string,
  { uid, findings }: { uid: number | undefined; findings: Findings },
): Promise<void> {
  if (uid === undefined || uid === 0) return;
  const waiting = [dataDir];
  let left = OWNERS_CHECKED;
  for (let path = waiting.pop(); path !== undefined && left > 0; path = waiting.pop()) {
    left -= 1;
    const found = await lstat(path).catch(() => undefined);
    if (found !== undefined && found.uid !== uid) {
      findings.fail(
        `${path} belongs to the user ${found.uid}, but this command runs as ${uid}.`,
        `Run it as the user of the service. If files were copied by another one, run as root: chown -R ${uid} ${dataDir}`,
      );
      return;
    }
    if (found?.isDirectory())
      waiting.push(...(await readdir(path).catch(() => [])).slice(0, left).map((name) => join(path, name)));
  }
}

/** Files that hold secrets, or from which the content can be read. */
async function checkModes(dataDir: string, findings: Findings): Promise<void> {
  if (process.platform === 'win32') return;
  const files = ['secret', 'service.json', join('postgres', 'password')].map((name) => join(dataDir, name));
  const open: string[] = [];
  for (const path of files) {
    const found = await stat(path).catch(() => undefined);
    if (found && (found.mode & 0o077) !== 0) open.push(path);
  }
  if (open.length > 0)
    findings.fail(`Other users can read ${open.join(', ')}.`, `Run: chmod 600 ${open.join(' ')}`);
  const { mode } = await stat(dataDir);
  if ((mode & 0o077) !== 0)
    findings.warn(
      `Other users can open the data directory ${dataDir} (mode ${(mode & 0o777).toString(8)}).`,
      `Run: chmod 700 ${dataDir}`,
    );
}

async function checkSecretFile(
  dataDir: string,
  { isSecretSet, findings }: { isSecretSet: boolean; findings: Findings },
): Promise<void> {
  try {
    const secret = (await readFile(join(dataDir, 'secret'), 'utf8')).trim();
    if (secret.length < MIN_SECRET)
      findings.fail(
        `The file ${join(dataDir, 'secret')} does not contain a valid secret.`,
        'Restore the original file. With another one, existing file addresses and cursors stop working.',
      );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT')
      findings.fail(
        `The file ${join(dataDir, 'secret')} cannot be read (${messageOf(error)}).`,
        'Make it readable.',
      );
    // A start would make another one.
    else if (!isSecretSet && (await hasEmbeddedDatabase(dataDir)))
      findings.fail(
        `The file ${join(dataDir, 'secret')} is missing, but there is a database that was used with it.`,
        'Restore it from a backup. With another secret, existing file addresses and cursors stop working.',
      );
  }
}

function checkSpace(dataDir: string, findings: Findings): void {
  const { bavail, blocks, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const message = `${describeBytes(free)} of ${describeBytes(blocks * bsize)} are free on the disk of ${dataDir}.`;
  const action = 'Make room before an upgrade, which may write large tables anew.';
  if (free < TOO_LITTLE_BYTES) findings.fail(message, action);
  else if (free < LITTLE_BYTES && free < blocks * bsize * LITTLE_SHARE) findings.warn(message, action);
  else findings.ok(message);
}

/** Whether the embedded database has been created. */
export async function hasEmbeddedDatabase(dataDir: string): Promise<boolean> {
  const names = await readdir(clusterPaths(dataDir).home).catch(() => []);
  return names.some((name) => /^\d+$/.test(name));
}

/** The free space of a folder, in bytes. */
export function measureFree(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
