import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRepositoryFiles } from '../../../../test/fixtures/git/program/repository-files.ts';
import { temporaryDirectory } from '../../../../test/git-fixtures.ts';
import { createOddities } from '../../../../test/git-oddities.ts';
import { createRepositoryReader } from '../program/repository.ts';
import { type RepositoryTree, readRepositoryTree } from '../program/repository-tree.ts';
import type { LayoutNode, RepositoryLayout } from './layout.ts';
import { readRepositoryLayout } from './read-layout.ts';

let directory: { path: string; remove(): Promise<void> };
let tree: RepositoryTree;
let layout: RepositoryLayout;

beforeAll(async () => {
  directory = await temporaryDirectory();
  const repository = await createOddities(join(directory.path, 'odd.git'));
  const head = await repository.git(['rev-parse', 'main']);
  const reader = createRepositoryReader({ gitDirectory: repository.directory, timeoutMs: 30_000 });
  tree = await readRepositoryTree(reader, head, { maxFileBytes: 1_000_000, maxFiles: 10_000 });
  layout = await readRepositoryLayout(createRepositoryFiles(reader, tree.files));
});
afterAll(() => directory.remove());

const messagesOf = (report: { message: string }[]): string => report.map((entry) => entry.message).join('\n');

/** Prints one line for each node: type, title and target. */
function outline(nodes: readonly LayoutNode[], indent = ''): string[] {
  return nodes.flatMap((node) => {
    const leads = {
      group: () => `#${(node as { slug: string }).slug}`,
      document: () => (node as { path?: string }).path ?? '–',
      link: () => (node as { href: string }).href,
      computed: () => 'computed',
    };
    return [
      `${indent}${node.type} ${node.title} → ${leads[node.type]()}`,
      ...outline(node.children, `${indent}  `),
    ];
  });
}

