/**
 * The corpus published by Lectern, and the same corpus built by other generators of documentation, side by side in
 * Chromium. The generators are installed from the package registry into a scratch folder outside the repository, which
 * LECTERN_BENCH_FOLDER names, and stay there for the next run. Nothing of it is written anywhere else.
 *
 * npm run bench:published -- --only lectern,vitepress --metrics build,loads --runs 5
 * npm run bench:published -- --only lectern,vitepress --pages 1000   # as many made-up pages; measures only the build
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../test/browser/chromium.ts';
import { createFixtureRepository, temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
import { type RunningService, request, type Setup } from '../test/process/service-process.ts';
import {
  type Measures,
  measureAccessibility,
  measureClick,
  measureFirstView,
  measureLoads,
  measureSearch,
  measureWithoutScripts,
  PAGES,
  type Subject,
} from './published/browsing.ts';
import { type CorpusFiles, makeCorpus, readCorpus } from './published/corpus.ts';
import { buildWith, type Generator, installInto, starlight, vitepress } from './published/generators.ts';
import { watchMemory } from './published/memory-of-tree.ts';
import {
  addSpace,
  ENVIRONMENT,
  importRepository,
  median,
  TOKEN,
  waitForQuiet,
  withService,
} from './service.ts';

const BUNDLE = fileURLToPath(new URL('../../shared/corpora/phantasma-docs.bundle', import.meta.url));
/** The second site of a service takes less time than its first, for which the service’s code is compiled. */
const WARM = 'source to the next readable site, s';
/** The first build also draws most pages, while the service begins to draw them, too. */
const DRAWN = 'the next build of the same site, s';
const METRICS = ['build', 'loads', 'click', 'search', 'axe', 'scriptless'] as const;
type Metric = (typeof METRICS)[number];
type Selectors = Omit<Subject, 'name' | 'url'>;

const SELECTORS: Record<string, Selectors> = {
  lectern: {
    // The page that is first in the table of contents is at the address of the site.
    home: '',
    next: 'a[rel="next"]',
    searchDoor: 'form[data-search] input',
    searchResult: '.search-dialog [role="option"]',
    navigation: 'nav[data-navigation] a',
  },
  // As files: `lectern build`.
  'lectern-build': {
    home: '',
    next: 'a[rel="next"]',
    searchDoor: 'form[data-search] input',
    searchResult: '.search-dialog [role="option"]',
    navigation: 'nav[data-navigation] a',
  },
  vitepress: {
    next: 'a.pager-link.next',
    searchDoor: '#local-search button',
    searchResult: '.VPLocalSearchBox .results .result',
    navigation: '.VPSidebar a',
  },
  starlight: {
    next: 'a[rel="next"]',
    searchDoor: 'button[data-open-modal]',
    searchResult: '.pagefind-ui__result-link, site-search [role="option"], #starlight__search .pf-result a',
    navigation: 'nav.sidebar a',
  },
};
const GENERATORS: Record<string, Generator> = { vitepress, starlight };

interface Run {
  browser: Browser;
  metrics: ReadonlySet<Metric>;
  scratch: string;
  files: CorpusFiles;
  /** The path of the page that is requested to see whether the site is published. */
  home: string;
}

export async function run(parameters: readonly string[] = []): Promise<void> {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      only: { type: 'string', default: Object.keys(SELECTORS).join(',') },
      metrics: { type: 'string', default: METRICS.join(',') },
      runs: { type: 'string', default: '3' },
      pages: { type: 'string' },
    },
  });
  const names = values.only.split(',');
  const unknown = names.find((name) => !(name in SELECTORS));
  if (unknown !== undefined) throw new Error(`There is no ${unknown}: ${Object.keys(SELECTORS).join(', ')}.`);
  if (values.pages === undefined && !existsSync(BUNDLE))
    throw new Error(`The corpus is not there: ${BUNDLE}.`);
  const wanted = values.pages === undefined ? values.metrics.split(',') : ['build'];
  const metrics = new Set(METRICS.filter((metric) => wanted.includes(metric)));
  const scratch = process.env.LECTERN_BENCH_FOLDER ?? join(tmpdir(), 'lectern-bench-published');
  if (metrics.has('axe')) installInto(join(scratch, 'axe'), { 'axe-core': '4.10.3' });
  const files = values.pages === undefined ? readCorpus(BUNDLE, scratch) : makeCorpus(Number(values.pages));
  const home = values.pages === undefined ? PAGES.home : '';
  const browser = await launchChromium();
  const found = new Map<string, Measures[]>(names.map((name) => [name, []]));
  try {
    for (let turn = 0; turn < Number(values.runs); turn += 1)
      for (const name of names)
        found.get(name)?.push(await measure(name, { browser, metrics, scratch, files, home }));
  } finally {
    await browser.close();
  }
  printTable(found);
}

/** Publishes or builds the corpus, and measures the site. */
async function measure(name: string, run: Run): Promise<Measures> {
  const selectors = SELECTORS[name] as Selectors;
  const generator = GENERATORS[name];
  if (name === 'lectern-build')
    return withPublished(run, async (_url, _published, { setup }) => {
      const folder = join(run.scratch, name);
      const atOnce = await buildPublished(setup, folder);
      const { seconds } = await buildPublished(setup, folder);
      const built = { ...sourceToSite(atOnce.seconds, atOnce.megabytes), [DRAWN]: seconds };
      return browseFolder(folder, built, { name, ...selectors }, run);
    });
  if (!generator)
    return withPublished(run, async (url, published, { service }) => {
      const first = run.metrics.has('loads') ? await measureFirstView(run.browser, url) : {};
      // Until the service has drawn all pages, as the other generators have when they are measured.
      await waitForQuiet(service);
      return { ...published, ...first, ...(await browse({ name, url, ...selectors }, run)) };
    });
  const { folder, seconds, megabytes } = await buildWith(generator, join(run.scratch, name), run.files);
  return browseFolder(folder, sourceToSite(seconds, megabytes), { name, ...selectors }, run);
}

