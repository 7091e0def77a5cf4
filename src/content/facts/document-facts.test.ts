import { expect, test } from 'vitest';
import { inspectSource } from './document-facts.ts';

function inspect(text: string) {
  const { parts, problems } = inspectSource(Buffer.from(text));
  return { facts: parts.facts, problems };
}

test('front matter that is not quite YAML is reported, and what can be read of it counts', () => {
  const { facts, problems } = inspect('---\nhidden: true\ndescription: How to: begin\n---\n\n# Begin\n');
  expect(problems).toMatchObject([{ line: 1, message: expect.stringContaining('not valid YAML') }]);
  expect(facts).toMatchObject({ title: 'Begin', frontMatter: { hidden: true } });
});

test('front matter of which nothing can be read is reported and says nothing', () => {
  const { facts, problems } = inspect('---\n- a\n---\n\n# Begin\n');
  expect(problems).toMatchObject([{ line: 1 }]);
  expect(facts).toEqual({ title: 'Begin' });
});

test('front matter that is YAML, or empty, is no problem', () => {
  expect(inspect('---\nicon: rocket\n---\n')).toEqual({
    facts: { frontMatter: { icon: 'rocket' } },
    problems: [],
  });
  expect(inspect('---\n---\n\ntext\n').problems).toEqual([]);
});
