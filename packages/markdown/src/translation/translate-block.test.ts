import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocks, documentOf } from '../../test/documents.ts';
import { canonicalText } from '../canonical.ts';
import type { Block } from '../document.ts';
import { mapChildren, type TreeNode } from '../map-children.ts';
import { parseMarkdown } from '../parse-markdown.ts';
import { writeMarkdown } from '../write-markdown.ts';
import { findFault, listUnits, translateBlock, translateText, unitOfText } from './translate-block.ts';

const blocksOf = (markdown: string): Block[] => parseMarkdown(markdown).document.nodes;
const unitsOf = (markdown: string): string[] => blocksOf(markdown).flatMap(listUnits);

/** Translates every unit by `find`, and writes the outcome. */
function translate(markdown: string, find: (unit: string) => string | undefined): string {
  const { document } = parseMarkdown(markdown);
  return writeMarkdown({
    ...document,
    nodes: document.nodes.map((block) => translateBlock(block, find).block),
  });
}

/** Turns the words around, and leaves everything else. */
const shout = (unit: string): string =>
  unit.replace(/<[^>]*>|&\w+;|\p{Ll}+/gu, (piece) => (/^[<&]/.test(piece) ? piece : piece.toUpperCase()));

describe('the units of a block', () => {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: placeholders of programs
  test.each([
    ['Plain text.', ['Plain text.']],
    ['**Bold** and _italic_', ['<g id="1">Bold</g> and <g id="2">italic</g>']],
    ['Run `npm ci` now', ['Run <x id="1"/> now']],
    ['See [the guide](guide.md "Title").', ['Title', 'See <g id="1">the guide</g>.']],
    ['Press <kbd>Ctrl</kbd>', ['Press <x id="1"/>']],
    [
      'Hello {{name}}, you owe %1$d to ${x} and %s',
      ['Hello <x id="1"/>, you owe <x id="2"/> to <x id="3"/> and <x id="4"/>'],
    ],
    ['Write to a@example.com', ['Write to <x id="1"/>']],
    ['a & b \\< c', ['a &amp; b &lt; c']],
    ['One\\\ntwo', ['One<x id="1"/>two']],
    ['`code`', []],
    ['12 + 34', []],
    ['```js\nconst a = 1;\n```', []],
    ['* one\n* two\n\n  more', ['one', 'two', 'more']],
    ['| A | B |\n| - | - |\n| one | `x` |', ['A', 'B', 'one']],
    ['{% tabs %}\n{% tab title="Tab" %}\nText\n{% endtab %}\n{% endtabs %}', ['Tab', 'Text']],
    [
      '<figure><img src="a.png" alt="A pixel"><figcaption><p>Caption</p></figcaption></figure>',
      ['A pixel', 'Caption'],
    ],
    [
      'Text with [a note](#user-content-fn-1)[^1].\n\n[^1]: The note',
      ['The note', 'Text with <g id="1">a note</g>.'],
    ],
    ['<a href="x.md" class="button primary">Go</a>', ['<g id="1">Go</g>']],
    ['Now <code class="expression">space.vars.name</code> :tada:', ['Now <x id="1"/> <x id="2"/>']],
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: placeholders of programs
  ])('of %j', (markdown, units) => {
    expect(unitsOf(markdown)).toEqual(units);
  });
});

describe('a translated block', () => {
  test('keeps everything but its words', () => {
    const source = [
      '## Set up <a href="#set-up" id="set-up"></a>',
      'Run `npm ci` in **your folder**, see [the guide](guide.md) or <https://example.com/a>, {{name}}.',
      '{% hint style="info" %}\nDo not\n\n```sh\nrm -rf\n```\n{% endhint %}',
    ].join('\n\n');
    const loud = [
      '## SET UP <a href="#set-up" id="set-up"></a>',
      'RUN `npm ci` IN **YOUR FOLDER**, SEE [THE GUIDE](guide.md) OR https://example.com/a, {{name}}.',
      '{% hint style="info" %}\nDO NOT\n\n```sh\nrm -rf\n```\n{% endhint %}\n',
    ].join('\n\n');
    expect(
      translate(source, (unit) =>
        shout(unit).replace('Set', 'SET').replace('Run', 'RUN').replace('Do', 'DO'),
      ),
    ).toBe(loud);
  });

  test('keeps the anchors of its headings, which links lead to', () => {
    expect(translate('## Install', () => 'Installieren')).toBe(
      '## Installieren <a href="#install" id="install"></a>\n',
    );
    expect(translate('## Install', () => undefined)).toBe('## Install\n');
  });

  test('takes placeholders in another order, and writes words so that they stay words', () => {
    const find = () => '<g id="2">_kursiv_</g> und <g id="1">*fett*</g> &lt;b> &#8212;';
    expect(translate('**Bold** and _italic_', find)).toBe(
      '_\\_kursiv\\__ und **\\*fett\\***&#x20;\\<b> —\n'.replace('&#x20;', ' '),
    );
  });

  test('says what is missing and what cannot be used, and leaves that in the language of the source', () => {
    const [block] = blocksOf('* One\n* Two `x`\n* Three') as [Block];
    const find = (unit: string) => ({ One: 'Eins', 'Two <x id="1"/>': 'Zwei' })[unit];
    const { block: translated, missing, faults } = translateBlock(block, find);
    expect(listUnits(translated)).toEqual(['Eins', 'Two <x id="1"/>', 'Three']);
    expect(missing).toBe(1);
    expect(faults).toEqual([{ unit: 'Two <x id="1"/>', fault: 'The placeholder 1 is missing.' }]);
  });

  test('is the block itself if the translation is the same text', () => {
    fc.assert(
      fc.property(blocks, (drawn) => {
        const { nodes } = parseMarkdown(writeMarkdown(documentOf(drawn))).document;
        const same = nodes.map((block) => translateBlock(block, (unit) => unit).block);
        expect(canonicalText(same.map(plain))).toBe(canonicalText(nodes.map(plain)));
      }),
    );
  });
});

