/** Everything that reads or moves the history of a space, while most of it is in packs. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { putContent } from '../../../../../test/content.ts';
import { addOrganization, addSpace, addUserToken } from '../../../../../test/factories.ts';
import { ageContent } from '../../../../../test/fixtures/content/sweep/sweep.ts';
import { useGitSetup } from '../../../../../test/git-setup.ts';
import { runJobs, runJobsFor } from '../../../../../test/jobs.ts';
import { createContentSweepJob } from '../../content/sweep/sweep.jobs.ts';
import { createAutosavePackingJob } from './autosaves.jobs.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LIVE_SAVES = 8;
const REQUEST_SAVES = 4;
const TIMEOUT_MS = 300_000;
const { signal } = new AbortController();

const clock = createTestClock();
const setup = useGitSetup(clock.now);

interface Saved {
  revision: string;
  text: string;
}

/** A space with a change request whose saves, live and there, are all packed but the last ones. */
class Scene {
  readonly live: Saved[] = [];
  readonly requested: Saved[] = [];
  organizationId = '';
  creatorId = '';
  token = '';
  spaceId = '';
  page = '';
  changeRequest = '';

  static async create(): Promise<Scene> {
    const scene = new Scene();
    const { organizationId, creatorId } = await addOrganization(setup.app);
    scene.organizationId = organizationId;
    scene.creatorId = creatorId;
    scene.token = await addUserToken(setup.app, creatorId);
    scene.spaceId = await addSpace(setup.app, { organizationId });
    await putContent(setup.app, scene.spaceId, {
      'README.md': scene.source('Start.', 'Start.'),
      'other.md': '# Other\n\nText.\n',
    });
    scene.page = (await scene.get('/content/pages')).pages[0].id;
    for (let n = 0; n < LIVE_SAVES / 2; n += 1) await scene.saveLive(n);
    scene.changeRequest = (await scene.post('/change-requests', { subject: 'Edits' })).id;
    const line = `/change-requests/${scene.changeRequest}`;
    const base = `Live ${LIVE_SAVES / 2 - 1}.`;
    for (let n = 0; n < REQUEST_SAVES; n += 1)
      scene.requested.push(await scene.save(scene.source(base, `Requested ${n}.`), { line }));
    for (let n = LIVE_SAVES / 2; n < LIVE_SAVES; n += 1) await scene.saveLive(n);
    await scene.pack();
    return scene;
  }

  /** Live edits and edits in the change request are in different paragraphs. */
  source(live: string, requested: string): string {
    return `# Page\n\n${live}\n\nBetween.\n\n${requested}\n`;
  }

  async saveLive(n: number): Promise<void> {
    this.live.push(await this.save(this.source(`Live ${n}.`, 'Start.')));
  }

  async call(method: 'GET' | 'POST' | 'DELETE', path: string, options: object = {}, reader = setup.app) {
    return reader.request(method, `/v1/spaces/${this.spaceId}${path}`, { token: this.token, ...options });
  }

  async get(path: string, reader: TestApp = setup.app) {
    const response = await this.call('GET', path, {}, reader);
    expect(response.statusCode, `${path}: ${response.body}`).toBe(200);
    return response.json();
  }

  async post(path: string, body: object = {}) {
    const response = await this.call('POST', path, { body });
    expect(response.statusCode, `${path}: ${response.body}`).toBeLessThan(300);
    return response.body === '' ? undefined : response.json();
  }

  async save(text: string, { line = '', base = '' } = {}): Promise<Saved> {
    const response = await this.call('POST', `${line}/content`, {
      body: { changes: [{ operation: 'update_page', page: this.page, document: { markdown: text } }] },
      headers: base === '' ? {} : { 'if-match': base },
    });
    expect(response.statusCode, response.body).toBe(200);
    clock.advance(1000);
    return { revision: response.json().revision, text };
  }

  async pack(): Promise<void> {
    clock.advance(MINUTE);
    await createAutosavePackingJob(setup.app.context).run(
      { organizationId: this.organizationId, jobId: randomUUID(), payload: {}, attempt: 1 },
      signal,
    );
    expect(await this.count('content_pack')).toBeGreaterThan(0);
    expect(await this.countPacked()).toBeGreaterThan((LIVE_SAVES + REQUEST_SAVES) / 2);
  }

  /** Removes all content that nothing reaches. */
  async sweep(): Promise<void> {
    const { app } = setup;
    await ageContent(app, this.organizationId);
    await sql`update content_pack set created_at = now() - interval '1 day'`.execute(app.context.db);
    await createContentSweepJob(app.context).run(
      { organizationId: this.organizationId, jobId: randomUUID(), payload: {}, attempt: 1 },
      signal,
    );
  }

  async count(table: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where space_id = ${this.spaceId}`.execute(
      setup.app.context.db,
    );
    return rows[0]?.count as number;
  }

  async countPacked(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(id)::int as count from revision_pack p, unnest(p.revision_ids) as id
      where p.space_id = ${this.spaceId}`.execute(setup.app.context.db);
    return rows[0]?.count as number;
  }

