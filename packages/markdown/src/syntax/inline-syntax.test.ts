import { describe, expect, it } from 'vitest';
import { type DocumentNode, isText, type JSONDocument, plainText } from '../document.ts';
import { replaceDocument } from '../edit-markdown.ts';
import { parseMarkdown } from '../parse-markdown.ts';
import { findLiteralLinks } from './literal-links.ts';

/** The runs of text with marks. */
const marked = (source: string): string[] =>
  parseMarkdown(source).document.nodes.flatMap((block) =>
    ((block.nodes ?? []) as DocumentNode[]).flatMap((node) =>
      isText(node)
        ? node.leaves
            .filter(({ marks }) => marks.length > 0)
            .map(({ text, marks }) => `${marks[0]?.type} ${text}`)
        : [],
    ),
  );

describe('emphasis', () => {
  const BESIDE = ['页', 'か', 'カ', '漢\u{E0100}', '한', '는', '１'];
  const OPENING = ['', '「', '（', '《', '『', '【'];
  const CLOSING = ['。', '，', '」', '）', '》', '！', '？', '、', '』', '】', '：', '”', '(b)'];
  const MARKS = { '**': 'bold', '*': 'italic', '~~': 'strikethrough' };

  it('begins and ends beside the punctuation of Chinese, Japanese and Korean', () => {
    for (const [sign, mark] of Object.entries(MARKS))
      for (const beside of BESIDE)
        for (const opening of OPENING)
          for (const closing of CLOSING) {
            const words = `${opening}字${closing}`;
            const source = `${beside}${sign}${words}${sign}${beside}`;
            expect([source, marked(source)]).toEqual([source, [`${mark} ${words}`]]);
          }
  });

  it('stays as in CommonMark between other letters', () => {
    expect(marked('a**(b)**c')).toEqual([]);
    expect(marked('a**b**c 2 * 3 * 4 snake_case_name')).toEqual(['bold b']);
  });
});

describe('a line break', () => {
  it.each([
    ['一行\n二行', '一行二行'],
    ['一行，\n**二**行', '一行，二行'],
    ['かな\nカナ', 'かなカナ'],
    ['`码`\n字', '码字'],
    ['한국어\n다음', '한국어 다음'],
    ['中文\nEnglish', '中文 English'],
    ['one\ntwo', 'one two'],
  ])('in %j is read as %j', (source, text) => {
    expect(plainText(parseMarkdown(source).document.nodes)).toBe(text);
  });
});

describe('addresses', () => {
  it.each([
    ['www.commonmark.org', ['www.commonmark.org']],
    ['Visit www.commonmark.org/help for more.', ['www.commonmark.org/help']],
    ['Visit www.commonmark.org.', ['www.commonmark.org']],
    ['Visit www.commonmark.org/a.b.', ['www.commonmark.org/a.b']],
    ['www.google.com/search?q=Markup+(business)', ['www.google.com/search?q=Markup+(business)']],
    ['www.google.com/search?q=Markup+(business)))', ['www.google.com/search?q=Markup+(business)']],
    ['(www.google.com/search?q=Markup+(business))', ['www.google.com/search?q=Markup+(business)']],
    ['www.google.com/search?q=(business))+ok', ['www.google.com/search?q=(business))+ok']],
    ['www.google.com/search?q=commonmark&hl=en', ['www.google.com/search?q=commonmark&hl=en']],
    ['www.google.com/search?q=commonmark&hl;', ['www.google.com/search?q=commonmark']],
    ['www.commonmark.org/he<lp', ['www.commonmark.org/he']],
    ['http://commonmark.org', ['http://commonmark.org']],
    [
      '(Visit https://encrypted.google.com/search?q=Markup+(business))',
      ['https://encrypted.google.com/search?q=Markup+(business)'],
    ],
    ['foo@bar.baz', ['foo@bar.baz']],
    ["hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.", ['hello+xyz@mail.example']],
    ['a.b-c_d@a.b', ['a.b-c_d@a.b']],
    ['a.b-c_d@a.b.', ['a.b-c_d@a.b']],
    ['a.b-c_d@a.b-', []],
    ['a.b-c_d@a.b_', []],
    ['https://a_b.c.example https://a.b_c.example', ['https://a_b.c.example']],
    ['xhttps://a.example /a@b.example ftp://a.example', []],
    ['https:// www. @a.b a@b', []],
  ])('in %j are %j', (text, links) => {
    expect(findLiteralLinks(text).map(({ start, end }) => text.slice(start, end))).toEqual(links);
  });

  it('are not links within links, code, formulas or HTML', () => {
    const source =
      '[https://a.example](b.md) `https://c.example` <a href="https://d.example">https://e.example</a>';
    expect(parseMarkdown(source).targets.map(({ raw }) => raw)).toEqual(['b.md', 'https://d.example']);
  });

  it('are found in work that grows with the length of the text', () => {
    for (const piece of ['http://_', 'www.', 'a@', 'a@b.', 'https://a.b(', 'https://a.b)', '@', 'a.b-c_d+'])
      expect(findLiteralLinks(piece.repeat(30_000)).length).toBeLessThanOrEqual(30_000);
  });
});

