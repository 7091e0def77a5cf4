/**
 * The changed pages of change requests of 1, 50 and 500 pages: the first page of the list and the marked changes of
 * each page, after a start of the service and again.
 */
import { type RunningService, request, type Setup } from '../test/process/service-process.ts';
import { prosePage } from './prose.ts';
import { addSpace, ENVIRONMENT, median, TOKEN, waitForQuiet, withService } from './service.ts';

const SIZES = [1, 50, 500];
const PAGES_AT_ONCE = 50;
const REPEATED = 20;

interface Request {
  spaceId: string;
  size: number;
}

export async function run(): Promise<void> {
  await withService(async (service, setup) => {
    const requests: Request[] = [];
    for (const size of SIZES) requests.push(await createRequest(service, size));
    await service.stop();
    for (const one of requests) await measure(setup, one);
  });
}

async function createRequest(service: RunningService, size: number): Promise<Request> {
  const spaceId = await addSpace(service, `${size} changed pages`);
  const space = `/v1/spaces/${spaceId}`;
  const ids: string[] = [];
  for (let start = 0; start < size; start += PAGES_AT_ONCE) {
    const pages = range(start, Math.min(size, start + PAGES_AT_ONCE));
    const changes = pages.map((page) => ({
      operation: 'insert_page',
      document: { markdown: prosePage(page, 1) },
    }));
    const { changes: made } = await post<{ changes: { page: { id: string } }[] }>(
      service,
      `${space}/content`,
      { changes },
    );
    ids.push(...made.map(({ page }) => page.id));
  }
  await post(service, `${space}/change-requests`, {});
  for (let start = 0; start < size; start += PAGES_AT_ONCE)
    await post(service, `${space}/change-requests/1/content`, {
      changes: range(start, Math.min(size, start + PAGES_AT_ONCE)).map((page) => ({
        operation: 'update_page',
        page: ids[page],
        document: { markdown: editPage(prosePage(page, 1)) },
      })),
    });
  return { spaceId, size };
}

const range = (start: number, end: number): number[] =>
  Array.from({ length: end - start }, (_, n) => start + n);

/** Every tenth word of the text is another one, and there is a new paragraph. */
const editPage = (source: string): string =>
  `${source.replace(/((?: \w+){9}) \w+/g, '$1 other')}\nA new paragraph of a few words.\n`;

async function measure(setup: Setup, { spaceId, size }: Request): Promise<void> {
  const service = await setup.serve(ENVIRONMENT);
  await waitForQuiet(service);
  const changes = `/v1/spaces/${spaceId}/change-requests/1/changes/pages`;
  const list = (page = ''): Promise<Timed<ChangedPages>> =>
    get(service, `${changes}?limit=50${page && `&page=${page}`}`);
  const cold = await list();
  const warm: number[] = [];
  for (let n = 0; n < REPEATED; n += 1) warm.push((await list()).ms);
  const ids: string[] = [];
  for (let page: string | undefined = ''; page !== undefined; ) {
    const { body }: Timed<ChangedPages> = await list(page);
    ids.push(...body.items.map((item) => item.page.id));
    page = body.next?.page;
  }
  const first: number[] = [];
  for (const id of ids) first.push((await get(service, `${changes}/${id}?marks=true`)).ms);
  const again: number[] = [];
  for (const id of ids) again.push((await get(service, `${changes}/${id}?marks=true`)).ms);
  console.log(
    `${size} changed pages: the first ${cold.body.items.length} in ${cold.ms.toFixed(0)} ms after the start, ` +
      `${median(warm).toFixed(1)} ms again; the marked changes of the first page in ${first[0]?.toFixed(0)} ms, ` +
      `of each of ${ids.length} in ${median(first).toFixed(1)} ms, ${median(again).toFixed(1)} ms again`,
  );
  await service.stop();
}

interface ChangedPages {
  items: { page: { id: string } }[];
  next?: { page: string };
}

interface Timed<Body> {
  body: Body;
  ms: number;
}

async function get<Body>(service: RunningService, path: string): Promise<Timed<Body>> {
  const startedAt = performance.now();
  const { status, body } = await request<Body>(service, TOKEN, path);
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return { body, ms: performance.now() - startedAt };
}

async function post<Body>(service: RunningService, path: string, sent: object): Promise<Body> {
  const { status, body } = await request<Body>(service, TOKEN, path, { method: 'POST', body: sent });
  if (status >= 300) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body;
}
