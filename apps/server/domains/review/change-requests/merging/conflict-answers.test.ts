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

describe('a file that both sides have replaced', () => {
  test('has its address, type and size in each version', async () => {
    const spaceId = await addSpace(app);
    const content = `/v1/spaces/${spaceId}/content`;
    const svg = (width: number): string =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="9"/>`).toString('base64');
    const send = (url: string, changes: object[]) => app.request('POST', url, { body: { changes } });
    const inserted = { operation: 'insert_files', files: [{ name: 'a.svg', base64: svg(1) }] };
    const file: string = (await send(content, [inserted])).json().insertedFiles[0].id;
    const url = `/v1/spaces/${spaceId}/change-requests/1`;
    await app.request('POST', `/v1/spaces/${spaceId}/change-requests`, { body: {} });
    await send(`${url}/content`, [{ operation: 'update_file', file, base64: svg(22) }]);
    await send(content, [{ operation: 'update_file', file, base64: svg(333) }]);
    const [conflict] = (await app.request('GET', `${url}/conflicts`)).json().items;
    expect(conflict).toMatchObject({
      kind: 'file',
      field: 'content',
      files: {
        base: { name: 'a.svg', contentType: 'image/svg+xml', dimensions: { width: 1, height: 9 } },
        ours: { name: 'a.svg', dimensions: { width: 22, height: 9 } },
        theirs: { name: 'a.svg', dimensions: { width: 333, height: 9 } },
      },
    });
    const { base, ours, theirs } = conflict.files;
    expect(new Set([base.downloadURL, ours.downloadURL, theirs.downloadURL]).size).toBe(3);
    const { downloadURL } = (await app.request('GET', `${content}/files/${file}`)).json();
    expect(theirs.downloadURL).toBe(downloadURL);
  });
});

describe('the texts of a conflict as blocks', () => {
  const text = (word: string) => `Some *${word}* text,\nand __more__ of it.`;
  const read = async (url: string, body: object) =>
    (await app.request('POST', `${url}/preview?nodes=true`, { body })).json();
  /** Replaces a word in the texts of blocks. */
  const replace = (nodes: object[], word: string, by: string): object[] =>
    JSON.parse(JSON.stringify(nodes).replaceAll(word, by));

  test.each([
    [
      'a paragraph',
      (word: string) => `${text(word)}\n`,
      'more',
      'MORE',
      'Some *ours* text,\nand __MORE__ of it.',
    ],
    [
      'an item',
      (word: string) => `-  one __${word}__ here\n-  two\n`,
      'here',
      'there',
      '-  one __ours__ there',
    ],
    [
      'lines that end as on Windows',
      (word: string) => `Some *${word}* text,\r\nand __more__ of it.\r\n\r\nLast.\r\n`,
      'more',
      'MORE',
      'Some *ours* text,\r\nand __MORE__ of it.',
    ],
    [
      'a nested item',
      (word: string) => `- a\n\n    - deep\n\n        * deeper __${word}__ *one*\n        * b\n`,
      'deeper',
      'lower',
      '        * lower __ours__ *one*',
    ],
    [
      'a row',
      (word: string) => `|Name  | Size |\n|---|:--|\n|a __x__| ${word}|\n| b | 2 |\n`,
      'ours',
      'mine',
      '|a __x__| mine|',
    ],
    [
      'a line of code',
      (word: string) => `\`\`\`js\nconst a = 1;\nlet  b = '${word}';\nconst c = 3;\n\`\`\`\n`,
      'ours',
      'mine',
      "let  b = 'mine';",
    ],
    [
      'a text in a hint',
      (word: string) => `{% hint style="info" %}\nFirst.\n\nIt is __${word}__ and *so*.\n{% endhint %}\n`,
      'and',
      'or',
      'It is __ours__ or *so*.',
    ],
  ])('are edited in %s, and what stays keeps its Markdown', async (_, page, word, by, expected) => {
    const { list, url, source } = await addConflicting({
      base: page('x'),
      ours: page('ours'),
      theirs: page('theirs'),
    });
    const [{ id, ours }, ...others] = await list();
    expect(others).toEqual([]);
    const conflict = `${url}/conflicts/${id}`;
    const { nodes } = await read(conflict, { choice: 'ours' });
    const unchanged = { choice: 'text', text: ours, nodes };
    expect((await read(conflict, unchanged)).text).toBe(ours);
    const answer = { choice: 'text', text: ours, nodes: replace(nodes, word, by) };
    const preview = await read(conflict, answer);
    expect(preview.text).toBe(expected);
    expect(textOf(preview.html)).toContain(by);
    const answered = await app.request('PUT', `${conflict}/answer`, { body: answer });
    expect(answered.json().answer).toEqual({ choice: 'text', text: expected });
    await app.request('POST', `${url}/merge`);
    expect(await source()).toBe(page('ours').replace(ours, expected));
  });

  test('name the place of each block in the text, and links to pages by their ids', async () => {
    const { list, url } = await addConflicting({
      base: 'First.\n',
      ours: 'Ours.\n\nAnd **more**.\n',
      theirs: 'Theirs.\n',
    });
    const [{ id, ours }] = await list();
    const { nodes } = await read(`${url}/conflicts/${id}`, { choice: 'ours' });
    expect(nodes.map(({ range }: { range: [number, number] }) => ours.slice(...range))).toEqual([
      'Ours.',
      'And **more**.',
    ]);
    const linked = {
      ...nodes[0],
      nodes: [
        {
          object: 'inline',
          type: 'link',
          isVoid: false,
          data: { ref: { kind: 'page', page: (await list())[0].page.id } },
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'It', marks: [] }] }],
        },
      ],
    };
    const answer = { choice: 'text', text: ours, nodes: [linked, nodes[1]] };
    const result = await read(`${url}/conflicts/${id}`, answer);
    expect(result.text).toMatch(/^\[It\]\(\/pages\/[\w-]+\)\n\nAnd \*\*more\*\*\.$/);
    expect((await read(`${url}/conflicts/${id}`, { ...answer, nodes: [] })).text).toBe('');
  });

  test('have the links and notes that are defined elsewhere in the page', async () => {
    const page = (word: string) =>
      `A ${word} [guide][g], [^1] and more.\n\nSame.\n\n[^1]: A note.\n\n[g]: https://example.com/guide\n`;
    const { list, url, source } = await addConflicting({
      base: page('x'),
      ours: page('our'),
      theirs: page('their'),
    });
    const [{ id, html, ours }] = await list();
    expect(html.ours).toContain('href="https://example.com/guide"');
    const conflict = `${url}/conflicts/${id}`;
    const { nodes } = await read(conflict, { choice: 'ours' });
    expect(JSON.stringify(nodes)).toContain('https://example.com/guide');
    const answer = { choice: 'text', text: ours, nodes: replace(nodes, ' and more', ' and less') };
    await app.request('PUT', `${conflict}/answer`, { body: answer });
    await app.request('POST', `${url}/merge`);
    expect(await source()).toBe(page('our').replace('more', 'less'));
    // Without the link, its definition stays where it is.
    const others = await addConflicting({ base: page('x'), ours: page('our'), theirs: page('their') });
    const [again] = await others.list();
    const plain = [{ ...nodes[0], nodes: [nodes[0].nodes[0]] }];
    const removed = { choice: 'text', text: again.ours, nodes: plain };
    expect((await read(`${others.url}/conflicts/${again.id}`, removed)).text).toMatch(/^A our/);
  });

  test('must not change the head of a table, and are not there for a title', async () => {
    const page = (word: string) => `# ${word}\n\n| Name |\n| - |\n| ${word} |\n| b |\n`;
    const { list, url } = await addConflicting({
      base: page('x'),
      ours: page('ours'),
      theirs: page('theirs'),
    });
    const conflicts = await list();
    const row = conflicts.find(({ place }: { place?: { kind: string } }) => place?.kind === 'block');
    const { nodes } = await read(`${url}/conflicts/${row.id}`, { choice: 'ours' });
    const answer = { choice: 'text', text: row.ours, nodes: replace(nodes, 'Name', 'Title') };
    const refused = await app.request('PUT', `${url}/conflicts/${row.id}/answer`, { body: answer });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error.message).toContain('around the conflict');
    const title = conflicts.find(({ id }: { id: string }) => id !== row.id);
    expect(await read(`${url}/conflicts/${title.id}`, { choice: 'ours' })).not.toHaveProperty('nodes');
    const body = { choice: 'text', text: 'x', nodes: [] };
    expect((await app.request('PUT', `${url}/conflicts/${title.id}/answer`, { body })).statusCode).toBe(400);
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
