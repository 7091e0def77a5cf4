import { expect, test } from 'vitest';
import { expandIncludes, relocateTargets } from './expand-includes.ts';

/** Expands a source whose reusable contents have these sources, by name; also counts how often they were read. */
async function expand(source: string, contents: Record<string, string>) {
  let reads = 0;
  const markdown = await expandIncludes(source, {
    resolve: (target) => (target in contents ? target : undefined),
    read: async (name) => {
      reads += 1;
      return contents[name];
    },
  });
  return { markdown, reads };
}

const markdownOf = async (source: string, contents: Record<string, string>): Promise<string> =>
  (await expand(source, contents)).markdown;

const tag = (name: string): string => `{% include "${name}" %}`;

test('the Markdown of a reusable content takes the place of its tag, and nothing else changes', async () => {
  expect(await markdownOf(`# Home\n\n${tag('a')}\n\n*  End\n`, { a: '\nOne\n\nTwo\n' })).toBe(
    '# Home\n\nOne\n\nTwo\n\n*  End\n',
  );
});

test('its lines continue the list or quote in which the tag stands', async () => {
  expect(await markdownOf(`* ${tag('a')}\n* x\n`, { a: 'One\n\nTwo' })).toBe('* One\n\n  Two\n* x\n');
  expect(await markdownOf(`> ${tag('a')}\n`, { a: 'One\n\nTwo' })).toBe('> One\n>\n> Two\n');
});

test('contents in contents are expanded too; one in itself, and one that is missing, stay tags', async () => {
  const contents = { a: `A ${''}\n\n${tag('b')}`, b: `B\n\n${tag('a')}\n\n${tag('gone')}` };
  expect(await markdownOf(tag('a'), contents)).toBe(`A \n\nB\n\n${tag('a')}\n\n${tag('gone')}`);
});

test('tags in code are text', async () => {
  const source = `\`\`\`\n${tag('a')}\n\`\`\`\n`;
  expect(await markdownOf(source, { a: 'x' })).toBe(source);
});

test('contents that include each other many times are read once each, and end', async () => {
  const names = Array.from({ length: 11 }, (_, n) => `c${n}`);
  const all = names.map(tag).join('\n\n');
  const { markdown, reads } = await expand(all, Object.fromEntries(names.map((name) => [name, all])));
  expect(reads).toBe(11);
  expect(markdown.length).toBeLessThan(1000 * all.length);
});

test('relative targets are written as seen from the other place', () => {
  const source = '[a](../x.md#y) ![b](assets/b.png) [c](/c.md) [d](#d) [e](https://example.com) [f](g/)';
  expect(relocateTargets(source, { from: '.gitbook/includes/note.md', to: 'guides/page.md' })).toBe(
    '[a](../.gitbook/x.md#y) ![b](../.gitbook/includes/assets/b.png) [c](/c.md) [d](#d) [e](https://example.com) [f](../.gitbook/includes/g/)',
  );
});

test('many lines behind long prefixes are bounded too', async () => {
  const prefix = '> '.repeat(90);
  const source = `${prefix}${tag('a')}\n`;
  expect(await markdownOf(source, { a: 'x\n'.repeat(100_000) })).toBe(source);
});
