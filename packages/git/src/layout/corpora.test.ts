import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRepositoryFiles } from '../../../../test/fixtures/git/program/repository-files.ts';
import {
  type CorpusName,
  type FixtureRepository,
  loadCorpus,
  temporaryDirectory,
  whyNoCorpora,
} from '../../../../test/git-fixtures.ts';
import { createRepositoryReader } from '../program/repository.ts';
import { readRepositoryTree } from '../program/repository-tree.ts';
import type { LayoutNode, RepositoryLayout } from './layout.ts';
import { readRepositoryLayout } from './read-layout.ts';

let directory: { path: string; remove(): Promise<void> };
beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterAll(() => directory.remove());

interface Counts {
  entries: number;
  pages: number;
  links: number;
  groups: number;
  withoutFile: number;
  computed: number;
  depth: number;
}

async function readCorpus(name: CorpusName): Promise<{
  repository: FixtureRepository;
  layoutOf: (projectDirectory?: string) => Promise<RepositoryLayout>;
}> {
  const repository = await loadCorpus(name, join(directory.path, `${name}.git`));
  const reader = createRepositoryReader({ gitDirectory: repository.directory, timeoutMs: 30_000 });
  const head = await repository.git(['rev-parse', 'main']);
  const tree = await readRepositoryTree(reader, head, { maxFileBytes: 100_000_000, maxFiles: 100_000 });
  expect(tree.report).toEqual([]);
  const files = createRepositoryFiles(reader, tree.files);
  return { repository, layoutOf: (projectDirectory) => readRepositoryLayout(files, { projectDirectory }) };
}

function count(nodes: readonly LayoutNode[], depth = 1): Counts {
  const total: Counts = { entries: 0, pages: 0, links: 0, groups: 0, withoutFile: 0, computed: 0, depth: 0 };
  for (const node of nodes) {
    const below = count(node.children, node.type === 'group' ? depth : depth + 1);
    if (node.type === 'group') total.groups += 1;
    else {
      total.entries += 1;
      total.depth = Math.max(total.depth, depth);
    }
    if (node.type === 'document' && node.path !== undefined) total.pages += 1;
    if (node.type === 'document' && node.path === undefined) total.withoutFile += 1;
    if (node.type === 'link') total.links += 1;
    if (node.type === 'computed') total.computed += 1;
    for (const key of ['entries', 'pages', 'links', 'groups', 'withoutFile', 'computed'] as const)
      total[key] += below[key];
    total.depth = Math.max(total.depth, below.depth);
  }
  return total;
}

/** Counts of our own, by patterns that know only what these three files look like. */
function countSummary(summary: string): Counts & { paths: string[] } {
  const lines = summary.split('\n');
  const bullets = lines.filter((line) => /^ *[*-] /.test(line));
  const targets = bullets.flatMap((line) => /\]\(<?([^)>]+)>?\)/.exec(line)?.[1] ?? []);
  const local = targets.filter((target) => !target.startsWith('http')).map((target) => decodeURI(target));
  const paths = [...new Set(local)];
  const computed = bullets.filter((line) => line.includes('```yaml')).length;
  return {
    entries: bullets.length,
    pages: paths.length,
    links: targets.length - paths.length,
    groups: lines.filter((line) => line.startsWith('## ')).length,
    withoutFile: bullets.length - targets.length - computed,
    computed,
    depth: Math.max(...bullets.map((line) => /^ */.exec(line)![0].length / 2 + 1)),
    paths,
  };
}

async function compare(repository: FixtureRepository, layout: RepositoryLayout): Promise<void> {
  const below = layout.root === '' ? '' : `${layout.root}/`;
  const summary = await repository.git(['show', `main:${below}SUMMARY.md`]);
  const { paths, ...expected } = countSummary(summary);
  expect(count(layout.nodes)).toEqual(expected);
  const listing = (await repository.git(['ls-tree', '-r', '-z', '--name-only', 'main']))
    .split('\0')
    .filter(Boolean);
  const inside = listing.filter((path) => path.startsWith(below)).map((path) => path.slice(below.length));
  const special = /^(SUMMARY\.md|\.gitbook\.yaml|\.gitbook\/(vars|tags)\.yaml|\.gitbook\/includes\/.*)$/;
  const files = inside.filter(
    (path) => !paths.includes(path) && !special.test(path) && !/^\.nojekyll/.test(path),
  );
  expect(layout.files.map((file) => file.path.slice(below.length)).sort()).toEqual(files.sort());
  expect(layout.includes.length).toBe(inside.filter((path) => path.startsWith('.gitbook/includes/')).length);
}

describe.skipIf(whyNoCorpora)(
  `the real repositories${whyNoCorpora ? ` (skipped: ${whyNoCorpora})` : ''}`,
  () => {
    it('agree with an independent count: one space with duplicates and entries without links', async () => {
      const { repository, layoutOf } = await readCorpus('phantasma-docs');
      const layout = await layoutOf();
      await compare(repository, layout);
      expect(count(layout.nodes)).toMatchObject({
        entries: 268,
        pages: 254,
        links: 7,
        withoutFile: 7,
        depth: 6,
      });
      expect(layout.report.filter((entry) => entry.message.includes('more than once'))).toHaveLength(7);
    });

    it('agree with an independent count: a root in a folder, behind an invisible character', async () => {
      const { repository, layoutOf } = await readCorpus('govstack-bb-payments');
      const layout = await layoutOf();
      expect(layout).toMatchObject({ root: 'spec', summaryPath: 'spec/SUMMARY.md' });
      await compare(repository, layout);
      expect(layout.report.map((entry) => entry.message)).toEqual([
        'Invisible characters in .gitbook.yaml were ignored.',
      ]);
    });

    it('agree with an independent count: ten spaces in folders', async () => {
      const { repository, layoutOf } = await readCorpus('gitbook-example-site');
      const listing = await repository.git(['ls-tree', '-r', '--name-only', 'main']);
      const spaces = listing.split('\n').flatMap((path) => /^(.*)\/SUMMARY\.md$/.exec(path)?.[1] ?? []);
      expect(spaces).toHaveLength(10);
      let pages = 0;
      for (const space of spaces) {
        const layout = await layoutOf(space);
        await compare(repository, layout);
        expect([space, layout.report]).toEqual([space, []]);
        pages += count(layout.nodes).pages;
      }
      expect(pages).toBe(107);
      const changelog = await layoutOf('changelog');
      expect(changelog.tags[0]).toEqual({ slug: 'payments', label: 'Payments', icon: 'credit-card' });
      const home = await layoutOf('home');
      expect(home.includes.map((include) => include.path)).toEqual([
        'home/.gitbook/includes/persona-switcher.md',
      ]);
      expect(Object.keys(home.variables)).toEqual(['support_email', 'partner_email']);
      const computed = (await layoutOf('developers/v2')).nodes
        .flatMap((group) => group.children)
        .filter((node) => node.type === 'computed');
      expect(computed.map((node) => [node.title, (node.parsed as { type: string }).type])).toEqual([
        ['evolve-payments-v2', 'builtin:openapi'],
        ['evolve-identity-v2', 'builtin:openapi'],
        ['evolve-connect-v2', 'builtin:openapi'],
      ]);
    });
  },
);
