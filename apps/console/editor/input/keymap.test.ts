import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { EditorState, TextSelection } from 'prosemirror-state';
import { expect, it } from 'vitest';
import type { DocumentJson } from '../convert/document-json.ts';
import { toEditor } from '../convert/to-editor.ts';
import { BLOCK_KEYS } from './block-commands.ts';
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
/** Bound by the comments, which are loaded after the editor. */
const COMMENT = 'Mod-Alt-m';

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
  expect(listed.sort()).toEqual(
    [...new Set([...Object.keys(KEYS), ...Object.keys(BLOCK_KEYS), LINK, COMMENT])].map(nameOf).sort(),
  );
});

it.each([
  ['all of a code block', '```\none\ntwo\n```\n', ['one', 'two'], 'code_block(code_line, code_line)'],
  [
    'some of two lines of code',
    '```\none\ntwo\n```\n',
    ['ne', 'tw'],
    'code_block(code_line("o"), code_line("o"))',
  ],
  [
    'code and a part of a quote',
    'a\n\n```\none\n```\n\n> *two* three\n',
    ['ne', 'tw'],
    'paragraph("a"), code_block(code_line("o")), blockquote(paragraph, paragraph(italic("o"), " three"))',
  ],
  [
    'all of code and a part of a quote',
    'a\n\n```\none\n```\n\n> *two* three\n',
    ['one', 'tw'],
    'paragraph("a"), blockquote(paragraph, paragraph(italic("o"), " three"))',
  ],
])('splits the text where %s was selected', (_selected, source, [first = '', last = ''], expected) => {
  const doc = toEditor(parseMarkdown(source).document as unknown as DocumentJson);
  const ends = [0, 0];
  doc.descendants((node, position) => {
    const text = node.text ?? '';
    if (text.endsWith(first)) ends[0] = position + text.indexOf(first);
    if (text.startsWith(last)) ends[1] = position + last.length;
  });
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, ends[0] ?? 0, ends[1]) });
  KEYS.Enter?.(state, (transaction) => {
    state = state.apply(transaction);
  });
  state.doc.check();
  expect(state.doc.toString()).toBe(`doc(${expected})`);
});
