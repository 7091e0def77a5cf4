import { open } from 'node:fs/promises';

/** A newer version than the one that runs. */
export interface Update {
  version: string;
  /** Whether this version or one before it closes a security hole of the version that runs. */
  isSecurity: boolean;
  /** Where to read about it. */
  url: string | undefined;
}

const MAX_BYTES = 1_000_000;
const VERSION = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;

/** What is wrong with the file that the operator named. */
export class UpdatesFileError extends Error {
  override name = 'UpdatesFileError';
}

/**
 * The newest release in a file that the operator keeps up to date, if it is newer than the version that runs. Nothing is
 * fetched. Versions before a release, such as 1.0.0-rc.1, are no updates.
 * @throws UpdatesFileError
 */
export async function findUpdate(path: string, runningVersion: string): Promise<Update | undefined> {
  const running = parseVersion(runningVersion.split(/[-+]/, 1)[0]);
  if (!running) return undefined;
  const newer = parseReleases(await readText(path))
    .flatMap((release) => {
      const version = parseVersion(release.version);
      return version && compareVersions(version, running) > 0 ? [{ ...release, parsed: version }] : [];
    })
    .sort((one, other) => compareVersions(other.parsed, one.parsed));
  const [newest] = newer;
  return (
    newest && {
      version: newest.version,
      isSecurity: newer.some(({ security }) => security === true),
      url: /^https?:\/\/[^\s"<>]+$/.test(newest.url ?? '') ? newest.url : undefined,
    }
  );
}

async function readText(path: string): Promise<string> {
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES + 1), 0, MAX_BYTES + 1, 0);
      if (bytesRead > MAX_BYTES) throw new UpdatesFileError(`${path} is larger than a megabyte.`);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof UpdatesFileError) throw error;
    throw new UpdatesFileError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

interface Release {
  version: string;
  security?: boolean;
  url?: string;
}

function parseReleases(text: string): Release[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new UpdatesFileError('The file with the releases is not valid JSON.');
  }
  const releases = (parsed as { releases?: unknown } | null)?.releases;
  if (!Array.isArray(releases))
    throw new UpdatesFileError(
      'The file with the releases must have the form {"releases": [{"version": "1.2.3"}]}.',
    );
  return releases.filter(
    (release): release is Release =>
      typeof release?.version === 'string' &&
      ['undefined', 'string'].includes(typeof release.url) &&
      ['undefined', 'boolean'].includes(typeof release.security),
  );
}

type Version = readonly number[];

function parseVersion(text: string | undefined): Version | undefined {
  const match = VERSION.exec(text ?? '');
  return match ? match.slice(1).map(Number) : undefined;
}

function compareVersions(one: Version, other: Version): number {
  const at = one.findIndex((part, position) => part !== other[position]);
  return at < 0 ? 0 : (one[at] as number) - (other[at] as number);
}
