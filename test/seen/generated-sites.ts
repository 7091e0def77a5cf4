/** Builds repositories with the generators themselves, and reads what their pages show. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { classesOf, elementsOf, headingIds, readPages, type SeenPage, type SitePage } from './read-pages.ts';
import { type Anchors, type Generator, pagePaths, writeRepository } from './write-repository.ts';

export interface Recorded {
  anchors: Anchors;
  pages: Record<string, SeenPage>;
}

type Element = Parameters<typeof classesOf>[0];

const has = (element: Element, ...names: string[]): boolean =>
  classesOf(element).some((name) => names.includes(name));

const textOf = ({ childNodes }: Element): string =>
  childNodes.map((child) => ('value' in child ? child.value : '')).join('');

interface Build {
  command: (folder: string, tools: string) => [program: string, parameters: string[]];
  output: string;
  urlOf: (path: string) => string;
  isMain: (element: Element) => boolean;
  isSkipped: (element: Element) => boolean;
  childrenOf?: (element: Element) => Element[] | undefined;
}

function tabsOf(set: Element): Element[] {
  const inSet = [...elementsOf(set)];
  const labels = inSet.filter(({ tagName }) => tagName === 'label');
  const contents = inSet.filter((element) => has(element, 'tabbed-block'));
  return labels.flatMap((label, at) => [label, contents[at] as Element]);
}

const bare = (path: string): string => path.replace(/\.md$/, '');

export const BUILDS: Record<Generator, Build> = {
  vitepress: {
    command: (folder, tools) => [join(tools, 'node_modules/.bin/vitepress'), ['build', folder]],
    output: '.vitepress/dist',
    urlOf: (path) => `/${bare(path)}.html`,
    isMain: (element) => has(element, 'vp-doc'),
    // An alert has the name of its kind as title. Ours tells it by icon and color, and to screen readers.
    isSkipped: (element) =>
      has(element, 'header-anchor', 'copy', 'lang') ||
      (has(element, 'custom-block-title') && /^[A-Z]+$/.test(textOf(element))),
  },
  docusaurus: {
    command: (folder, tools) => [join(tools, 'node_modules/.bin/docusaurus'), ['build', folder]],
    output: 'build',
    urlOf: (path) => `/docs/${bare(path)}/index.html`,
    isMain: (element) => has(element, 'theme-doc-markdown'),
    // Notes stand at the end of the page there, and beside their words here.
    isSkipped: (element) =>
      has(element, 'hash-link', 'footnotes') ||
      element.tagName === 'button' ||
      (element.tagName === 'sup' &&
        [...elementsOf(element)].some((one) => one.attrs.some(({ name }) => name === 'data-footnote-ref'))),
  },
  mkdocs: {
    command: (folder) => ['mkdocs', ['build', '--quiet', '--config-file', join(folder, 'mkdocs.yml')]],
    output: 'site',
    urlOf: (path) => `/${bare(path)}/index.html`,
    isMain: (element) => has(element, 'md-content__inner'),
    isSkipped: (element) => has(element, 'headerlink', 'md-content__button', 'md-source-file'),
    // All labels of tabs stand before their contents.
    childrenOf: (element) => (has(element, 'tabbed-set') ? tabsOf(element) : undefined),
  },
  honkit: {
    command: (folder, tools) => [join(tools, 'node_modules/.bin/honkit'), ['build', folder]],
    output: '_book',
    urlOf: (path) => `/${bare(path)}.html`,
    isMain: (element) => has(element, 'markdown-section'),
    isSkipped: () => false,
  },
};

/**
 * Builds the repository twice: first for the ids of its headings, then with links to them. `tools`: a folder in whose
 * `node_modules` the generators are.
 */
export async function recordGenerator(
  generator: Generator,
  { folder, tools }: { folder: string; tools: string },
): Promise<Recorded> {
  const build = BUILDS[generator];
  const first = await buildRepository(generator, {}, { folder, tools });
  const anchors = Object.fromEntries([...first].map(([path, { html }]) => [path, headingIds(html, build)]));
  const pages = await buildRepository(generator, anchors, { folder, tools });
  return { anchors, pages: Object.fromEntries(readPages({ ...build, pages })) };
}

async function buildRepository(
  generator: Generator,
  anchors: Anchors,
  { folder, tools }: { folder: string; tools: string },
): Promise<Map<string, SitePage>> {
  const { command, output, urlOf } = BUILDS[generator];
  await rm(folder, { recursive: true, force: true });
  for (const [path, content] of Object.entries(writeRepository(generator, anchors))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await symlink(join(tools, 'node_modules'), join(folder, 'node_modules'));
  const [program, parameters] = command(folder, tools);
  const { status, stdout, stderr } = spawnSync(program, parameters, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${generator} ended with ${status}: ${stdout}${stderr}`);
  const base = generator === 'docusaurus' ? '/base' : '';
  return new Map(
    pagePaths().flatMap((path) => {
      const file = join(folder, output, urlOf(path));
      if (!existsSync(file)) throw new Error(`${generator} did not build ${path}.`);
      return [[path, { url: base + urlOf(path), html: readFileSync(file, 'utf8') }] as const];
    }),
  );
}
