import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { addMember, addSpace } from '../../../../../../test/factories.ts';
import { runJobs } from '../../../../../../test/jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

async function send(
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  { body, token }: { body?: unknown; token?: string } = {},
) {
  const response = await app.request(method, url, { ...(body ? { body } : {}), ...(token ? { token } : {}) });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}

const change = (spaceId: string, changes: object[]) =>
  send('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });

async function addPage(spaceId: string, markdown: string): Promise<string> {
  const { body } = await change(spaceId, [{ operation: 'insert_page', document: { markdown } }]);
  return body.changes[0].page.id;
}
const update = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
});
const revisionOf = async (spaceId: string): Promise<string> =>
  (await send('GET', `/v1/spaces/${spaceId}`)).body.revision;

test('a change request tells what it changes in a page, block by block and word by word', async () => {
  const spaceId = await addSpace(app);
  const other = await addPage(spaceId, '# Other\n\nText.\n');
  const page = await addPage(spaceId, `# Page\n\nRun the old command.\n\nSee [it](/pages/${other}).\n`);
  const base = `/v1/spaces/${spaceId}/change-requests`;
  const { body: created } = await send('POST', base);
  await send('POST', `${base}/1/content`, {
    body: {
      changes: [
        update(page, `# Page\n\nRun the new command.\n\nSee [it](/pages/${other}).\n\n* added\n`),
        { operation: 'update_page', page, title: 'Commands' },
      ],
    },
  });
  const { status, body } = await send('GET', `${base}/1/changes/pages/${page}`);
  expect(status).toBe(200);
  expect(body.base).toBe(created.revision);
  expect(body.changes).toMatchObject([
    { type: 'page_edited', attributes: { title: { before: 'Page', after: 'Commands' } } },
  ]);
  expect(body.blocks).toMatchObject([
    {
      type: 'changed',
      before: { index: 0, type: 'paragraph' },
      texts: [
        {
          segments: [
            { type: 'equal', text: 'Run the ' },
            { type: 'removed', text: 'old' },
            { type: 'added', text: 'new' },
            { type: 'equal', text: ' command.' },
          ],
        },
      ],
    },
    { type: 'equal' },
    { type: 'added', after: { type: 'list-unordered' }, texts: [{ segments: [{ text: 'added' }] }] },
  ]);
  expect(JSON.stringify(body)).not.toContain('html');
  expect((await send('GET', `${base}/1/changes/pages/${other}`)).body).toMatchObject({
    changes: [],
    blocks: [{ type: 'equal' }],
  });
});

test('HTML of both versions comes with the changes on request, and runs nothing', async () => {
  const spaceId = await addSpace(app);
  const page = await addPage(spaceId, '# Page\n\nOld.\n\nSame.\n');
  const target = await addPage(spaceId, '# Target\n');
  await change(spaceId, [
    update(
      page,
      `# Page\n\nNew <script>alert(1)</script> [x](javascript:alert(1)) [t](/pages/${target}).\n\nSame.\n`,
    ),
  ]);
  const revision = await revisionOf(spaceId);
  const { body } = await send(
    'GET',
    `/v1/spaces/${spaceId}/revisions/${revision}/changes/pages/${page}?html=true`,
  );
  const [changed, same] = body.blocks;
  expect(changed.before.html).toBe('<p>Old.</p>\n');
  expect(changed.after.html).toContain(`/app/s/${spaceId}/revisions/${revision}/${target}"`);
  expect(changed.after.html).not.toMatch(/<script|href="javascript/);
  expect(same).toMatchObject({ type: 'equal', after: { html: '<p>Same.</p>\n' } });
  expect(same.before.html).toBeUndefined();
});

test('changes are marked in the HTML that readers see, with marks', async () => {
  const spaceId = await addSpace(app);
  const markdown = (style: string, word: string, formula: string) =>
    `# Page\n\n{% hint style="${style}" %}\nRun the **${word}** command.\n{% endhint %}\n\nSame.\n\n$$\n${formula}\n$$\n`;
  const page = await addPage(spaceId, markdown('info', 'old', 'x'));
  await change(spaceId, [update(page, markdown('danger', 'new', 'y'))]);
  const revision = await revisionOf(spaceId);
  const url = `/v1/spaces/${spaceId}/revisions/${revision}`;
  const { blocks } = (await send('GET', `${url}/changes/pages/${page}?marks=true`)).body;
  const [hint, same, formula] = blocks;
  expect(hint).toMatchObject({
    type: 'changed',
    html: expect.stringContaining(
      '<p>Run the <strong><del data-change="words">old</del><ins data-change="words">new</ins></strong> command.</p>',
    ),
    before: { html: expect.stringContaining('<strong><del data-change="words">old</del></strong> command') },
    after: { html: expect.stringContaining('<strong><ins data-change="words">new</ins></strong> command') },
    settings: [{ name: 'style', before: 'info', after: 'danger' }],
  });
  expect(hint.html).toMatch(/^<aside class="hint hint-danger"[^>]* data-change="formatting">/);
  expect(hint.html.match(/<svg/g)).toHaveLength(1);
  expect(same).toMatchObject({ type: 'equal', after: { html: '<p>Same.</p>\n' } });
  expect(same.html).toBeUndefined();
  expect(same.before.html).toBeUndefined();
  expect(formula.html).toMatch(
    /^<div class="math"[^>]* data-change="removed"><math.*x.*<\/div>\n<div class="math"[^>]* data-change="added"><math.*y/,
  );
});

const specOf = (version: string, parameters: string[]): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version },
    servers: [{ url: 'https://api.example.com' }],
    paths: {
      '/pets': {
        get: {
          summary: `List pets in ${version}`,
          parameters: parameters.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
          responses: { 200: { description: 'Pets' } },
        },
        delete: { summary: 'Delete all pets', responses: { 204: { description: 'Gone' } } },
      },
    },
  });

