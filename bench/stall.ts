/**
 * Measures how long a warm read of one space takes while 10,000 pages are imported into another: a probe every 10 ms,
 * from a process of its own.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
import { createDocumentation } from './documentation.ts';
import { addSpace, importRepository, listPages, residentMemory, TOKEN, withService } from './service.ts';

const PAGES = 10_000;
const WARM_PAGES = 20;

interface Probed {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

export async function run([pages = String(PAGES)]: string[]): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  try {
    for (const [name, count] of [
      ['warm', WARM_PAGES],
      ['large', Number(pages)],
    ] as const) {
      const repository = await createDocumentation(join(folder.path, name), count, name);
      git.options.repositories[name] = repository.directory;
    }
    await withService(async (service) => {
      const warmId = await addSpace(service, 'warm');
      await importRepository(service, warmId, git.url('warm'));
      const [pageId] = await listPages(service, warmId);
      const url = `${service.url}/v1/spaces/${warmId}/content/page/${pageId}?format=markdown`;
      const quiet = await probeWhile(url, () => sleep(5000));
      const before = residentMemory(service.pid);
      const spaceId = await addSpace(service, 'large');
      let seconds = 0;
      const busy = await probeWhile(url, async () => {
        ({ seconds } = await importRepository(service, spaceId, git.url('large')));
      });
      console.log(`quiet: ${show(quiet)}`);
      console.log(`while ${pages} pages are imported (${seconds.toFixed(1)} s): ${show(busy)}`);
      console.log(
        `memory: ${before.toFixed(0)} MB before, ${residentMemory(service.pid).toFixed(0)} MB after`,
      );
    });
  } finally {
    await git.close();
    await folder.remove();
  }
}

async function probeWhile(url: string, work: () => Promise<void>): Promise<Probed> {
  const probe = fork(fileURLToPath(new URL('./probe.mjs', import.meta.url)), [url, TOKEN]);
  const answered = once(probe, 'message');
  await work();
  probe.send('stop');
  const [probed] = (await answered) as [Probed];
  return probed;
}

const show = ({ count, p50, p99, max }: Probed): string =>
  `${count} reads, median ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${max.toFixed(1)} ms`;
