import { readdirSync, readFileSync } from 'node:fs';
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

test.each(['README.md', 'SECURITY.md', 'CONTRIBUTING.md'])('%s links to files that exist', (path) => {
  const targets = [...read(path).matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map(
    ([, target]) => target,
  );
  for (const target of targets) expect(() => readdirOrFile(target as string), target).not.toThrow();
});

function readdirOrFile(path: string): void {
  if (path.endsWith('/')) readdirSync(join(root, path));
  else readFileSync(join(root, path));
}
