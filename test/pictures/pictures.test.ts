import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fileOf, PICTURES } from './pictures.ts';
import { MAX_PICTURE_BYTES } from './save-picture.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ASSETS = 'docs/.gitbook/assets';
/** Of all pictures: everybody who clones the repository loads them. */
const MAX_BYTES = 4_000_000;
/** Is drawn by hand, and not taken. */
const DRAWN = ['overview.svg'];

const pages = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
].map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8').replaceAll(/^ *```[\s\S]*?^ *```|`[^`\n]*`/gm, ''),
}));

/** The pictures of pages: their files, and the text that describes them. */
const shown = pages.flatMap(({ path, text }) =>
  [...text.matchAll(/<img [^>]*>|!\[([^\]]*)\]\(([^)\s]+)/g)].map(([tag, markdownAlt, markdownFile]) => ({
    page: path,
    file: fileIn(path, markdownFile ?? /src="([^"]+)"/.exec(tag)?.[1] ?? ''),
    alt: markdownAlt ?? /alt="([^"]*)"/.exec(tag)?.[1] ?? '',
    dark: darkOf(path, text, tag),
  })),
);

function fileIn(page: string, address: string): string {
  const name = normalize(join(page, '..', address)).replaceAll('\\', '/');
  return name.startsWith(`${ASSETS}/`) ? name.slice(ASSETS.length + 1) : name;
}

/** The picture for the dark mode, which stands before the tag of the other one. */
function darkOf(page: string, text: string, tag: string): string | undefined {
  const before = text.slice(0, text.indexOf(tag));
  const source = /<picture>\s*<source srcset="([^"]+)" media="\(prefers-color-scheme: dark\)">\s*$/.exec(
    before,
  )?.[1];
  return source && fileIn(page, source);
}

const taken = PICTURES.map((picture) => fileOf(picture, 'light'));

test('every picture of a page is in the list, and every one of the list is on a page', () => {
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter(({ file }) => !taken.includes(file) && !DRAWN.includes(file))).toEqual([]);
  expect(taken.filter((file) => !shown.some((picture) => picture.file === file))).toEqual([]);
});

test('every picture is described', () => {
  expect(shown.filter(({ alt }) => alt.length < 25)).toEqual([]);
});

test('every picture that is taken is also shown in the dark mode', () => {
  const pairs = Object.fromEntries(PICTURES.map((one) => [fileOf(one, 'light'), fileOf(one, 'dark')]));
  expect(shown.filter(({ file, dark }) => dark !== pairs[file])).toEqual([]);
});

describe('the files', () => {
  const files = readdirSync(join(ROOT, ASSETS));

  test('are those of the list', () => {
    const listed = PICTURES.flatMap((one) => [fileOf(one, 'light'), fileOf(one, 'dark')]);
    expect([...files].sort()).toEqual([...listed, ...DRAWN].sort());
    expect(existsSync(join(ROOT, ASSETS, DRAWN[0] as string))).toBe(true);
  });

  test('are small', () => {
    const sizes = files.map((name) => ({ name, bytes: statSync(join(ROOT, ASSETS, name)).size }));
    expect(sizes.filter(({ bytes }) => bytes > MAX_PICTURE_BYTES)).toEqual([]);
    expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(MAX_BYTES);
  });
});
