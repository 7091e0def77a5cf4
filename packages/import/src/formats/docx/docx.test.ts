import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { zipOf } from '../../../../../test/zip.ts';
import { docxFormat } from './docx-format.ts';
import { elementsWithin, parseXml, type XmlElement } from './xml.ts';

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"';

interface Parts {
  numbering?: string;
  styles?: string;
  footnotes?: string;
  endnotes?: string;
  comments?: string;
  header?: string;
}

/** Converts a document with this body. */
async function convert(body: string, { header, ...parts }: Parts = {}) {
  const roots: Record<string, string> = { document: `<w:body>${body}</w:body>`, ...parts };
  const files: Record<string, string> = {
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  };
  for (const [name, content] of Object.entries(roots))
    files[`word/${name}.xml`] = `<?xml version="1.0"?><w:${name} ${NAMESPACES}>${content}</w:${name}>`;
  if (header !== undefined) files['word/header1.xml'] = `<w:hdr ${NAMESPACES}>${header}</w:hdr>`;
  const overrides = Object.keys(files)
    .filter((name) => name.startsWith('word/'))
    .map((name) => {
      const type = name.slice(5, -4).replace(/\d/, '').replace('document', 'document.main');
      return `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${type}+xml"/>`;
    });
  files['[Content_Types].xml'] =
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${overrides.join('')}</Types>`;
  const bytes = await zipOf(files);
  const source = {
    paths: ['a.docx'],
    has: (path: string) => path === 'a.docx',
    sizeOf: () => bytes.length,
    readBytes: async () => bytes,
    readText: async () => '',
  };
  const { pages, problems } = await docxFormat.convert(source, { sourceName: 'a' });
  const [page] = pages;
  return { markdown: page?.kind === 'document' ? page.markdown : '', title: page?.title, problems };
}

const run = (text: string, properties = ''): string =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (content: string, properties = ''): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content.startsWith('<') ? content : run(content)}</w:p>`;
const item = (text: string, list: number, level: number): string =>
  paragraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
const heading = (text: string): string => paragraph(text, '<w:outlineLvl w:val="1"/>');

interface DrawnLevel {
  start?: number;
  restart?: number;
  format?: string;
}

const abstractOf = (id: number, levels: readonly DrawnLevel[]): string =>
  `<w:abstractNum w:abstractNumId="${id}">${levels
    .map(
      ({ start = 1, restart, format = 'decimal' }, level) =>
        `<w:lvl w:ilvl="${level}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/>${restart === undefined ? '' : `<w:lvlRestart w:val="${restart}"/>`}<w:lvlText w:val="%${level + 1}."/></w:lvl>`,
    )
    .join('')}</w:abstractNum>`;
const listOf = (id: number, abstract: number, starts: Readonly<Record<number, number>> = {}): string =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${abstract}"/>${Object.entries(starts)
    .map(
      ([level, start]) =>
        `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride>`,
    )
    .join('')}</w:num>`;

const TWO_LEVELS = abstractOf(0, [{}, {}, {}]);