describe('a repository full of oddities', () => {
  it('names every file that cannot be imported', () => {
    const told = messagesOf(tree.report);
    expect(told).toContain('notes/\ufffd.md was left out: its name is not valid UTF-8.');
    expect(told).toContain('"notes/line\\nbreak.md" was left out: its name contains control characters.');
    expect(told).toContain('vendor/library is a submodule, which is not imported.');
    expect(told).toContain('The symlink outside.md points outside the repository.');
    expect(told).toContain('The symlink absolute.md points outside the repository.');
    expect(told).toContain('The symlink dangling.md points to something that does not exist.');
    expect(told).toContain('The symlink loop-a.md leads back to itself.');
    expect(told).toContain('The symlink shared/up points to a folder that contains it.');
    expect(told).toContain('notes/case.md and notes/Case.md differ only in case');
  });

  it('follows symlinks to pages and folders inside the repository', () => {
    const oids = new Map(tree.files.map((file) => [file.path, file.oid]));
    expect(oids.get('linked.md')).toBe(oids.get('api/confd_lib.md'));
    expect(oids.get('linked-folder/inside.md')).toBe(oids.get('shared/inside.md'));
    expect(oids.get('linked-folder/inside.md')).toBeDefined();
    expect([...oids.keys()].filter((path) => path.includes('linked-folder/up'))).toEqual([]);
  });

  it('has every entry of SUMMARY.md in its place', () => {
    expect(outline(layout.nodes)).toEqual([
      'document Welcome & <introduction> → README.md',
      'document confd_lib [beta] & friends → api/confd_lib.md',
      'document 🚀 Übersicht → übersicht.md',
      'document Résumé → Re\u0301sume\u0301.md',
      'document Screenshot notes → notes/Screenshot 1.23\u202fPM.md',
      'document Spaces → notes/with spaces (1).md',
      'document Case → notes/Case.md',
      'document case → notes/case.md',
      'link Wrong case → NOTES/crlf.md',
      'document Linked page → linked.md',
      'document Linked folder → linked-folder/README.md',
      '  document Inside → linked-folder/inside.md',
      'document Without a file → –',
      '  document Below → blocks/file.md',
      'document Missing → –',
      'link Outside → https://example.org/docs?a=1&b=2#c',
      'link An anchor → blocks/math.md#second',
      'document Math → blocks/math.md',
      'link Math again → blocks/math.md',
      'group Blocks → #all-blocks',
      '  document Operation → blocks/openapi-operation.md',
      '  document Dead links → blocks/dead-links.md',
      '  document Old blocks → blocks/old-blocks.md',
      '  document Integrations → blocks/integrations.md',
      '  document Unclosed fence → blocks/unclosed-fence.md',
      '  document Unbalanced tabs → blocks/unbalanced-tabs.md',
      '  document Empty → blocks/empty.md',
      '  document CRLF → notes/crlf.md',
      '  document Mixed → notes/mixed.md',
      '  computed pets → computed',
      'document After the groups → after.md',
      'group Deep → #deep-down',
      '  document 1 → deep/1.md',
      '    document 2 → deep/2.md',
      '      document 3 → deep/3.md',
      '        document 4 → deep/4.md',
      '          document 5 → deep/5.md',
      '            document 6 → deep/6.md',
      '              document 7 → deep/7.md',
      '                document 8 → deep/8.md',
      '                  document 9 → deep/9.md',
      '                    document 10 → deep/10.md',
    ]);
    expect(layout.nodes[1]).toMatchObject({ label: 'confd' });
    expect(layout.nodes[12]).toMatchObject({ path: undefined, missingPath: 'nowhere/missing.md' });
    expect(layout.nodes[14]).toMatchObject({ path: 'blocks/math.md', anchor: 'second' });
  });

  it('reports what works only by bending, with its line', () => {
    const told = messagesOf(layout.report);
    expect(told).toContain('“NOTES/crlf.md” was found as notes/crlf.md');
    expect(told).toContain('The file nowhere/missing.md does not exist');
    expect(told).toContain('blocks/math.md is listed more than once');
    expect(told).toContain('percent-encoded');
    expect(told).toContain('Unknown key “redirect” was ignored. Did you mean “redirects”?');
    expect(told).toContain('The redirect from “gone” leads to a file that does not exist');
    expect(told).toContain('“9bad” is not a valid name');
    expect(told).toContain('“nested” is not a single value');
    const prose = layout.report.find((entry) => entry.message.startsWith('This line is not a page'));
    expect(prose).toMatchObject({ path: 'SUMMARY.md', line: 49 });
  });

  it('reads variables, tags, includes and redirects', () => {
    expect(layout.variables).toEqual({
      version: '1.10',
      released: '2024-05-01',
      count: 3,
      beta: true,
      name: 'Odd',
    });
    expect(layout.tags).toEqual([
      { slug: 'new', label: 'New', icon: 'star', color: 'blue' },
      { slug: 'old', label: 'Old', emoji: '1f4d4' },
    ]);
    expect(layout.includes).toEqual([
      { path: '.gitbook/includes/notice.md', title: 'A notice' },
      { path: '.gitbook/includes/untitled.md', title: 'untitled' },
    ]);
    expect(layout.redirects).toEqual([
      { from: 'Old/Path', to: 'after.md' },
      { from: 'gone', to: 'nowhere/deleted.md' },
      { from: 'section', to: 'blocks/math.md#second' },
    ]);
  });

  it('keeps everything else as files, but nothing of tools', () => {
    expect(layout.files.map((file) => file.path).sort()).toEqual(
      [
        '.gitbook/assets/Screenshot 9.41\u202fAM (1).png',
        '.gitbook/assets/manual.pdf',
        '.gitbook/assets/no-extension',
        'LICENSE',
        'docs.yaml',
        'notes/unlisted.md',
        'openapi.yaml',
        'shared/README.md',
        'shared/inside.md',
      ].sort(),
    );
  });
});