test('with marks, parts of API specs are shown as they are published, in each version', async () => {
  const spaceId = await addSpace(app);
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const { body: inserted } = await change(spaceId, [
    { operation: 'insert_files', files: [{ name: 'pets.json', base64: base64(specOf('one', ['page'])) }] },
  ]);
  const file: string = inserted.insertedFiles[0].id;
  const block = (method: string) =>
    `{% swagger src="/files/${file}" path="/pets" method="${method}" %}\n[pets.json](/files/${file})\n{% endswagger %}\n`;
  const page = await addPage(spaceId, `# API\n\n${block('get')}`);
  const readBlock = async () => {
    const url = `/v1/spaces/${spaceId}/revisions/${await revisionOf(spaceId)}`;
    return (await send('GET', `${url}/changes/pages/${page}?marks=true`)).body.blocks[0];
  };
  // The block is the same, and the file says something else.
  await change(spaceId, [
    { operation: 'update_file', file, base64: base64(specOf('two', ['page', 'limit'])) },
  ]);
  const changed = await readBlock();
  expect(changed.type).toBe('changed');
  expect(changed.html).toMatch(/List pets in <del[^>]*>one<\/del><ins[^>]*>two<\/ins>/);
  expect(changed.html).toMatch(/data-change="added"[^§]*limit/);
  expect(changed.before.html).not.toContain('limit');
  // Another operation of the same file.
  await change(spaceId, [update(page, `# API\n\n${block('delete')}`)]);
  const { before, after } = await readBlock();
  expect(before.html).toContain('List pets in');
  expect(before.html).toMatch(/<del[^>]*>GET<\/del><\/span><code><span class="api-server">https:/);
  expect(after.html).toContain('Delete all pets');
});

test('with marks, a block shows what its spec says now', async () => {
  const spec = `/v1/orgs/${app.organizationId}/openapi/pets`;
  const publish = async (text: string): Promise<void> => {
    await app.request('PUT', spec, { body: { source: { text } } });
    await runJobs(app);
  };
  await publish(specOf('one', []));
  const spaceId = await addSpace(app);
  const block =
    '{% openapi-operation spec="pets" path="/pets" method="get" %}\n[Pets](https://example.com)\n{% endopenapi-operation %}\n';
  const page = await addPage(spaceId, '# API\n');
  await change(spaceId, [update(page, `# API\n\n${block}`)]);
  const url = `/v1/spaces/${spaceId}/revisions/${await revisionOf(spaceId)}/changes/pages/${page}?marks=true`;
  const read = async (): Promise<string> => JSON.stringify((await send('GET', url)).body.blocks);
  expect(await read()).toContain('List pets in one');
  await publish(specOf('two', []));
  expect(await read()).toContain('List pets in two');
});

test('with marks, a block that differs names the blocks in it', async () => {
  const spaceId = await addSpace(app);
  const page = await addPage(spaceId, '# Page\n\n* one\n* two\n\n| a |\n| - |\n| b |\n\nSame.\n');
  await change(spaceId, [update(page, '# Page\n\n* one\n* two new\n\n| a |\n| - |\n| c |\n\nSame.\n')]);
  const url = `/v1/spaces/${spaceId}/revisions/${await revisionOf(spaceId)}`;
  const { blocks } = (await send('GET', `${url}/changes/pages/${page}?marks=true`)).body;
  const { document } = (await send('GET', `/v1/spaces/${spaceId}/content/page/${page}`)).body;
  const [list, table] = document.nodes;
  const item = list.nodes[1];
  expect(blocks[0].after.keys).toEqual(expect.arrayContaining([item.key, item.nodes[0].key]));
  expect(blocks[1].after.keys).toContain(table.fragments.at(-1).nodes[0].key);
  expect(blocks[2].after).not.toHaveProperty('keys');
});