describe('a numbered list of Word', () => {
  test.each<[string, string, string, string]>([
    [
      'goes on after a paragraph',
      listOf(1, 0),
      item('one', 1, 0) + paragraph('Between') + item('two', 1, 0) + item('three', 1, 0),
      '1. one\n\nBetween\n\n2. two\n3. three\n',
    ],
    [
      'goes on after a table and an empty paragraph',
      listOf(1, 0),
      `${item('one', 1, 0)}<w:p/><w:tbl><w:tr><w:tc>${paragraph('cell')}</w:tc></w:tr></w:tbl>${item('two', 1, 0)}<w:p/>${item('three', 1, 0)}`,
      '1. one\n\ncell\n\n2. two\n3. three\n',
    ],
    [
      'goes on in another list of its definition',
      listOf(1, 0) + listOf(2, 0),
      item('one', 1, 0) + paragraph('Between') + item('two', 2, 0),
      '1. one\n\nBetween\n\n2. two\n',
    ],
    [
      'begins again where its start is overridden, once',
      listOf(1, 0) + listOf(2, 0, { 0: 1 }),
      item('one', 1, 0) + item('one again', 2, 0) + paragraph('Between') + item('two', 2, 0),
      '1. one\n\n1) one again\n\nBetween\n\n2. two\n',
    ],
    [
      'begins with its number',
      abstractOf(3, [{ start: 5 }]) + listOf(1, 3),
      item('five', 1, 0) + item('six', 1, 0),
      '5. five\n6. six\n',
    ],
    ['begins with zero', abstractOf(3, [{ start: 0 }]) + listOf(1, 3), item('zero', 1, 0), '0. zero\n'],
    [
      'begins again below each item',
      listOf(1, 0),
      item('one', 1, 0) + item('a', 1, 1) + item('two', 1, 0) + item('a', 1, 1) + item('b', 1, 1),
      '1. one\n   1. a\n2. two\n   1. a\n   2. b\n',
    ],
    [
      'goes on below each item if it never restarts',
      abstractOf(3, [{}, { restart: 0 }]) + listOf(1, 3),
      item('one', 1, 0) + item('a', 1, 1) + item('two', 1, 0) + item('b', 1, 1),
      '1. one\n   1. a\n2. two\n\n   2. b\n',
    ],
    [
      'of another definition counts by itself',
      abstractOf(3, [{}]) + listOf(1, 0) + listOf(2, 3),
      item('one', 1, 0) + item('other', 2, 0) + paragraph('Between') + item('two', 1, 0),
      '1. one\n\n1) other\n\nBetween\n\n2. two\n',
    ],
    [
      'is no list where its number is not shown',
      abstractOf(3, [{ format: 'none' }]) + listOf(1, 3),
      item('text', 1, 0),
      'text\n',
    ],
    ['with an unknown id is no list', '', item('text', 9, 0), 'text\n'],
  ])('%s', async (_, lists, body, markdown) => {
    expect((await convert(body, { numbering: TWO_LEVELS + lists })).markdown).toBe(markdown);
  });

  test('gets its numbers from its style, and from the style that this is based on', async () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="Steps"><w:name w:val="Steps"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style><w:style w:type="paragraph" w:styleId="More"><w:name w:val="More"/><w:basedOn w:val="Steps"/></w:style>';
    const body =
      paragraph('one', '<w:pStyle w:val="Steps"/>') +
      paragraph('Between') +
      paragraph('two', '<w:pStyle w:val="More"/>') +
      paragraph('no item', '<w:pStyle w:val="More"/><w:numPr><w:numId w:val="0"/></w:numPr>');
    const { markdown } = await convert(body, { styles, numbering: TWO_LEVELS + listOf(1, 0) });
    expect(markdown).toBe('1. one\n\nBetween\n\n2. two\n\nno item\n');
  });

  test('reports other numbers than digits', async () => {
    const numbering = abstractOf(0, [{ format: 'lowerLetter' }]) + listOf(1, 0);
    const { markdown, problems } = await convert(item('one', 1, 0), { numbering });
    expect(markdown).toBe('1. one\n');
    expect(problems).toMatchObject([{ path: 'a.docx', reason: 'numbering-format' }]);
  });

  test('has the numbers that Word counts, whatever lists and levels follow each other', async () => {
    const starts = fc.record({ 0: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }) });
    const lists = fc.array(fc.record({ abstract: fc.nat(1), starts }), { minLength: 1, maxLength: 4 });
    const uses = fc.array(fc.record({ list: fc.nat(3), level: fc.nat(2) }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(lists, uses, async (drawn, used) => {
        const items = used.map(({ list, level }) => ({ list: list % drawn.length, level }));
        const numbering =
          abstractOf(0, [{}, {}, {}]) +
          abstractOf(1, [{ start: 3 }, { start: 2 }, {}]) +
          drawn
            .map(({ abstract, starts: own }, at) =>
              listOf(at + 1, abstract, own[0] === undefined ? {} : { 0: own[0] }),
            )
            .join('');
        const body = items
          .map(({ list, level }, at) => paragraph(`Before ${at}`) + item(`item ${at}`, list + 1, level))
          .join('');
        const { markdown } = await convert(body, { numbering });
        const numbers = [...markdown.matchAll(/^(\d+)[.)] item/gm)].map(([, number]) => Number(number));
        expect(numbers).toEqual(items.map((_, at) => expectedNumber(drawn, items, at)));
      }),
      { numRuns: 60 },
    );
  });
});

/** Looks back from an item to where its level began, instead of counting forward. */
function expectedNumber(
  lists: readonly { abstract: number; starts: { 0: number | undefined } }[],
  items: readonly { list: number; level: number }[],
  at: number,
): number {
  const { list, level } = items[at]!;
  const { abstract } = lists[list]!;
  const first = [
    [1, 1, 1],
    [3, 2, 1],
  ][abstract]![level]!;
  let steps = 0;
  for (let before = at; ; before -= 1) {
    const one = items[before];
    const isSame = one && lists[one.list]!.abstract === abstract;
    if (!one || (isSame && one.level < level)) {
      // Nothing before it on this level.
      return first + steps - 1;
    }
    if (!isSame || one.level !== level) continue;
    steps += 1;
    const override = level === 0 ? lists[one.list]!.starts[0] : undefined;
    const isFirstUse = !items.slice(0, before).some((other) => other.list === one.list && other.level === 0);
    if (override !== undefined && isFirstUse) return override + steps - 1;
  }
}

