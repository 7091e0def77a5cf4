/** Resident memory of the service process: idle, and after all of a space of 10,000 pages was imported and read. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
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

export async function run(): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  const show = (when: string, service: RunningService): void =>
    console.log(`${when}: ${residentMemory(service.pid).toFixed(0)} MB`);
  try {
    const { directory } = await createDocumentation(join(folder.path, 'docs'), PAGES, 'e1');
    git.options.repositories.docs = directory;
    await withService(async (first, ground) => {
      await sleep(SETTLE_MS);
      show('idle after the first start', first);
      const spaceId = await addSpace(first, 'docs');
      await importRepository(first, spaceId, git.url('docs'));
      await sleep(SETTLE_MS);
      show(`after importing ${PAGES} pages`, first);
      await first.stop();

      const second = await ground.serve(ENVIRONMENT);
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
  } finally {
    await git.close();
    await folder.remove();
  }
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
