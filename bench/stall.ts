/**
 * Measures how long a warm read of one space takes while the service works on something large of another: an import of
 * 10,000 pages, single large pages (`large`: their import and the first read of each), or requests whose bodies are as
 * large as they may be (`bodies`). A probe every 10 ms, from a process of its own.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createFixtureRepository, temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
import type { RunningService } from '../test/process/service-process.ts';
import { createDocumentation, documentationFiles } from './documentation.ts';
import { addSpace, importRepository, listPages, residentMemory, TOKEN, withService } from './service.ts';

const PAGES = 10_000;
const WARM_PAGES = 20;

/** Pages that people write, and pages that nobody writes; each is a repository. */
const LARGE_PAGES: Record<string, () => string> = {
  '20,000 table rows': () =>
    `| Name | Meaning |\n| --- | --- |\n${'| a name | what it means |\n'.repeat(20_000)}`,
  '1,500,000 cells of a table, kept as text': () =>
    `|${'a|'.repeat(100)}\n|${'-|'.repeat(100)}\n${`|${'a|'.repeat(100)}\n`.repeat(15_000)}`,
  '100,000 uses of a reference': () => `[a]: /b\n\n${'[x][a] '.repeat(100_000)}`,
  '100,000 list items': () => '* An item of the list\n'.repeat(100_000),
  '9 MB of prose': () => 'A sentence of some words follows another. '.repeat(40).concat('\n\n').repeat(5_400),
  '10,000 headings': () =>
    Array.from({ length: 10_000 }, (_, n) => `## Heading ${n}\n\nSome text.\n\n`).join(''),
  '2,400,000 list items': () => '* a\n'.repeat(2_400_000),
  'a heading of 800 kB': () => `# ${'word '.repeat(160_000)}\n\n[a link](#a)\n`,
};

const BODY_BYTES = 9_900_000;

const fill = (first: string, piece: (n: number) => string, last: string): string => {
  const pieces: string[] = [];
  for (let length = first.length + last.length, n = 0; length < BODY_BYTES; n += 1) {
    pieces.push(piece(n));
    length += pieces.at(-1)?.length ?? 0;
  }
  return `${first}${pieces.join('')}${last}`;
};

/** Bodies of edits: two that people send, and those of an attacker. */
const LARGE_BODIES: Record<string, (pageId: string) => string> = {
  'a document of 100,000 words in blocks': (page) =>
    fill(
      `{"changes":[{"operation":"update_page","page":"${page}","document":{"document":{"object":"document","data":{},"nodes":[${paragraph('A')}`,
      (n) => `,${paragraph(`A sentence of some words follows sentence ${n}.`)}`,
      ']}}}]}',
    ),
  'a document of 20,000 paragraphs in blocks': (page) =>
    `{"changes":[{"operation":"update_page","page":"${page}","document":{"document":{"object":"document","data":{},"nodes":[${Array.from(
      { length: 20_000 },
      (_, n) => paragraph(`A sentence of some words follows sentence ${n}.`),
    )}]}}}]}`,
  'Markdown of 9.9 MB': (page) =>
    fill(
      `{"changes":[{"operation":"update_page","page":"${page}","document":{"markdown":"# A\\n`,
      (n) => `\\nA sentence of some words follows sentence ${n}.\\n`,
      '"}}]}',
    ),
  'nested arrays': () => `${'['.repeat(BODY_BYTES / 2)}${']'.repeat(BODY_BYTES / 2)}`,
  'empty objects': () => fill('{"changes":[{}', () => ',{}', ']}'),
  numbers: () => fill('{"changes":[1', () => ',1', ']}'),
  'distinct keys': () => fill('{"changes":[{"a":1', (n) => `,"k${n.toString(36)}":1`, '}]}'),
  'a forbidden key in many objects': () => fill('{"changes":[{"__proto__":1}', () => ',{"a":1}', ']}'),
};

const paragraph = (text: string): string =>
  `{"object":"block","type":"paragraph","data":{},"nodes":[{"object":"text","leaves":[{"object":"leaf","text":"${text}","marks":[]}]}]}`;

