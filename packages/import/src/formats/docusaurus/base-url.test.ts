import { describe, expect, it } from 'vitest';
import { filesOf, outlineOf, pageAt } from '../../../../../test/fixtures/import/formats/shared/formats.ts';
import { docusaurusFormat } from './docusaurus.ts';

interface Site {
  url: string;
  baseUrl: string;
  routeBasePath: string;
}

const configOf = ({ url, baseUrl, routeBasePath }: Site, others = ''): string =>
  `module.exports = { url: '${url}', baseUrl: '${baseUrl}', presets: [['classic', { docs: { path: 'content', routeBasePath: '${routeBasePath}', sidebarPath: './sidebars.js' } }]]${others} };`;

const convert = (site: Site, page: string, others: Record<string, string> = {}) =>
  docusaurusFormat.convert(
    filesOf({
      'docusaurus.config.js': configOf(site),
      'sidebars.js': "module.exports = { s: ['page', 'guides/setup', 'custom'] };",
      'content/page.mdx': page,
      'content/guides/setup.md': '# Setup\n',
      'content/custom.md': '---\nslug: /own/address\n---\n# Custom\n',
      'static/img/a.png': '',
      ...others,
    }),
    { sourceName: 'site' },
  );

const BASES = ['/', '/docs/', '/a/b/', '/docs'];
const ROUTES = ['/', 'docs', '/guide/'];

/** The addresses of the site at which a browser shows a page or a file, with the base and without it. */
function addressesOf({ url, baseUrl, routeBasePath }: Site, inDocs: string | undefined, file = ''): string[] {
  const parts = [...(inDocs === undefined ? [] : routeBasePath.split('/')), ...(inDocs ?? file).split('/')];
  const local = `/${parts.filter(Boolean).join('/')}`;
  const rooted = `/${[...baseUrl.split('/'), ...local.split('/')].filter(Boolean).join('/')}`;
  return [local, rooted, `${url}${rooted}`, `pathname://${rooted}`];
}

const LINKS: Record<string, (target: string) => string> = {
  'a link': (target) => `[a](${target})`,
  'a link by reference': (target) => `[a][r]\n\n[r]: ${target}`,
  'a link in HTML': (target) => `<a href="${target}">a</a>`,
  'a component': (target) => `<Link to="${target}">a</Link>`,
  'a link in a table': (target) => `| [a](${target}) |\n| --- |`,
  'a link in an admonition': (target) => `:::note\n\n[a](${target})\n\n:::`,
};

const IMAGES: Record<string, (target: string) => string> = {
  'an image': (target) => `![a](${target})`,
  'an image in HTML': (target) => `<img src="${target}" alt="a" />`,
};

describe('the base URL of Docusaurus', () => {
  for (const baseUrl of BASES)
    for (const routeBasePath of ROUTES)
      it(`is left out of targets, as ${baseUrl} with the documents at ${routeBasePath}`, async () => {
        const site = { url: 'https://x.example', baseUrl, routeBasePath };
        const cases: { written: string; wanted: string }[] = [];
        for (const write of Object.values(LINKS))
          for (const ending of ['', '/', '#x', '/#x', '?a=b#x']) {
            const anchor = ending.includes('#') ? '#x' : '';
            for (const address of addressesOf(site, 'guides/setup'))
              cases.push({
                written: write(`${address}${ending}`),
                wanted: `/content/guides/setup.md${anchor}`,
              });
            for (const address of addressesOf(site, 'own/address'))
              cases.push({ written: write(`${address}${ending}`), wanted: `/content/custom.md${anchor}` });
          }
        for (const write of Object.values(IMAGES))
          for (const address of addressesOf(site, undefined, 'img/a.png'))
            cases.push({ written: write(address), wanted: '/static/img/a.png' });
        const pages = Object.fromEntries(
          cases.map(({ written }, i) => [`content/case-${i}.mdx`, `# Case\n\n${written}\n`]),
        );
        const content = await convert(site, '# Page\n', pages);
        const wrong = cases.filter(
          ({ wanted }, i) => !pageAt(content, `content/case-${i}.mdx`).markdown.includes(wanted),
        );
        expect(wrong).toEqual([]);
      });

  it('is known from a default beside a variable of the environment', async () => {
    const content = await docusaurusFormat.convert(
      filesOf({
        'docusaurus.config.js':
          "const isTest = process.env.NODE_ENV !== 'production'; module.exports = { baseUrl: isTest ? '/x/' : process.env.BASE || '/docs/', presets: [['classic', { docs: { routeBasePath: '/' } }]] };",
        'docs/a.md': '# A\n\n[b](/docs/b) [c](/x/b)\n',
        'docs/b.md': '# B\n',
      }),
      { sourceName: 'site' },
    );
    expect(pageAt(content, 'docs/a.md').markdown).toBe('[b](/docs/b.md) [c](/x/b)\n');
  });

  it('is left out of the links of sidebars and of redirects', async () => {
    const site = { url: 'https://x.example', baseUrl: '/docs/', routeBasePath: '/' };
    const content = await convert(
      site,
      '# Page\n\n[a](/old) [b](/docs/older/#x)\n\n<Redirect to="/docs/guides/setup" />\n',
      {
        'docusaurus.config.js': configOf(
          site,
          ", plugins: [['@docusaurus/plugin-client-redirects', { redirects: [{ from: '/old', to: '/guides/setup' }, { from: ['/older', '/oldest'], to: '/docs/own/address' }] }]]",
        ),
        'sidebars.js':
          "module.exports = { s: ['page', 'guides/setup', 'custom', { type: 'link', label: 'L', href: '/docs/own/address/' }, { type: 'link', label: 'M', href: 'https://x.example/docs/guides/setup' }] };",
      },
    );
    expect(outlineOf(content.pages).slice(-2)).toEqual([
      'L -> /content/custom.md',
      'M -> /content/guides/setup.md',
    ]);
    expect(pageAt(content, 'content/page.mdx').markdown).toBe(
      '[a](/content/guides/setup.md) [b](/content/custom.md#x)\n\n{% content-ref url="/content/guides/setup.md" %}\n[/docs/guides/setup](/content/guides/setup.md)\n{% endcontent-ref %}\n',
    );
  });

  it('keeps addresses of other sites and other paths of the host', async () => {
    const text =
      '[a](https://x.example/guides/setup) [b](/docsx/guides/setup) [c](https://x.example.org/docs/guides/setup) <https://x.example/docs/guides/setup>\n';
    const content = await convert(
      { url: 'https://x.example', baseUrl: '/docs/', routeBasePath: '/' },
      `# Page\n\n${text}`,
    );
    expect(pageAt(content, 'content/page.mdx').markdown).toBe(text);
  });
});
