import { describe, expect, it } from 'vitest';
import {
  blocksOf,
  filesOf,
  outlineOf,
  pageAt,
  problemsOf,
} from '../../../../../test/fixtures/import/formats/shared/formats.ts';
import { outlineFormat } from './outline.ts';

const convert = (contents: Record<string, string>) =>
  outlineFormat.convert(filesOf(contents), { sourceName: 'export' });

const text = (value: string, ...marks: object[]) => ({ type: 'text', text: value, marks });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const documentOf = (id: string, title: string, data: object[], others: object = {}) => ({
  id,
  urlId: `${id}UrlId00000`.slice(0, 10),
  title,
  icon: null,
  data: { type: 'doc', content: data },
  publishedAt: '2025-01-01T00:00:00.000Z',
  parentDocumentId: null,
  ...others,
});

const node = (id: string, title: string, children: object[] = []) => ({
  id,
  url: `/doc/${id}`,
  title,
  children,
});

const EXPORT = {
  'metadata.json': JSON.stringify({
    exportVersion: 1,
    version: '0.80.0',
    createdById: 'u',
    createdByEmail: null,
  }),
  'Handbook.json': JSON.stringify({
    collection: {
      name: 'Handbook',
      icon: null,
      data: { type: 'doc', content: [] },
      documentStructure: [node('aaaa', 'First', [node('bbbb', 'Second')]), node('gone', 'Gone')],
    },
    documents: {
      aaaa: documentOf(
        'aaaa',
        'First',
        [
          { type: 'heading', attrs: { level: 1 }, content: [text('Start')] },
          paragraph(
            text('See '),
            text('the second', { type: 'link', attrs: { href: '/doc/second-bbbbUrlId0#h-part' } }),
            text(' and '),
            text('bold', { type: 'strong' }),
            { type: 'mention', attrs: { type: 'document', modelId: 'bbbb', label: 'Second', id: 'x' } },
          ),
          { type: 'container_notice', attrs: { style: 'warning' }, content: [paragraph(text('Care'))] },
          {
            type: 'checkbox_list',
            content: [
              { type: 'checkbox_item', attrs: { checked: true }, content: [paragraph(text('Done'))] },
            ],
          },
          { type: 'code_fence', attrs: { language: 'js' }, content: [text('a\nb')] },
          paragraph({
            type: 'image',
            attrs: { src: '/api/attachments.redirect?id=att1', alt: 'Pic', width: 100 },
          }),
          { type: 'attachment', attrs: { href: '/api/attachments.redirect?id=att2', title: 'a.pdf' } },
          {
            type: 'table',
            content: [
              { type: 'tr', content: [{ type: 'th', content: [paragraph(text('A'))] }] },
              { type: 'tr', content: [{ type: 'td', content: [paragraph(text('1'))] }] },
            ],
          },
          { type: 'container_toggle', content: [paragraph(text('More')), paragraph(text('Inside'))] },
          { type: 'math_block', content: [text('x^2')] },
          { type: 'embed', attrs: { href: 'https://www.youtube.com/watch?v=1' } },
          { type: 'weird', content: [paragraph(text('Kept'))] },
        ],
        { icon: '📘' },
      ),
      bbbb: documentOf('bbbb', 'Second', [paragraph(text('Text'))]),
      cccc: documentOf('cccc', 'Draft', [], { publishedAt: null }),
    },
    attachments: { att1: { key: 'uploads/u/1/pic.png' }, att2: { key: 'uploads/u/2/a.pdf' } },
  }),
  'uploads/u/1/pic.png': '',
  'uploads/u/2/a.pdf': '',
};

describe('an export of Outline as JSON', () => {
  it('brings the tree of its collection', async () => {
    expect(await outlineFormat.detect!(filesOf(EXPORT))).toBe(true);
    const content = await convert(EXPORT);
    expect(outlineOf(content.pages)).toEqual([
      'First Handbook.json/aaaa',
      '  Second Handbook.json/bbbb',
      'Draft Handbook.json/cccc hidden',
    ]);
    expect(pageAt(content, 'Handbook.json/aaaa').emoji).toBe('📘');
    expect(problemsOf(content)).toEqual([
      'Handbook.json/aaaa:12 unsupported-element',
      'Handbook.json missing-page',
    ]);
  });

  it('keeps blocks, links, images and attachments', async () => {
    const { markdown } = pageAt(await convert(EXPORT), 'Handbook.json/aaaa');
    expect(blocksOf(markdown)).toEqual([
      'heading-1',
      'paragraph',
      'hint warning(paragraph)',
      'list-tasks(list-item(paragraph))',
      'code js',
      'images(image)',
      'file',
      'table grid',
      'expandable(paragraph, paragraph)',
      'math',
      'embed',
      'paragraph',
    ]);
    expect(markdown).toContain(
      'See [the second](/Handbook.json/bbbb#h-part) and **bold**[Second](/Handbook.json/bbbb)',
    );
    expect(markdown).toContain('/uploads/u/1/pic.png');
    expect(markdown).toContain('{% file src="/uploads/u/2/a.pdf" %}');
  });

  it('makes a group of each of several collections', async () => {
    const content = await convert({
      ...EXPORT,
      'Other.json': JSON.stringify({
        collection: { name: 'Other', documentStructure: [node('x', 'X')] },
        documents: { x: documentOf('x', 'X', []) },
      }),
    });
    expect(outlineOf(content.pages)).toContain('Other (group)');
    expect(outlineOf(content.pages)).toContain('Handbook (group)');
  });
});

describe('an export of Outline as Markdown', () => {
  it('brings its folders as a tree, and keeps notices, toggles, formulas and links', async () => {
    const content = await convert({
      'Handbook/First.md':
        '# First\n\nSee [second](./First/Second%20one.md) and @[Second one](mention://m/1/document/2).\n\n:::tip icon=rocket color=#FF5C80\nHello\n:::\n\n+++\nMore\n\nInside\n+++\n\n\\\n$$$\nx^2\n$$$\n\n![](uploads/u/pic.png)\n',
      'Handbook/First/Second one.md': '# Second one\n\nText\n',
      'Handbook/uploads/u/pic.png': '',
      'Other/Page.md': '# Page\n',
    });
    expect(outlineOf(content.pages)).toEqual([
      'Handbook (group)',
      '  First Handbook/First.md',
      '    Second one Handbook/First/Second one.md',
      'Other (group)',
      '  Page Other/Page.md',
    ]);
    const { markdown } = pageAt(content, 'Handbook/First.md');
    expect(blocksOf(markdown)).toEqual([
      'paragraph',
      'hint success(paragraph)',
      'expandable(paragraph, paragraph)',
      'math',
      'images(image)',
    ]);
    expect(markdown).toContain(
      'See [second](</Handbook/First/Second one.md>) and [Second one](</Handbook/First/Second one.md>).',
    );
    expect(markdown).not.toContain('rocket');
    expect(content.problems).toEqual([]);
  });
});
