import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocks } from '../../../../../packages/markdown/test/documents.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { readCorpus } from '../../../../../test/corpora.ts';
import { addMember, addSpace } from '../../../../../test/factories.ts';
import { CORPORA, whyNoCorpora } from '../../../../../test/git-fixtures.ts';

let app: TestApp;
const directory = mkdtempSync(join(tmpdir(), 'lectern-render-'));
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true, force: true });
});

interface Rendered {
  blocks: { key?: string; html: string }[];
  outline: { id: string; title: string; level: number }[];
}

async function post(url: string, body: object, token?: string) {
  const response = await app.request('POST', url, { body, ...(token ? { token } : {}) });
  return { status: response.statusCode, body: response.json() };
}

async function render(place: string, body: object): Promise<Rendered> {
  const { status, body: rendered } = await post(`${place}/content/render`, body);
  expect(rendered.error).toBeUndefined();
  expect(status).toBe(200);
  return rendered;
}

async function addPage(place: string, markdown: string): Promise<string> {
  const { body } = await post(`${place}/content?compat=false`, {
    changes: [{ operation: 'insert_page', document: { markdown } }],
  });
  return body.changes[0].page.id;
}

const readPage = async (place: string, page: string) =>
  (await app.request('GET', `${place}/content/page/${page}`)).json();

/** The HTML of a saved page, in which aligned blocks share one element. */
async function readHtml(space: string, place: string, page: string): Promise<string> {
  const { id } = (await app.request('GET', `${place}/content`)).json();
  const url = `${space}/revisions/${id}/page/${page}/html`;
  return joinAligned((await app.request('GET', url)).json().html);
}

/** Links lead into the revision, so those of two revisions differ. */
const joinAligned = (html: string): string =>
  html.replaceAll(/<\/div>\n<div class="align-\w+">\n/g, '').replaceAll(/\/revisions\/[0-9a-f-]{36}/g, '');
const joined = ({ blocks }: Rendered): string => joinAligned(blocks.map(({ html }) => html).join(''));

const PAGE = `---
description: Kept
---

# Title

## Part

A [link](other.md#further) to \`code\`, **bold** and $$x^2$$. See [above](#part).

## Part

{% hint style="info" %}
## Part

Within.
{% endhint %}

\`\`\`js
const a = 1;
\`\`\`

\`\`\`mermaid
graph TD; A-->B
\`\`\`

$$
y = \\sqrt{x}
$$

| A | B |
| - | - |
| 1 | 2 |

<p align="center">Centred</p>

{% tabs %}
{% tab title="One" %}
First
{% endtab %}
{% tab title="Two" %}
Second
{% endtab %}
{% endtabs %}

![](https://example.com/a.png)

<script>alert(1)</script>

{% include "/reusable-contents/ID" %}

- [ ] a task
`;

async function addReusable(space: string): Promise<string> {
  const { body } = await post(`${space}/content`, {
    changes: [
      {
        operation: 'insert_reusable_content',
        title: 'Shared',
        document: { markdown: '## Shared\n\nFirst of two.\n\nSecond of two.\n' },
      },
    ],
  });
  return body.insertedReusableContents[0].id;
}

async function addChangeRequest(space: string): Promise<string> {
  return `${space}/change-requests/${(await post(`${space}/change-requests`, {})).body.number}`;
}

test('unsaved blocks and Markdown look as they do once they are saved, in a space and a change request', async () => {
  const space = `/v1/spaces/${await addSpace(app)}`;
  const reusable = await addReusable(space);
  for (const place of [space, await addChangeRequest(space)]) {
    await addPage(place, '# Other\n\n## Further\n');
    const markdown = PAGE.replace('ID', reusable);
    const page = await addPage(place, markdown);
    const { document } = await readPage(place, page);
    const html = await readHtml(space, place, page);
    const ofBlocks = await render(place, { page, nodes: document.nodes });
    expect(joined(ofBlocks)).toBe(html);
    expect(ofBlocks.blocks.map(({ key }) => key)).toEqual(document.nodes.map(({ key }: Block) => key));
    const ofMarkdown = await render(place, { page, markdown });
    expect(joined(ofMarkdown)).toBe(html);
    expect(ofMarkdown.outline).toEqual(ofBlocks.outline);
    expect(html).toContain('Second of two.');
    expect(html).not.toContain('<script');
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);

    // A change that is not saved is shown, and nothing is stored.
    const changed = structuredClone(document.nodes);
    changed.splice(2, 0, paragraph('Not saved yet.'));
    const unsaved = await render(place, { page, nodes: changed });
    expect(unsaved.blocks).toHaveLength(changed.length);
    expect(unsaved.blocks[2]).toEqual({ html: expect.stringContaining('Not saved yet.') });
    expect((await readPage(place, page)).document).toEqual(document);
    await post(`${place}/content`, {
      changes: [
        { operation: 'update_page', page, document: { document: { object: 'document', nodes: changed } } },
      ],
    });
    expect(joined(unsaved)).toBe(await readHtml(space, place, page));
  }
});

interface Block {
  key?: string;
}

const paragraph = (text: string) => ({
  object: 'block',
  type: 'paragraph',
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});

