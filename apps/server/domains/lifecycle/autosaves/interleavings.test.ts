/**
 * Random histories of two authors in two spaces that differ only in this: the autosaves of one are packed, dissolved and
 * swept at random moments. Everything that was referred to stays, and edits, merges and conflicts are the same in both.
 */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { putContent } from '../../../../../test/content.ts';
import { addMember, addOrganization, addSpace, addUserToken } from '../../../../../test/factories.ts';
import { ageContent } from '../../../../../test/fixtures/content/sweep/sweep.ts';
import { createRandom } from '../../../../../test/random.ts';
import { createContentSweepJob } from '../../content/sweep/sweep.jobs.ts';
import { coalesceAutosaves } from './coalesce-autosaves.ts';
import { packAutosaves } from './pack-autosaves.ts';

const ROUNDS = process.env.LECTERN_SOAK ? 60 : 1;
const STEPS = 70;
const PARAGRAPHS = 4;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const clock = createTestClock();
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());

interface Revision {
  id: string;
  at: number;
  text: string;
}

/** One of the two spaces, with what happened to it. */
interface World {
  organizationId: string;
  spaceId: string;
  page: string;
  tokens: string[];
  changeRequest: string | undefined;
  /** The revisions in the order in which they were made, with their time; the same in both. */
  revisions: Revision[];
  /** The content of revisions that were referred to. */
  referred: Map<string, string>;
}

async function createWorld(): Promise<World> {
  const { organizationId, creatorId } = await addOrganization(app);
  const tokens = [
    await addUserToken(app, creatorId),
    (await addMember(app, { role: 'admin', organizationId })).token,
  ];
  const spaceId = await addSpace(app, { organizationId });
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, n) => `Paragraph ${n}.`);
  await putContent(app, spaceId, { 'README.md': `# Page\n\n${paragraphs.join('\n\n')}\n` });
  const world: World = {
    organizationId,
    spaceId,
    page: '',
    tokens,
    changeRequest: undefined,
    revisions: [],
    referred: new Map(),
  };
  world.page = (await call(world, 'GET', '/content/pages')).body.pages[0].id;
  return world;
}

async function call(
  { spaceId, tokens }: World,
  method: 'GET' | 'POST',
  path: string,
  { body, author = 0, base }: { body?: object; author?: number; base?: string } = {},
) {
  const response = await app.request(method, `/v1/spaces/${spaceId}${path}`, {
    token: tokens[author] as string,
    ...(body ? { body } : {}),
    ...(base ? { headers: { 'if-match': base } } : {}),
  });
  return { status: response.statusCode, body: response.json() };
}

const textAt = async (world: World, place: string): Promise<string> =>
  (await call(world, 'GET', `${place}/page/${world.page}?format=markdown`)).body.markdown;

/** A step, done alike in both worlds; returns what must be the same in both. */
type Step = (world: World) => Promise<unknown>;

function chooseStep(random: () => number): { name: string; step: Step } {
  const pick = (count: number): number => Math.floor(random() * count);
  const [kind, author, paragraph, word, which] = [random(), pick(2), pick(PARAGRAPHS), pick(1000), random()];
  const named = ({ revisions }: World) => revisions[Math.floor(which * revisions.length)];
  const edit = async (world: World, line: string, from: Revision | undefined) => {
    const base = from?.id ?? (await call(world, 'GET', `${line}/content`)).body.id;
    // Not read by its id: that alone would keep it.
    const text = from?.text ?? (await textAt(world, `${line}/content`));
    const lines = text.split('\n\n');
    lines[1 + paragraph] = `Paragraph ${paragraph} ${author} ${word}.\n`.trimEnd();
    const markdown = `${lines.join('\n\n').trimEnd()}\n`;
    const changes = [{ operation: 'update_page', page: world.page, document: { markdown } }];
    const path = line === '' ? '/content' : `${line}/content?compat=false`;
    const { status } = await call(world, 'POST', path, { body: { changes }, author, base });
    if (status === 200) {
      const { id } = (await call(world, 'GET', `${line}/content`)).body;
      world.revisions.push({ id, at: clock.now().getTime(), text: await textAt(world, `${line}/content`) });
    }
    return status;
  };
  const lineOf = ({ changeRequest }: World): string =>
    changeRequest === undefined ? '' : `/change-requests/${changeRequest}`;
  if (kind < 0.4) return { name: 'save', step: (world) => edit(world, '', undefined) };
  if (kind < 0.65)
    return { name: 'save in a change request', step: (world) => edit(world, lineOf(world), undefined) };
  if (kind < 0.7)
    return {
      name: 'begin a change request',
      step: async (world) => {
        world.changeRequest ??= (await call(world, 'POST', '/change-requests', { body: {}, author })).body.id;
      },
    };
  if (kind < 0.76)
    return {
      name: 'merge',
      step: async (world) => {
        if (world.changeRequest === undefined) return undefined;
        const { status, body } = await call(world, 'POST', `${lineOf(world)}/merge`, { author });
        if (body.result === 'merge') world.changeRequest = undefined;
        else await call(world, 'POST', `${lineOf(world)}/update`, { author });
        return [status, body.result, body.conflicts?.length];
      },
    };
  if (kind < 0.82)
    return {
      name: 'comment on, or read by link',
      step: async (world) => {
        const revision = named(world);
        // Later it may be gone, which is what differs between the two.
        if (!revision || revision.at < clock.now().getTime() - 20 * HOUR) return undefined;
        if (which * 1000 - Math.floor(which * 1000) < 0.5) {
          const body = { body: { markdown: 'A comment.' }, page: world.page, revision: revision.id };
          const { status } = await call(world, 'POST', '/comments', { body, author });
          expect(status).toBe(200);
        }
        // The current one is not kept for being read.
        const { id } = (await call(world, 'GET', '/content')).body;
        const text = await textAt(world, `/revisions/${revision.id}`);
        if (id !== revision.id) world.referred.set(revision.id, text);
        return text;
      },
    };
  return {
    name: 'edit with an older revision as base',
    step: async (world) => {
      const revision = named(world);
      if (!revision || revision.at < clock.now().getTime() - 20 * HOUR) return undefined;
      return edit(world, '', revision);
    },
  };
}

