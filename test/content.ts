import { createHash } from 'node:crypto';
import type { SpacePointer } from '../src/access/pointers.ts';
import type { ImportSource } from '../src/features/git/import/import-source.ts';
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
      source: memorySource(files),
      signal: new AbortController().signal,
      onProgress: () => {},
      onCommit: async () => {},
    },
  );
}

function memorySource(files: Files): ImportSource {
  const contents = new Map<string, Buffer>();
  const entries = Object.entries(files).map(([path, text]) => {
    const content = Buffer.from(text);
    const oid = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
    contents.set(oid, content);
    return { path, oid, size: content.length };
  });
  return {
    commit: undefined,
    report: [],
    findRenames: async () => new Map(),
    async *readBlobs(oids) {
      for (const oid of oids) yield { oid, content: contents.get(oid) as Buffer };
    },
    files: {
      list: () => entries,
      readTexts: async (paths) =>
        new Map(
          entries
            .filter(({ path }) => paths.includes(path))
            .map(({ path, oid }) => [path, (contents.get(oid) as Buffer).toString('utf8')]),
        ),
    },
  };
}
