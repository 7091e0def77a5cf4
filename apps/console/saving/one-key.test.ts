import { editSource } from '@lectern/markdown/page-source';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import { describe, expect, test, vi } from 'vitest';
import {
  readCorporaPages,
  readHandWrittenPages,
  type SourcePage,
} from '../../../packages/markdown/test/corpora-pages.ts';
import { changedLines } from '../../../test/changed-lines.ts';
import { whyNoCorpora } from '../../../test/git-fixtures.ts';
import { HAND_WRITTEN_BLOCKS, writePage } from '../../../test/hand-written-blocks.ts';
import { PAGE_FORMS } from '../../../test/page-forms.ts';
import { createRandom } from '../../../test/random.ts';
import { changesBetween } from '../editor/convert/changes.ts';
import type { DocumentJson } from '../editor/convert/document-json.ts';
import { toEditor } from '../editor/convert/to-editor.ts';
import { createEditor } from '../test/editor-edits.ts';

const IS_LONG = process.env.LECTERN_SOAK === '1';
vi.setConfig({ testTimeout: IS_LONG ? 1_800_000 : 120_000 });

const random = createRandom(Number(process.env.LECTERN_SEED ?? 40));

/** Places where a key can be typed: at both ends of each block of text, and at the end of a word within it. */
function placesOf(doc: Node): number[] {
  const places: number[] = [];
  doc.descendants((node, position) => {
    if (!node.isTextblock || !/[\p{L}\p{N}]/u.test(node.textContent)) return;
    places.push(position + 1, position + 1 + node.content.size);
    const ends: number[] = [];
    node.forEach((child, offset) => {
      for (const { index, 0: word } of (child.text ?? '').matchAll(/[\p{L}\p{N}]+/gu))
        ends.push(position + 1 + offset + index + word.length);
    });
    if (ends.length > 0) places.push(ends[Math.floor(random() * ends.length)] as number);
  });
  return places;
}

/** Types a key at some places of a page, one at a time. Returns the edits that changed more than its line. */
function typeOnPage({ path, source }: SourcePage, count: number): string[] {
  const before = toEditor(parseMarkdown(source).document as unknown as DocumentJson);
  const places = placesOf(before);
  const faults: string[] = [];
  for (let draw = 0; draw < count && places.length > 0; draw++) {
    const [place = 0] = places.splice(Math.floor(random() * places.length), 1);
    const state = createEditor(before);
    const selected = state.apply(state.tr.setSelection(TextSelection.create(before, place)));
    const after = selected.apply(selected.tr.insertText('x')).doc;
    const { blocks, text } = changesBetween(before, after);
    const edited = editSource({ source, content: { operations: { blocks, text } } }).source;
    const { removed, added } = changedLines(source, edited);
    if (removed.length === 1 && added.length === 1) continue;
    const { parent, parentOffset } = before.resolve(place);
    faults.push(
      `${path}: ${parent.type.name} ${parentOffset} ${parent.textContent.slice(0, 80)}\n${removed.map((line) => `- ${line}\n`).join('')}${added.map((line) => `+ ${line}\n`).join('')}`,
    );
  }
  return faults;
}

function drawPages(count: number): SourcePage[] {
  const kinds = Object.keys(HAND_WRITTEN_BLOCKS);
  return Array.from({ length: count }, (_, index) => ({
    path: `written ${index}`,
    source: writePage(
      Array.from({ length: 6 }, (_, at) => kinds[(index * 6 + at) % kinds.length] as string),
      random,
    ),
  }));
}

function expectOneLine(pages: readonly SourcePage[], count: number): void {
  const faults = pages.flatMap((page) => typeOnPage(page, count));
  expect(faults.length, faults.join('\n')).toBe(0);
}

describe('a key changes one line', () => {
  test('of a page in any form', () => {
    const pages = Object.entries(PAGE_FORMS).map(([path, source]) => ({ path, source }));
    expectOneLine(pages, IS_LONG ? 100 : 2);
  });

  test('of a page that was written by hand', () => {
    expectOneLine(readHandWrittenPages(), IS_LONG ? 200 : 6);
  });

  test('of a drawn page', () => {
    expectOneLine(drawPages(IS_LONG ? 300 : 12), IS_LONG ? 12 : 3);
  });

  test.skipIf(whyNoCorpora)('of a page of a real repository', () => {
    const pages = readCorporaPages().filter((_, index) => IS_LONG || index % 20 === 0);
    expectOneLine(pages, IS_LONG ? 6 : 1);
  });
});
