import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { STYLES } from './styles.ts';

const PAGES = fileURLToPath(new URL('..', import.meta.url));

const sources = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?<!\.test)\.ts$/.test(path))
  .map((path) => readFileSync(`${PAGES}/${path}`, 'utf8'));

/** The alphabetical list of all matches, each once. */
const listMatches = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].flatMap(([, match = '']) => match.split(' ')))].sort();

test('the style sheet has the classes of the pages, and no others', () => {
  expect(listMatches(STYLES, /\.([a-z][\w-]*)(?=[^{}]*\{)/g)).toEqual(
    listMatches(sources.join('\n'), /class="([^"]*)"/g),
  );
});
