/**
 * Kills edits and merges at random moments: every acknowledged change is in the history, and no change is there only in
 * part.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { createRandom } from '../random.ts';
import { createPreparedSetup, type RunningService, request, waitFor } from './service-process.ts';
import { chooseVictim, killVictim } from './victims.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = { LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_LOG_LEVEL: 'fatal' };
const WRITERS = 4;
const MAX_DELAY_MS = 1500;
const MARK = /mark-\d+-\d+-\d+-end/g;

interface Scene {
  service: RunningService;
  spaceId: string;
  page: string;
  round: number;
  /** Whether the kill has happened, so that no writer starts anything new. */
  isOver: boolean;
}

/** The requests of the writers in a round. */
interface Written {
  acknowledged: Set<string>;
  sent: Set<string>;
  /** The number of the change request for each mark whose merge was requested. */
  merges: Map<string, string>;
}

type Body = Record<string, unknown>;

/** Returns the body of a successful response; undefined if there was none, or if it failed. */
async function attempt(
  service: RunningService,
  path: string,
  { body, base }: { body?: object; base?: string } = {},
): Promise<Body | undefined> {
  try {
    const response = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(base ? { 'if-match': `"${base}"` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const result = (await response.json()) as Body;
    return response.ok ? result : undefined;
  } catch {
    return undefined;
  }
}

/** Waits until the service is connected to its database again. */
async function recover(service: RunningService, spaceId: string): Promise<void> {
  const isAnswered = async () =>
    (await request(service, TOKEN, `/v1/spaces/${spaceId}/change-requests`)).status === 200;
  await waitFor('the service to be back', async () => {
    // One request for each of its connections: none of them must be a lost one.
    const responses = await Promise.all(Array.from({ length: 20 }, isAnswered));
    return responses.every(Boolean);
  });
}

async function read<Answer = Body>(service: RunningService, path: string): Promise<Answer> {
  const { status, body } = await request<Answer>(service, TOKEN, path);
  expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200);
  return body;
}

const sharedPage = (): string =>
  `# Shared\n\n${Array.from({ length: WRITERS }, (_, writer) => `Paragraph ${writer}.`).join('\n\n')}\n`;

/** Edits a paragraph of the page again and again. */
async function edit(scene: Scene, writer: number, written: Written): Promise<void> {
  const space = `/v1/spaces/${scene.spaceId}`;
  for (let turn = 0; !scene.isOver; turn += 1) {
    try {
      const { revision } = await read<{ revision: string }>(scene.service, space);
      const path = `${space}/revisions/${revision}/page/${scene.page}?format=markdown`;
      const { markdown } = await read<{ markdown: string }>(scene.service, path);
      const mark = `mark-${scene.round}-${writer}-${turn}-end`;
      const line = new RegExp(`^Paragraph ${writer}\\b.*$`, 'm');
      const document = { markdown: markdown.replace(line, `Paragraph ${writer} ${mark}.`) };
      const body = { changes: [{ operation: 'update_page', page: scene.page, document }] };
      written.sent.add(mark);
      if (await attempt(scene.service, `${space}/content`, { body, base: revision }))
        written.acknowledged.add(mark);
    } catch {
      // The service is gone, or its database is.
      return;
    }
  }
}

/** Creates change requests, and merges them. */
async function merge(scene: Scene, writer: number, written: Written): Promise<void> {
  const url = `/v1/spaces/${scene.spaceId}/change-requests`;
  for (let turn = 0; !scene.isOver; turn += 1) {
    const created = await attempt(scene.service, url, { body: {} });
    if (!created) return;
    const mark = `mark-${scene.round}-${writer}-${turn}-end`;
    const body = {
      changes: [{ operation: 'insert_page', title: mark, document: { markdown: `${mark}\n` } }],
    };
    if (!(await attempt(scene.service, `${url}/${created.id}/content`, { body }))) return;
    written.sent.add(mark);
    written.merges.set(mark, created.id as string);
    if (!(await attempt(scene.service, `${url}/${created.id}/merge`))) return;
    written.acknowledged.add(mark);
  }
}

interface Entry {
  id: string;
  type: string;
}

/** The marks of each revision that came after `known`, and the newest revision. */
async function readHistory(
  { service, spaceId, page }: Scene,
  known: string,
): Promise<{ marks: Set<string>; head: string }> {
  const space = `/v1/spaces/${spaceId}`;
  const { items } = await read<{ items: Entry[] }>(service, `${space}/revisions?limit=1000`);
  const marks = new Set<string>();
  const end = items.findIndex(({ id }) => id === known);
  expect(end, 'the revision of the round before is in the history').toBeGreaterThanOrEqual(0);
  for (const { id } of items.slice(0, end)) {
    const { markdown } = await read<{ markdown: string }>(
      service,
      `${space}/revisions/${id}/page/${page}?format=markdown`,
    );
    const { pages } = await read<{ pages: { title: string }[] }>(service, `${space}/revisions/${id}/pages`);
    const text = `${markdown} ${pages.map(({ title }) => title).join(' ')}`;
    for (const [mark] of text.matchAll(MARK)) marks.add(mark);
  }
  return { marks, head: items[0]?.id as string };
}

/** Checks that a merge whose response was lost has either happened or not, and that a second request tells which. */
async function expectDecided(scene: Scene, written: Written, where: string): Promise<void> {
  const url = `/v1/spaces/${scene.spaceId}/change-requests`;
  for (const [mark, id] of written.merges) {
    const before = await read<{ status: string; revisionMerged?: string }>(scene.service, `${url}/${id}`);
    if (written.acknowledged.has(mark)) expect(before.status, where).toBe('merged');
    const again = await attempt(scene.service, `${url}/${id}/merge`);
    expect(again, where).toMatchObject({ result: 'merge' });
    if (before.status === 'merged') expect(again?.revision, where).toBe(before.revisionMerged);
    written.acknowledged.add(mark);
  }
  const { pages } = await read<{ pages: { title: string }[] }>(
    scene.service,
    `/v1/spaces/${scene.spaceId}/content/pages`,
  );
  const titles = pages.map(({ title }) => title);
  for (const mark of written.merges.keys())
    expect(titles.filter((title) => title === mark).length, `${where}: ${mark} is merged once`).toBe(1);
}

/** Checks that the counts of the space match its lists, and that search finds the text of the current revision. */
async function expectCounted({ service, spaceId }: Scene, where: string): Promise<void> {
  const space = await read(service, `/v1/spaces/${spaceId}`);
  const counts: Record<string, number> = {};
  for (const status of ['draft', 'open', 'archived', 'merged'])
    counts[status] = (
      await read<{ count: number }>(service, `/v1/spaces/${spaceId}/change-requests?status=${status}&limit=1`)
    ).count;
  expect(space.changeRequestsDraft, where).toBe(counts.draft);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  expect(space.changeRequests, where).toBe(all);
}

export async function killEdits({ rounds, seed }: { rounds: number; seed: number }): Promise<void> {
  const random = createRandom(seed);
  const setup = await createPreparedSetup();
  try {
    let service = await setup.serve(ENVIRONMENT);
    const organizations = await read<{ items: { id: string }[] }>(service, '/v1/orgs');
    const space = await attempt(service, `/v1/orgs/${organizations.items[0]?.id}/spaces`, {
      body: { title: 'Docs' },
    });
    const spaceId = space?.id as string;
    const inserted = await attempt(service, `/v1/spaces/${spaceId}/content`, {
      body: { changes: [{ operation: 'insert_page', document: { markdown: sharedPage() } }] },
    });
    if (!inserted) throw new Error('The page was not inserted.');
    const [{ page }] = inserted.changes as [{ page: { id: string } }];
    let known = inserted.revision as string;
    for (let round = 1; round <= rounds; round += 1) {
      const victim = chooseVictim(random);
      const delay = 200 + random() * MAX_DELAY_MS;
      const where = `seed ${seed}, round ${round}: ${victim} killed after ${Math.round(delay)} ms`;
      const scene: Scene = { service, spaceId, page: page.id, round, isOver: false };
      const written: Written = { acknowledged: new Set(), sent: new Set(), merges: new Map() };
      const work = [
        ...Array.from({ length: WRITERS }, (_, writer) => edit(scene, writer, written)),
        merge(scene, WRITERS, written),
      ];
      await sleep(delay);
      service = await killVictim({ setup, service, victim }, ENVIRONMENT);
      scene.isOver = true;
      await Promise.all(work);
      scene.service = service;
      await recover(service, spaceId);
      await expectDecided(scene, written, where);
      const { marks, head } = await readHistory(scene, known);
      expect(
        [...written.acknowledged].filter((mark) => !marks.has(mark)),
        `${where}: lost`,
      ).toEqual([]);
      expect(
        [...marks].filter((mark) => !written.sent.has(mark) && mark.startsWith(`mark-${round}-`)),
      ).toEqual([]);
      await expectCounted(scene, where);
      known = head;
    }
    expect((await service.stop()).code).toBe(0);
  } finally {
    await setup.clean();
  }
}
