/**
 * Reads of pages that are not in memory, and warm reads beside edits in another space. In processor time of the
 * service, because a read that waits for the database costs no one else anything.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
import { type RunningService, request, type Setup } from '../test/process/service-process.ts';
import { createDocumentation } from './documentation.ts';
import { load, pin, SERVER_CORE } from './load.ts';
import {
  addSpace,
  ENVIRONMENT,
  importRepository,
  listPages,
  processorTime,
  TOKEN,
  waitForQuiet,
  withService,
} from './service.ts';

const PAGES = 3000;
/** Pages that are read before: the code of the service is compiled while it runs. */
const WARMING_PAGES = 2000;
const PASSES = 3;
const ROUNDS = 2;
const CONNECTIONS = 16;
/** Less than the answers to all pages take. */
const MEMORY = '16MB';
const CHANGES_PER_SECOND = 50;
const authorization = `Bearer ${TOKEN}`;

/** A build under measurement, with a space of its own that has all pages. */
interface Build {
  name: string;
  setup: Setup;
  spaceId: string;
  pages: string[];
}

/**
 * `otherMain`: the `dist/main.js` of another build, which takes turns with this one. `onlyFormat`: only reads of pages
 * in this format.
 */
export async function run([otherMain, onlyFormat]: string[]): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  try {
    const { directory } = await createDocumentation(join(folder.path, 'docs'), PAGES, 'e1');
    git.options.repositories.docs = directory;
    await withBuild('this build', undefined, (build) =>
      otherMain === undefined
        ? measure([build])
        : withBuild('other build', otherMain, (other) => measure([other, build])),
    );
  } finally {
    await git.close();
    await folder.remove();
  }

  async function withBuild(
    name: string,
    main: string | undefined,
    use: (build: Build) => Promise<void>,
  ): Promise<void> {
    const prepare = async (service: RunningService, setup: Setup): Promise<void> => {
      const spaceId = await addSpace(service, 'docs');
      const before = processorTime(service.pid);
      await importRepository(service, spaceId, git.url('docs'));
      const each = (processorTime(service.pid) - before) / PAGES;
      console.log(`${name}: the import took ${each.toFixed(2)} ms for each page`);
      const pages = await listPages(service, spaceId);
      await service.stop();
      await use({ name, setup, spaceId, pages });
    };
    await withService(prepare, {}, main);
  }

  async function measure(builds: readonly Build[]): Promise<void> {
    for (const format of onlyFormat === undefined ? ['markdown', 'document'] : [onlyFormat])
      for (const memory of ['256MB', MEMORY])
        for (let round = 1; round <= ROUNDS; round += 1)
          for (const build of builds) await readColdly(build, format, memory);
    if (onlyFormat !== undefined) return;
    for (const { name, setup, spaceId, pages } of builds) {
      const service = await setup.serve(ENVIRONMENT);
      pin(service.pid, SERVER_CORE);
      const path = `/v1/spaces/${spaceId}/content/page/${pages[WARMING_PAGES]}?format=markdown`;
      console.log(name);
      await compareBesideChanges(service, path, await addSpace(service, 'changed'));
      await service.stop();
    }
  }

  async function readColdly(
    { name, setup, spaceId, pages }: Build,
    format: string,
    memory: string,
  ): Promise<void> {
    const service = await setup.serve({ ...ENVIRONMENT, LECTERN_MEMORY_CACHE: memory });
    pin(service.pid, SERVER_CORE);
    // The revision and the code are in memory; the pages that follow are not.
    const paths = pages.map((page) => `/v1/spaces/${spaceId}/content/page/${page}?format=${format}`);
    await readOnce(service, paths.slice(0, WARMING_PAGES), 'br');
    await waitForQuiet(service);
    const cold = paths.slice(WARMING_PAGES);
    const times: string[] = [];
    for (let pass = 1; pass <= PASSES; pass += 1) {
      const before = processorTime(service.pid);
      await readOnce(service, cold, 'br');
      times.push(((processorTime(service.pid) - before) / cold.length).toFixed(2));
    }
    console.log(`${format}, ${memory}, ${name}: ${times.join(', ')} ms each in the passes`);
    await service.stop();
  }

  async function readOnce(service: RunningService, paths: string[], encoding: string): Promise<void> {
    const file = join(folder.path, 'ask.json');
    const headers = { authorization, 'accept-encoding': encoding };
    writeFileSync(
      file,
      JSON.stringify({
        origin: service.url,
        headers,
        paths,
        connections: CONNECTIONS,
        seconds: 0,
        once: true,
      }),
    );
    const program = fileURLToPath(new URL('ask.mjs', import.meta.url));
    const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'ignore', 'inherit'] });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error('The pages could not be read.');
  }
}

/** Measures the same warm read alone and beside changes of another space, in turns. */
async function compareBesideChanges(service: RunningService, path: string, spaceId: string): Promise<void> {
  const measure = async (): Promise<number> => {
    const before = processorTime(service.pid);
    const { requests } = await load({
      url: service.url + path,
      headers: { authorization },
      status: 200,
      seconds: 4,
    });
    return ((processorTime(service.pid) - before) / requests) * 1000;
  };
  await measure();
  for (let turn = 0; turn < 3; turn += 1) {
    const alone = await measure();
    let isOpen = true;
    let changes = 0;
    const changing = (async () => {
      while (isOpen) {
        changes += 1;
        const body = { title: `Changed ${changes}` };
        await Promise.all([
          request(service, TOKEN, `/v1/spaces/${spaceId}`, { method: 'PATCH', body }),
          sleep(1000 / CHANGES_PER_SECOND),
        ]);
      }
    })();
    const beside = await measure();
    isOpen = false;
    await changing;
    console.log(
      `alone ${alone.toFixed(0)} µs a read, beside ${(changes / 4).toFixed(0)} changes/s of another space ` +
        `${beside.toFixed(0)} µs (processor time of the service, the changes included)`,
    );
  }
}
