/**
 * Kills runs of translations at random moments, while people edit translations, the source changes and the provider
 * fails. The text of people stays, and every other block is a translation of its present source, or is reported.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { createRandom } from '../random.ts';
import { startTranslationServer, type TranslationServer } from '../translation-server.ts';
import { createPreparedSetup, type RunningService, request, waitFor } from './service-process.ts';
import { chooseVictim, killVictim } from './victims.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const LANGUAGES = ['fr', 'de'];
const PARAGRAPHS = 60;
/** The number of paragraphs that change on each page in each round. */
const CHANGED = 25;
const MAX_DELAY_MS = 2500;
const FAILURES: TranslationServer['failures'] = [
  { status: 429 },
  { status: 503 },
  { status: 500 },
  { status: 403 },
  { status: 200, body: 'no json' },
  { status: 200, body: '{"translations":[{"text":"one too few"}]}' },
  'reset',
];

/** A paragraph that a person wrote in a translation, and its round. */
interface Written {
  language: string;
  title: string;
  text: string;
  round: number;
}

interface Scene {
  service: RunningService;
  settings: string;
  sourceId: string;
  written: Written[];
}

type Random = () => number;

const isHuman = (paragraph: string): boolean => paragraph.startsWith('Written by a person');

async function ask<Body>({ service }: Pick<Scene, 'service'>, path: string, body?: object): Promise<Body> {
  let response = await request<Body>(service, TOKEN, path, body ? { method: 'POST', body } : {});
  // After a kill of the database, more connections may turn out to be lost.
  while (response.status === 503)
    response = await request<Body>(service, TOKEN, path, body ? { method: 'POST', body } : {});
  expect(response.status, `${path}: ${JSON.stringify(response.body)}`).toBeLessThan(300);
  return response.body;
}

const textOf = (paragraphs: readonly string[]): string => `${paragraphs.join('\n\n')}\n`;

/** Finds a page by its title in the source, and returns its paragraphs with the revision that contains them. */
async function readPage(
  scene: Scene,
  spaceId: string,
  title: string,
): Promise<{ page: string; revision: string; paragraphs: string[] }> {
  const space = `/v1/spaces/${spaceId}`;
  const { revision } = await ask<{ revision: string }>(scene, space);
  const at = `${space}/revisions/${revision}`;
  const { pages } = await ask<{ pages: { id: string; title: string }[] }>(scene, `${at}/pages`);
  const found = pages.filter((page) => page.title.split(' ').at(-1) === title);
  expect(found, `pages with the title ${title}`).toHaveLength(1);
  const page = found[0]?.id as string;
  const { markdown } = await ask<{ markdown: string }>(scene, `${at}/page/${page}?format=markdown`);
  const blocks = markdown.trim().split(/\n{2,}/);
  return { page, revision, paragraphs: blocks.filter((block) => !block.startsWith('#')) };
}

/** Edits a page. Returns whether the edit was acknowledged. Throws if the service is gone. */
async function editPage(
  { service }: Scene,
  spaceId: string,
  { page, revision, paragraphs }: { page: string; revision: string; paragraphs: string[] },
): Promise<boolean> {
  const changes = [{ operation: 'update_page', page, document: { markdown: textOf(paragraphs) } }];
  const response = await fetch(`${service.url}/v1/spaces/${spaceId}/content`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      'if-match': `"${revision}"`,
    },
    body: JSON.stringify({ changes }),
  });
  await response.text();
  return response.ok;
}

const TITLES = ['alpha', 'beta'];

/** Changes paragraphs of the source. They contain the number of the round in which they were last changed. */
async function changeSource(scene: Scene, random: Random, round: number): Promise<void> {
  for (const title of TITLES) {
    const found = await readPage(scene, scene.sourceId, title);
    for (let n = 0; n < CHANGED; n += 1) {
      const index = Math.floor(random() * PARAGRAPHS);
      found.paragraphs[index] = `Paragraph ${index} of ${title}, round ${round}.`;
    }
    expect(await editPage(scene, scene.sourceId, found)).toBe(true);
  }
}

interface Target {
  language: string;
  space: string;
}

const listTargets = async (scene: Scene): Promise<Target[]> =>
  (await ask<{ items: Target[] }>(scene, `${scene.settings}/languages`)).items;