const packAll = ({ organizationId, spaceId }: World): Promise<number> =>
  packAutosaves(
    app.context,
    { organizationId, spaceId },
    { before: clock.now(), latest: clock.now(), count: 1 },
    new AbortController().signal,
  );

async function dissolve({ organizationId, spaceId }: World): Promise<number> {
  const signal = new AbortController().signal;
  const gone = await coalesceAutosaves(app.context, { organizationId, spaceId }, signal);
  await ageContent(app, organizationId);
  await sql`update content_pack set created_at = now() - interval '1 day'`.execute(app.context.db);
  const job = { organizationId, jobId: organizationId, payload: {}, attempt: 1 };
  await createContentSweepJob(app.context).run(job, signal);
  return gone;
}

async function expectWhole(world: World): Promise<void> {
  const { rows } = await sql`
    select r.revision_id from revision r, unnest(r.parents) as parent
    where r.space_id = ${world.spaceId} and not exists (
      select 1 from revision p where p.space_id = r.space_id and p.revision_id = parent)`.execute(
    app.context.db,
  );
  expect(rows).toEqual([]);
  for (const [revision, text] of world.referred)
    expect(await textAt(world, `/revisions/${revision}`)).toBe(text);
  const { items } = (await call(world, 'GET', '/revisions?limit=1000')).body;
  for (const { id, parents } of items.slice(0, -1)) {
    const found = await app.app.content.open(
      (await app.context.pointers.spaces.find(world.spaceId))!,
      parents[0],
    );
    expect(found.revision.revisionId).toBe(parents[0]);
    expect((await call(world, 'GET', `/revisions/${id}/changes`)).status).toBe(200);
  }
}

test('what was referred to stays, and all else is as if nothing had been dissolved', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? (process.env.LECTERN_SOAK ? randomInt(2 ** 31) : 7));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  const random = createRandom(seed);
  let gone = 0;
  let packed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const [world, other] = [await createWorld(), await createWorld()];
    for (let turn = 0; turn < STEPS; turn += 1) {
      const { name, step } = chooseStep(random);
      const [one, two] = [await step(world), await step(other)];
      expect(one, `round ${round}, step ${turn}: ${name}`).toEqual(two);
      const pause = random();
      clock.advance(pause < 0.8 ? 1000 : pause < 0.97 ? 15 * MINUTE : 12 * HOUR);
      if (random() < 0.25) packed += await packAll(world);
      if (random() < 0.15) gone += await dissolve(world);
    }
    clock.advance(25 * HOUR);
    gone += await dissolve(world);
    expect(await textAt(world, '/content')).toBe(await textAt(other, '/content'));
    if (world.changeRequest !== undefined) {
      const place = (one: World) => `/change-requests/${one.changeRequest}/content`;
      expect(await textAt(world, place(world))).toBe(await textAt(other, place(other)));
    }
    await expectWhole(world);
  }
  expect(gone).toBeGreaterThan(ROUNDS);
  expect(packed).toBeGreaterThan(ROUNDS);
}, 600_000);
