import { describe, expect, it } from 'vitest';
import {
  blocksOf,
  filesOf,
  outlineOf,
  pageAt,
} from '../../../../../test/fixtures/import/formats/shared/formats.ts';
import { wikiJsFormat } from './wikijs.ts';

const page = (title: string, body: string, others = ''): string =>
  `---\ntitle: ${title}\ndescription: About it\npublished: true\ndate: 2024-01-01T00:00:00.000Z\ntags: one, two\neditor: markdown\ndateCreated: 2024-01-01T00:00:00.000Z\n${others}---\n\n${body}`;

const WIKI = {
  'home.md': page(
    'Welcome: start',
    '# Hello\n\n[Guide](/en/guide), [inner](/guide/inner#a), ![x](/img/x.png =100x50)\n',
  ),
  'guide.md': page('The guide', 'Text\n'),
  'guide/inner.html':
    '<!--\ntitle: Inner\ndescription: \npublished: false\ndate: 2024-01-01T00:00:00.000Z\ntags: \neditor: ckeditor\ndateCreated: 2024-01-01T00:00:00.000Z\n-->\n\n<h2>Part</h2><p>See <a href="/en/home">home</a>.</p>',
  'other/page.md': page('Page', 'Text\n'),
  'img/x.png': '',
};

const convert = (contents: Record<string, string>) =>
  wikiJsFormat.convert(filesOf(contents), { sourceName: 'wiki' });

describe('a wiki of Wiki.js', () => {
  it('is recognized by the facts of its pages', async () => {
    expect(await wikiJsFormat.detect!(filesOf(WIKI))).toBe(true);
    expect(await wikiJsFormat.detect!(filesOf({ 'a.md': '---\ntitle: A\n---\n' }))).toBe(false);
  });

  it('brings the tree of its paths, with titles, descriptions and tags', async () => {
    const content = await convert(WIKI);
    expect(outlineOf(content.pages)).toEqual([
      'Welcome: start home.md',
      'Other (group)',
      '  Page other/page.md',
      'The guide guide.md',
      '  Inner guide/inner.html hidden',
    ]);
    expect(content.problems).toEqual([]);
    expect(pageAt(content, 'home.md')).toMatchObject({ description: 'About it', tags: ['one', 'two'] });
  });

  it('leads links by address to the pages, in Markdown and in HTML', async () => {
    const content = await convert(WIKI);
    expect(pageAt(content, 'home.md').markdown).toBe(
      '[Guide](/guide.md), [inner](/guide/inner.html#a), ![x](/img/x.png)\n',
    );
    const inner = pageAt(content, 'guide/inner.html').markdown;
    expect(inner).toContain('[home](/home.md)');
    expect(blocksOf(inner)).toEqual(['heading-1', 'paragraph']);
  });

  it('keeps quotes with a style as hints, and tabs', async () => {
    const content = await convert({
      'a.md': page(
        'A',
        '> Take care\n> of this\n{.is-warning}\n\n- One\n- Two\n{.links-list}\n\n# Choose {.tabset}\n\n## First\n\nText\n\n> Note\n{.is-info}\n\n## Second\n\nText\n\n# After\n\nEnd, `{.is-info}`\n',
      ),
    });
    expect(blocksOf(pageAt(content, 'a.md').markdown)).toEqual([
      'hint warning(paragraph)',
      'list-unordered(list-item(paragraph), list-item(paragraph))',
      'tabs(First(paragraph, hint info(paragraph)), Second(paragraph))',
      'heading-1',
      'paragraph',
    ]);
    expect(content.problems).toEqual([]);
  });
});