/** Headings keep their anchors by writing them. */
function plain<Node extends TreeNode>(node: Node): Node {
  const inner = mapChildren(node, plain);
  return inner.object === 'block' && inner.type.startsWith('heading-')
    ? { ...inner, meta: undefined }
    : inner;
}

describe('a text', () => {
  test('is translated without its placeholders', () => {
    expect(unitOfText('Hello {name}')).toBe('Hello <x id="1"/>');
    expect(unitOfText('{name}')).toBeUndefined();
    expect(translateText('Hello {name}', () => '<x id="1"/>, hallo').text).toBe('{name}, hallo');
    expect(translateText('Hello {name}', () => 'Hallo')).toMatchObject({
      text: 'Hello {name}',
      faults: [{}],
    });
  });
});

const UNIT = 'Open <g id="1">the <x id="2"/> page</g> or <x id="3"/>, then <g id="4">save</g>.';

describe('a translation is refused', () => {
  test.each([
    ['<g id="1">the <x id="2"/> page</g> or <x id="3"/>', 'The placeholder 4 is missing.'],
    [UNIT.replace('<x id="2"/>', ''), 'The placeholder 2 is missing.'],
    [`${UNIT}<x id="3"/>`, 'The placeholder 3 appears twice.'],
    [`${UNIT}<x id="5"/>`, 'The placeholder 5 is not in the source.'],
    [UNIT.replace('<x id="3"/>', '<g id="3"></g>'), 'The placeholder 3 has become another one.'],
    [UNIT.replace('<g id="4">save</g>', '<x id="4"/>save'), 'The placeholder 4 has become another one.'],
    [
      'Open <g id="1">the page</g> <x id="2"/> or <x id="3"/>, then <g id="4">save</g>.',
      'The placeholder 2 is in another place.',
    ],
    [
      '<g id="4">Open <g id="1">the <x id="2"/> page</g> or <x id="3"/>, then save</g>',
      'The placeholder 1 is in another place.',
    ],
    [UNIT.replace('save</g>', '</g>save'), 'The placeholder 4 has lost its words.'],
    [UNIT.replace('<x id="3"/>', '<x id="3">words</x>'), 'The placeholder 3 surrounds words.'],
    [UNIT.replace('<g id="4">', ''), 'A </g> closes nothing.'],
    [UNIT.replace('save</g>', 'save'), 'The placeholder 4 is not closed.'],
    [UNIT.replace('</g> or', '</x> or'), 'A </x> closes nothing.'],
    [UNIT.replace('Open', '<b>Open</b>'), '“<b>Open</b> <g id="1”'],
    [UNIT.replace('<x id="3"/>', '<x/>'), 'A <x> has no number.'],
    [UNIT.replace('Open', '< Open'), '“< Open'],
    ['', 'The placeholder 1 is missing.'],
  ])('%s', (translation, fault) => {
    expect(findFault(UNIT, translation)).toContain(fault);
  });

  test('without words', () => {
    expect(findFault('Words', '…')).toBe('The translation has no words.');
  });

  test('but not for how its tags are written', () => {
    const translation =
      'Ouvrez <g id=\'1\'>la page <x id=2 ></x></g> ou <x  id="3" />, <g id="4">enregistrez</g> & <x id="3"/>'.replace(
        / & <x id="3"\/>$/,
        ' & fin',
      );
    expect(findFault(UNIT, translation)).toBeUndefined();
  });
});
