import { describe, expect, test } from 'vitest';
import { findFrontMatter, setFrontMatter } from './front-matter.ts';
import { isCyclic, refuseYaml } from './hostile-yaml.ts';

const deep: Record<string, string> = {
  'flow lists': '['.repeat(10_000),
  'flow maps': '{a: '.repeat(10_000),
  'lists on one line': '- '.repeat(10_000),
  'keys that are keys': '? '.repeat(10_000),
  'maps by indentation': Array.from({ length: 1000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
  'lists by indentation': Array.from({ length: 1000 }, (_, at) => `${' '.repeat(at)}-`).join('\n'),
};

describe('refuseYaml', () => {
  test.each(Object.keys(deep))('refuses deep %s', (name) => {
    expect(refuseYaml(deep[name] as string, 1_000_000)).toContain('100 levels');
  });

  test('refuses what is too long to be read without a pause', () => {
    expect(refuseYaml('a: b\n'.repeat(100), 100)).toContain('longer');
  });

  test.each([
    'a: 1\nb:\n  - c: [1, {d: 2}]\n',
    `list:\n${'  - {a: 1}\n'.repeat(200)}`,
    `text: |\n${' '.repeat(60)}far to the right\n`,
  ])('lets ordinary texts pass', (text) => {
    expect(refuseYaml(text, 100_000)).toBeUndefined();
  });
});

test('a value that contains itself is seen, one that is used twice is not', () => {
  const shared = { a: 1 };
  const own: Record<string, unknown> = { shared };
  expect(isCyclic({ one: shared, two: [shared] })).toBe(false);
  own.self = [own];
  expect(isCyclic(own)).toBe(true);
});

describe('front matter', () => {
  test.each(Object.keys(deep))('of deep %s is an error and stays as it is', (name) => {
    const source = `---\nx:\n  ${deep[name]}\n---\ntext\n`;
    expect(findFrontMatter(source)?.error).toBeDefined();
    expect(setFrontMatter(source, 'title', 'x')).toBe(source);
  });

  test('that leads back to itself is an error', () => {
    expect(findFrontMatter('---\na: &a\n  b: *a\n---\n')?.error).toContain('itself');
  });
});
