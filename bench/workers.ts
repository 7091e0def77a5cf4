/**
 * Reads and searches a second by one and by two workers, in turns. The load has one of the cores, and two workers share
 * the rest. The processor time of a request tells what they could do with more cores.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
import type { RunningService } from '../test/process/service-process.ts';
import { createDocumentation } from './documentation.ts';
import { load } from './load.ts';
import {
  addSpace,
  ENVIRONMENT,
  importRepository,
  listPages,
  processorTime,
  residentMemory,
  TOKEN,
  waitForQuiet,
  withService,
} from './service.ts';

const headers = { authorization: `Bearer ${TOKEN}` };
const PAGES = 1000;
const ROUNDS = 3;
const SECONDS = 4;

export async function run(): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  try {
    await withService(async (first, setup) => {
      const { directory } = await createDocumentation(join(folder.path, 'docs'), PAGES, 'e1');
      git.options.repositories.docs = directory;
      const spaceId = await addSpace(first, 'docs');
      await importRepository(first, spaceId, git.url('docs'));
      const [page] = await listPages(first, spaceId);
      const paths = {
        'a page as Markdown': `/v1/spaces/${spaceId}/content/page/${page}?format=markdown`,
        'a search': `/v1/spaces/${spaceId}/search?query=space`,
      };
      console.log('| what | workers | a second | p99, ms | processor time of one, ms | memory, MB |');
      console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
      let service = first;
      for (let round = 0; round < ROUNDS; round += 1)
        for (const workers of [1, 2]) {
          await service.stop();
          service = await setup.serve({ ...ENVIRONMENT, LECTERN_WORKERS: String(workers) });
          await waitForQuiet(service);
          for (const [what, path] of Object.entries(paths)) await measure(service, { what, path, workers });
        }
      await service.stop();
    });
  } finally {
    await git.close();
    await folder.remove();
  }
}

async function measure(
  service: RunningService,
  { what, path, workers }: { what: string; path: string; workers: number },
): Promise<void> {
  const request = { url: service.url + path, headers, status: 200 };
  await load({ ...request, seconds: 2 });
  const pids = listProcesses(service.pid);
  const used = () => pids.reduce((sum, pid) => sum + processorTime(pid), 0);
  const before = used();
  const { requests, requestsPerSecond, p99Milliseconds } = await load({ ...request, seconds: SECONDS });
  const cells = [
    what,
    workers,
    requestsPerSecond.toFixed(0),
    p99Milliseconds,
    ((used() - before) / requests).toFixed(2),
    pids.reduce((sum, pid) => sum + residentMemory(pid), 0).toFixed(0),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

/** The process with its workers, without the database. */
function listProcesses(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  const isNode = (child: number) =>
    readFileSync(`/proc/${child}/cmdline`, 'utf8').startsWith(process.execPath);
  return [pid, ...children.map(Number).filter(isNode)];
}
