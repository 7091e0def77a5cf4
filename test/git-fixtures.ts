/**
 * Builds Git repositories for tests: from plain objects, from raw trees that git itself would refuse, from the corpora.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runGit } from './git-runner.ts';

type FixtureFile = string | Buffer | { symlink: string } | { submodule: string } | { executable: string };

/** Path → content. `null` removes the file that the parent commit has. */
export type FixtureFiles = Record<string, FixtureFile | null>;

interface CommitOptions {
  branch?: string;
  message?: string;
  committedAt?: Date;
  /** Files whose names are bytes. */
  named?: { name: Buffer; content: string }[];
  /** Begins with an empty tree instead of the parent's. */
  fresh?: boolean;
}

export interface RawTreeEntry {
  mode: string;
  name: string | Buffer;
  oid: string;
}

export interface FixtureRepository {
  directory: string;
  git(args: string[], input?: string | Buffer): Promise<string>;
  /** Adds a commit on a branch (`main`) whose tree is the parent's with these changes; returns its id. */
  commit(files: FixtureFiles, options?: CommitOptions): Promise<string>;
  writeBlob(content: string): Promise<string>;
  /** Writes exactly these entries as a tree, even one that git would never create. */
  writeTree(entries: RawTreeEntry[]): Promise<string>;
  commitTree(treeOid: string, branch?: string): Promise<string>;
}

const environment = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'A Writer',
  GIT_AUTHOR_EMAIL: 'writer@example.org',
  GIT_AUTHOR_DATE: '2024-05-01T10:00:00Z',
  GIT_COMMITTER_NAME: 'A Writer',
  GIT_COMMITTER_EMAIL: 'writer@example.org',
  GIT_COMMITTER_DATE: '2024-05-01T10:00:00Z',
});

const run = (args: string[], input?: string | Buffer): Promise<string> =>
  runGit(args, { input, environment: environment() });

/** A fresh directory below the system's temporary one, and how to remove it. */
export async function temporaryDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export async function createFixtureRepository(
  directory: string,
  options: { objectFormat?: 'sha1' | 'sha256'; files?: FixtureFiles } = {},
): Promise<FixtureRepository> {
  const format = options.objectFormat ?? 'sha1';
  await run(['init', '--bare', '--quiet', '--initial-branch=main', `--object-format=${format}`, directory]);
  const repository = openFixtureRepository(directory);
  if (options.files) await repository.commit(options.files);
  return repository;
}

function openFixtureRepository(directory: string): FixtureRepository {
  const git = (args: string[], input?: string | Buffer): Promise<string> =>
    run([`--git-dir=${directory}`, ...args], input);
  const commitTree = async (treeOid: string, branch = 'main'): Promise<string> => {
    const oid = await git(['commit-tree', '-m', 'A raw tree', treeOid]);
    await git(['update-ref', `refs/heads/${branch}`, oid]);
    return oid;
  };
  return {
    directory,
    git,
    commitTree,
    commit: async (files, options = {}) => {
      const branch = options.branch ?? 'main';
      const parent = await git(['rev-parse', '--quiet', '--verify', `refs/heads/${branch}`]).catch(
        () => undefined,
      );
      await git(['fast-import', '--quiet', '--force'], importStream(files, { ...options, branch }, parent));
      return git(['rev-parse', `refs/heads/${branch}`]);
    },
    writeBlob: (content) => git(['hash-object', '-w', '--stdin'], content),
    writeTree: (entries) =>
      git(['hash-object', '-w', '-t', 'tree', '--literally', '--stdin'], rawTree(entries)),
  };
}

function importStream(files: FixtureFiles, options: CommitOptions, parent: string | undefined): Buffer {
  const parts: (string | Buffer)[] = [];
  const data = (content: string | Buffer): void => {
    const bytes = Buffer.from(content as string);
    parts.push(`data ${bytes.length}\n`, bytes, '\n');
  };
  const seconds = Math.floor((options.committedAt ?? new Date('2024-05-01T10:00:00Z')).getTime() / 1000);
  parts.push(
    `commit refs/heads/${options.branch}\n`,
    `committer A Writer <writer@example.org> ${seconds} +0000\n`,
  );
  data(options.message ?? 'Write');
  if (parent) parts.push(`from ${parent}\n`);
  if (options.fresh) parts.push('deleteall\n');
  for (const [path, file] of Object.entries(files)) {
    const name = quote(Buffer.from(path));
    if (file === null) parts.push(`D ${name}\n`);
    else if (typeof file === 'object' && 'submodule' in file)
      parts.push(`M 160000 ${file.submodule} ${name}\n`);
    else if (typeof file === 'object' && 'symlink' in file) {
      parts.push(`M 120000 inline ${name}\n`);
      data(file.symlink);
    } else {
      const isProgram = typeof file === 'object' && 'executable' in file;
      parts.push(`M ${isProgram ? '100755' : '100644'} inline ${name}\n`);
      data(isProgram ? file.executable : file);
    }
  }
  for (const { name, content } of options.named ?? []) {
    parts.push(`M 100644 inline ${quote(name)}\n`);
    data(content);
  }
  parts.push('\n');
  return Buffer.concat(parts.map((part) => Buffer.from(part as string)));
}

/** A path as fast-import reads it: every byte that could matter as an octal escape. */
function quote(path: Buffer): string {
  const escaped = [...path].map((byte) =>
    /[A-Za-z0-9._/-]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `\\${byte.toString(8).padStart(3, '0')}`,
  );
  return `"${escaped.join('')}"`;
}

function rawTree(entries: RawTreeEntry[]): Buffer {
  return Buffer.concat(
    entries.map(({ mode, name, oid }) =>
      Buffer.concat([
        Buffer.from(`${mode} `),
        Buffer.from(name as string),
        Buffer.from([0]),
        Buffer.from(oid, 'hex'),
      ]),
    ),
  );
}

const corporaDirectory = fileURLToPath(new URL('../../shared/corpora', import.meta.url));

export const CORPORA = ['gitbook-example-site', 'phantasma-docs', 'govstack-bb-payments'] as const;
export type CorpusName = (typeof CORPORA)[number];

/** The reason why the tests on real repositories are skipped, or undefined if they can run. */
export const whyNoCorpora: string | undefined = CORPORA.every((name) =>
  existsSync(join(corporaDirectory, `${name}.bundle`)),
)
  ? undefined
  : 'the real repositories (shared/corpora beside the project) are not on this machine';

/** A bare copy of a real repository. */
export async function loadCorpus(name: CorpusName, directory: string): Promise<FixtureRepository> {
  await run(['clone', '--quiet', '--mirror', join(corporaDirectory, `${name}.bundle`), directory]);
  return openFixtureRepository(directory);
}
