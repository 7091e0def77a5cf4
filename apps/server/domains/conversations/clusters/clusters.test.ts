import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../test/clock.ts';
import { putContent } from '../../../../../test/content.ts';
import { addMember, addSpace } from '../../../../../test/factories.ts';
import { TUNING_MESSAGES } from '../../../../../test/fixtures/conversations/clustering/tuning-messages.ts';
import { conversationsOf, saying } from '../../../../../test/fixtures/conversations/conversations.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';
import { decodeVector, encodeVector } from '../clustering/sparse-vector.ts';
import { CONVERSATION_UPKEEP } from '../conversation-upkeep.jobs.ts';

const DAY_MS = 24 * 3_600_000;
const MESSAGES = TUNING_MESSAGES.map(({ text }, at) => saying(String(at), text, { source: 'email' }));
const INVOICE = 'Where can I download the invoice of last month? Accounting needs the invoice.';

let clock: TestClock;
let app: TestApp;
let use: ReturnType<typeof conversationsOf>;
beforeAll(async () => {
  // A Wednesday.
  clock = createTestClock(new Date('2030-01-02T12:00:00Z'));
  app = await buildTestApp({ clock: clock.now });
  use = conversationsOf(app);
});
afterAll(() => app?.close());
const clear = async (): Promise<void> => {
  for (const table of ['conversation', 'issues_cluster', 'issues_model'] as const)
    await app.context.db.deleteFrom(table).execute();
};
beforeEach(clear);

/** Which conversations are together, whatever the ids of the clusters. */
async function readGroups(): Promise<string[]> {
  const { rows } = await readAssignments();
  const groups = new Map<string, string[]>();
  for (const { cluster, external } of rows) groups.set(cluster, [...(groups.get(cluster) ?? []), external]);
  return [...groups.values()].map((group) => group.sort().join(' ')).sort();
}

async function readAssignments(): Promise<{ rows: { cluster: string; external: string; issue: string }[] }> {
  const rows = await app.context.db
    .selectFrom('conversation_issue as i')
    .innerJoin('conversation as c', 'c.conversation_id', 'i.conversation_id')
    .select(['i.cluster_id as cluster', 'c.external_id as external', 'i.issue_id as issue'])
    .orderBy('i.issue_id')
    .execute();
  return { rows };
}

/** Leaves issues and clusters as they were stored when their words also had concepts, in dimensions of their own. */
async function addConcepts(): Promise<void> {
  for (const table of ['conversation_issue', 'issues_cluster'] as const)
    for (const { id, features } of await app.database.sql<{ id: string; features: Buffer }[]>`
      select ${app.database.sql(table === 'issues_cluster' ? 'cluster_id' : 'issue_id')} as id, features
      from ${app.database.sql(table)}`)
      await app.database.sql`
        update ${app.database.sql(table)}
        set features = ${encodeVector(new Map([...decodeVector(features), [2 ** 20 + 7, 0.5]]))}
        where ${app.database.sql(table === 'issues_cluster' ? 'cluster_id' : 'issue_id')} = ${id}`;
}

