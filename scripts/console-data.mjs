// A plugin for the build of the console: lists that it makes of the data of packages, as modules.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const PREFIX = 'lectern:';
const load = createRequire(import.meta.url);

/** The sets that published pages draw: packages/render/src/drawing/find-icons.ts. */
const ICON_SETS = ['fa6-solid', 'fa6-brands', 'fa6-regular'];

function iconNames() {
  const names = ICON_SETS.flatMap((set) => Object.keys(load(`@iconify-json/${set}/icons.json`).icons));
  return `export const iconNames = ${JSON.stringify([...new Set(names)].sort())};`;
}

/** Without the emoji that are parts of others, such as letters of flags. Each with its name, other words, and codes. */
function emoji(language) {
  const codes = load('emojibase-data/en/shortcodes/github.json');
  const list = load(`emojibase-data/${language}/compact.json`)
    .filter(({ group }) => group !== undefined && group !== 2)
    .sort((a, b) => a.order - b.order)
    .map(({ unicode, hexcode, label, tags = [] }) => [
      unicode,
      label,
      tags.join(' '),
      [codes[hexcode] ?? []].flat().join(' '),
    ]);
  return `export const emoji = ${JSON.stringify(list)};`;
}

/** The languages that published pages color, each with its name and its aliases. Grammars are too large to import all. */
function codeLanguages() {
  const folder = dirname(load.resolve('@shikijs/langs/javascript'));
  const names = new Map([['mermaid', 'Mermaid']]);
  const aliases = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.mjs'))) {
    const script = readFileSync(join(folder, file), 'utf8');
    const [, alias, of] = /^\/\* Alias (\S+) for (\S+) \*\//.exec(script) ?? [];
    const [, name] = /\\"displayName\\":\\"([^"\\]+)\\"/.exec(script) ?? [];
    if (alias) aliases.push({ alias, of });
    else if (name) names.set(file.slice(0, -'.mjs'.length), name);
  }
  const list = [...names].map(([id, name]) => [
    id,
    name,
    aliases.flatMap(({ alias, of }) => (of === id ? [alias] : [])).join(' '),
  ]);
  return `export const codeLanguages = ${JSON.stringify(list.sort((a, b) => a[1].localeCompare(b[1], 'en')))};`;
}

const MODULES = { 'icon-names': iconNames, 'code-languages': codeLanguages, emoji };

export const consoleData = {
  name: 'console-data',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return undefined;
    const [kind, language] = id.slice(PREFIX.length + 1).split('/');
    return MODULES[kind](language);
  },
};
