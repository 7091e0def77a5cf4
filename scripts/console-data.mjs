// A plugin for the build of the console: lists that it makes of the data of packages, as modules.
import { createRequire } from 'node:module';

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

export const consoleData = {
  name: 'console-data',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return undefined;
    const [kind, language] = id.slice(PREFIX.length + 1).split('/');
    return kind === 'icon-names' ? iconNames() : emoji(language);
  },
};
