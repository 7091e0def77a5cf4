import process from 'node:process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Sides } from './conflicts.ts';
import { type MergedSource, mergeSources } from './merge-sources.ts';

/** A writer's change to a block: an edit of its text, a paragraph added after it, or both. */
type Edit = 'edit' | 'add' | 'both';

interface Block {
  id: number;
  text: string;
}

/** Every word with a number occurs once in a page. */
const writeBlock = (kind: number, n: number): string =>
  [
    `Paragraph word${n} with some more text${n} in it.`,
    `> Quoted word${n} of somebody\n> quoted line${n} and so on.`,
    `| Name | Value |\n| --- | --- |\n| cell word${n} | two${n} |`,
  ][kind % 3] as string;

const writePage = (blocks: readonly string[]): string =>
  `${['# Title', 'Start.', ...blocks, 'End.'].join('\n\n')}\n`;

const merge = (sides: Sides<string>): MergedSource => mergeSources(sides, () => undefined);
const exchange = ({ base, ours, theirs }: Sides<string>): Sides<string> => ({
  base,
  ours: theirs,
  theirs: ours,
});

/** Moves elements one after the other: `from` and `to` are drawn from any numbers. */
function move<Element>(elements: readonly Element[], moves: readonly (readonly number[])[]): Element[] {
  const moved = [...elements];
  for (const [from = 0, to = 0, count = 1] of moves) {
    const taken = moved.splice(from % moved.length, count);
    moved.splice(to % (moved.length + 1), 0, ...taken);
  }
  return moved;
}

/** The paragraphs that a block becomes. */
function editBlock({ id, text }: Block, edit: Edit | undefined): string[] {
  const edited = edit === 'edit' || edit === 'both' ? text.replace(/(word|head)\d+/, `$1new${id}`) : text;
  return edit === 'add' || edit === 'both' ? [edited, `Added after${id} as a paragraph.`] : [edited];
}

const isSoak = process.env.LECTERN_SOAK !== undefined;
const moves = fc.array(fc.tuple(fc.nat(50), fc.nat(50)), { minLength: 1, maxLength: 4 });

test('sections that one side moves take along what the other side edits in them and adds to them', () => {
  const sections = fc.array(fc.array(fc.nat(2), { maxLength: 3 }), { minLength: 2, maxLength: 6 });
  const edits = fc.array(fc.tuple(fc.nat(50), fc.constantFrom<Edit>('edit', 'add', 'both')), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(sections, moves, edits, fc.nat(1), (drawn, moved, edited, depth) => {
      let n = 0;
      const base = drawn.map((kinds, i): Block[] => {
        const marks = i > 0 && depth > 0 && i % 2 === 0 ? '###' : '##';
        const heading = { id: ++n, text: `${marks} Heading head${n} of it` };
        return [heading, ...kinds.map((kind) => ({ id: ++n, text: writeBlock(kind, n) }))];
      });
      // A heading of a lower level takes additions along or leaves them at its end: only edits are told apart.
      const editOf = new Map(
        edited.map(([at, edit]) => [1 + (at % n), depth > 0 ? ('edit' as const) : edit]),
      );
      const order = move(base, moved);
      const write = (page: readonly Block[][], edit: boolean): string =>
        writePage(page.flat().flatMap((block) => editBlock(block, edit ? editOf.get(block.id) : undefined)));
      const sides = { base: write(base, false), ours: write(order, false), theirs: write(base, true) };
      expect(merge(sides)).toEqual({ source: write(order, true), conflicts: [] });
      expect(merge(exchange(sides))).toEqual({ source: write(order, true), conflicts: [] });
    }),
    { numRuns: isSoak ? 10_000 : 80 },
  );
});

