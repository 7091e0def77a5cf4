import { createMemorySource } from '../apps/server/domains/git/import/memory-source.ts';
import {
  type ImportOutcome,
  importOfFiles,
  runImport,
} from '../apps/server/domains/git/import/run-import.ts';
import type { SpacePointer } from '../apps/server/platform/access/pointers.ts';
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
  return runImport(context, app.content, importOfFiles(space), {
    source: createMemorySource(files),
    signal: new AbortController().signal,
    onProgress: () => {},
    onCommit: async () => {},
  });
}

interface ShownPage {
  id: string;
  type: string;
  pages?: ShownPage[];
}

/**
 * Reads what a space says through the API, entry by entry: its own settings, and each page, file and reusable content by
 * its id.
 */
export async function describeContent({ request }: TestApp, spaceId: string): Promise<Map<string, unknown>> {
  const read = async (path: string) => (await request('GET', `/v1/spaces/${spaceId}${path}`)).json();
  const { title, emoji, visibility, editMode, defaultLevel } = await read('');
  const content = await read('/content');
  const described = new Map<string, unknown>([
    ['space', { title, emoji, visibility, editMode, defaultLevel }],
    ['settings', { variables: content.variables, tags: content.tags }],
  ]);
  for (const entry of [...content.files, ...content.reusableContents]) described.set(entry.id, entry);
  const describe = async ({ pages = [], ...page }: ShownPage): Promise<void> => {
    const text =
      page.type === 'document'
        ? (await read(`/content/page/${page.id}?format=markdown`)).markdown
        : undefined;
    described.set(page.id, { ...page, text });
    for (const child of pages) await describe(child);
  };
  for (const page of content.pages) await describe(page);
  return described;
}
