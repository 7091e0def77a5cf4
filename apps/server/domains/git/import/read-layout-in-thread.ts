import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { RepositoryLayout } from '@lectern/git/layout/layout';
import { readRepositoryLayout } from '@lectern/git/layout/read-layout';
import type { FileEntry, RepositoryFiles } from '@lectern/git/layout/repository-files';
import { GitError } from '@lectern/git/program/git-error';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
import type { Threads } from '../../../platform/threads/threads.ts';

interface LayoutInput {
  list: readonly FileEntry[];
  projectDirectory: string | undefined;
  /** Where the thread asks for the texts of files. */
  port: MessagePort;
}

/** Undefined: the texts could not be read. */
type TextsMessage = ReadonlyMap<string, string> | undefined;

/** Reads the layout of a repository in a thread, which asks for the texts that it needs. */
export const readLayoutTask = defineThreadTask(
  'read-layout',
  async ({ list, projectDirectory, port }: LayoutInput): Promise<RepositoryLayout> => {
    const files: RepositoryFiles = {
      list: () => list,
      readTexts: (paths) =>
        new Promise((resolve, reject) => {
          port.once('message', (texts: TextsMessage) => {
            if (texts) resolve(texts);
            else reject(new Error('The files could not be read.'));
          });
          port.postMessage([...paths]);
        }),
    };
    try {
      return await readRepositoryLayout(files, { projectDirectory });
    } finally {
      port.close();
    }
  },
);

const MAX_LAYOUT_MS = 120_000;

/** Reads the layout of a repository off the main thread. */
export async function readLayout(
  threads: Threads,
  files: RepositoryFiles,
  { projectDirectory, signal }: { projectDirectory?: string | undefined; signal: AbortSignal },
): Promise<RepositoryLayout> {
  const { port1: own, port2: port } = new MessageChannel();
  // An error stays on this side, because a copy would lose its class.
  let failure: { error: unknown } | undefined;
  own.on('message', (paths: string[]) => {
    files.readTexts(paths).then(
      (texts) => own.postMessage(texts),
      (error: unknown) => {
        failure = { error };
        own.postMessage(undefined);
      },
    );
  });
  try {
    const input: LayoutInput = { list: files.list(), projectDirectory, port };
    const options = { deadlineMs: MAX_LAYOUT_MS, signal, transfer: [port] };
    return await threads.run(readLayoutTask, input, { lane: 'job', ...options });
  } catch (error) {
    if (failure) throw failure.error;
    if (!(error instanceof ThreadLimitError)) throw error;
    throw new GitError(
      'too-large',
      'Reading the structure of the repository takes too much time or memory. Nothing was changed.',
    );
  } finally {
    own.close();
  }
}
