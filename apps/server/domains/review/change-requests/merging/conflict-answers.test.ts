/** The texts of conflicts as readers see them, and answers that several people give at once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { type AddedUser, addMember, addSpace } from '../../../../../../test/factories.ts';

let app: TestApp;
let ada: AddedUser;
let bob: AddedUser;
beforeAll(async () => {
  app = await buildTestApp();
  ada = await addMember(app, { role: 'edit' });
  bob = await addMember(app, { role: 'edit' });
});
afterAll(() => app.close());

async function addConflicting({ base, ours, theirs }: Record<'base' | 'ours' | 'theirs', string>) {
  const spaceId = await addSpace(app);
  const content = `/v1/spaces/${spaceId}/content`;
  const inserted = { operation: 'insert_page', title: 'Page', document: { markdown: base } };
  const made = await app.request('POST', content, { body: { changes: [inserted] } });
  const page: string = made.json().changes[0].page.id;
  const url = `/v1/spaces/${spaceId}/change-requests/1`;
  await app.request('POST', `/v1/spaces/${spaceId}/change-requests`, { body: {} });
  await app.request('PATCH', url, { body: { status: 'open' } });
  for (const [place, markdown] of [
    [`${url}/content`, ours],
    [content, theirs],
  ] as const) {
    const changes = [{ operation: 'update_page', page, document: { markdown } }];
    expect((await app.request('POST', place, { body: { changes } })).statusCode).toBe(200);
  }
  const list = async () => (await app.request('GET', `${url}/conflicts?html=true`)).json().items;
  const source = async (): Promise<string> =>
    (await app.request('GET', `${content}/page/${page}?format=markdown`)).json().markdown;
  return { url, list, source };
}

const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('the texts of a conflict as readers see them', () => {
  test('are HTML, in each version', async () => {
    const { list, url } = await addConflicting({
      base: 'The *first* text.\n',
      ours: 'The *our* text.\n',
      theirs: 'The **their** text.\n',
    });
    const [conflict] = await list();
    expect(conflict.html.base).toMatch(/The <em>first<\/em> text\./);
    expect(conflict.html.ours).toMatch(/The <em>our<\/em> text\./);
    expect(conflict.html.theirs).toMatch(/The <strong>their<\/strong> text\./);
    const [plain] = (await app.request('GET', `${url}/conflicts`)).json().items;
    expect(plain).not.toHaveProperty('html');
  });

  test('show an item in a list, and a row below the head of its table', async () => {
    const table = (cell: string) => `| Name | Size |\n| ---- | ---- |\n| a | ${cell} |\n| b | 2 |\n`;
    const page = (word: string) => `* one ${word}\n* two\n\n${table(word)}`;
    const { list } = await addConflicting({ base: page('x'), ours: page('ours'), theirs: page('theirs') });
    const [item, row, ...others] = await list();
    expect(others).toEqual([]);
    expect(item.html.ours).toMatch(/<li[\s>]/);
    expect(textOf(item.html.ours)).toBe('one ours');
    expect(row.html.theirs).toMatch(/<table[\s\S]*<td/);
    expect(textOf(row.html.theirs)).toBe('Name Size a theirs');
  });

  test('show lines of code as code', async () => {
    const page = (line: string) => `\`\`\`js\nconst a = 1;\n${line}\nconst c = 3;\n\`\`\`\n`;
    const { list } = await addConflicting({
      base: page('const b = 2;'),
      ours: page('const b = 4;'),
      theirs: page('const b = 5;'),
    });
    const [{ html }] = await list();
    expect(html.ours).toMatch(/<code/);
    expect(html.ours.replace(/<[^>]+>/g, '')).toContain('const b = 4;');
  });

  test('are empty for a version that does not have the text', async () => {
    const { list } = await addConflicting({
      base: 'First.\n\nSecond.\n',
      ours: 'First, ours.\n\nSecond.\n',
      theirs: 'Second.\n',
    });
    const [{ html, theirs }] = await list();
    expect([theirs, html.theirs]).toEqual(['', '']);
    expect(textOf(html.ours)).toBe('First, ours.');
  });

  test.each([
    [{ choice: 'ours' }, 'Ours.', 'Ours.'],
    [{ choice: 'both' }, 'Ours.\n\nTheirs.', 'Ours. Theirs.'],
    [{ choice: 'text', text: 'A **new** one.' }, 'A **new** one.', 'A new one.'],
  ])('are previewed as the result of %j', async (answer, text, shown) => {
    const { list, url, source } = await addConflicting({
      base: 'First.\n',
      ours: 'Ours.\n',
      theirs: 'Theirs.\n',
    });
    const [{ id }] = await list();
    const preview = await app.request('POST', `${url}/conflicts/${id}/preview`, { body: answer });
    expect(preview.statusCode, preview.body).toBe(200);
    expect(preview.json().text).toBe(text);
    expect(textOf(preview.json().html)).toBe(shown);
    expect((await list())[0]).not.toHaveProperty('answer');
    await app.request('PUT', `${url}/conflicts/${id}/answer`, { body: answer });
    await app.request('POST', `${url}/merge`);
    expect(await source()).toBe(`${text}\n`);
  });
});

describe('of two people who answer at once', () => {
  const PAGE = { base: 'First.\n', ours: 'Ours.\n', theirs: 'Theirs.\n' };
  const answer = (url: string, { token }: AddedUser, version: string, body: object) =>
    app.request('PUT', `${url}/answer`, { token, body, headers: { 'if-match': `"${version}"` } });

  test('one wins, and the other is told whose answer stands', async () => {
    const { url, list } = await addConflicting(PAGE);
    const [{ id, version }] = await list();
    const conflict = `${url}/conflicts/${id}`;
    const given = await Promise.all([
      answer(conflict, ada, version, { choice: 'ours' }),
      answer(conflict, bob, version, { choice: 'theirs' }),
    ]);
    const statuses = given.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 409]);
    const winner = statuses.indexOf(200);
    const choices = ['ours', 'theirs'];
    expect(given[1 - winner]?.json().error).toMatchObject({
      reason: 'conflict-answered',
      details: [
        { path: 'If-Match', ours: { choice: choices[1 - winner] }, theirs: { choice: choices[winner] } },
      ],
    });
    const [now] = await list();
    expect(now).toMatchObject({
      answer: { choice: choices[winner] },
      answeredBy: { id: [ada, bob][winner]?.userId },
    });
    expect(now.version).not.toBe(version);
    // Who knows of the other answer may replace it.
    const replaced = await answer(conflict, bob, now.version, { choice: 'both' });
    expect(replaced.json()).toMatchObject({ answer: { choice: 'both' } });
  });

  test('the same answer sent twice counts once', async () => {
    const { url, list } = await addConflicting(PAGE);
    const [{ id, version }] = await list();
    const first = await answer(`${url}/conflicts/${id}`, ada, version, { choice: 'ours' });
    const again = await answer(`${url}/conflicts/${id}`, ada, version, { choice: 'ours' });
    expect(again.json()).toEqual(first.json());
  });

  test('nobody withdraws an answer that they have not seen', async () => {
    const { url, list } = await addConflicting(PAGE);
    const [{ id, version }] = await list();
    const conflict = `${url}/conflicts/${id}`;
    const { version: known } = (await answer(conflict, ada, version, { choice: 'ours' })).json();
    await answer(conflict, bob, known, { choice: 'theirs' });
    const withdraw = (knownVersion: string) =>
      app.request('DELETE', `${conflict}/answer`, {
        token: ada.token,
        headers: { 'if-match': knownVersion },
      });
    expect((await withdraw(known)).json().error.reason).toBe('conflict-answered');
    const [now] = await list();
    expect((await withdraw(now.version)).json()).not.toHaveProperty('answer');
    expect((await list())[0].version).toBe(version);
  });

  test('a merge uses one of the answers, and no answer comes after it', async () => {
    const { url, list, source } = await addConflicting(PAGE);
    const [{ id, version }] = await list();
    const conflict = `${url}/conflicts/${id}`;
    const { version: known } = (await answer(conflict, ada, version, { choice: 'ours' })).json();
    const [merged, late] = await Promise.all([
      app.request('POST', `${url}/merge`),
      answer(conflict, bob, known, { choice: 'theirs' }),
    ]);
    expect(merged.json().result).toBe('merge');
    expect(['Ours.\n', 'Theirs.\n']).toContain(await source());
    if (late.statusCode !== 200) expect(late.json().error.reason).toBe('change-request-merged');
  });
});