  /** Reads the text of each revision in a process that has nothing in memory. */
  async expectReadable(saved: readonly Saved[] = [...this.live, ...this.requested]): Promise<void> {
    const reader = await buildTestApp({ beside: setup.app });
    try {
      for (const { revision, text } of saved) {
        const path = `/revisions/${revision}/page/${this.page}?format=markdown`;
        expect((await this.get(path, reader)).markdown).toBe(text);
      }
    } finally {
      await reader.close();
    }
  }

  async current(): Promise<string> {
    return (await this.get(`/content/page/${this.page}?format=markdown`)).markdown;
  }

  get last(): Saved {
    return this.live.at(-1) as Saved;
  }
}

test(
  'each packed revision is read by its link, is in the history and is compared with the one before',
  async () => {
    const scene = await Scene.create();
    await scene.sweep();
    const { items } = await scene.get('/revisions?limit=1000');
    const listed = items.map(({ id }: { id: string }) => id);
    expect(listed).toEqual(expect.arrayContaining(scene.live.map(({ revision }) => revision)));
    for (const { revision } of scene.live.slice(1, 4))
      expect((await scene.get(`/revisions/${revision}/changes`)).changes).toEqual([
        expect.objectContaining({ type: 'page_edited' }),
      ]);
    await scene.expectReadable();
  },
  TIMEOUT_MS,
);

test(
  'an edit from each packed revision is merged with what was saved since',
  async () => {
    const scene = await Scene.create();
    const between = scene.source('Live 0.', 'Start.').replace('Between.', 'Between, from the first.');
    await scene.save(between, { base: scene.live[0]?.revision as string });
    expect(await scene.current()).toBe(scene.last.text.replace('Between.', 'Between, from the first.'));
    const line = `/change-requests/${scene.changeRequest}`;
    const [first] = scene.requested as [Saved];
    await scene.save(first.text.replace('Between.', 'Between, requested.'), { line, base: first.revision });
    const page = await scene.get(`${line}/content/page/${scene.page}?format=markdown`);
    expect(page.markdown).toBe(scene.requested.at(-1)?.text.replace('Between.', 'Between, requested.'));
  },
  TIMEOUT_MS,
);

test(
  'a change request of packed revisions is compared and merged, and a packed revision is returned to',
  async () => {
    const scene = await Scene.create();
    const line = `/change-requests/${scene.changeRequest}`;
    expect((await scene.get(`${line}/changes`)).changes).toHaveLength(1);
    await scene.post(`${line}/merge`);
    expect(await scene.current()).toBe(
      scene.source(`Live ${LIVE_SAVES - 1}.`, `Requested ${REQUEST_SAVES - 1}.`),
    );
    await scene.expectReadable();
    const [first] = scene.live as [Saved];
    await scene.post(`/revisions/${first.revision}/rollback`);
    expect(await scene.current()).toBe(first.text);
    await scene.sweep();
    await scene.expectReadable();
  },
  TIMEOUT_MS,
);

test(
  'a space with packs is exported to Git and duplicated',
  async () => {
    const scene = await Scene.create();
    const repository = await setup.serve('packed');
    await scene.post('/git/export', {
      url: setup.git.url('packed'),
      ref: 'refs/heads/main',
      commitMessage: 'Export',
    });
    await runJobs(setup.app);
    expect((await scene.get('/git/info')).operation.state).toBe('success');
    expect(await repository.git(['show', 'main:README.md'])).toBe(scene.last.text.trimEnd());
    await scene.expectReadable();

    const copied = await scene.post('/duplicate');
    const read = await setup.app.request(
      'GET',
      `/v1/spaces/${copied.id}/content/page/${scene.page}?format=markdown`,
      { token: scene.token },
    );
    expect(read.json().markdown).toBe(scene.last.text);
  },
  TIMEOUT_MS,
);

test(
  'a space with packs is transferred with every revision',
  async () => {
    const scene = await Scene.create();
    const { organizationId } = await addOrganization(setup.app, { creatorId: scene.creatorId });
    const body = { organization: organizationId };
    const response = await runJobsFor(setup.app, scene.call('POST', '/transfer', { body }));
    expect(response.statusCode, response.body).toBe(200);
    scene.organizationId = organizationId;
    await scene.sweep();
    expect(await scene.current()).toBe(scene.last.text);
    await scene.expectReadable();
  },
  TIMEOUT_MS,
);

for (const what of ['space', 'organization'] as const)
  test(
    what === 'space'
      ? 'a deleted space with packs is restored whole, and leaves no packs when it is purged'
      : 'a deleted organization leaves no packs when it is purged',
    async () => {
      const scene = await Scene.create();
      const { app } = setup;
      if (what === 'space') {
        expect((await scene.call('DELETE', '')).statusCode).toBe(205);
        await scene.sweep();
        await scene.post('/restore');
        await scene.expectReadable();
        expect((await scene.call('DELETE', '')).statusCode).toBe(205);
      } else {
        const deleted = await app.request('DELETE', `/v1/orgs/${scene.organizationId}`, {
          token: scene.token,
        });
        expect(deleted.statusCode, deleted.body).toBe(204);
      }
      clock.advance(60 * DAY);
      await runJobs(app);
      if (what === 'space') await scene.sweep();
      expect([await scene.count('revision_pack'), await scene.count('revision')]).toEqual([0, 0]);
      expect(await scene.count('content_pack')).toBe(0);
    },
    TIMEOUT_MS,
  );