const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

describe('a document of Word', () => {
  test('has its footnotes and endnotes as footnotes', async () => {
    const note = (id: number, text: string): string =>
      `<w:footnote w:id="${id}">${paragraph(text)}</w:footnote>`;
    const { markdown } = await convert(
      paragraph(
        `${run('First')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' and second')}<w:r><w:endnoteReference w:id="1"/></w:r>`,
      ) + paragraph(`${run('third')}<w:r><w:footnoteReference w:id="3"/></w:r>`),
      {
        footnotes: note(2, 'Note of *the* first') + note(3, 'Third note'),
        endnotes: `<w:endnote w:id="1">${paragraph('At the end')}${paragraph('More')}</w:endnote>`,
      },
    );
    expect(markdown).toBe(
      'First[^1] and second[^2]\n\nthird[^3]\n\n[^1]: Note of \\*the\\* first\n\n[^2]: At the end\n\n    More\n\n[^3]: Third note\n',
    );
  });

  test('has headings by their outline levels, also those of their styles', async () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Chapter"/><w:basedOn w:val="H2"/></w:style>';
    const { markdown, title, problems } = await convert(
      paragraph('Top', '<w:outlineLvl w:val="0"/>') +
        paragraph('Chapter', '<w:pStyle w:val="Own"/>') +
        paragraph('Part', '<w:pStyle w:val="H2"/>') +
        paragraph('Text', '<w:pStyle w:val="Own"/><w:outlineLvl w:val="9"/>'),
      { styles },
    );
    expect(title).toBe('Top');
    expect(markdown).toBe('## Chapter\n\n## Part\n\nText\n');
    expect(problems.filter(({ message }) => message.includes('Lectern'))).toEqual([]);
  });

  test('has links to bookmarks of headings and of text, and no other anchors', async () => {
    const bookmark = (name: string): string => `<w:bookmarkStart w:id="1" w:name="${name}"/>`;
    const { markdown } = await convert(
      paragraph(
        `<w:hyperlink w:anchor="_Ref1">${run('heading')}</w:hyperlink>${run(' ')}<w:hyperlink w:anchor="place">${run('text')}</w:hyperlink>`,
      ) +
        paragraph(
          `${bookmark('_Toc9')}${bookmark('_Ref1')}${run('The heading')}`,
          '<w:outlineLvl w:val="1"/>',
        ) +
        paragraph(`${bookmark('unused')}${run('Some ')}${bookmark('place')}${run('text')}`),
    );
    expect(markdown).toContain('[heading](#_Ref1) [text](#place)');
    expect(markdown).toContain('## The heading <a href="#_Ref1" id="_Ref1"></a>');
    expect(markdown).toContain('Some <a id="place"></a>text');
    expect(markdown).not.toMatch(/_Toc9|unused/);
  });

  test('has no generated contents and page numbers as text', async () => {
    const entry = `<w:hyperlink w:anchor="_Toc1">${run('Chapter')}<w:r><w:tab/></w:r>${field('PAGEREF _Toc1 \\h', run('7'))}</w:hyperlink>`;
    const [start, end] = field('TOC \\o "1-3"', '|').split('|');
    const { markdown, problems } = await convert(
      paragraph(`${start}${entry}`) +
        paragraph(`${entry}${end}${run('After')}`) +
        `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${paragraph('Contents')}</w:sdtContent></w:sdt>` +
        paragraph(`${run('See page ')}${field('PAGEREF _Ref1', run('12'))}${run('.')}`) +
        paragraph(
          `${field('REF _Ref1 \\h', run('Chapter 1'))}<w:fldSimple w:instr=" SEQ Figure ">${run('Figure 1')}</w:fldSimple><w:fldSimple w:instr="PAGE">${run('99')}</w:fldSimple>`,
        ),
    );
    expect(markdown).toBe('After\n\nSee page .\n\nChapter 1Figure 1\n');
    expect(problems.map(({ reason, line }) => `${line} ${reason}`).sort()).toEqual([
      '1 left-out',
      '3 left-out',
      '4 left-out',
    ]);
  });

  test('has the text after its changes, and reports deletions, comments and hidden text', async () => {
    const { markdown, problems } = await convert(
      paragraph(
        `<w:ins w:id="1">${run('new')}</w:ins><w:del w:id="2"><w:r><w:delText>old</w:delText></w:r></w:del><w:moveFrom w:id="3">${run('moved')}</w:moveFrom><w:r><w:commentReference w:id="5"/></w:r>${run('secret', '<w:vanish/>')}${run(' shown', '<w:vanish w:val="0"/>')}`,
      ),
      {
        comments: `<w:comment w:id="5" w:author="Ann &amp; Bob">${paragraph('Is this right?')}</w:comment>`,
        header: paragraph('Confidential'),
      },
    );
    expect(markdown).toBe('new shown\n');
    expect(problems.map(({ reason, line }) => `${line} ${reason}`).sort()).toEqual([
      '1 comment',
      '1 hidden-text',
      '1 tracked-changes',
      '1 tracked-changes',
      '1 tracked-changes',
      'undefined left-out',
    ]);
    for (const word of ['old', 'moved', 'secret'])
      expect(
        problems.some(({ message }) => message.includes(`“${word}”`)),
        word,
      ).toBe(true);
    expect(problems.find(({ reason }) => reason === 'comment')?.message).toBe(
      'A comment by Ann & Bob was left out: “Is this right?”.',
    );
  });

  test('keeps the text of boxes, formulas, ruby, controls and breaks', async () => {
    const box = (text: string): string =>
      `<w:drawing><wp:inline><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${paragraph(text)}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>`;
    const { markdown, problems } = await convert(
      paragraph(
        `${run('In')}<w:r><mc:AlternateContent><mc:Choice>${box('Box')}</mc:Choice></mc:AlternateContent></w:r>`,
      ) +
        paragraph(
          `<w:r><mc:AlternateContent><mc:Choice>${box('New')}</mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${paragraph('Fallback')}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
        ) +
        paragraph('<m:oMath><m:r><m:t>a=b</m:t></m:r></m:oMath>') +
        paragraph(
          `<w:r><w:ruby><w:rt>${run('かん')}</w:rt><w:rubyBase>${run('漢')}</w:rubyBase></w:ruby></w:r><w:bdo>${run('字')}</w:bdo>`,
        ) +
        paragraph(
          `<w:sdt><w:sdtPr><w14:checkbox/></w:sdtPr><w:sdtContent>${run('☒')}</w:sdtContent></w:sdt>${run(' done')}`,
        ) +
        paragraph(`<w:r><w:t>one</w:t><w:cr/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r>`) +
        paragraph('<w:r><w:drawing><c:chart/></w:drawing></w:r>'),
    );
    expect(markdown).toBe('In\n\nBox\n\nFallback\n\na=b\n\n漢(かん)字\n\n☒ done\n\none\\\ntwo\\\nthree\n');
    expect(problems.map(({ reason }) => reason).sort()).toEqual(['formula-as-text', 'unsupported-element']);
  });

  test('counts through thousands of lists', async () => {
    const body = Array.from(
      { length: 3000 },
      (_, at) => `${item(`item ${at}`, 1, 0)}${paragraph('Between')}`,
    );
    const { markdown } = await convert(body.join(''), { numbering: TWO_LEVELS + listOf(1, 0) });
    expect(markdown).toMatch(/3000\. item 2999\n\nBetween\n$/);
  });

  test('has the text of boxes within boxes once', async () => {
    let body = paragraph('innermost');
    for (let depth = 0; depth < 25; depth += 1)
      body = paragraph(`<w:r><w:drawing><w:txbxContent>${body}</w:txbxContent></w:drawing></w:r>`);
    expect((await convert(body)).markdown).toBe('innermost\n');
  });

  test.each(['<!--', '<?', '<![CDATA[', '<!a', '</a', '<a b="', '<a b ', '<w:p><w:r>'])(
    'is read once if its XML is damaged: %s',
    (text) => {
      const { length } = [...elementsWithin(parseXml(`<a>${text.repeat(200_000)}`) as XmlElement)];
      expect(length).toBeLessThanOrEqual(400_000);
    },
  );

  test('is read with any prefix of its namespace', async () => {
    const { markdown } = await convert(
      heading('Title')
        .replaceAll('w:', 'n0:')
        .replace('<n0:p>', `<n0:p xmlns:n0="http://purl.oclc.org/ooxml/wordprocessingml/main">`),
    );
    expect(markdown).toBe('## Title\n');
  });
});