describe('clusters', () => {
  test('do not depend on how conversations are divided into requests', async () => {
    await use.ingest(MESSAGES);
    const together = await readGroups();
    const described = (await use.listClusters('&orderBy=issues')).map(({ label, icon, summary }) => [
      label,
      icon,
      summary,
    ]);
    await clear();
    for (let start = 0; start < MESSAGES.length; start += 50)
      await use.ingest(MESSAGES.slice(start, start + 50));
    expect(await readGroups()).toEqual(together);
    await clear();
    await use.ingest(MESSAGES);
    const again = await use.listClusters('&orderBy=issues');
    expect(again.map(({ label, icon, summary }) => [label, icon, summary]).sort()).toEqual(described.sort());
  });

  test('keep their ids and their issues while they grow', async () => {
    await use.ingest(MESSAGES.slice(0, 100));
    const before = (await readAssignments()).rows;
    await use.ingest(MESSAGES.slice(100));
    const after = new Map((await readAssignments()).rows.map(({ issue, cluster }) => [issue, cluster]));
    const existing = new Set((await use.listClusters()).map(({ id }) => id));
    // An issue moves only when the whole of its cluster became part of an older one.
    for (const { issue, cluster } of before)
      if (existing.has(cluster)) expect(after.get(issue)).toBe(cluster);
    const kept = before.filter(({ cluster }) => existing.has(cluster)).length;
    expect(kept / before.length).toBeGreaterThan(0.9);
  });

  test('of a conversation that is sent again with more messages keep its issue', async () => {
    await use.ingest([saying('1', INVOICE), saying('2', INVOICE)]);
    const before = (await readAssignments()).rows;
    const more = saying('1', INVOICE);
    await use.ingest({
      ...more,
      parts: [...more.parts, { type: 'message', role: 'team-member', body: 'Below the billing settings.' }],
    });
    expect((await readAssignments()).rows).toEqual(before);
    await use.ingest(saying('1', 'The SAML certificate of Okta expired.'));
    const [first] = (await readAssignments()).rows.filter(({ external }) => external === '1');
    expect(first?.issue).toBe(before.find(({ external }) => external === '1')?.issue);
    expect(first?.cluster).not.toBe(before[0]?.cluster);
  });

  test('become one, with their tasks, when they grow together', async () => {
    const one = 'The webhook delivers nothing to our endpoint.';
    const other = 'Our endpoint gets a wrong signature header.';
    const both = 'The webhook delivers a wrong signature header to our endpoint.';
    await use.ingest([saying('1', one), saying('2', one), saying('3', other), saying('4', other)]);
    const clusters = await use.listClusters('&orderBy=updatedAt');
    for (const { id } of clusters)
      await app.request('POST', `${use.organization}/conversations-clusters/${id}/tasks`, {
        body: { title: 'Look' },
      });
    await use.ingest(Array.from({ length: 6 }, (_, at) => saying(`b${at}`, both)));
    const [left, ...others] = await use.listClusters();
    expect(others).toEqual([]);
    expect(left?.stats).toMatchObject({ issues: 10, conversations: 10, tasksBacklog: clusters.length });
    expect(left?.weeklyPulse.at(-1)).toBe(10);
    expect(await use.listIssues(left?.id as string)).toHaveLength(10);
  });

  test('whose issues were compared by concepts lose these by the upgrade, and keep their issues', async () => {
    await use.ingest(MESSAGES.slice(0, 60));
    const before = await readAssignments();
    const sums = () =>
      app.context.db.selectFrom('issues_cluster').select('features').orderBy('number').execute();
    const sumsBefore = await sums();
    await addConcepts();
    const migration = new URL(
      '../../../platform/db/migrations/earlier/0049_embeddings_of_issues.sql',
      import.meta.url,
    );
    const text = await readFile(migration, 'utf8');
    await app.database.sql.unsafe(text.slice(text.indexOf('update issues_model')));
    await runJobs(app);
    expect(await readAssignments()).toEqual(before);
    for (const [at, { features }] of (await sums()).entries()) {
      const was = decodeVector(sumsBefore[at]?.features as Buffer);
      const is = decodeVector(features);
      expect(new Set(is.keys())).toEqual(new Set(was.keys()));
      for (const [dimension, weight] of is) expect(weight).toBeCloseTo(was.get(dimension) as number, 4);
    }
  });

  test('show when their issues began, and where they come from', async () => {
    const at = (createdAt: string) => ({ metadata: { createdAt } });
    await use.ingest([
      saying('1', INVOICE, { ...at('2030-01-01T00:00:00Z'), source: 'email' }),
      saying('2', INVOICE, { ...at('2029-12-31T00:00:00Z'), source: 'email' }),
      saying('3', INVOICE, { ...at('2029-12-30T23:59:59Z'), source: 'integration:desk:1' }),
      saying('4', INVOICE, { ...at('2029-10-08T00:00:00Z'), source: 'email' }),
      saying('5', INVOICE, { ...at('2029-10-07T23:59:59Z'), source: 'email' }),
    ]);
    const [cluster] = await use.listClusters();
    expect(cluster?.weeklyPulse).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
    expect(cluster?.sources).toEqual({ email: 4, 'integration:desk:1': 1 });
    expect(cluster?.stats).toMatchObject({ issues: 5, conversations: 5, tasksTotal: 0 });
    expect(cluster?.label.toLowerCase()).toContain('invoice');
    expect(cluster?.icon).toBe('credit-card');
  });

  test.each(['issues', 'conversations', 'updatedAt', 'tasksTotal', 'tasksBacklog', 'tasksStarted'] as const)(
    'are listed by %s, page by page',
    async (orderBy) => {
      await use.ingest(MESSAGES.slice(0, 60));
      const ids: string[] = [];
      const values: (number | string)[] = [];
      let page: string | undefined;
      do {
        const query = `orderBy=${orderBy}&limit=7${page ? `&page=${encodeURIComponent(page)}` : ''}`;
        const list = (await app.request('GET', `${use.organization}/conversations-clusters?${query}`)).json();
        for (const cluster of list.items) {
          ids.push(cluster.id);
          values.push(orderBy === 'updatedAt' ? cluster.updatedAt : cluster.stats[orderBy]);
        }
        page = list.next?.page;
      } while (page);
      expect(values).toEqual(values.toSorted((one, other) => (one === other ? 0 : one > other ? -1 : 1)));
      const ascending = await use.listClusters(`&orderBy=${orderBy}&order=asc`);
      expect(ascending.map(({ id }) => id)).toEqual(ids.reverse());
    },
  );

  test('wait to be described and to be looked for in pages', async () => {
    await app.request('POST', `${use.organization}/conversations`, { body: saying('1', INVOICE) });
    expect(await use.listClusters()).toEqual([]);
    await runJobs(app);
    expect(await use.listClusters('&status=pending')).toEqual([]);
    await app.context.db.updateTable('issues_cluster').set({ answered: null }).execute();
    expect(await use.listClusters('&status=analysing')).toHaveLength(1);
    await app.context.db.updateTable('issues_cluster').set({ described_issues: 0 }).execute();
    expect(await use.listClusters('&status=pending')).toHaveLength(1);
    expect(await use.listClusters('&status=analysing')).toEqual([]);
  });
});

