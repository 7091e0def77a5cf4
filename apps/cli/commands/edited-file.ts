import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { gitEnvironment } from '@lectern/git/program/git-environment';
import { runGit } from '@lectern/git/program/git-process';
import { CommandError } from './command-error.ts';

/** What a file with the text of a page is based on. It is stored beside the file, so that the edit can be resumed. */
export interface EditRecord {
  spaceId: string;
  pageId: string;
  title: string;
  revisionId: string;
  /** The Markdown of the page in that revision. */
  source: string;
  /** The change request that is edited. */
  changeRequestId?: string;
  /** The subject of a change request that is created when the text is saved. */
  subject?: string;
  /** Whether the text could not be merged with that of others, so that a person has to do it. */
  isConflict?: boolean;
}

const MERGE_TIMEOUT_MS = 60_000;
/** Git's exit code is the number of conflicts; above it, the files could not be merged. */
const MAX_CONFLICTS = 127;
const MARKER = /^(?:<{7} yours|>{7} others)\r?$/m;

const recordOf = (file: string): string => `${file}.lectern.json`;

/** Creates a file in a directory of its own. Nobody else can read it. */
export async function createEditedFile(name: string, record: EditRecord): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-edit-'));
  const file = join(directory, `${name.replace(/[^\p{L}\p{N}._-]/gu, '-') || 'page'}.md`);
  await writeFile(file, record.source, { mode: 0o600 });
  await writeRecord(file, record);
  return file;
}

export async function writeRecord(file: string, record: EditRecord): Promise<void> {
  await writeFile(recordOf(file), `${JSON.stringify(record)}\n`, { mode: 0o600 });
}

export async function readRecord(path: string): Promise<{ file: string; record: EditRecord }> {
  const file = resolve(path);
  const text = await readFile(recordOf(file), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new CommandError(
      `${file} does not come from “lectern edit”, or ${basename(recordOf(file))} beside it is gone: the revision that it is based on is unknown.`,
    );
  return { file, record: JSON.parse(text) as EditRecord };
}

/** Editors end a file with a line feed, which the page need not have. */
export async function readEdited(file: string, { source }: EditRecord): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new CommandError(`Nothing was saved: ${file} is gone.`) : error;
  });
  return source !== '' && !source.endsWith('\n') && text.endsWith('\n') ? text.slice(0, -1) : text;
}

export async function removeEditedFile(file: string): Promise<void> {
  await rm(file, { force: true });
  await rm(recordOf(file), { force: true });
  const directory = dirname(file);
  if (basename(directory).startsWith('lectern-edit-')) await rm(directory, { recursive: true, force: true });
}

export const hasConflictMarkers = (text: string): boolean => MARKER.test(text);

/** Merges two texts; places that both changed contain both, between the markers of Git. */
export async function mergeTexts({
  yours,
  base,
  others,
}: Record<'yours' | 'base' | 'others', string>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-merge-'));
  try {
    const paths = await Promise.all(
      [yours, base, others].map(async (text, position) => {
        const path = join(directory, String(position));
        await writeFile(path, text, { mode: 0o600 });
        return path;
      }),
    );
    const { output, exitCode, errorOutput } = await runGit({
      args: ['merge-file', '-p', '-L', 'yours', '-L', 'base', '-L', 'others', ...paths],
      environment: gitEnvironment({ gitDirectory: directory }),
      timeoutMs: MERGE_TIMEOUT_MS,
      maxOutputBytes: 2 * (yours.length + others.length) * 4 + 1024,
    });
    if (exitCode > MAX_CONFLICTS)
      throw new CommandError(`The texts could not be merged: ${errorOutput.trim()}`);
    return output.toString('utf8');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