interface Probed {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

export async function run([what = 'import', pages = String(PAGES)]: string[]): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  try {
    const add = async (name: string, files: Record<string, string>): Promise<void> => {
      const repository = await createFixtureRepository(join(folder.path, name.replace(/\W/g, '-')), {
        files,
      });
      git.options.repositories[name] = repository.directory;
    };
    await add('warm', documentationFiles(WARM_PAGES, 'warm') as Record<string, string>);
    if (what === 'bodies') await add('large', documentationFiles(1, 'large') as Record<string, string>);
    else if (what === 'import') {
      const { directory } = await createDocumentation(join(folder.path, 'large'), Number(pages), 'large');
      git.options.repositories.large = directory;
    } else {
      for (const [n, source] of Object.values(LARGE_PAGES).entries())
        await add(`large${n}`, { 'README.md': source() });
    }
    await withService(async (service) => {
      const warmId = await addSpace(service, 'warm');
      await importRepository(service, warmId, git.url('warm'));
      const [pageId] = await listPages(service, warmId);
      const url = `${service.url}/v1/spaces/${warmId}/content/page/${pageId}?format=markdown`;
      console.log(`quiet: ${show(await probeWhile(url, () => sleep(5000)))}`);
      if (what === 'bodies') {
        const spaceId = await addSpace(service, 'large');
        await importRepository(service, spaceId, git.url('large'));
        const [page] = await listPages(service, spaceId);
        for (const [name, body] of Object.entries(LARGE_BODIES))
          await measureBody(service, url, { spaceId, body: body(page as string), name });
      } else if (what === 'import') {
        const spaceId = await addSpace(service, 'large');
        await measureImport(service, url, { spaceId, repository: git.url('large'), name: `${pages} pages` });
      } else {
        for (const [n, name] of Object.keys(LARGE_PAGES).entries()) {
          const spaceId = await addSpace(service, name);
          await measureImport(service, url, { spaceId, repository: git.url(`large${n}`), name });
          await measureRead(service, url, { spaceId, name });
        }
      }
    });
  } finally {
    await git.close();
    await folder.remove();
  }
}

async function measureImport(
  service: RunningService,
  url: string,
  { spaceId, repository, name }: { spaceId: string; repository: string; name: string },
): Promise<void> {
  let seconds = 0;
  const probed = await probeWhile(url, async () => {
    ({ seconds } = await importRepository(service, spaceId, repository));
  });
  console.log(`while ${name} are imported (${seconds.toFixed(1)} s): ${show(probed)}; ${memoryOf(service)}`);
}

async function measureRead(
  service: RunningService,
  url: string,
  { spaceId, name }: { spaceId: string; name: string },
): Promise<void> {
  const [pageId] = await listPages(service, spaceId);
  const startedAt = performance.now();
  let bytes = 0;
  let status = 0;
  const probed = await probeWhile(url, async () => {
    const response = await fetch(`${service.url}/v1/spaces/${spaceId}/content/page/${pageId}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    status = response.status;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const response = `${status}, ${(bytes / 1e6).toFixed(1)} MB, ${seconds.toFixed(1)} s`;
  console.log(`while ${name} are read first (${response}): ${show(probed)}; ${memoryOf(service)}`);
}

async function measureBody(
  service: RunningService,
  url: string,
  { spaceId, body, name }: { spaceId: string; body: string; name: string },
): Promise<void> {
  const startedAt = performance.now();
  let result = '';
  const probed = await probeWhile(url, async () => {
    const response = await fetch(`${service.url}/v1/spaces/${spaceId}/content`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body,
    });
    result = `${response.status} ${(await response.text()).slice(0, 200)}`;
  });
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `while ${name} are sent (${seconds.toFixed(1)} s): ${show(probed)}; ${memoryOf(service)}; ${result}`,
  );
}

const memoryOf = (service: RunningService): string => `${residentMemory(service.pid).toFixed(0)} MB`;

async function probeWhile(url: string, work: () => Promise<void>): Promise<Probed> {
  const probe = fork(fileURLToPath(new URL('./probe.mjs', import.meta.url)), [url, TOKEN]);
  await once(probe, 'message');
  const answered = once(probe, 'message');
  await work();
  probe.send('stop');
  const [probed] = (await answered) as [Probed];
  return probed;
}

const show = ({ count, p50, p99, max }: Probed): string =>
  `${count} reads, median ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${max.toFixed(1)} ms`;
