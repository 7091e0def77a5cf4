/** What a browser loads before the console is usable, compressed as it is sent. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ConsoleEntry } from '../apps/server/pages/console/console-files.ts';

const FOLDER = fileURLToPath(new URL('../dist/console', import.meta.url));
const MAX_FIRST_VIEW = 150_000;
const MAX_EDITOR = 110_000;
const EDITOR = /^page-editor-/;
/** Parts of views, which come after the first view: menus, and the saving of what closed tabs have left. */
const PARTS = /^(?:session|menu-list|palette)-/;

const { script, modules } = JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8')) as ConsoleEntry;
const source = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const named = (name: string, pattern: RegExp): string[] =>
  [...source(name).matchAll(pattern)].map(([, file]) => file as string);
/** What a script loads before it runs. */
const importsOf = (name: string): string[] => named(name, /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g);
/** What it loads when it is needed. */
const laterImportsOf = (name: string): string[] => named(name, /import\(\s*["'`]\.\/([\w.-]+\.js)["'`]/g);

function withImports(names: Iterable<string>): Set<string> {
  const found = new Set(names);
  for (const name of found) for (const file of importsOf(name)) found.add(file);
  return found;
}

const size = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + statSync(join(FOLDER, `${name}.br`)).size, 0);

const shell = withImports([script]);
/** The views of the router, each a script of its own. */
const views = [...new Set([...shell].flatMap(laterImportsOf))].filter((name) => !PARTS.test(name));
const editors = [...withImports([script, ...views])]
  .flatMap(laterImportsOf)
  .filter((name) => EDITOR.test(name));

describe('the scripts of the console', () => {
  it('are all named in the document, so that a browser loads them at once', () => {
    expect(new Set([script, ...modules])).toEqual(shell);
    expect(views.length).toBeGreaterThan(1);
  });

  it.each(views.map((view) => ({ name: view.replace(/-[\w-]{8}\.js$/, ''), view })))(
    `have at most ${MAX_FIRST_VIEW / 1000} kB when the console begins with $name`,
    ({ view }) => {
      const loaded = withImports([script, view]);
      expect([...loaded].filter((name) => EDITOR.test(name))).toEqual([]);
      expect(size(loaded)).toBeLessThanOrEqual(MAX_FIRST_VIEW);
    },
  );

  it(`have at most ${MAX_EDITOR / 1000} kB that only the editor needs`, () => {
    expect(editors).toHaveLength(1);
    // Also what the view of a page has loaded of it before.
    const own = [...withImports(editors)].filter((name) => !shell.has(name));
    expect(size(own)).toBeGreaterThan(50_000);
    expect(size(own)).toBeLessThanOrEqual(MAX_EDITOR);
  });
});