test('with marks, a block is changed if what it includes was changed', async () => {
  const spaceId = await addSpace(app);
  const { body: inserted } = await change(spaceId, [
    { operation: 'insert_reusable_content', title: 'Shared', document: { markdown: 'Some old words.\n' } },
  ]);
  const shared: string = inserted.insertedReusableContents[0].id;
  const page = await addPage(
    spaceId,
    `# Page\n\n## Part\n\nSame.\n\n{% include "/reusable-contents/${shared}" %}\n`,
  );
  await change(spaceId, [
    {
      operation: 'update_reusable_content',
      reusableContent: shared,
      document: { markdown: 'Some new words.\n' },
    },
  ]);
  const url = `/v1/spaces/${spaceId}/revisions/${await revisionOf(spaceId)}/changes/pages/${page}`;
  const typesOf = ({ blocks }: { blocks: { type: string }[] }) => blocks.map(({ type }) => type);
  expect(typesOf((await send('GET', url)).body)).toEqual(['equal', 'equal', 'equal']);
  const { body } = await send('GET', `${url}?marks=true`);
  expect(typesOf(body)).toEqual(['equal', 'equal', 'changed']);
  expect(body.blocks[2].html).toBe(
    '<p>Some <del data-change="words">old</del><ins data-change="words">new</ins> words.</p>\n',
  );
  expect(JSON.stringify(body)).not.toContain('isOpen');
});

test('a page that was created or deleted is added or removed block by block', async () => {
  const spaceId = await addSpace(app);
  const first = await revisionOf(spaceId);
  const page = await addPage(spaceId, '# Page\n\nText.\n');
  const created = await revisionOf(spaceId);
  await change(spaceId, [{ operation: 'delete_page', page }]);
  const deleted = await revisionOf(spaceId);
  const changesOf = async (revision: string, query = '') =>
    (await send('GET', `/v1/spaces/${spaceId}/revisions/${revision}/changes/pages/${page}${query}`)).body;
  expect(await changesOf(created)).toMatchObject({
    changes: [{ type: 'page_created' }],
    blocks: [{ type: 'added' }],
  });
  expect(await changesOf(deleted)).toMatchObject({
    changes: [{ type: 'page_deleted' }],
    blocks: [{ type: 'removed' }],
  });
  expect((await changesOf(deleted, `?base=${first}`)).error.reason).toBe('page-not-found');
  expect((await changesOf(first)).error.reason).toBe('page-not-found');
});

test('changed pages are listed in reading order, with their kinds and words, page by page', async () => {
  const spaceId = await addSpace(app);
  const pages: string[] = [];
  for (const n of [0, 1, 2, 3, 4]) pages.push(await addPage(spaceId, `# Page ${n}\n\nSome old words.\n`));
  const [first, second, third, fourth, last] = pages as [string, string, string, string, string];
  const base = `/v1/spaces/${spaceId}/change-requests`;
  const { body: created } = await send('POST', base);
  await send('POST', `${base}/1/content`, {
    body: {
      changes: [
        update(first, '# Page 0\n\nSome new words, and more.\n'),
        { operation: 'update_page', page: first, title: 'First', emoji: '1f680' },
        { operation: 'delete_page', page: second },
        { operation: 'update_page', page: last, at: 1 },
        { operation: 'insert_page', document: { markdown: '# New\n\nThree new words.\n' } },
      ],
    },
  });
  const { status, body } = await send('GET', `${base}/1/changes/pages`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ count: 4, base: created.revision, revision: expect.any(String) });
  expect(body.items).toMatchObject([
    {
      page: { id: first, title: 'First', path: 'page-0', type: 'document' },
      kinds: ['edited'],
      words: { added: 3, removed: 1 },
      attributes: expect.arrayContaining(['title', 'document']),
    },
    { page: { id: second }, kinds: ['deleted'], words: { added: 0, removed: 3 }, attributes: [] },
    { page: { id: last }, kinds: ['moved'], words: { added: 0, removed: 0 } },
    { page: { title: 'New' }, kinds: ['created'], words: { added: 3, removed: 0 } },
  ]);
  expect(JSON.stringify(body)).not.toContain(fourth);

  const firstPage = (await send('GET', `${base}/1/changes/pages?limit=3`)).body;
  expect(firstPage.items).toEqual(body.items.slice(0, 3));
  // A page that comes before the others does not show one of them twice.
  await send('POST', `${base}/1/content`, { body: { changes: [update(third, '# Page 2\n\nOther.\n')] } });
  const rest = (await send('GET', `${base}/1/changes/pages?page=${firstPage.next.page}`)).body;
  expect(rest.items.map(({ page }: { page: { title: string } }) => page.title)).toEqual(['Page 2', 'New']);
  expect(rest.next).toBeUndefined();

  // What changed since a look at an earlier revision.
  const since = (await send('GET', `${base}/1/changes/pages?base=${body.revision}`)).body;
  expect(since).toMatchObject({ base: body.revision, items: [{ page: { id: third }, kinds: ['edited'] }] });
  expect((await send('GET', `${base}/1/changes?base=${body.revision}`)).body).toMatchObject({
    changes: [{ type: 'page_edited', page: { id: third } }],
  });
  const { body: one } = await send('GET', `${base}/1/changes/pages/${first}?base=${body.revision}`);
  expect(one).toMatchObject({ base: body.revision, changes: [], blocks: [{ type: 'equal' }] });

  const { body: elsewhere } = await send('GET', `/v1/spaces/${await addSpace(app)}`);
  for (const path of ['', '/pages', `/pages/${first}`]) {
    const refused = await send('GET', `${base}/1/changes${path}?base=${elsewhere.revision}`);
    expect([refused.status, refused.body.error.reason]).toEqual([404, 'revision-not-found']);
  }
});

