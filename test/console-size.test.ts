/** What a browser loads before the console is usable, compressed as it is sent. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ConsoleEntry } from '../apps/server/pages/console/console-files.ts';

const FOLDER = fileURLToPath(new URL('../dist/console', import.meta.url));
const MAX_FIRST_VIEW = 150_000;
const MAX_EDITOR = 110_000;
/** The page, its tree, and the editor. */
const MAX_PAGE = 138_000;
const EDITOR = /^page-editor-/;

const entry = JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8')) as ConsoleEntry;
const { script, modules, views } = entry;
const source = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
/** What a script loads before it runs. */
const importsOf = (name: string): string[] =>
  [...source(name).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(
    ([, file]) => file as string,
  );

function withImports(names: Iterable<string>): Set<string> {
  const found = new Set(names);
  for (const name of found) for (const file of importsOf(name)) found.add(file);
  return found;
}

const size = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + statSync(join(FOLDER, `${name}.br`)).size, 0);

const shell = withImports([script]);
const editor = views.page.modules.filter((name) => EDITOR.test(name));
/** What the view of a page loads without the editor: its frame, the tree, and the reading of the page. */
const beforeEditor = withImports([
  script,
  ...views.page.modules.filter((name) => /^(?:page|tree-panel)-/.test(name) && !EDITOR.test(name)),
]);

describe('the styles of the console', () => {
  it('have those of documents in one file, in which the rules of the editor are the last', () => {
    const styles = readdirSync(FOLDER).filter((file) => file.endsWith('.css'));
    const [file, ...others] = styles.filter((name) => /\.card-(?:cover|titles)\b/.test(source(name)));
    expect(others).toEqual([]);
    const rules = source(file as string);
    expect(rules.indexOf('.card-titles')).toBeGreaterThan(rules.lastIndexOf('.card-item.linked:hover'));
  });
});

describe('the scripts of the console', () => {
  it('import each other in one direction: in a circle, one of them runs before what it needs', () => {
    for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.js')))
      for (const imported of importsOf(name))
        expect([...withImports([imported])], imported).not.toContain(name);
  });

  it('are all named in the document, so that a browser loads them at once', () => {
    expect(new Set([script, ...modules])).toEqual(shell);
    for (const [view, { modules: added }] of Object.entries(views)) {
      const named = new Set([script, ...modules, ...added]);
      expect(withImports(named), view).toEqual(named);
    }
  });

  it.each(Object.keys(views).filter((view) => view !== 'page') as (keyof typeof views)[])(
    `have at most ${MAX_FIRST_VIEW / 1000} kB when the console begins with the view %s`,
    (view) => {
      const loaded = withImports([script, ...views[view].modules]);
      expect([...loaded].filter((name) => EDITOR.test(name))).toEqual([]);
      expect(size(loaded)).toBeLessThanOrEqual(MAX_FIRST_VIEW);
    },
  );

  it(`have at most ${MAX_FIRST_VIEW / 1000} kB when it begins with a page, and at most ${MAX_EDITOR / 1000} kB that only the editor needs`, () => {
    expect(editor).toHaveLength(1);
    expect([...beforeEditor].filter((name) => EDITOR.test(name))).toEqual([]);
    expect(size(beforeEditor)).toBeLessThanOrEqual(MAX_FIRST_VIEW);
    const all = withImports([script, ...views.page.modules]);
    const own = [...all].filter((name) => !beforeEditor.has(name));
    expect(size(own)).toBeGreaterThan(50_000);
    expect(size(own)).toBeLessThanOrEqual(MAX_EDITOR);
  });

  it(`add at most ${MAX_PAGE / 1000} kB for a page, without menus, dialogs, and what only some blocks need`, () => {
    const added = [...withImports(views.page.modules)].filter((name) => !shell.has(name));
    expect(size(added)).toBeLessThanOrEqual(MAX_PAGE);
    const late = /^(?:palette|menu-list|Dialog|special-views|markdown-blocks|source-mode|settings-panel)-/;
    expect(readdirSync(FOLDER).filter((name) => late.test(name)).length).toBeGreaterThan(5);
    expect(added.filter((name) => late.test(name))).toEqual([]);
  });
});
