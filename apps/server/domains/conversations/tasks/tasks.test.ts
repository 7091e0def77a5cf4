import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { conversationsOf, saying } from '../../../../../test/fixtures/conversations/conversations.ts';

let app: TestApp;
let use: ReturnType<typeof conversationsOf>;
let tasks: string;
beforeAll(async () => {
  app = await buildTestApp();
  use = conversationsOf(app);
  await use.ingest(saying('1', 'Where can I download the invoice of last month?'));
  const [cluster] = await use.listClusters();
  tasks = `${use.organization}/conversations-clusters/${cluster?.id}/tasks`;
});
afterAll(() => app?.close());

const stats = async () => (await use.listClusters())[0]?.stats;

describe('a task of a cluster', () => {
  test('is created, found, changed and deleted, and counted by its state', async () => {
    const created = await app.request('POST', tasks, {
      body: { title: 'Write about invoices', description: 'With a picture.' },
    });
    expect(created.statusCode).toBe(201);
    const task = created.json();
    expect(created.headers.location).toBe(task.urls.location);
    expect(task).toMatchObject({ state: 'backlog', description: 'With a picture.' });
    const url = `${tasks}/${task.id}`;
    expect((await app.request('GET', url)).json()).toEqual(task);
    expect(await stats()).toMatchObject({ tasksTotal: 1, tasksBacklog: 1 });

    for (const [state, counted] of [
      ['started', 'tasksStarted'],
      ['completed', 'tasksCompleted'],
      ['cancelled', 'tasksCancelled'],
    ] as const) {
      const changed = await app.request('PATCH', url, { body: { state } });
      expect(changed.json()).toMatchObject({ state, title: task.title, description: task.description });
      expect(await stats()).toMatchObject({ tasksTotal: 1, tasksBacklog: 0, [counted]: 1 });
    }
    expect((await app.request('PATCH', url, { body: { description: null } })).json().description).toBe(
      undefined,
    );
    expect((await app.request('GET', `${tasks}?state=cancelled`)).json()).toMatchObject({ count: 1 });
    expect((await app.request('GET', `${tasks}?state=started`)).json()).toMatchObject({
      count: 0,
      items: [],
    });

    expect((await app.request('DELETE', url)).statusCode).toBe(204);
    expect((await app.request('GET', url)).json().error.reason).toBe('conversation-task-not-found');
    expect(await stats()).toMatchObject({ tasksTotal: 0 });
  });

  test('is found only below its cluster', async () => {
    const task = (await app.request('POST', tasks, { body: { title: 'A task' } })).json();
    const elsewhere = `${use.organization}/conversations-clusters/${newId()}/tasks`;
    for (const method of ['GET', 'PATCH', 'DELETE'] as const)
      expect((await app.request(method, `${elsewhere}/${task.id}`, { body: {} })).statusCode).toBe(404);
    expect((await app.request('POST', elsewhere, { body: { title: 'A task' } })).json().error.reason).toBe(
      'conversations-cluster-not-found',
    );
    expect((await app.request('GET', `${tasks}/none`)).statusCode).toBe(404);
  });

  test.each([{}, { title: '' }, { title: 'a', state: 'done' }])(
    'needs a title and a known state: %j',
    async (body) => {
      expect((await app.request('POST', tasks, { body })).statusCode).toBe(400);
    },
  );

  test('is one of a limited number', async () => {
    const responses = await Promise.all(
      Array.from({ length: 101 }, () => app.request('POST', tasks, { body: { title: 'One of many' } })),
    );
    const refused = responses.filter(({ statusCode }) => statusCode === 409);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.json().error.reason).toBe('too-many-conversation-tasks');
    expect((await stats())?.tasksTotal).toBe(100);
  });
});
