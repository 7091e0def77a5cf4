import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { writeMarkdown } from '@lectern/markdown/write-markdown';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentOf, blocks as drawnBlocks } from '../../../packages/markdown/test/documents.ts';
import { HAND_WRITTEN_BLOCKS, writePage } from '../../../test/hand-written-blocks.ts';
import { createRandom } from '../../../test/random.ts';
import { drawEdits, type Edit } from '../test/editor-edits.ts';
import { canonical, Session } from '../test/saved-session.ts';

const IS_LONG = process.env.LECTERN_SOAK === '1';

/** Edits, each with whether it is saved before the next one. */
const sequences = fc.tuple(drawEdits(30, 30), fc.infiniteStream(fc.boolean()));

function write(source: string, [edits, saves]: readonly [Edit[], Iterator<boolean>]): Session {
  const session = new Session(source);
  for (const drawn of edits) {
    session.edit(drawn);
    if (saves.next().value) session.save();
  }
  session.save();
  return session;
}

describe('thirty edits with saves between them', () => {
  test('are in the page, and undoing them returns its blocks', () => {
    fc.assert(
      fc.property(drawnPages, sequences, (source, sequence) => {
        const session = write(source, sequence);
        const last = session.source;
        session.undoAll();
        session.save();
        expect(canonical(parseMarkdown(session.source).document.nodes)).toBe(
          canonical(parseMarkdown(source).document.nodes),
        );
        session.redoAll();
        session.save();
        expect(canonical(parseMarkdown(session.source).document.nodes)).toBe(
          canonical(parseMarkdown(last).document.nodes),
        );
      }),
      { numRuns: IS_LONG ? 1000 : 4, endOnFailure: true },
    );
  });

  test('are in a page that was written by hand, and undoing them returns its blocks', () => {
    fc.assert(
      fc.property(fc.nat(), sequences, (seed, sequence) => {
        const chance = createRandom(seed);
        const kinds = Object.keys(HAND_WRITTEN_BLOCKS);
        const drawn = Array.from({ length: 6 }, () => kinds[Math.floor(chance() * kinds.length)] as string);
        const source = writePage(drawn, chance);
        const session = write(source, sequence);
        session.undoAll();
        session.save();
        expect(canonical(parseMarkdown(session.source).document.nodes)).toBe(
          canonical(parseMarkdown(source).document.nodes),
        );
      }),
      { numRuns: IS_LONG ? 1000 : 4, endOnFailure: true },
    );
  });
});

test('a hint of GitHub whose text is deleted, saved and brought back by undo has its name again', () => {
  const session = new Session('> [!NOTE]\n> word\n');
  session.dispatch(session.state.tr.delete(2, 6));
  session.save();
  expect(session.source).toBe('{% hint style="info" %}\n{% endhint %}\n');
  session.undoAll();
  session.save();
  expect(session.source).toBe('> [!NOTE]\n> word\n');
});

test.each(['![](a.png)', '<img src="a.png" alt="" width="30">'])(
  'an image %s whose line is deleted is saved',
  (image) => {
    const session = new Session(`word ${image}\n`);
    session.dispatch(session.state.tr.delete(1, 6));
    session.save();
    session.undoAll();
    session.save();
    expect(session.source).toBe(`word ${image}\n`);
  },
);

test('a new paragraph of a cell that is saved and emptied does not stay in the HTML', () => {
  const source =
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td><h2>b</h2></td></tr></tbody></table>\n';
  const session = new Session(source);
  let place = 0;
  session.state.doc.descendants(({ type }, position) => {
    if (type.name === 'heading_1') place = position;
  });
  const { schema } = session.state;
  session.dispatch(session.state.tr.insert(place, schema.node('paragraph', null, schema.text('word'))));
  session.save();
  expect(session.source).toContain('<td><p>word</p><h2>b</h2></td>');
  session.dispatch(session.state.tr.delete(place + 1, place + 5));
  session.save();
  expect(session.source).toBe(source);
});

test('a paragraph of an item that is emptied, saved and brought back by undo is saved again', () => {
  const session = new Session('- word\n  - inner\n');
  session.dispatch(session.state.tr.delete(3, 7));
  session.save();
  session.undoAll();
  session.save();
  expect(session.source).toContain('word');
});

test('tags that are not understood are saved after their copy was', () => {
  const session = new Session('{% weird %}\n\nword\n\n{% endweird %}\n');
  const { doc, tr } = session.state;
  session.dispatch(tr.insert(doc.content.size, doc.child(0)));
  session.save();
  session.dispatch(session.state.tr.delete(3, 9));
  session.save();
  expect(session.source).toBe('{% weird %}\n\n{% endweird %}\n\n{% weird %}\n\nword\n\n{% endweird %}\n');
});

/** The HTML of a cell has no formulas in lines of text. */
const drawnPages = drawnBlocks.map((nodes) =>
  writeMarkdown(documentOf(nodes)).replace(/\$\$\\frac\{\w*\}_2\\?\|\$\$/g, ''),
);