/** Edits translations as people do until the service is gone, each paragraph once. */
async function editTranslations(
  scene: Scene,
  targets: readonly Target[],
  { random, round, isOver }: { random: Random; round: number; isOver: () => boolean },
): Promise<void> {
  for (let turn = 0; !isOver() && targets.length > 0; turn += 1) {
    const { language, space } = targets[turn % targets.length] as Target;
    const title = TITLES[Math.floor(random() * TITLES.length)] as string;
    try {
      const found = await readPage(scene, space, title);
      const index = Math.floor(random() * found.paragraphs.length);
      if (isHuman(found.paragraphs[index] as string)) continue;
      const text = `Written by a person in round ${round}, turn ${turn}, instead of ${index}.`;
      found.paragraphs[index] = text;
      if (await editPage(scene, space, found)) scene.written.push({ language, title, text, round });
    } catch {
      // The service is gone, or its database is.
      return;
    }
    await sleep(100);
  }
}

interface Status {
  language: string;
  title: string;
  behind: number;
  edited: number;
  missing: number;
  failed: number;
}

/** Returns the faults of the translations, in words; empty if every block is current, a person’s, or reported. */
async function findFaults(scene: Scene, { allowsReported }: { allowsReported: boolean }): Promise<string[]> {
  const faults: string[] = [];
  const { items } = await ask<{ items: Status[] }>(scene, `${scene.settings}/pages?limit=1000`);
  const targets = await listTargets(scene);
  for (const language of LANGUAGES)
    for (const title of TITLES) {
      const name = `${language} ${title}`;
      const status = items.find((one) => one.language === language && one.title.endsWith(title));
      const target = targets.find((one) => one.language === language);
      if (!status || !target) return [`${name} is not there`];
      const source = await readPage(scene, scene.sourceId, title);
      const { paragraphs } = await readPage(scene, target.space, title);
      if (paragraphs.length !== PARAGRAPHS) faults.push(`${name} has ${paragraphs.length} paragraphs`);
      const stale = paragraphs.filter(
        (text, index) => !isHuman(text) && text !== `${language} ${source.paragraphs[index]}`,
      );
      const reported = status.behind + status.missing + status.failed;
      if (stale.length > (allowsReported ? reported : 0))
        faults.push(
          `${name} has ${stale.length} blocks that are not current, and says ${JSON.stringify(status)}: ${stale[0]}`,
        );
      if (allowsReported) continue;
      const humans = paragraphs.filter(isHuman);
      const counted = [status.missing, status.failed, status.behind + status.edited];
      if (counted.join() !== `0,0,${humans.length}`)
        faults.push(`${name} has ${humans.length} blocks of people, and says ${JSON.stringify(status)}`);
      faults.push(...findUntold(scene, { name, paragraphs, source: source.paragraphs, status }));
    }
  return faults;
}

/**
 * Returns a fault if the page reports too few blocks as behind: a block of a person is behind if its source changed in
 * a later round.
 */
function findUntold(
  { written }: Scene,
  page: { name: string; paragraphs: string[]; source: string[]; status: Status },
): string[] {
  const overtaken = written.filter(({ language, title, text, round }) => {
    const index = page.paragraphs.indexOf(text);
    const changed = /round (\d+)\.$/.exec(page.source[index] ?? '')?.[1];
    return page.name === `${language} ${title}` && changed !== undefined && Number(changed) > round;
  });
  return page.status.behind >= overtaken.length
    ? []
    : [`${page.name} says ${page.status.behind} of ${overtaken.length} blocks that are behind`];
}

async function expectNothingLost(scene: Scene, where: string): Promise<void> {
  const texts = new Map<string, string[]>();
  for (const { language, space } of await listTargets(scene))
    for (const title of TITLES)
      texts.set(`${language} ${title}`, (await readPage(scene, space, title)).paragraphs);
  const lost = scene.written.filter(
    ({ language, title, text }) => !texts.get(`${language} ${title}`)?.includes(text),
  );
  expect(lost, `${where}: lost`).toEqual([]);
}

const run = (scene: Scene): Promise<unknown> => ask(scene, `${scene.settings}/run`, {});