test.each([
  { what: 'blocks', join: writePage, write: writeBlock },
  {
    what: 'items',
    join: (items: readonly string[]): string => `${['* start', ...items, '* end'].join('\n')}\n`,
    write: (_: number, n: number): string => `* item word${n} with more text\n  * deep item${n}`,
  },
])(
  '$what that one side moves keep the edits of the other side, and are gone if it deletes them',
  ({ join, write }) => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(2), { minLength: 2, maxLength: 9 }),
        moves,
        fc.array(fc.tuple(fc.nat(50), fc.constantFrom('edit', 'edit', 'delete')), {
          minLength: 1,
          maxLength: 5,
        }),
        (kinds, moved, edited) => {
          const base = kinds.map((kind, id): Block => ({ id, text: write(kind, id) }));
          const order = move(base, moved);
          const editOf = new Map(edited.map(([at, edit]) => [at % base.length, edit]));
          const writeAll = (blocks: readonly Block[], edit: boolean): string =>
            join(
              blocks.flatMap((block) => {
                const done = edit ? editOf.get(block.id) : undefined;
                return done === 'delete' ? [] : editBlock(block, done === undefined ? undefined : 'edit');
              }),
            );
          const sides = {
            base: writeAll(base, false),
            ours: writeAll(order, false),
            theirs: writeAll(base, true),
          };
          // Tables and quotations next to each other stay apart; the model has nothing that becomes one block.
          expect(merge(sides)).toEqual({ source: writeAll(order, true), conflicts: [] });
          expect(merge(exchange(sides))).toEqual({ source: writeAll(order, true), conflicts: [] });
        },
      ),
      { numRuns: isSoak ? 10_000 : 80 },
    );
  },
);

const BLOCKS: ((n: number) => string)[] = [
  (n) => `Paragraph word${n} with some more text${n} in it.`,
  (n) => `${n % 2 === 0 ? '##' : '###'} Heading head${n} of it`,
  (n) => `* item one${n} is long enough\n* item two${n} of it`,
  (n) => `[link-${n}]: https://example.com/a${n}`,
  (n) => `See [link-${n - 1}] of something.`,
  () => '***',
];

/** Some moves of up to three blocks, then edits, additions and deletions, by any numbers. */
interface Script {
  moves: (readonly number[])[];
  changes: (readonly [kind: 'edit' | 'add' | 'delete', at: number])[];
}

const scripts: fc.Arbitrary<Script> = fc.record({
  moves: fc.array(fc.tuple(fc.nat(50), fc.nat(50), fc.integer({ min: 1, max: 3 })), {
    minLength: 1,
    maxLength: 3,
  }),
  changes: fc.array(fc.tuple(fc.constantFrom('edit', 'edit', 'add', 'delete'), fc.nat(50)), { maxLength: 4 }),
});

function applyScript(base: readonly string[], script: Script, mark: string): string {
  const blocks = move(base, script.moves);
  for (const [n, [kind, drawn]] of script.changes.entries()) {
    const at = drawn % blocks.length;
    if (kind === 'edit')
      blocks[at] = (blocks[at] as string).replace(/\b(?:some|of|something)\b/, `${mark}${n}`);
    else if (kind === 'add') blocks.splice(at, 0, `A paragraph added${mark}${n} there.`);
    else if (blocks.length > 1) blocks.splice(at, 1);
  }
  return `${blocks.join('\n\n')}\n`;
}

const wordsOf = (text: string): string[] => text.match(/[a-z]+\d+/g) ?? [];

test('whatever both sides move, edit, add and delete: nothing is lost, and exchanged sides make the same', () => {
  const kinds = fc.array(fc.nat(BLOCKS.length - 1), { minLength: 2, maxLength: 10 });
  fc.assert(
    fc.property(kinds, scripts, scripts, (drawn, left, right) => {
      const blocks = drawn.map((kind, n) => BLOCKS[kind]?.(n) ?? '');
      const sides = {
        base: `${blocks.join('\n\n')}\n`,
        ours: applyScript(blocks, left, 'ours'),
        theirs: applyScript(blocks, right, 'theirs'),
      };
      const merged = merge(sides);
      const exchanged = merge(exchange(sides));
      const shownBy = ({ conflicts }: MergedSource): string[][] =>
        conflicts.map(({ base, ours, theirs }) => [base, ...[ours, theirs].sort()]).sort();
      expect(shownBy(exchanged)).toEqual(shownBy(merged));
      if (merged.conflicts.length === 0) expect(exchanged.source).toBe(merged.source);
      const answered = mergeSources(sides, () => ({ choice: 'ours' }));
      expect(mergeSources(exchange(sides), () => ({ choice: 'theirs' }))).toEqual(answered);

      const shown = [merged.source, ...merged.conflicts.flatMap(({ ours, theirs }) => [ours, theirs])];
      const found = new Set(shown.flatMap(wordsOf));
      const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map(
        (text) => new Set(wordsOf(text)),
      );
      for (const word of [...(ours ?? []), ...(theirs ?? [])]) {
        const isDeleted = base?.has(word) && !(ours?.has(word) && theirs?.has(word));
        if (!isDeleted) expect(found).toContain(word);
      }
    }),
    { numRuns: isSoak ? 20_000 : 150 },
  );
});