test('large pages are compared and rendered as small ones are', async () => {
  const spaceId = await addSpace(app);
  const target = await addPage(spaceId, '# Target\n');
  const lines = Array.from({ length: 800 }, (_, n) => `Paragraph ${n} leads [there](/pages/${target}).\n`);
  const page = await addPage(spaceId, `# Page\n\n${lines.join('\n')}`);
  lines[400] = `Paragraph 400 led [there](/pages/${target}).\n`;
  await change(spaceId, [update(page, `# Page\n\n${lines.join('\n')}`)]);
  const revision = await revisionOf(spaceId);
  const url = `/v1/spaces/${spaceId}/revisions/${revision}`;
  const { body } = await send('GET', `${url}/changes/pages/${page}?html=true`);
  expect(body.blocks).toHaveLength(800);
  const changed = body.blocks.filter(({ type }: { type: string }) => type !== 'equal');
  expect(changed).toMatchObject([
    {
      type: 'changed',
      before: { index: 400 },
      texts: [{ segments: [{}, { type: 'removed', text: 'leads' }, { type: 'added', text: 'led' }, {}] }],
    },
  ]);
  expect(changed[0].after.html).toContain(`/app/s/${spaceId}/revisions/${revision}/${target}"`);
  const marked = (await send('GET', `${url}/changes/pages/${page}?marks=true`)).body.blocks;
  expect(marked).toHaveLength(800);
  expect(marked[400].html).toMatch(/<del data-change="words">leads<.*<ins data-change="words">led</);
  const html = (await send('GET', `${url}/page/${page}/html`)).body.html;
  expect(html.match(/<p>/g)).toHaveLength(800);
  const block = (await send('GET', `${url}/page/${page}/html?block=${changed[0].after.key}`)).body.html;
  expect(block).toBe(changed[0].after.html);
});

test('a page and its blocks are rendered, at any depth', async () => {
  const spaceId = await addSpace(app);
  const page = await addPage(spaceId, '# Page\n\nText.\n\n* one\n* two\n');
  const revision = await revisionOf(spaceId);
  const url = `/v1/spaces/${spaceId}/revisions/${revision}/page/${page}`;
  const { nodes } = (await send('GET', url)).body.document;
  expect((await send('GET', `${url}/html`)).body).toMatchObject({
    object: 'rendered-html',
    html: expect.stringContaining('<p>Text.</p>'),
  });
  expect((await send('GET', `${url}/html?block=${nodes[1].nodes[1].key}`)).body.html).toBe('<li>two</li>');
  expect((await send('GET', `${url}/html?block=none`)).body.error.reason).toBe('block-not-found');
});

test('changes of a draft are for those who see the draft', async () => {
  const spaceId = await addSpace(app);
  const page = await addPage(spaceId, '# Page\n');
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base);
  const reader = await addMember(app, { role: 'read' });
  const url = `${base}/1/changes/pages/${page}`;
  expect((await send('GET', url, { token: reader.token })).status).toBe(404);
  await send('PATCH', `${base}/1`, { body: { status: 'open' } });
  expect((await send('GET', url, { token: reader.token })).status).toBe(200);
});
