import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { writeOpenApiDocument } from './openapi-document.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const listFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });

/** The text of the sources, without what a template fills in, and with lines that were broken joined. */
const sources = ['packages', 'apps']
  .flatMap((folder) => listFiles(folder).map((path) => join(folder, path)))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map(read)
  .join('\n');

test('the messages in the troubleshooting page are messages of the service', () => {
  const messages = [...read('docs/running/troubleshooting.md').matchAll(/^### “(.+)”$/gm)].map(
    ([, message = '']) => message.replace(/ …$/, ''),
  );
  expect(messages.length).toBeGreaterThan(10);
  for (const message of messages) expect(sources.includes(message), message).toBe(true);
});

test('every example that sends a body says that it is JSON', () => {
  const paths = listFiles('docs')
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path));
  const commands = ['README.md', ...paths]
    .map(read)
    .flatMap((page) => [...page.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```/gm)].map(([, block = '']) => block))
    .flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
    .filter((line) => / -d ['"@{]/.test(line));
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter((line) => !/-H ['"]content-type:|--json/i.test(line))).toEqual([]);
});

test('the overview of the API names every area of the reference', async () => {
  const { tags } = JSON.parse(await writeOpenApiDocument()) as { tags: { name: string }[] };
  const areas = [...read('docs/api/overview.md').matchAll(/^\| (?:\[(.+?)\]\(.+?\)|([^|[]+?)) \|/gm)]
    .map(([, linked, plain]) => linked ?? plain)
    .filter((area) => area !== 'Area' && !area?.startsWith('---'));
  expect(areas.sort()).toEqual(tags.map(({ name }) => name).sort());
});

test.each(['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'])(
  '%s links to files that exist',
  (path) => {
    const targets = [...read(path).matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map(
      ([, target = '']) => target,
    );
    expect(targets.filter((target) => !exists(target))).toEqual([]);
  },
);

test.each([
  ['ARCHITECTURE.md', 80],
  ['CONTRIBUTING.md', 20],
])('%s names files and folders that exist', (path, count) => {
  const text = read(path);
  const named = [...text.matchAll(/(?<![\w./-])(?:apps|bench|docs|packages|scripts|test)\/[\w./*-]*/g)].map(
    ([name]) => name.replace(/\.$/, ''),
  );
  const paths = [...named, ...listTree(text)].filter((name) => !/NNNN|\*/.test(name));
  expect(paths.length).toBeGreaterThan(count);
  expect(paths.filter((name) => !exists(name))).toEqual([]);
});

/** Lists the paths of a tree of folders, in which each line begins with an indented name. */
function listTree(text: string): string[] {
  const [, tree = ''] = /^```\n([\s\S]*?)^```/m.exec(text) ?? [];
  const above: { indent: number; path: string }[] = [];
  return [...tree.matchAll(/^( *)([\w./-]+\/)/gm)].map(([, { length: indent } = '', name = '']) => {
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const path = (above.at(-1)?.path ?? '') + name;
    above.push({ indent, path });
    return path;
  });
}

test('the drawing of the architecture has the edges of the rules that do not follow from others', async () => {
  const rules = (await import(join(root, 'scripts/structure-rules.mjs'))) as Record<
    'DOMAINS' | 'PACKAGES',
    Record<string, string[]>
  >;
  const drawn = new Set(
    [...read('ARCHITECTURE.md').matchAll(/^ +([\w-]+) --> ([\w-]+)$/gm)].map(
      (edge) => `${edge[1]} ${edge[2]}`,
    ),
  );
  // Some packages have the name of a domain.
  for (const [allowed, prefix] of [
    [rules.DOMAINS, ''],
    [rules.PACKAGES, 'p-'],
  ] as const) {
    const reaches = (from: string, to: string): boolean =>
      (allowed[from] ?? []).some((next) => next === to || reaches(next, to));
    const needed = Object.entries(allowed).flatMap(([from, targets]) =>
      targets
        .filter((to) => !targets.some((between) => reaches(between, to)))
        .map((to) => `${prefix}${from} ${prefix}${to}`),
    );
    expect(needed.length).toBeGreaterThan(1);
    expect(needed.filter((edge) => !drawn.delete(edge))).toEqual([]);
  }
  expect([...drawn]).toEqual(['sites app', 'pages domains', 'platform packages']);
});

/** Names that tools take for what a build, a package manager or a run writes. */
const OUTPUT =
  /(?:^|\/)(?:bin|build|cache|coverage|dist|generated|lib|logs?|node_modules|obj|out|output|target|te?mp|vendor)\//;

test('no section of a version in the changelog is there twice, nor does an item begin like another', () => {
  for (const version of read('docs/changelog.md').split(/^## /m).slice(1)) {
    const headings = version.match(/^(?:###? .+|\*\*.+\*\*)$/gm) ?? [];
    expect(new Set(headings).size, version.slice(0, 20)).toBe(headings.length);
    expect(headings.filter((heading) => heading.startsWith('**'))).toEqual([]);
    const beginnings = (version.match(/^\* .+$/gm) ?? []).map((item) => item.slice(0, 60));
    expect(beginnings.filter((one, index) => beginnings.indexOf(one) < index)).toEqual([]);
  }
});

test('no folder of sources has a name that tools take for output', () => {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
  expect(tracked.length).toBeGreaterThan(1000);
  expect(tracked.filter((path) => OUTPUT.test(path) && !path.startsWith('test/fixtures/'))).toEqual([]);
});

const exists = (path: string): boolean => existsSync(join(root, path));
