import { once } from 'node:events';
import { gitEnvironment } from './git-environment.ts';
import { explainFullDisk, GitError } from './git-error.ts';
import { killGroup, missingProgram, startGit, timedOut } from './git-process.ts';
import { isObjectId } from './git-ref.ts';

export interface Person {
  name: string;
  email: string;
}

/** A file of a new commit: new bytes, or those of an object that the repository has. */
export interface CommitFile {
  path: string;
  /** As Git writes it; undefined: a regular file. */
  mode?: string | undefined;
  content: Buffer | { oid: string };
}

export interface NewCommit {
  /** The commits before it; its files are those of the first one with the changes. None: the first of a repository. */
  parents: readonly string[];
  author: Person;
  committer: Person;
  message: string;
  at: Date;
  /** The paths of files that are removed, before others are written. */
  deleted: readonly string[];
  files: Iterable<CommitFile> | AsyncIterable<CommitFile>;
}

/**
 * Writes a commit into a repository on disk and returns its id. Files that do not change keep their objects.
 * @throws GitError
 */
export async function writeCommit(
  gitDirectory: string,
  commit: NewCommit,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<string> {
  const child = startGit(
    ['fast-import', '--quiet', '--force', '--done', '--date-format=raw'],
    gitEnvironment({ gitDirectory, config: { 'fastimport.unpackLimit': '0' } }),
  );
  let failure: GitError | undefined;
  const stop = (error: GitError): void => {
    failure ??= error;
    killGroup(child);
  };
  const timer = setTimeout(() => stop(timedOut(timeoutMs)), timeoutMs);
  const onAbort = (): void => stop(new GitError('aborted', 'The operation was cancelled.'));
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const output: Buffer[] = [];
  let errorOutput = '';
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-16_000);
  });
  child.once('error', (error) => stop(missingProgram(error)));
  const ended = once(child, 'close') as Promise<[number | null]>;
  ended.catch(() => {});
  try {
    for await (const chunk of streamCommit(commit)) {
      if (child.exitCode !== null || child.signalCode !== null || failure) break;
      if (!child.stdin.write(chunk)) await Promise.race([once(child.stdin, 'drain'), ended]);
    }
    child.stdin.end();
    const [exitCode] = await ended;
    if (failure) throw failure;
    const oid = Buffer.concat(output).toString('latin1').trim();
    if (exitCode === 0 && isObjectId(oid)) return oid;
    throw (
      explainFullDisk(errorOutput) ??
      new GitError(
        'failed',
        `Git could not write the commit: ${errorOutput.split('\n').find((line) => line.startsWith('fatal:')) ?? 'no reason given'}`,
      )
    );
  } catch (error) {
    killGroup(child);
    throw failure ?? error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** The commands of `git fast-import` for a commit. The last one asks for its id. */
async function* streamCommit(commit: NewCommit): AsyncGenerator<string | Buffer> {
  const [base, ...others] = commit.parents;
  const time = `${Math.floor(commit.at.getTime() / 1000)} +0000`;
  yield `commit refs/lectern/outgoing\nmark :1\n`;
  yield `author ${writePerson(commit.author)} ${time}\ncommitter ${writePerson(commit.committer)} ${time}\n`;
  yield* writeData(Buffer.from(commit.message));
  if (base === undefined) yield 'deleteall\n';
  else yield `from ${requireId(base)}\n`;
  for (const oid of others) yield `merge ${requireId(oid)}\n`;
  for (const path of commit.deleted) yield `D ${quotePath(path)}\n`;
  for await (const { path, mode = '100644', content } of commit.files) {
    if (Buffer.isBuffer(content)) {
      yield `M ${mode} inline ${quotePath(path)}\n`;
      yield* writeData(content);
    } else yield `M ${mode} ${requireId(content.oid)} ${quotePath(path)}\n`;
  }
  yield '\nget-mark :1\ndone\n';
}

function* writeData(content: Buffer): Generator<string | Buffer> {
  yield `data ${content.length}\n`;
  yield content;
  yield '\n';
}

const requireId = (oid: string): string => {
  if (!isObjectId(oid)) throw new GitError('invalid-ref', 'A full object id is needed.');
  return oid;
};

/** Paths are always quoted, so that no character of a name is read as a command. */
function quotePath(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (path === '' || /[\u0000-\u001f\u007f]/.test(path) || path.split('/').some(isUnsafeName))
    throw new GitError('failed', `The path ${JSON.stringify(path)} cannot be written to a repository.`);
  return `"${path.replace(/[\\"]/g, '\\$&')}"`;
}

const isUnsafeName = (name: string): boolean =>
  name === '' || name === '.' || name === '..' || name.toLowerCase() === '.git';

/** Names and addresses without the characters by which Git separates them. */
function writePerson({ name, email }: Person): string {
  const clean = (text: string): string => text.replace(/[<>\p{Cc}]/gu, '').trim();
  return `${clean(name) || 'Unknown'} <${clean(email)}>`;
}