async function waitUntilRight(scene: Scene, what: string, allowsReported: boolean): Promise<void> {
  let faults: string[] = [];
  await waitFor(
    what,
    async () => {
      const { status } = await ask<{ status: string }>(scene, scene.settings);
      faults = await findFaults(scene, { allowsReported });
      return status === 'completed' && faults.length === 0;
    },
    () => `${faults.join('; ')}\n${scene.service.errors()}${scene.service.output()}`,
  );
}

async function prepare(service: RunningService): Promise<Scene> {
  const organizations = await ask<{ items: { id: string }[] }>({ service }, '/v1/orgs');
  const organization = `/v1/orgs/${organizations.items[0]?.id}`;
  const space = await ask<{ id: string }>({ service }, `${organization}/spaces`, { title: 'Docs' });
  const changes = TITLES.map((title) => ({
    operation: 'insert_page',
    title,
    document: {
      markdown: textOf(Array.from({ length: PARAGRAPHS }, (_, n) => `Paragraph ${n} of ${title}, round 0.`)),
    },
  }));
  await ask({ service }, `/v1/spaces/${space.id}/content`, { changes });
  const { id } = await ask<{ id: string }>({ service }, `${organization}/translations`, {
    title: 'Docs',
    source: { space: space.id, language: 'en' },
    languages: LANGUAGES,
  });
  return { service, sourceId: space.id, settings: `${organization}/translations/${id}`, written: [] };
}

/** Returns a description of the test run. */
export async function killTranslations({ rounds, seed }: { rounds: number; seed: number }): Promise<string> {
  const random = createRandom(seed);
  const setup = await createPreparedSetup();
  const provider = await startTranslationServer();
  provider.delayMs = 200;
  const environment = {
    LECTERN_ADMIN_TOKEN: TOKEN,
    LECTERN_ALLOW_PRIVATE_NETWORKS: '1',
    LECTERN_LOG_LEVEL: 'warn',
    LECTERN_TRANSLATION_PROVIDER: 'deepl',
    LECTERN_TRANSLATION_URL: provider.url,
    LECTERN_TRANSLATION_CALLS_PER_MINUTE: '100000',
  };
  const killed = { service: 0, database: 0, both: 0 };
  try {
    const scene = await prepare(await setup.serve(environment));
    for (let round = 1; round <= rounds; round += 1) {
      const victim = chooseVictim(random);
      const delay = random() * MAX_DELAY_MS;
      const where = `seed ${seed}, round ${round}: ${victim} killed after ${Math.round(delay)} ms`;
      let isOver = false;
      await changeSource(scene, random, round);
      const targets = round === 1 ? [] : await listTargets(scene);
      for (let n = Math.floor(random() * 5); n > 0; n -= 1)
        provider.failures.push(FAILURES[Math.floor(random() * FAILURES.length)] as 'reset');
      await run(scene);
      const people = editTranslations(scene, targets, { random, round, isOver: () => isOver });
      await sleep(delay);
      scene.service = await killVictim({ setup, service: scene.service, victim }, environment);
      isOver = true;
      killed[victim] += 1;
      await people;
      await recover(scene);
      // The translation remains incomplete while calls keep failing.
      provider.failures.push({ status: 403 }, { status: 403 });
      await run(scene);
      await waitUntilRight(scene, `every block to be reported (${where})`, true);
      provider.failures.length = 0;
      await run(scene);
      await waitUntilRight(scene, `every block to be current (${where})`, false);
      await expectNothingLost(scene, where);
    }
    expect((await scene.service.stop()).code).toBe(0);
    const texts = provider.texts();
    return [
      `${rounds} rounds, killed: ${JSON.stringify(killed)}`,
      `${scene.written.length} edits of people, none lost`,
      `${provider.requests.length} calls with ${texts.length} texts, ${new Set(texts).size} of them different`,
    ].join('; ');
  } finally {
    await provider.close();
    await setup.clean();
  }
}

/** Waits until the service is connected to its database again. */
async function recover({ service, settings }: Scene): Promise<void> {
  await waitFor('the service to be back', async () => {
    // One request for each of its connections: none of them must be a lost one.
    const responses = await Promise.all(Array.from({ length: 20 }, () => request(service, TOKEN, settings)));
    return responses.every(({ status }) => status === 200);
  });
}
