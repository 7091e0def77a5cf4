import { describe, expect, test } from 'vitest';
import { keepLineEndings } from './line-endings.ts';
import { editSource } from './page-source.ts';
import { parseMarkdown } from './parse-markdown.ts';

describe('keepLineEndings', () => {
  test.each([
    ['a\r\nb\r\n', 'a\nc\n', 'a\r\nc\r\n'],
    ['a\r\nb', 'a\nb\nc', 'a\r\nb\r\nc'],
    ['a\rb\r', 'a\nb\nc\n', 'a\rb\rc\r'],
    ['a\r\nb\nc\r\n', 'a\nnew\nb\nc\n', 'a\r\nnew\r\nb\nc\r\n'],
    ['a\nb\nc\r\n', 'new\na\nb\nc\n', 'new\na\nb\nc\r\n'],
    ['a\nb\n', 'a\nc\n', 'a\nc\n'],
    ['a\r\nb\nc\r\n', 'a\nB\nc\n', 'a\r\nB\nc\r\n'],
    ['a\r\nb\nc\r\n', 'A\nB\nC\n', 'A\r\nB\nC\r\n'],
    ['a\r\nb\nc\r\n', 'a\nB\nBB\nc\n', 'a\r\nB\r\nBB\r\nc\r\n'],
    ['a\r\n', '', ''],
    ['', 'a\n', 'a\n'],
    ['a\r\n\r\n\nb\r\n', 'a\n\n\nb\n', 'a\r\n\r\n\nb\r\n'],
  ])('%j edited to %j is %j', (before, after, kept) => {
    expect(keepLineEndings(before, after)).toBe(kept);
  });
});

describe('an edit', () => {
  const source = '---\r\ndescription: About\r\n---\r\n\r\n# A\r\n\r\nOne\r\ntwo.\n\nThree.\r\n';

  test('keeps the endings of a page that is sent back with line feeds', () => {
    const sent = source.replaceAll('\r\n', '\n').replace('Three', 'Drei\n\n* New');
    expect(editSource({ source, content: { markdown: sent } }).source).toBe(
      source.replace('Three', 'Drei\r\n\r\n* New'),
    );
    const body = '# A\n\nOne\ntwo.\n\nNew.\n';
    expect(editSource({ source, content: { markdown: body } }).source).toBe(source.replace('Three', 'New'));
  });

  test('keeps them if blocks, the title or the front matter change', () => {
    const { document } = parseMarkdown(source.replace('Three', 'Three\r\n\r\n* New'));
    expect(editSource({ source, content: { document } }).source).toBe(
      source.replace('Three.', 'Three\r\n\r\n* New.'),
    );
    const mostlyLineFeeds = 'a\nb\nc\nd\ne\nf\n\n';
    const mixed = `# A\r\n\r\n${mostlyLineFeeds}`;
    expect(editSource({ source: mixed, title: 'B' }).source).toBe(mixed.replace('# A', '# B'));
    expect(editSource({ source: mixed, frontMatter: [['icon', 'x']] }).source).toBe(
      `---\nicon: x\n---\n\n${mixed}`,
    );
  });

  test('takes carriage returns that were sent', () => {
    const markdown = '# A\r\n\nOne\n';
    expect(editSource({ source: '# A\n\r\nOne\r\n', content: { markdown } }).source).toBe(markdown);
  });
});