describe('pages', () => {
  test('that answer a cluster are found, and those without an answer are gaps', async () => {
    const spaceId = await addSpace(app, { title: 'Help' });
    await putContent(app, spaceId, {
      'README.md': '# Help\n',
      'domains.md':
        '# Custom domains\n\nAdd a CNAME record. The SSL certificate of a custom domain is renewed automatically.\n',
    });
    await runJobs(app);
    const certificate = 'Our custom domain shows an SSL certificate error. Is the certificate renewed?';
    await use.ingest([saying('1', INVOICE), saying('2', INVOICE), saying('3', certificate)]);
    const [gap, ...otherGaps] = await use.listClusters('&gap=true');
    expect(otherGaps).toEqual([]);
    expect(gap).toMatchObject({ gap: true, stats: { issues: 2 } });
    const [answered] = await use.listClusters('&gap=false');
    const pagesOf = async (id: string | undefined, token?: string) =>
      (
        await app.request('GET', `${use.organization}/conversations-clusters/${id}/pages`, {
          ...(token ? { token } : {}),
        })
      ).json().items;
    expect(await pagesOf(answered?.id)).toMatchObject([
      { id: spaceId, title: 'Help', pages: [{ title: 'Custom domains' }] },
    ]);

    await app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { defaultLevel: null } });
    const { token } = await addMember(app, { role: 'edit' });
    expect(await pagesOf(answered?.id, token)).toEqual([]);

    await putContent(app, spaceId, {
      'README.md': '# Help\n',
      'invoices.md': '# Invoices\n\nDownload the invoice of each month for your accounting below Billing.\n',
    });
    await runJobs(app);
    await startJob(app, CONVERSATION_UPKEEP);
    clock.advance(2 * DAY_MS);
    await runJobs(app);
    expect((await use.listClusters('&gap=true')).map(({ id }) => id)).toEqual([answered?.id]);
    expect((await use.listClusters('&gap=false')).map(({ id }) => id)).toEqual([gap?.id]);
  });
});
