import { expect, it } from 'vitest';
import {
  filesOf,
  outlineOf,
  pageAt,
  problemsOf,
} from '../../../../../../test/fixtures/import/formats/shared/formats.ts';
import { docusaurusFormat } from '../../docusaurus/docusaurus.ts';
import { mkDocsFormat } from '../../mkdocs/mkdocs.ts';

const CONFIG = "module.exports = {presets: [['classic', {docs: {sidebarPath: './sidebars.js'}}]]};";
const options = { sourceName: 'site' };

it('keeps 10,000 nested containers as text beyond a limit, and reports it once', async () => {
  const content = await docusaurusFormat.convert(
    filesOf({ 'docusaurus.config.js': 'module.exports = {};', 'docs/a.md': ':::note\n'.repeat(10_000) }),
    options,
  );
  const reasons = content.problems.map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason === 'nested-too-deeply')).toHaveLength(1);
  expect(pageAt(content, 'docs/a.md').markdown.match(/\{% hint/g)?.length).toBeLessThan(50);
});

it('lists a page once, and links to it from its other places', async () => {
  const content = await docusaurusFormat.convert(
    filesOf({
      'docusaurus.config.js': CONFIG,
      'sidebars.js': "const a = ['a', 'gone']; module.exports = {s: [...a, ...a]};",
      'docs/a.md': '# A\n',
    }),
    options,
  );
  expect(outlineOf(content.pages)).toEqual(['A docs/a.md', 'A -> /docs/a.md']);
  expect(problemsOf(content)).toEqual(['sidebars.js missing-page']);
});

it('bounds a sidebar whose lists hold each other many times over', async () => {
  const lists = Array.from({ length: 40 }, (_, i) => `const a${i} = [{x: a${i + 1}}, {y: a${i + 1}}];`);
  const content = await docusaurusFormat.convert(
    filesOf({
      'docusaurus.config.js': CONFIG,
      'sidebars.js': `${lists.join('\n')}\nconst a40 = ['a'];\nmodule.exports = {s: a0};`,
      'docs/a.md': '# A\n',
    }),
    options,
  );
  expect(outlineOf(content.pages).length).toBeLessThan(100_000);
});

it('leads no link out of the source', async () => {
  const content = await mkDocsFormat.convert(
    filesOf({
      'mkdocs.yml': 'nav:\n  - ../../etc/passwd\n  - a.md\n',
      'docs/a.md':
        '---\ntitle: A\n---\n# A\n\n[x](../../../etc/passwd) ![y](/../x.png)\n\n--8<-- "../../../etc/passwd"\n',
    }),
    options,
  );
  expect(pageAt(content, 'docs/a.md').markdown).toContain('[x](../../../etc/passwd)');
  expect(problemsOf(content)).toContain('mkdocs.yml missing-page');
  expect(problemsOf(content)).toContain('docs/a.md:8 missing-file');
});
