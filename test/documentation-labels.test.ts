/** The pages for people who use the browser name what is on the screen, in bold, as it is written there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { english } from '../apps/console/messages/en.ts';
import { english as signInTexts } from '../apps/server/pages/messages/en.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const listFiles = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);

const PAGES = [
  ...['getting-started', 'people', 'publishing', 'insights', 'translations', 'conversations'].flatMap(
    (folder) => listFiles(`docs/${folder}`, '.md'),
  ),
  ...['sync', 'overview', 'export'].map((name) => `docs/git/${name}.md`),
  ...['app-pages', 'instance', 'organization-settings', 'sign-in'].map((name) => `docs/running/${name}.md`),
];

/** What is bold and is no label. Add a word here only if it cannot be written without being bold. */
const NOT_LABELS: Record<string, readonly string[]> = {
  // Shows how bold text is written.
  'docs/getting-started/writing.md': ['bold'],
  // The first words of the items of a list of what published pages can do.
  'docs/publishing/pages.md': ['Keyboard', 'Contrast and motion', 'Print'],
};

const folders = readdirSync(join(root, 'apps/console/messages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const catalogues = await Promise.all(
  folders.map(
    async (name) =>
      (await import(join(root, `apps/console/messages/${name}/en.ts`))) as { texts: Record<string, string> },
  ),
);
const texts = [english, signInTexts, ...catalogues.map((catalogue) => catalogue.texts)].flatMap((catalogue) =>
  Object.values(catalogue),
);
/** A text with plurals has a form for each, such as `one={count} page|other={count} pages`. */
const labels = texts.flatMap((text) =>
  /^\w+=/.test(text) ? text.split('|').map((form) => form.replace(/^\w+=/, '')) : [text],
);
const exact = new Set(labels);
/** With words of its own: nearly everything looks like “{name}”. */
const hasWords = (label: string): boolean => /\p{L}{3}/u.test(label.replaceAll(/\{\w+\}/g, ''));
const withNames = labels
  .filter((label) => /\{\w+\}/.test(label) && hasWords(label))
  .map((label) => {
    const parts = label.split(/\{\w+\}/).map(escapePattern);
    return new RegExp(`^${parts.join('.+')}$`);
  });

const isLabel = (words: string): boolean =>
  exact.has(words) || withNames.some((pattern) => pattern.test(words));

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Code is not looked at. */
const boldOf = (page: string): string[] =>
  [
    ...page.replaceAll(/^ *```[\s\S]*?^ *```.*$|`[^`\n]*`/gm, '').matchAll(/(?<!\*)\*\*(?!\*)([^*\n]+)\*\*/g),
  ].map(([, words = '']) => words);

test('bold words are labels of the console', () => {
  const found = PAGES.flatMap((path) => boldOf(read(path)).map((words) => ({ path, words })));
  expect(found.length).toBeGreaterThan(300);
  expect(found.filter(({ path, words }) => !isLabel(words) && !NOT_LABELS[path]?.includes(words))).toEqual(
    [],
  );
});

test('words that are no labels are still there', () => {
  for (const [path, words] of Object.entries(NOT_LABELS))
    expect(boldOf(read(path)), path).toEqual(expect.arrayContaining([...words]));
});

/** For operators and for readers of pages, whom no API concerns. */
const WITHOUT_API =
  /(?:app-pages|sign-in|cdn|static-files|pages|machines|api-reference|coming-from-gitbook)\.md$/;

test.each(PAGES.filter((path) => !WITHOUT_API.test(path)))(
  '%s has no requests, and ends with the API',
  (path) => {
    const page = read(path);
    expect(page).not.toMatch(/^(?:api|curl) |```json/m);
    expect(page).not.toMatch(/"?\b(?:GET|POST|PUT|PATCH|DELETE) […/]/);
    expect(page.trimEnd().split('\n').at(-1)).toMatch(
      /^.*\bPrograms .*\]\(\.\.\/api\/[\w-]+\.md(?:#[\w-]+)?\)/,
    );
  },
);
