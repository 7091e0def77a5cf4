import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { resolveTarget } from '@lectern/content/references/resolve-target';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSpace } from '../../../../../test/factories.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { openFolderSource } from './folder-source.ts';
import { type ImportOutcome, importOfFiles, runImport } from './run-import.ts';

const DOCS = fileURLToPath(new URL('../../../../../docs', import.meta.url));

interface Source {
  path: string;
  text: string;
}

let app: TestApp;
let outcome: ImportOutcome;
let snapshot: Snapshot;
/** Pages and reusable contents, as they are stored. */
let sources: Source[];

beforeAll(async () => {
  app = await buildTestApp();
  const { context } = app;
  const spaceId = await addSpace(app);
  const space = (await context.pointers.spaces.find(spaceId)) as SpacePointer;
  outcome = await runImport(context, app.app.content, importOfFiles(space), {
    source: await openFolderSource(DOCS),
    signal: new AbortController().signal,
    onProgress: () => {},
    onCommit: async () => {},
  });
  const current = (await context.pointers.spaces.find(spaceId)) as SpacePointer;
  snapshot = (await app.app.content.open(current, current.revisionId)).snapshot;
  const documents = [
    ...[...snapshot.pages.pages()].map(({ entry }) => entry),
    ...listFiles('.gitbook/includes').map((path) => snapshot.findReusableByGitPath(path)),
  ];
  sources = await Promise.all(
    documents.flatMap((entry) => {
      const { document, git } = (entry ?? {}) as { document?: string; git?: { path: string } };
      if (document === undefined || git === undefined) return [];
      const source = app.app.content.getSource(current.organizationId, document as never);
      return [source.then((bytes) => ({ path: git.path, text: bytes.toString('utf8') }))];
    }),
  );
});
afterAll(() => app?.close());

/** The files below a folder of the documentation, counted from its root. */
const listFiles = (folder: string): string[] =>
  readdirSync(`${DOCS}/${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('//', '/').slice(DOCS.length + 1));

test('every page of the documentation is listed; only decisions are not', () => {
  const written = listFiles('')
    .filter((path) => path.endsWith('.md') && !/^(SUMMARY\.md|decisions\/|\.gitbook\/)/.test(path))
    .sort();
  const listed = [...snapshot.pages.pages()].flatMap(({ entry }) =>
    entry.type === 'document' && entry.git ? [entry.git.path] : [],
  );
  expect(listed.sort()).toEqual(written);
  expect(snapshot.findFileByGitPath('decisions/own-job-queue.md')).toBeDefined();
});

test('the import has nothing to report: every tag, entry and setting is understood', () => {
  expect(outcome.report).toEqual([]);
});

test('every page has a unique title and a description', () => {
  for (const { path, text } of sources) {
    const { title, frontMatter } = parseMarkdown(text);
    if (path.startsWith('.gitbook/')) expect(frontMatter?.data, path).toHaveProperty('title');
    else {
      expect(title?.text, path).toBeTruthy();
      expect(frontMatter?.data, path).toHaveProperty('description');
    }
  }
});

test('every link leads to a page, a heading, a file or a reusable content that is there', () => {
  const headings = new Map(sources.map(({ path, text }) => [path, headingsOf(text)]));
  const broken: string[] = [];
  let links = 0;
  for (const { path, text } of sources) {
    for (const { raw } of parseMarkdown(text).targets) {
      links += 1;
      const target = resolveTarget(snapshot, path, raw);
      if (!target) broken.push(`${path}: ${raw}`);
      if (target?.kind !== 'anchor') continue;
      const page = target.page === undefined ? path : pathOf(target.page);
      if (!headings.get(page)?.has(target.anchor)) broken.push(`${path}: ${raw} (no such heading)`);
    }
  }
  expect(broken).toEqual([]);
  expect(links).toBeGreaterThan(30);
});

test('every picture and every reusable content is used', () => {
  const targets = sources.flatMap(({ path, text }) =>
    parseMarkdown(text).targets.map(({ raw }) => resolveTarget(snapshot, path, raw)),
  );
  for (const path of listFiles('.gitbook/assets'))
    expect(targets).toContainEqual({ kind: 'file', file: snapshot.findFileByGitPath(path)?.id });
  for (const path of listFiles('.gitbook/includes')) {
    const reusableContent = snapshot.findReusableByGitPath(path)?.id;
    expect(targets).toContainEqual({ kind: 'reusable-content', reusableContent });
  }
});

test('no page shows an expression: they can be read without being evaluated', () => {
  expect(
    sources
      .filter(({ text }) => JSON.stringify(parseMarkdown(text).document).includes('"type":"expression"'))
      .map(({ path }) => path),
  ).toEqual([]);
  expect(snapshot.settings.variables).toEqual({});
});

test('the required version of Node.js is that of the package', () => {
  const install = sources.find(({ path }) => path === 'getting-started/install.md')?.text ?? '';
  const { engines } = JSON.parse(
    readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8'),
  );
  expect(install).toContain(`; ${engines.node.replace('>=', '')} and newer work`);
});

function pathOf(pageId: string): string {
  const entry = snapshot.pages.find(pageId)?.entry;
  return entry?.type === 'document' ? (entry.git?.path ?? '') : '';
}

function headingsOf(text: string): Set<string> {
  return new Set(parseMarkdown(text).document.nodes.flatMap(({ meta }) => (meta ? [meta.id] : [])));
}
