import type { SpacePointer } from '../src/access/pointers.ts';
import { createMemorySource } from '../src/features/git/import/memory-source.ts';
import { type ImportOutcome, runImport } from '../src/features/git/import/run-import.ts';
import type { TestApp } from './app.ts';

/** Files by path, as a repository would hold them. */
export type Files = Record<string, string | Buffer>;

/** Imports files into a space without a Git server; what the space held before goes. */
export async function putContent(
  { app, context }: TestApp,
  spaceId: string,
  files: Files,
): Promise<ImportOutcome> {
  const space = (await context.pointers.spaces.find(spaceId)) as SpacePointer;
  return runImport(
    context,
    app.content,
    {
      space,
      projectDirectory: '',
      treeUrl: undefined,
      commitUrl: undefined,
      ref: undefined,
      importedOid: null,
      isForced: false,
      isStandalone: false,
      authorId: null,
    },
    {
      source: createMemorySource(files),
      signal: new AbortController().signal,
      onProgress: () => {},
      onCommit: async () => {},
    },
  );
}
