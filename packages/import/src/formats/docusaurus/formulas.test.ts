import { describe, expect, it } from 'vitest';
import { filesOf, pageAt } from '../../../../../test/fixtures/import/formats/shared/formats.ts';
import { docusaurusFormat } from './docusaurus.ts';

const WITH_MATH =
  "import remarkMath from 'remark-math'; export default { presets: [['classic', { docs: { remarkPlugins: [remarkMath] } }]] };";

const convertPage = async (text: string, others: Record<string, string> = {}) => {
  const content = await docusaurusFormat.convert(
    filesOf({ 'docusaurus.config.js': WITH_MATH, 'docs/page.mdx': `# Page\n\n${text}`, ...others }),
    { sourceName: 'site' },
  );
  return { markdown: pageAt(content, 'docs/page.mdx').markdown, problems: content.problems };
};

const FORMULAS: Record<string, string> = {
  'braces in a line': 'E = {mc}^2',
  'braces that begin a line': '\\frac\n{\\text{bid}}\n{a + b}',
  'braces alone': '{k}',
  'a tag': '<a> & {b}',
  'an escaped brace': '\\{ x \\mid x > 0 \\}',
  'a blank line': 'a\n\n{b}',
  'a statement': 'export const a\nimport a',
  'marks of directives': ':::note\n!!! a',
};

const PLACES: Record<string, { before: string; indent: string; after: string }> = {
  'at the top': { before: '', indent: '', after: '' },
  'after a paragraph': { before: 'Text:\n\n', indent: '', after: '\n\nMore.' },
  'in a list item': { before: '- item\n\n', indent: '  ', after: '' },
  'in a nested list item': { before: '1. item\n   - item\n\n', indent: '     ', after: '' },
};

describe('formulas of Docusaurus', () => {
  for (const [form, formula] of Object.entries(FORMULAS))
    for (const [place, { before, indent, after }] of Object.entries(PLACES))
      it(`stay as they are: ${form}, ${place}`, async () => {
        const lines = ['$$', ...formula.split('\n'), '$$'].map((line) => (line === '' ? '' : indent + line));
        const text = `${before}${lines.join('\n')}${after}\n`;
        expect(await convertPage(text)).toEqual({ markdown: text, problems: [] });
      });

  it('stay as they are in quotes, admonitions and after a bullet', async () => {
    const { markdown, problems } = await convertPage(
      '> $$\n> {q}\n> $$\n\n1. $$\n   {l}\n   $$\n\n:::note\n\n$$\n{n}\n$$\n\n:::\n',
    );
    expect(markdown).toBe(
      '> $$\n> {q}\n> $$\n\n1. $$\n   {l}\n   $$\n\n{% hint style="info" %}\n$$\n{n}\n$$\n{% endhint %}\n',
    );
    expect(problems).toEqual([]);
  });

  it('stay within a line and become those of the dialect', async () => {
    const { markdown, problems } = await convertPage(
      'A $x_{10}$, $ {a}_{b} $, $a\n{b}$, $$ {z} $$ and \\$5, $$\\frac{a}{b}\n{c}$$.\n\n| $a_{1}$ | $$b_{2}$$ |\n| --- | --- |\n| `$` | $c$ |\n',
    );
    expect(markdown).toBe(
      'A $$x_{10}$$, $${a}_{b}$$, $$a\n{b}$$, $$ {z} $$ and \\$5, $$\\frac{a}{b}\n{c}$$.\n\n| $$a_{1}$$ | $$b_{2}$$ |\n| --- | --- |\n| `$` | $$c$$ |\n',
    );
    expect(problems).toEqual([]);
  });

  it('are known from the packages of the site, and displayed ones always', async () => {
    const config = { 'docusaurus.config.js': 'export default {};' };
    const text = 'A $x_{10}$.\n\n$$\n{a}\n$$\n';
    const packages = { 'package.json': '{"dependencies": {"remark-math": "6", "rehype-katex": "7"}}' };
    expect((await convertPage(text, { ...config, ...packages })).markdown).toBe(
      'A $$x_{10}$$.\n\n$$\n{a}\n$$\n',
    );
    expect((await convertPage(text, config)).markdown).toBe('A $x_10$.\n\n$$\n{a}\n$$\n');
  });

  it('do not begin at a mark that is never closed, so that expressions after it are read', async () => {
    const { markdown } = await convertPage('The PID is `$$`, or $$ as {1}.\n\n$$ {2}\n\n{3}\n');
    expect(markdown).toBe('The PID is `$$`, or $$ as 1.\n\n$$ 2\n\n3\n');
  });
});