/** `built`: the measures of how the files were made. */
async function browseFolder(
  folder: string,
  built: Measures,
  subject: Omit<Subject, 'url'>,
  run: Run,
): Promise<Measures> {
  const server = await startStaticServer(folder);
  try {
    return { ...built, ...(await browse({ ...subject, url: server.url }, run)) };
  } finally {
    server.child.kill();
  }
}

/** Builds the published corpus: the time and the memory of the command alone. */
async function buildPublished(setup: Setup, folder: string): Promise<{ seconds: number; megabytes: number }> {
  rmSync(folder, { recursive: true, force: true });
  const begun = performance.now();
  const command = setup.start(
    ['build', 'phantasma', folder, '--base-url', 'https://docs.example.com/'],
    ENVIRONMENT,
  );
  const memory = watchMemory(() => [command.pid]);
  const { code, errors } = await command.ended;
  const megabytes = memory.stop();
  if (code !== 0) throw new Error(`The build ended with ${code}: ${errors}`);
  return { seconds: (performance.now() - begun) / 1000, megabytes };
}

const sourceToSite = (seconds: number, megabytes: number): Measures => ({
  'source to readable site, s': seconds,
  'peak memory, MB': megabytes,
});

async function browse(subject: Subject, { browser, metrics, scratch }: Run): Promise<Measures> {
  const measurements: Record<Exclude<Metric, 'build'>, () => Promise<Measures>> = {
    loads: () => measureLoads(browser, subject),
    click: () => measureClick(browser, subject),
    search: () => measureSearch(browser, subject),
    axe: () => measureAccessibility(browser, subject, join(scratch, 'axe')),
    scriptless: () => measureWithoutScripts(browser, subject),
  };
  const measures: Measures = {};
  for (const metric of metrics) {
    if (metric === 'build') continue;
    try {
      Object.assign(measures, await measurements[metric]());
    } catch (error) {
      // Its values are missing in the table; those of the others were measured.
      console.error(`${subject.name}, ${metric}: ${(error as Error).message}`);
    }
  }
  return measures;
}

interface Running {
  service: RunningService;
  setup: Setup;
}

/** From the request for the import until the page of the site's beginning is answered. Memory: with the database. */
async function withPublished(
  { files, home }: Run,
  use: (url: string, published: Measures, running: Running) => Promise<Measures>,
): Promise<Measures> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  let measures: Measures = {};
  try {
    await withService(async (service, setup) => {
      const { directory } = await createFixtureRepository(join(folder.path, 'docs'), { files });
      git.options.repositories.docs = directory;
      const processes = [service.pid, service.databasePid].filter((pid) => pid !== undefined);
      // A first start imports and publishes the documentation of Lectern.
      await waitForQuiet(service);
      const memory = watchMemory(() => processes);
      const begun = performance.now();
      const url = await publish(service, git.url('docs'));
      const response = await fetch(url + home);
      if (response.status !== 200) throw new Error(`${url}${home}: ${response.status}`);
      const seconds = (performance.now() - begun) / 1000;
      measures = await use(url, sourceToSite(seconds, memory.stop()), { service, setup });
      // Last: what is drawn for it in the background would slow down everything else.
      const repeatedAt = performance.now();
      await publish(service, git.url('docs'), 'Once more');
      measures[WARM] = (performance.now() - repeatedAt) / 1000;
    });
  } finally {
    await git.close();
    await folder.remove();
  }
  return measures;
}

async function publish(service: RunningService, repository: string, title = 'Phantasma'): Promise<string> {
  const spaceId = await addSpace(service, title);
  await importRepository(service, spaceId, repository);
  const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  const sites = `/v1/orgs/${organizations.body.items[0]?.id}/sites`;
  const body = { title, spaces: [spaceId], visibility: 'public' };
  const created = await request<{ id: string }>(service, TOKEN, sites, { method: 'POST', body });
  const published = await request<{ urls: { published: string } }>(
    service,
    TOKEN,
    `${sites}/${created.body.id}/publish`,
    { method: 'POST' },
  );
  return published.body.urls.published;
}

async function startStaticServer(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const program = fileURLToPath(new URL('static-server.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: `http://127.0.0.1:${String(port).trim()}/` };
}

/** The median of each measure, a column for each site. */
function printTable(found: Map<string, Measures[]>): void {
  const measures = new Set([...found.values()].flat().flatMap(Object.keys));
  console.log(`\n| median | ${[...found.keys()].join(' | ')} |\n| --- |${' ---: |'.repeat(found.size)}`);
  for (const measure of measures) {
    const cells = [...found.values()].map((runs) => {
      const values = runs.flatMap((one) => one[measure] ?? []);
      return values.length === 0 ? '–' : formatNumber(median(values));
    });
    console.log(`| ${measure} | ${cells.join(' | ')} |`);
  }
}

const formatNumber = (value: number): string =>
  value >= 100 ? value.toFixed(0) : String(Number(value.toFixed(value < 1 ? 3 : 1)));
