/**
 * Edits and change requests over HTTP: by the size of the space, at once by several writers, and in one large merge.
 */
import { join } from 'node:path';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
import { type RunningService, request } from '../test/process/service-process.ts';
import { createDocumentation, pageSource } from './documentation.ts';
import {
  addSpace,
  importRepository,
  listPages,
  median,
  processorTime,
  TOKEN,
  withService,
} from './service.ts';

const SIZES = [100, 10_000];
const EDITS = 200;
const WARM_UP = 30;
const WRITERS = 8;
const CREATES = 300;
/** New pages of each writer before the measurement: the service's code is compiled while it runs. */
const WARM_UP_CREATES = 300;
const MERGED_IN = 5000;
const MERGED_SIZES = [1, 500];
const CHANGES_IN_CALL = 50;

type Body = Record<string, unknown>;

/** `parameters`: the parts to run (`sizes`, `creates`, `merges`); all if none is named. */
export async function run(parameters: readonly string[] = []): Promise<void> {
  const isWanted = (part: string): boolean => parameters.length === 0 || parameters.includes(part);
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  try {
    await withService(async (service) => {
      const post = async <T = Body>(path: string, body: Body = {}): Promise<T> => {
        const response = await request<T>(service, TOKEN, path, { method: 'POST', body });
        if (response.status >= 300)
          throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`);
        return response.body;
      };
      const fill = async (pages: number, name: string): Promise<{ spaceId: string; ids: string[] }> => {
        const { directory } = await createDocumentation(join(folder.path, name), pages, 'e1');
        git.options.repositories[name] = directory;
        const spaceId = await addSpace(service, name);
        await importRepository(service, spaceId, git.url(name));
        return { spaceId, ids: await listPages(service, spaceId) };
      };

      if (isWanted('sizes')) await compareSizes(fill, post);
      if (isWanted('creates')) await createAtOnce(service, post);
      if (isWanted('merges')) await mergeLarge(service, fill, post);
    });
  } finally {
    await git.close();
    await folder.remove();
  }
}

type Fill = (pages: number, name: string) => Promise<{ spaceId: string; ids: string[] }>;
type Post = <T = Body>(path: string, body?: Body) => Promise<T>;

const update = (page: string, markdown: string): Body => ({
  operation: 'update_page',
  page,
  document: { markdown },
});
const insert = (title: string, seed: number): Body => ({
  operation: 'insert_page',
  title,
  document: { markdown: pageSource(seed, 'new') },
});

/** One edit, and one new page, in a small and in a large space, in turns. */
async function compareSizes(fill: Fill, post: Post): Promise<void> {
  const sides = [];
  for (const pages of SIZES)
    sides.push({
      pages,
      ...(await fill(pages, `edit-${pages}`)),
      edits: [] as number[],
      creates: [] as number[],
    });
  for (let turn = 0; turn < WARM_UP + EDITS; turn += 1) {
    for (const side of sides) {
      const page = side.ids[(turn * 37) % side.ids.length] as string;
      const path = `/v1/spaces/${side.spaceId}/content`;
      const edit = await timed(() =>
        post(path, { changes: [update(page, pageSource(turn, `edit-${side.pages}`))] }),
      );
      const create = await timed(() => post(path, { changes: [insert(`New ${turn}`, turn)] }));
      if (turn < WARM_UP) continue;
      side.edits.push(edit);
      side.creates.push(create);
    }
  }
  for (const { pages, edits, creates } of sides)
    console.log(`${pages} pages: an edit ${ms(median(edits))}, a new page ${ms(median(creates))}`);
  const [small, large] = sides as [(typeof sides)[0], (typeof sides)[0]];
  console.log(`edit, ratio: ${(median(large.edits) / median(small.edits)).toFixed(2)}`);
  console.log(`new page, ratio: ${(median(large.creates) / median(small.creates)).toFixed(2)}`);
}

async function createAtOnce(service: RunningService, post: Post): Promise<void> {
  const spaces: string[] = [];
  for (let writer = 0; writer < WRITERS; writer += 1)
    spaces.push(await addSpace(service, `writer ${writer}`));
  let times: number[] = [];
  const createEach = (from: number, to: number) =>
    Promise.all(
      spaces.map(async (spaceId, writer) => {
        for (let n = from; n < to; n += 1)
          times.push(
            await timed(() =>
              post(`/v1/spaces/${spaceId}/content`, { changes: [insert(`Page ${n}`, writer * 1000 + n)] }),
            ),
          );
      }),
    );
  await createEach(0, WARM_UP_CREATES);
  times = [];
  const usedBefore = processorTime(service.pid);
  const startedAt = performance.now();
  await createEach(WARM_UP_CREATES, WARM_UP_CREATES + CREATES);
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  const p95 = times[Math.floor(times.length * 0.95)] as number;
  console.log(
    `${WRITERS} writers in ${WRITERS} spaces: ${(times.length / seconds).toFixed(0)} new pages a second, p95 ${ms(p95)}, ` +
      `${ms((processorTime(service.pid) - usedBefore) / times.length)} of the service's processor time each`,
  );
}

/** The changes and the merge of change requests of several sizes in a large space that moves on meanwhile. */
async function mergeLarge(service: RunningService, fill: Fill, post: Post): Promise<void> {
  const { spaceId, ids } = await fill(MERGED_IN, 'merge');
  const base = `/v1/spaces/${spaceId}`;
  for (const size of MERGED_SIZES) {
    const { number } = await post<{ number: number }>(`${base}/change-requests`);
    const own = `${base}/change-requests/${number}`;
    for (let start = 0; start < size; start += CHANGES_IN_CALL) {
      const pages = ids.slice(start, Math.min(start + CHANGES_IN_CALL, size));
      const changes = pages.map((page, n) => update(page, pageSource(start + n, `merge-${size}`)));
      await post(`${own}/content`, { changes });
    }
    await post(`${base}/content`, {
      changes: [update(ids[size + 10] as string, pageSource(size, 'meanwhile'))],
    });
    const read = (path: string) => request(service, TOKEN, path);
    const first = await timed(() => read(`${own}/changes?limit=100`));
    const changes = await timed(() => read(`${own}/changes?limit=1000`));
    const checks = await timed(() => read(`${own}/checks`));
    const usedBefore = processorTime(service.pid);
    const merge = await timed(() => post(`${own}/merge`));
    const processor = processorTime(service.pid) - usedBefore;
    console.log(
      `change request of ${size} pages in ${MERGED_IN}: 100 changes ${ms(first)}, all changes ${ms(changes)}, checks ${ms(checks)}, merge ${ms(merge)}, ${ms(processor)} of processor time for the merge`,
    );
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const ms = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;
