/**
 * What each cache of the reads saves, in processor time of the service. A copy of the build looks into a cache only if
 * the cache is switched on; it is switched while the service runs, every few hundred reads, so that both ways share the
 * state of the machine and of the process. Other machines and loads give other times, but hardly other ratios.
 *
 * npm run bench:caches -- 6 facts,snapshots
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
import { createSetup, type RunningService, request } from '../test/process/service-process.ts';
import { createDocumentation, pageSource } from './documentation.ts';
import { pin, SERVER_CORE } from './load.ts';
import {
  addSpace,
  ENVIRONMENT,
  importRepository,
  listPages,
  median,
  processorTime,
  TOKEN,
  waitForQuiet,
} from './service.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COPY = join(ROOT, 'dist.caches');

/** Each cache: the expression that looks into it, as it is in the build, and the loads that reach it. */
const CACHES: Record<string, { lookup: RegExp; loads: readonly string[] }> = {
  'remembered reads': { lookup: /this\.#reads\.get\(keyOf[$\d]*\(request, body\)\)/, loads: ['warm'] },
  responses: { lookup: /store\.responses\.get\(key\)/, loads: ['warm'] },
  pointers: { lookup: /this\.#entries\.get\(key\)\?\.value/, loads: ['blocks'] },
  'rows of revisions': { lookup: /(?<=const known = )revisions\.get\(key\)(?=;)/, loads: ['blocks'] },
  snapshots: { lookup: /(?<=const known = )snapshots\.get\(key\)(?=;)/, loads: ['blocks'] },
  'lists of nodes': {
    lookup: /(?<==> )lists\.get\(`\$\{organizationId\}[^;]*(?=;)/,
    loads: ['earlier revisions'],
  },
  facts: { lookup: /cache\.get\(keyOf\(organizationId, hash\)\)/, loads: ['blocks', 'tree'] },
  'ids of documents': { lookup: /knownIds\.get\(owner\)/, loads: ['blocks', 'tree'] },
  'revisions without computed pages': {
    lookup: /this\.#withoutComputed\.has\(key\)/,
    loads: ['warm', 'blocks'],
  },
  'needs of evaluated responses': {
    lookup: /this\.#knownNeeds\.get\(needsKeyOf\(key, visitor\)\)/,
    loads: ['evaluated'],
  },
  'parsed sources': { lookup: /(?<=const known = )kept[$\d]*\.get\(source\)(?=;)/, loads: ['HTML'] },
  'prepared blocks (SQL)': { lookup: /(?<=if \()found\?\.blocks(?=\) return)/, loads: ['blocks'] },
  'drawn pieces': {
    lookup: /(?<=const known = )kept[$\d]*\.get\(keyOf[$\d]*\(name\)\)(?=;)/,
    loads: ['HTML'],
  },
};

const PAGES = 600;
const READ_PAGES = 120;
const CONNECTIONS = 8;
/** How many of a hundred reads in the mix are made, and not sent from memory. */
const MADE_SHARE = 0.1;
const MADE = ['responses', 'remembered reads'];

interface Load {
  name: string;
  /** The caches that are off in both ways, so that the one under measurement is reached. */
  off: readonly string[];
  paths: readonly string[];
}

/** `rounds`: how often both ways are measured. `only`: the names of caches, separated by commas. */
export async function run([rounds = '5', only]: string[]): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  const switches = join(folder.path, 'off');
  writeFileSync(switches, '');
  copyWithSwitches(switches);
  const setup = await createSetup({ main: join(COPY, 'main.js') });
  try {
    const { directory } = await createDocumentation(join(folder.path, 'docs'), PAGES, 'e1');
    git.options.repositories.docs = directory;
    const service = await setup.serve(ENVIRONMENT);
    const spaceId = await addSpace(service, 'docs');
    await importRepository(service, spaceId, git.url('docs'));
    const loads = await createLoads(service, spaceId);
    await waitForQuiet(service);
    pin(service.pid, SERVER_CORE);
    const measure = async (load: Load, off: readonly string[]): Promise<number> => {
      writeFileSync(switches, off.join());
      process.kill(service.pid, 'SIGUSR2');
      await sleep(50);
      const before = processorTime(service.pid);
      await readAll(service, load.paths, folder.path);
      return (1000 * (processorTime(service.pid) - before)) / load.paths.length;
    };
    // The code of each way is compiled first.
    for (const load of loads) await measure(load, load.off);
    const usual = new Map<string, number>();
    for (const load of loads) usual.set(load.name, await measure(load, load.off));
    for (const name of only === undefined ? Object.keys(CACHES) : only.split(',')) {
      const without = new Map(usual);
      const found: string[] = [];
      for (const load of loads.filter((one) => CACHES[name]?.loads.includes(one.name))) {
        const sides = { with: [] as number[], without: [] as number[] };
        await measure(load, [...load.off, name]);
        for (let round = 0; round < Number(rounds); round += 1) {
          sides.with.push(await measure(load, load.off));
          sides.without.push(await measure(load, [...load.off, name]));
        }
        const [kept, missed] = [median(sides.with), median(sides.without)];
        found.push(`${load.name} ${kept.toFixed(0)} ÷ ${missed.toFixed(0)} µs`);
        without.set(load.name, ((usual.get(load.name) as number) * missed) / kept);
      }
      const saved = 100 * (1 - mixOf(usual) / mixOf(without));
      console.log(`| ${name} | ${found.join('; ')} | ${saved.toFixed(0)} % of the mix |`);
    }
    await service.stop();
  } finally {
    await setup.clean();
    await git.close();
    await folder.remove();
    rmSync(COPY, { recursive: true, force: true });
  }
}

/** Warm reads, and the share `MADE_SHARE` of reads that are made. */
const mixOf = (times: ReadonlyMap<string, number>): number => {
  const of = (load: string): number => times.get(load) ?? 0;
  return (1 - MADE_SHARE) * of('warm') + (MADE_SHARE * (of('blocks') + of('Markdown') + of('evaluated'))) / 3;
};

/** Puts a switch before each look into a cache, and reads the names of those that are off at each signal. */
function copyWithSwitches(switches: string): void {
  cpSync(join(ROOT, 'dist'), COPY, { recursive: true });
  const files = readdirSync(COPY).filter((file) => file.endsWith('.js') && !file.startsWith('thread'));
  const texts = new Map(files.map((file) => [file, readFileSync(join(COPY, file), 'utf8')]));
  for (const [name, { lookup }] of Object.entries(CACHES)) {
    const found = files.filter((file) => lookup.test(texts.get(file) as string));
    if (found.length !== 1) throw new Error(`${name}: ${found.length} files look into the cache.`);
    const file = found[0] as string;
    const isOff = `globalThis.cachesThatAreOff?.has(${JSON.stringify(name)})`;
    const text = (texts.get(file) as string).replaceAll(
      new RegExp(lookup, 'g'),
      (expression) => `(${isOff} ? void 0 : ${expression})`,
    );
    texts.set(file, text);
  }
  for (const [file, text] of texts) writeFileSync(join(COPY, file), text);
  const main = join(COPY, 'main.js');
  writeFileSync(
    main,
    `import { readFileSync as readSwitches } from 'node:fs';
process.on('SIGUSR2', () => { globalThis.cachesThatAreOff = new Set(readSwitches(${JSON.stringify(switches)}, 'utf8').split(',')); });
${readFileSync(main, 'utf8').replace(/^#!.*/, '')}`,
  );
}

async function createLoads(service: RunningService, spaceId: string): Promise<Load[]> {
  const space = `/v1/spaces/${spaceId}`;
  const pages = (await listPages(service, spaceId)).slice(0, READ_PAGES);
  const pathsOf = (query: string) => pages.map((page) => `${space}/content/page/${page}?${query}`);
  const revisions: string[] = [];
  for (let edit = 0; edit < 20; edit += 1) {
    const markdown = pageSource(edit, 'edited');
    const document = { markdown };
    const changes = [{ operation: 'update_page', page: pages[edit], document }];
    await request(service, TOKEN, `${space}/content`, { method: 'POST', body: { changes } });
    const { body } = await request<{ id: string }>(service, TOKEN, `${space}/content`);
    revisions.push(body.id);
  }
  const warm = [...pathsOf('format=document'), ...pathsOf('format=markdown')];
  return [
    { name: 'warm', off: [], paths: Array.from({ length: 20 }, () => warm).flat() },
    { name: 'blocks', off: MADE, paths: [...pathsOf('format=document'), ...pathsOf('format=document')] },
    { name: 'Markdown', off: MADE, paths: [...pathsOf('format=markdown'), ...pathsOf('format=markdown')] },
    { name: 'evaluated', off: MADE, paths: pathsOf('evaluated=true') },
    { name: 'tree', off: MADE, paths: Array.from({ length: 8 }, () => `${space}/content/pages`) },
    {
      name: 'HTML',
      off: MADE,
      paths: pages.slice(0, 60).map((page) => `${space}/revisions/${revisions.at(-1)}/page/${page}/html`),
    },
    {
      name: 'earlier revisions',
      off: [...MADE, 'snapshots'],
      paths: revisions.map((revision) => `${space}/revisions/${revision}/page/${pages[0]}`),
    },
  ];
}

async function readAll(service: RunningService, paths: readonly string[], folder: string): Promise<void> {
  const file = join(folder, 'ask.json');
  const headers = { authorization: `Bearer ${TOKEN}` };
  writeFileSync(
    file,
    JSON.stringify({ origin: service.url, headers, paths, connections: CONNECTIONS, seconds: 0, once: true }),
  );
  const program = fileURLToPath(new URL('ask.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('The pages could not be read.');
}
