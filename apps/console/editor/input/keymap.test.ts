import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { KEYS } from './keymap.ts';

const PAGE = fileURLToPath(new URL('../../../../docs/getting-started/writing.md', import.meta.url));
const NAMES: Record<string, string> = {
  Mod: 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};
const ORDER = ['Ctrl', 'Alt', 'Shift'];
/** Bound separately, because its meaning depends on the selection. */
const LINK = 'Mod-k';

/** As shown to users: `Shift-Mod-z` is Ctrl+Shift+Z. */
function nameOf(keys: string): string {
  const names = keys.split('-').map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key));
  const last = names.pop();
  return [...ORDER.filter((name) => names.includes(name)), last].join('+');
}

it('has the shortcuts that the documentation lists, and no others', () => {
  const [, section = ''] = readFileSync(PAGE, 'utf8').split('## Keyboard shortcuts');
  const listed = [...section.matchAll(/^\| (<kbd>.+?) \|/gm)].map(([, keys = '']) =>
    keys.replace(/<\/?kbd>/g, ''),
  );
  expect(listed.sort()).toEqual([...Object.keys(KEYS), LINK].map(nameOf).sort());
});