describe('emoji', () => {
  it.each([
    [':tada: :+1:', '🎉 👍'],
    [':tada::rocket:', '🎉🚀'],
    ['太好了:tada:！', '太好了🎉！'],
    ['10:30:45 a:100:b std::cout::tada::x', '10:30:45 a:100:b std::cout::tada::x'],
    [':no_such_emoji: :: :a: b', ':no_such_emoji: :: 🅰️ b'],
    ['`:tada:` \\:tada:', ':tada: :tada:'],
  ])('in %j read as %j', (source, text) => {
    expect(plainText(parseMarkdown(source).document.nodes)).toBe(text);
  });

  it('give headings the anchors of GitHub', () => {
    expect(parseMarkdown('## :warning: Attention').document.nodes[0]?.meta).toEqual({
      id: 'warning-attention',
    });
  });
});

describe('the id of a heading', () => {
  it.each([
    ['## Set up {#own}', 'own', 'Set up'],
    ['## `a` { #own-1.2 }', 'own-1.2', 'a'],
    ['Set up {: #own}\n---', 'own', 'Set up'],
    ['## Set up <a id="own"></a>', 'own', 'Set up'],
    ['## Set up \\{#own}', 'set-up-own', 'Set up {#own}'],
    ['## Set up {own}', 'set-up-own', 'Set up {own}'],
  ])('in %j is %j', (source, id, text) => {
    const { document } = parseMarkdown(source);
    expect([document.nodes[0]?.meta, plainText(document.nodes)]).toMatchObject([{ id }, text]);
  });

  it('is not made of words of a document', () => {
    const written = replaceDocument('## x\n', {
      ...parseMarkdown('## x\n').document,
      nodes: parseMarkdown('## x \\{#own}\n').document.nodes,
    });
    expect(plainText(parseMarkdown(written).document.nodes)).toBe('x {#own}');
  });
});

describe('an edit', () => {
  const edit = (source: string, from: string, to: string): string => {
    const document = JSON.parse(
      JSON.stringify(parseMarkdown(source).document).replace(JSON.stringify(from).slice(1, -1), to),
    ) as JSONDocument;
    return replaceDocument(source, document);
  };

  it('keeps how alerts, emoji and addresses are written, in the same block and beside it', () => {
    const source =
      'Text :tada: one https://a.example/b.\n\n> [!warning] Title\n> two\n\n> [!NOTE]\n> three :rocket:\n> - item\n';
    expect(edit(source, ' one ', ' 1 ')).toBe(source.replace('one', '1'));
    expect(edit(source, 'three ', '3 ')).toBe(source.replace('three', '3'));
    expect(edit(source, 'two', '2')).toBe(source.replace('two', '2'));
  });

  it('escapes words that would be addresses, emoji or alerts', () => {
    const source = 'Text\n';
    for (const text of ['https://a.example', 'www.a.example', 'a@b.example', ':tada:', '[!NOTE] x']) {
      const written = edit(source, 'Text', text);
      expect(plainText(parseMarkdown(written).document.nodes)).toBe(text);
      expect(parseMarkdown(written).targets).toEqual([]);
    }
  });
});
