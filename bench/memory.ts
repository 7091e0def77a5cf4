/**
 * Resident memory of the service process. `pages`: idle, and after all of a space of 10,000 pages was imported and read.
 * `mixed`: while people import, read, search and edit at the same time, and after they have stopped.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { type GitServer, startGitServer } from '../test/git-server.ts';
import { type RunningService, request } from '../test/process/service-process.ts';
import { createDocumentation } from './documentation.ts';
import {
  addSpace,
  ENVIRONMENT,
  importRepository,
  listPages,
  residentMemory,
  TOKEN,
  withService,
} from './service.ts';

const PAGES = 10_000;
const SETTLE_MS = 10_000;
const READERS = 8;

const MIXED_SPACES = 4;
const MIXED_PAGES = 2500;
const MIXED_SECONDS = 90;
/** Longer than threads wait for work before they end. */
const IDLE_MS = 45_000;

export async function run([what = 'pages']: string[]): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  try {
    await (what === 'mixed' ? measureMixed : measurePages)(folder.path, git);
  } finally {
    await git.close();
    await folder.remove();
  }
}

const show = (when: string, service: RunningService): void =>
  console.log(`${when}: ${residentMemory(service.pid).toFixed(0)} MB`);

async function measurePages(folder: string, git: GitServer): Promise<void> {
  const { directory } = await createDocumentation(join(folder, 'docs'), PAGES, 'e1');
  git.options.repositories.docs = directory;
  await withService(async (first, setup) => {
    await sleep(SETTLE_MS);
    show('idle after the first start', first);
    const spaceId = await addSpace(first, 'docs');
    await importRepository(first, spaceId, git.url('docs'));
    await sleep(SETTLE_MS);
    show(`after importing ${PAGES} pages`, first);
    await first.stop();

    const second = await setup.serve(ENVIRONMENT);
    await sleep(SETTLE_MS);
    show('idle after a warm start', second);
    const pages = await listPages(second, spaceId);
    await request(second, TOKEN, `/v1/spaces/${spaceId}/content`);
    await readAll(second, spaceId, pages);
    show(`right after reading the revision and its ${pages.length} pages`, second);
    await sleep(SETTLE_MS);
    show('ten seconds later', second);
    await readAll(second, spaceId, pages);
    show('after reading all pages once more', second);
    await second.stop();
  });
}

/** One space is imported again and again, in two editions, while the others are read, searched and edited. */
async function measureMixed(folder: string, git: GitServer): Promise<void> {
  for (const edition of ['e1', 'e2']) {
    const { directory } = await createDocumentation(join(folder, edition), MIXED_PAGES, edition);
    git.options.repositories[edition] = directory;
  }
  await withService(async (service) => {
    const spaces: { id: string; pages: string[] }[] = [];
    for (let n = 0; n < MIXED_SPACES; n += 1) {
      const id = await addSpace(service, `docs ${n}`);
      await importRepository(service, id, git.url('e1'));
      spaces.push({ id, pages: await listPages(service, id) });
    }
    const imported = await addSpace(service, 'imported');
    show(`after importing ${MIXED_SPACES} spaces of ${MIXED_PAGES} pages`, service);
    const until = performance.now() + MIXED_SECONDS * 1000;
    const counts = { reads: 0, searches: 0, edits: 0, imports: 0 };
    const samples: number[] = [];
    const repeat = async (what: keyof typeof counts, work: (n: number) => Promise<unknown>) => {
      for (let n = 0; performance.now() < until; n += 1) {
        await work(n);
        counts[what] += 1;
      }
    };
    const spaceOf = (n: number) => spaces[n % spaces.length] as (typeof spaces)[number];
    const pageOf = (n: number) => {
      const { id, pages } = spaceOf(n);
      return { id, page: pages[(n * 7) % pages.length] as string };
    };
    const send = async (path: string, options?: { method: string; body: object }): Promise<void> => {
      const { status, body } = await request(service, TOKEN, path, options);
      if (status >= 400) throw new Error(`${path} was answered with ${status}: ${JSON.stringify(body)}`);
    };
    await Promise.all([
      ...['markdown', 'document', 'markdown', 'document'].map((format, reader) =>
        repeat('reads', (n) => {
          const { id, page } = pageOf(n * 4 + reader);
          return send(`/v1/spaces/${id}/content/page/${page}?format=${format}`);
        }),
      ),
      repeat('searches', (n) => send(`/v1/spaces/${spaceOf(n).id}/search?query=word${n % 50}`)),
      repeat('edits', (n) => {
        const { id, page } = pageOf(n);
        const change = { operation: 'update_page', page, description: `Described ${n} times.` };
        return send(`/v1/spaces/${id}/content`, { method: 'POST', body: { changes: [change] } });
      }),
      repeat('imports', (n) => importRepository(service, imported, git.url(n % 2 === 0 ? 'e1' : 'e2'))),
      (async () => {
        for (; performance.now() < until; await sleep(500)) samples.push(residentMemory(service.pid));
      })(),
    ]);
    samples.sort((a, b) => a - b);
    const at = (share: number) => samples[Math.floor(share * (samples.length - 1))]?.toFixed(0);
    console.log(
      `${MIXED_SECONDS} s of mixed load: ${JSON.stringify(counts)}; median ${at(0.5)} MB, most ${at(1)} MB`,
    );
    await sleep(IDLE_MS);
    show(`${IDLE_MS / 1000} seconds later`, service);
  });
}

async function readAll(service: RunningService, spaceId: string, pages: string[]): Promise<void> {
  const left = [...pages];
  const read = async (): Promise<void> => {
    for (let page = left.pop(); page; page = left.pop()) {
      const path = `/v1/spaces/${spaceId}/content/page/${page}?format=markdown`;
      const { status } = await request(service, TOKEN, path);
      if (status !== 200) throw new Error(`Reading a page was answered with ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
}
