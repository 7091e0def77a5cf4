import { expect, test } from 'vitest';
import { replaceDocument } from './edit-markdown.ts';
import { parseMarkdown } from './parse-markdown.ts';

test.each([
  ['a title', '\uFEFF# Title\n\nText\n'],
  ['front matter', '\uFEFF---\ndescription: D\n---\n\n# Title\n\nText\n'],
])('a byte order mark before %s hides nothing and keeps its place', (_what, source) => {
  const parsed = parseMarkdown(source);
  expect(parsed.title?.text).toBe('Title');
  expect(parsed.frontMatter?.data).toEqual(source.includes('---') ? { description: 'D' } : undefined);
  expect(parsed.document.nodes).toMatchObject([{ type: 'paragraph' }]);
  expect(JSON.stringify(parsed.document)).not.toContain('\uFEFF');
  expect(replaceDocument(source, parsed.document)).toBe(source);
});