test('random documents look unsaved as they do saved, block by block', async () => {
  const space = `/v1/spaces/${await addSpace(app)}`;
  const page = await addPage(space, 'Text\n');
  for (const nodes of fc.sample(blocks, { numRuns: 40, seed: 39 })) {
    // Saved pages of the API do not show what specs contain.
    if (/"(?:openapi-|swagger")/.test(JSON.stringify(nodes))) continue;
    const unsaved = await post(`${space}/content/render`, { page, nodes });
    const document = { object: 'document', nodes };
    const saved = await post(`${space}/content`, {
      changes: [{ operation: 'update_page', page, document: { document } }],
    });
    expect(unsaved.status).toBe(saved.status);
    if (saved.status !== 200) continue;
    expect(unsaved.body.blocks.map(({ key }: Block) => key)).toEqual(nodes.map(({ key }) => key));
    expect(joined(unsaved.body)).toBe(await readHtml(space, space, page));
  }
});

test('blocks of a new page and of a reusable content are rendered, also those that saving would drop', async () => {
  const space = `/v1/spaces/${await addSpace(app)}`;
  const fresh = await render(space, {
    nodes: [paragraph('One'), paragraph(''), { ...paragraph('Two'), key: 'k' }],
  });
  expect(fresh.blocks).toEqual([
    { html: expect.stringContaining('One') },
    { html: expect.any(String) },
    { key: 'k', html: expect.stringContaining('Two') },
  ]);
  expect(await render(space, { nodes: [] })).toEqual({ blocks: [], outline: [] });
  const reusableContent = await addReusable(space);
  const { blocks: shown, outline } = await render(space, { reusableContent, markdown: '## A\n\nB\n' });
  expect(shown.map(({ html }) => html.includes('A') || html.includes('B'))).toEqual([true, true]);
  expect(outline).toEqual([{ id: 'a', title: 'A', level: expect.any(Number) }]);
});

test('what specs say is shown, and long content is rendered in a thread', async () => {
  const space = `/v1/spaces/${await addSpace(app)}`;
  const spec = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { get: { summary: 'List all pets', responses: { 200: { description: 'All.' } } } } },
  };
  const base64 = Buffer.from(JSON.stringify(spec)).toString('base64');
  const { body } = await post(`${space}/content`, {
    changes: [{ operation: 'insert_files', files: [{ name: 'pets.json', base64 }] }],
  });
  const file: string = body.insertedFiles[0].id;
  const long = 'A long line of words. '.repeat(20);
  const markdown = `{% openapi src="/files/${file}" path="/pets" method="get" %}\n[Pets](/files/${file})\n{% endopenapi %}\n\n${`${long}\n\n`.repeat(400)}`;
  const { blocks: shown } = await render(space, { markdown });
  expect(shown).toHaveLength(401);
  expect(shown[0]?.html).toContain('List all pets');
  expect(shown[400]?.html).toContain('A long line of words.');
});

test('content that cannot be saved is refused with its place', async () => {
  const space = `/v1/spaces/${await addSpace(app)}`;
  const page = await addPage(space, '# A\n');
  const url = `${space}/content/render`;
  const refusalOf = async (body: object) => {
    const { status, body: response } = await post(url, body);
    return [status, response.error.details?.[0]?.path ?? response.error.reason];
  };
  expect(await refusalOf({ page, nodes: [paragraph('A'), { object: 'block', type: 'unknown' }] })).toEqual([
    400,
    'nodes.1.type',
  ]);
  expect(await refusalOf({ page })).toEqual([400, 'nodes']);
  expect(await refusalOf({ page, nodes: [], markdown: '' })).toEqual([400, 'nodes']);
  expect(await refusalOf({ page, reusableContent: page, nodes: [] })).toEqual([400, 'reusableContent']);
  const other = await addPage(`/v1/spaces/${await addSpace(app)}`, '# Elsewhere\n');
  expect(await refusalOf({ page: other, nodes: [] })).toEqual([404, 'page-not-found']);
  expect(await refusalOf({ reusableContent: other, nodes: [] })).toEqual([404, 'reusable-content-not-found']);
  const large = `# A\n\n|a|b|\n|-|-|\n${'|a|b|\n'.repeat(25_000)}`;
  expect(await refusalOf({ page, markdown: large })).toEqual([413, 'markdown']);
});

test('whoever can read renders, and nobody else', async () => {
  const spaceId = await addSpace(app);
  for (const [role, status] of [
    ['edit', 200],
    ['comment', 200],
    ['read', 200],
    [null, 404],
  ] as const) {
    const { token } = await addMember(app, { role });
    expect((await post(`/v1/spaces/${spaceId}/content/render`, { nodes: [] }, token)).status).toBe(status);
  }
});

describe.skipIf(whyNoCorpora !== undefined)('pages of real repositories', () => {
  test.each(CORPORA)(
    '%s look unsaved as they do saved',
    async (name) => {
      const [first] = await readCorpus(name, directory);
      if (!first) return;
      const spaceId = await addSpace(app);
      const space = `/v1/spaces/${spaceId}`;
      await putContent(app, spaceId, first.content);
      const { id, pages } = (await app.request('GET', `${space}/content?computed=false`)).json();
      const ids = listDocuments(pages).slice(0, 15);
      expect(ids.length).toBeGreaterThan(0);
      for (const page of ids) {
        const { document } = await readPage(space, page);
        const { html } = (await app.request('GET', `${space}/revisions/${id}/page/${page}/html`)).json();
        if (/"(?:openapi-|swagger")/.test(JSON.stringify(document))) continue;
        expect(joined(await render(space, { page, nodes: document.nodes })), page).toBe(joinAligned(html));
      }
    },
    300_000,
  );
});

interface PageItem {
  id: string;
  type: string;
  pages?: PageItem[];
}

const listDocuments = (pages: readonly PageItem[]): string[] =>
  pages.flatMap(({ id, type, pages: below = [] }) => [
    ...(type === 'document' ? [id] : []),
    ...listDocuments(below),
  ]);
