import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readHandWrittenPages } from '../../../../../../../packages/markdown/test/corpora-pages.ts';
import { blocks } from '../../../../../../../packages/markdown/test/documents.ts';
import {
  blocksOfSource,
  findMarkingFaults,
  markRendered,
  markSources,
  renderBlocks,
} from '../../../../../../../test/fixtures/content/history/marked-pages.ts';
import { editSource } from '../../../../../../../test/merge-edits.ts';

const html = async (before: string, after: string): Promise<string | undefined> =>
  (await markSources(before, after))[0]?.html;

describe('words', () => {
  test('are marked within the elements around them', async () => {
    expect(await html('Run the **old command** now.\n', 'Run the **new command**.\n')).toBe(
      '<p>Run the <strong><del data-change="words">old</del><ins data-change="words">new</ins> command</strong><del data-change="words"> now</del>.</p>\n',
    );
  });

  test('that were in another element are removed with it', async () => {
    expect(await html('One **two three** four.\n', 'One *2 3* four.\n')).toBe(
      '<p>One <strong><del data-change="words">two three</del></strong><em><ins data-change="words">2 3</ins></em> four.</p>\n',
    );
  });

  test('of which only the formatting changed are marked as such', async () => {
    const [block] = await markSources(
      'A [link](https://a.example) and words.\n',
      'A [link](https://b.example) and *words*.\n',
    );
    expect(block?.html).toBe(
      '<p>A <a href="https://b.example" rel="noreferrer"><span data-change="formatting">link</span></a> and <em><span data-change="formatting">words</span></em>.</p>\n',
    );
    expect(block?.settings).toEqual([
      { name: 'link', before: 'https://a.example', after: 'https://b.example' },
    ]);
  });
});

test('notes are marked within, and listed because they are closed', async () => {
  const [block] = await markSources(
    'A [word][^1].\n\n[^1]: An old note.\n',
    'A [word][^1].\n\n[^1]: A new note.\n',
  );
  expect(block?.html).toMatch(
    /<span class="annotation-note" popover="" [^>]*><del.*old.*<ins.*new.* note\.<\/span>/,
  );
  expect(block?.settings).toEqual([{ name: 'note', before: 'An old note.', after: 'A new note.' }]);
});

describe('parts of blocks', () => {
  test('are added and removed as a whole', async () => {
    expect(
      await html(
        '* one thing\n* two things\n* three\n',
        '* one thing\n* two new things\n\n  More.\n* four\n',
      ),
    ).toBe(
      '<ul><li>one thing</li><li><p>two <ins data-change="words">new </ins>things</p>\n<p data-change="added">More.</p>\n</li><li data-change="removed">three</li><li data-change="added">four</li></ul>\n',
    );
  });

  test('are rows and cells in a table', async () => {
    expect(
      await html(
        '| A | B |\n| - | - |\n| a | b |\n| c | d |\n',
        '| A | B |\n| - | - |\n| a | x |\n| e | f |\n| c | d |\n',
      ),
    ).toContain(
      '<tbody><tr><td>a</td><td><del data-change="words">b</del><ins data-change="words">x</ins></td></tr>\n<tr data-change="added"><td>e</td><td>f</td></tr>\n<tr><td>c</td><td>d</td></tr>\n</tbody>',
    );
  });

  test('are columns of a table', async () => {
    expect(
      await html(
        '| A | B |\n| - | - |\n| a | x |\n| b | x |\n',
        '| A | C | B |\n| - | - | - |\n| a | x | x |\n| b | y | x |\n',
      ),
    ).toContain(
      '<tbody><tr><td>a</td><td data-change="added">x</td><td>x</td></tr>\n<tr><td>b</td><td data-change="added">y</td><td>x</td></tr>\n</tbody>',
    );
  });

  test('are lines in code', async () => {
    expect(await html('```\none\ntwo\nthree\n```\n', '```\none\ntwo new\nfour\nthree\n```\n')).toContain(
      '<code>one\ntwo<ins data-change="words"> new</ins>\n<span class="line" data-change="added">four</span>\nthree</code>',
    );
  });

  test('are pictures, the old one before the new one', async () => {
    expect(await html('![a](https://a.example/a.png)\n', '![a](https://a.example/b.png)\n')).toMatch(
      /<span data-change="picture"><img src="https:\/\/a.example\/a.png"[^>]*data-change="removed"><img src="https:\/\/a.example\/b.png"[^>]*data-change="added"><\/span>/,
    );
  });

  test('are formulas and diagrams, the old one before the new one', async () => {
    expect(await html('Text $$x$$.\n', 'Text $$y$$.\n')).toMatch(
      /^<p>Text <del data-change="words"><math>.*<mi>x<\/mi><\/math><\/del><ins data-change="words"><math>.*<mi>y<\/mi><\/math><\/ins>\.<\/p>\n$/,
    );
    expect(await html('```mermaid\nA-->B\n```\n', '```mermaid\nA-->C\n```\n')).toMatch(
      /^<figure class="diagram" [^>]*data-change="removed">.*\n<figure class="diagram" [^>]*data-change="added">/,
    );
  });
});

test('removed parts have other ids than those of the new version', async () => {
  const marked = await markSources(
    '## Part\n\nSee [it](#part).\n\n## Gone\n',
    '## Part two\n\nSee [it](#part).\n',
  );
  expect(
    marked.map(({ before, after }) => [before, after].map((one) => / id="([^"]*)"/.exec(one ?? '')?.[1])),
  ).toEqual([
    ['before-part', 'part-two'],
    [undefined, undefined],
    ['before-gone', undefined],
  ]);
});

describe('without what was added, marked pages have the old words, and without what was removed the new ones', () => {
  test('in random blocks', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, blocks, async (before, after) => {
        const [old, current] = [await renderBlocks(before), await renderBlocks(after)];
        expect(findMarkingFaults(markRendered(old, current), old.htmls, current.htmls)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test('in pages that were edited', async () => {
    const pages = readHandWrittenPages();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...pages),
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        fc.integer({ min: 1, max: 12 }),
        async ({ source }, chances, edits) => {
          const edited = editSource(source, {
            chance: () => chances.next().value as number,
            mark: 'new',
            edits,
          });
          const [old, current] = [
            await renderBlocks(blocksOfSource(source)),
            await renderBlocks(blocksOfSource(edited)),
          ];
          expect(findMarkingFaults(markRendered(old, current), old.htmls, current.htmls)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
