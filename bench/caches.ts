/**
 * What each cache of the reads saves: the same mix of reads with and without it, in processor time of the service. A
 * cache is switched off in a copy of the build, by a change of the line that looks into it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
import { createGround, type Ground, type RunningService, request } from '../test/process/service-process.ts';
import { createDocumentation, pageSource } from './documentation.ts';
import { pin, SERVER_CORE } from './load.ts';
import {
  addSpace,
  ENVIRONMENT,
  importRepository,
  listPages,
  processorTime,
  TOKEN,
  waitForQuiet,
} from './service.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COPY = join(ROOT, 'dist.caches');

/** Each cache with the expression that looks into it, as it is in the build. */
const CACHES: Record<string, { lookup: RegExp; without: string }> = {
  'remembered reads': { lookup: /this\.#reads\.get\([^;]*\);/, without: 'void 0;' },
  responses: { lookup: /const ready = store\.responses\.get\(key\);/, without: 'const ready = void 0;' },
  'rows of revisions': { lookup: /const known = revisions\.get\(key\);/, without: 'const known = void 0;' },
  snapshots: { lookup: /const known = snapshots\.get\(key\);/, without: 'const known = void 0;' },
  'lists of nodes': { lookup: /=> lists\.get\(`\$\{organizationId\}[^;]*;/, without: '=> void 0;' },
  facts: { lookup: /cache\.get\(keyOf\(organizationId, hash\)\)/, without: 'void 0' },
  'ids of documents': { lookup: /knownIds\.get\(owner\)/, without: 'void 0' },
  'revisions without computed pages': { lookup: /this\.#withoutComputed\.has\(key\)/, without: 'false' },
  'needs of evaluated responses': { lookup: /this\.#knownNeeds\.get\([^;]*;/, without: 'void 0;' },
  'parsed sources': { lookup: /const known = kept\.get\(source\);/, without: 'const known = void 0;' },
  'prepared blocks (SQL)': { lookup: /if \(found\?\.blocks\) return/, without: 'if (false) return' },
  'drawn pieces': {
    lookup: /const known = kept[$\d]*\.get\(keyOf[$\d]*\(name\)\);/,
    without: 'const known = void 0;',
  },
  pointers: { lookup: /return this\.#entries\.get\(key\)\?\.value;/, without: 'return;' },
};

const PAGES = 1200;
const WARMING_PAGES = 500;
const COLD_PAGES = 400;
const WARM_PAGES = 30;
const WARM_PASSES = 40;
const EDITS = 25;
const CONNECTIONS = 8;

/** The same response at several URLs, as callers write them. */
const SPELLINGS = ['', '&computed=true', '&metadata=true', '&metadata=true&computed=true'];

type Phase = 'cold' | 'warm' | 'edited' | 'evaluated' | 'html';
type Times = Record<Phase, number>;

/** `rounds`: how often each cache is measured. `only`: the names of caches, separated by commas. */
export async function run([rounds = '2', only]: string[]): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  cpSync(join(ROOT, 'dist'), COPY, { recursive: true });
  const ground = await createGround({ main: join(COPY, 'main.js') });
  try {
    const { directory } = await createDocumentation(join(folder.path, 'docs'), PAGES, 'e1');
    git.options.repositories.docs = directory;
    const service = await ground.serve(ENVIRONMENT);
    const spaceId = await addSpace(service, 'docs');
    await importRepository(service, spaceId, git.url('docs'));
    const pages = await listPages(service, spaceId);
    await service.stop();
    const names = only === undefined ? Object.keys(CACHES) : only.split(',');
    const measured = new Map<string, { with: Times; without: Times }[]>();
    for (let round = 0; round < Number(rounds); round += 1) {
      let before = await measureMix(ground, { spaceId, pages, round }, folder.path);
      for (const name of names) {
        const without = await withoutCache(name, () =>
          measureMix(ground, { spaceId, pages, round }, folder.path),
        );
        // The mixes with the cache stand on both sides of the one without it.
        const after = await measureMix(ground, { spaceId, pages, round }, folder.path);
        measured.set(name, [...(measured.get(name) ?? []), { with: mean(before, after), without }]);
        console.log(`${name}: ${describe(mean(before, after), without)}`);
        before = after;
      }
    }
    for (const [name, all] of measured) {
      const sum = (side: 'with' | 'without') => all.map((one) => one[side]).reduce(add);
      console.log(`| ${name} | ${describe(sum('with'), sum('without'))} |`);
    }
  } finally {
    await ground.clean();
    await git.close();
    await folder.remove();
    rmSync(COPY, { recursive: true, force: true });
  }
}

const PHASES: readonly Phase[] = ['cold', 'warm', 'edited', 'evaluated', 'html'];

const add = (one: Times, other: Times): Times =>
  Object.fromEntries(PHASES.map((phase) => [phase, one[phase] + other[phase]])) as Times;

const mean = (one: Times, other: Times): Times =>
  Object.fromEntries(PHASES.map((phase) => [phase, (one[phase] + other[phase]) / 2])) as Times;

const total = (times: Times): number => PHASES.reduce((sum, phase) => sum + times[phase], 0);

const describe = (with_: Times, without: Times): string => {
  const saved = (a: number, b: number) => `${(100 * (1 - a / b)).toFixed(0)} %`;
  const parts = PHASES.map((phase) => `${phase} ${saved(with_[phase], without[phase])}`);
  return `saves ${saved(total(with_), total(without))} of the mix (${parts.join(', ')})`;
};

async function withoutCache<Result>(name: string, use: () => Promise<Result>): Promise<Result> {
  const { lookup, without } = CACHES[name] as (typeof CACHES)[string];
  const changed: [file: string, text: string][] = [];
  for (const file of readdirSync(COPY).filter((one) => one.endsWith('.js'))) {
    const path = join(COPY, file);
    const text = readFileSync(path, 'utf8');
    if (!lookup.test(text)) continue;
    changed.push([path, text]);
    writeFileSync(path, text.replace(lookup, without));
  }
  if (changed.length !== 1) throw new Error(`${name}: ${changed.length} files look into the cache.`);
  try {
    return await use();
  } finally {
    for (const [path, text] of changed) writeFileSync(path, text);
  }
}

/** Processor time of the service for each phase, in milliseconds, after a start. */
async function measureMix(
  ground: Ground,
  { spaceId, pages, round }: { spaceId: string; pages: readonly string[]; round: number },
  folder: string,
): Promise<Times> {
  const service = await ground.serve(ENVIRONMENT);
  pin(service.pid, SERVER_CORE);
  const content = `/v1/spaces/${spaceId}/content`;
  const pathOf = (page: string, n: number) =>
    `${content}/page/${page}?format=${n % 2 === 0 ? 'document' : 'markdown'}`;
  const revision = await request<{ id: string }>(service, TOKEN, `${content}?metadata=false`);
  const timed = async (read: () => Promise<void>): Promise<number> => {
    const before = processorTime(service.pid);
    await read();
    return processorTime(service.pid) - before;
  };
  const htmlOf = (page: string) => `/v1/spaces/${spaceId}/revisions/${revision.body.id}/page/${page}/html`;
  const warming = pages.slice(0, WARMING_PAGES);
  await readAll(service, [...warming.map(pathOf), ...warming.slice(0, 20).map(htmlOf)], folder);
  await waitForQuiet(service);
  const cold = pages.slice(WARMING_PAGES, WARMING_PAGES + COLD_PAGES);
  const warm = pages.slice(0, WARM_PAGES).flatMap((page) => SPELLINGS.map((end, n) => pathOf(page, n) + end));
  const times: Times = {
    cold: await timed(() => readAll(service, cold.map(pathOf), folder)),
    warm: await timed(() => readAll(service, Array.from({ length: WARM_PASSES }, () => warm).flat(), folder)),
    evaluated: await timed(() =>
      readAll(
        service,
        [1, 2, 3, 4].flatMap(() =>
          cold.slice(0, 100).map((page) => `${content}/page/${page}?evaluated=true`),
        ),
        folder,
      ),
    ),
    html: await timed(() => readAll(service, cold.slice(0, 60).map(htmlOf), folder)),
    edited: 0,
  };
  for (let edit = 0; edit < EDITS; edit += 1) {
    const page = cold[edit] as string;
    const markdown = pageSource(edit, `round-${round}`);
    await request(service, TOKEN, content, {
      method: 'POST',
      body: { changes: [{ operation: 'update_page', page, document: { markdown } }] },
    });
    const after = [page, ...warming.slice(0, 4)].map(pathOf);
    times.edited += await timed(() => readAll(service, [...after, ...after, `${content}/pages`], folder));
  }
  await service.stop();
  return times;
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
