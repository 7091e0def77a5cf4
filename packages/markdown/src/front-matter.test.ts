import { describe, expect, it } from 'vitest';
import { findFrontMatter, setFrontMatter } from './front-matter.ts';

describe('front matter', () => {
  it('is read as data, and its range ends after its fence', () => {
    const source = '---\ndescription: >-\n  long\n  text\nhidden: true\n---\n\n# T\n';
    expect(findFrontMatter(source)).toEqual({
      start: 0,
      end: source.indexOf('\n\n') + 1,
      data: { description: 'long text', hidden: true },
    });
  });

  it('may be empty, broken or absent', () => {
    expect(findFrontMatter('---\n---\n')?.data).toEqual({});
    expect(findFrontMatter('---\na: [\n---\n')?.error).toBeTypeOf('string');
    expect(findFrontMatter('---\nno end\n')).toBeUndefined();
    expect(findFrontMatter('text\n---\na: b\n---\n')).toBeUndefined();
  });

  it('is edited one key at a time', () => {
    const source = "---\nicon: a # why\n# note\ndescription: 'x'\nother:   [1,  2]\n---\n\n# T\n";
    expect(setFrontMatter(source, 'description', 'new: text')).toBe(
      source.replace("description: 'x'", 'description: "new: text"'),
    );
    expect(setFrontMatter(source, 'hidden', true)).toBe(
      source.replace('[1,  2]\n', '[1,  2]\nhidden: true\n'),
    );
    expect(setFrontMatter(source, 'other', undefined)).toBe(source.replace('other:   [1,  2]\n', ''));
    expect(setFrontMatter('# T\n', 'icon', 'x')).toBe('---\nicon: x\n---\n\n# T\n');
    expect(setFrontMatter('# T\n', 'icon', undefined)).toBe('# T\n');
  });
});
