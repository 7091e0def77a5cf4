/** Old addresses of pages of a spec, which a new version of the spec or an author has moved. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putContent } from '../../../test/content.ts';
import { addSpace } from '../../../test/factories.ts';
import { buildSiteGround, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';
import { publishSpec } from '../../../test/fixtures/review/openapi-drift/drift.ts';
import { runJobs } from '../../../test/jobs.ts';

let setup: SiteGround;
let path: string;
let spaceId: string;

/** Titles are the addresses of pages. */
interface Tag {
  name: string;
  summary?: string;
  parent?: string;
}
const specOf = (tags: Tag[], operations: Record<string, { tag: string; summary: string; id?: string }>) =>
  JSON.stringify({
    openapi: '3.2.0',
    info: { title: 'Shop', version: '1' },
    tags,
    paths: Object.fromEntries(
      Object.entries(operations).map(([at, { tag, summary, id }]) => [
        at,
        { get: { tags: [tag], summary, ...(id ? { operationId: id } : {}), responses: {} } },
      ]),
    ),
  });

const publish = (slug: string, source: string) =>
  publishSpec(setup.app, { organizationId: setup.app.organizationId, slug, source });

const SUMMARY = (spec: string, props: string): string =>
  `  * \`\`\`yaml\n    type: builtin:openapi\n    props: ${props}\n    dependencies: {spec: {ref: {kind: openapi, spec: ${spec}}}}\n    \`\`\`\n`;

beforeAll(async () => {
  setup = await buildSiteGround();
  spaceId = await addSpace(setup.app);
  await publish('shop', specOf(TAGS, OPERATIONS));
  await publish('each', specOf(TAGS, OPERATIONS));
  await putContent(setup.app, spaceId, {
    'SUMMARY.md': `* [Start](README.md)\n* [Shop](shop.md)\n${SUMMARY('shop', '{models: false}')}* [Each](each.md)\n${SUMMARY('each', '{models: false, grouping: by-operation}')}`,
    'README.md': '# Start\n',
    'shop.md': '# Shop\n',
    'each.md': '# Each\n',
  });
  ({ path } = await setup.addPublishedSite({ spaceIds: [spaceId] }));
});
afterAll(() => setup.close());

const TAGS: Tag[] = [{ name: 'Goods' }, { name: 'Orders' }, { name: 'People' }];
const OPERATIONS = {
  '/goods': { tag: 'Goods', summary: 'List goods' },
  '/goods/{id}': { tag: 'Goods', summary: 'Get goods', id: 'getGoods' },
  '/orders': { tag: 'Orders', summary: 'List orders' },
  '/people': { tag: 'People', summary: 'List people' },
};

const leadsTo = async (from: string) => {
  const { status, location } = await setup.visit(path + from);
  return [status, location?.slice(path.length)];
};

test('lead to the page where it is now, as long as nothing else is there', async () => {
  expect(await leadsTo('/shop/orders')).toEqual([200, undefined]);
  const tags = [
    { name: 'Goods' },
    { name: 'Orders', parent: 'Goods' },
    { name: 'People', summary: 'Customers' },
  ];
  await publish('shop', specOf(tags, OPERATIONS));
  expect(await leadsTo('/shop/goods/orders')).toEqual([200, undefined]);
  expect(await leadsTo('/shop/orders')).toEqual([307, '/shop/goods/orders']);
  expect(await leadsTo('/shop/people.md')).toEqual([307, '/shop/customers.md']);
  expect(await leadsTo('/shop/nothing')).toEqual([404, undefined]);
});

test('lead to the page with most of its operations if the tag is called something else', async () => {
  const tags = [{ name: 'Products' }, { name: 'Orders', parent: 'Products' }, { name: 'People' }];
  await publish(
    'shop',
    specOf(tags, {
      ...OPERATIONS,
      '/goods': { tag: 'Products', summary: 'List goods' },
      '/goods/{id}': { tag: 'Products', summary: 'Get goods' },
    }),
  );
  expect(await leadsTo('/shop/goods')).toEqual([307, '/shop/products']);
  expect(await leadsTo('/shop/goods/orders')).toEqual([307, '/shop/products/orders']);
  // From the version before.
  expect(await leadsTo('/shop/orders')).toEqual([307, '/shop/products/orders']);
  expect(await leadsTo('/shop/people')).toEqual([200, undefined]);
});

test('lead to the page of an operation with another summary, path or tag', async () => {
  expect(await leadsTo('/each/goods/get-goods')).toEqual([200, undefined]);
  await publish(
    'each',
    specOf(TAGS, {
      '/goods': { tag: 'Goods', summary: 'All goods' },
      '/products/{id}': { tag: 'Orders', summary: 'One product', id: 'getGoods' },
      '/orders': OPERATIONS['/orders'],
    }),
  );
  expect(await leadsTo('/each/goods/list-goods')).toEqual([307, '/each/goods/all-goods']);
  expect(await leadsTo('/each/goods/get-goods')).toEqual([307, '/each/orders/one-product']);
  // What is gone leads nowhere.
  expect(await leadsTo('/each/people/list-people')).toEqual([404, undefined]);
});

interface TreePage {
  id: string;
  type: string;
  path?: string;
  pages?: TreePage[];
  computed?: { dependencies: { spec: { ref: { spec: string } } } };
}

/** The ids of pages by their paths, and of entries by the slug of their spec. */
async function findIds(): Promise<Record<string, string>> {
  const url = `/v1/spaces/${spaceId}/content/pages?computed=false`;
  const ids: Record<string, string> = {};
  const visit = (pages: readonly TreePage[]): void => {
    for (const { id, path, computed, pages: below = [] } of pages) {
      ids[computed?.dependencies.spec.ref.spec ?? path ?? ''] = id;
      visit(below);
    }
  };
  visit((await setup.app.request('GET', url)).json().pages);
  return ids;
}

async function edit(...changes: object[]): Promise<void> {
  const response = await setup.app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } });
  expect(response.body).toContain('revision');
  await runJobs(setup.app);
}

describe('after an author', () => {
  let ids: Record<string, string>;
  const text = { markdown: 'By hand.\n' };
  beforeAll(async () => {
    const tags = ['Fruit', 'Bread'].map((name) => ({ name }));
    await publish(
      'moved',
      specOf(tags, {
        '/fruit': { tag: 'Fruit', summary: 'List fruit' },
        '/bread': { tag: 'Bread', summary: 'List bread' },
      }),
    );
    await putContent(setup.app, spaceId, {
      'SUMMARY.md': `* [Start](README.md)\n* [First](first.md)\n${SUMMARY('moved', '{models: false}')}* [Second](second.md)\n`,
      'README.md': '# Start\n',
      'first.md': '# First\n',
      'second.md': '# Second\n',
    });
    await runJobs(setup.app);
    ids = await findIds();
  });

  test('renames a page above them, they lead to where they are now', async () => {
    expect(await leadsTo('/first/fruit')).toEqual([200, undefined]);
    await edit({ operation: 'update_page', page: ids.first, slug: 'api' });
    expect(await leadsTo('/first/fruit')).toEqual([307, '/api/fruit']);
    expect(await leadsTo('/first/bread.md')).toEqual([307, '/api/bread.md']);
  });

  test('moves their entry, they lead to where they are now', async () => {
    await edit({ operation: 'update_page', page: ids.moved, into: ids.second });
    expect(await leadsTo('/api/fruit')).toEqual([307, '/second/fruit']);
    expect(await leadsTo('/first/fruit')).toEqual([307, '/second/fruit']);
    await edit({ operation: 'update_page', page: ids.moved, into: null });
    expect(await leadsTo('/second/bread')).toEqual([307, '/bread']);
  });

  test('writes a page at their path, they lead to the new page, and back once it is removed', async () => {
    await edit({ operation: 'insert_page', title: 'Fruit', slug: 'fruit', document: text });
    expect((await setup.visit(`${path}/fruit`)).text).toContain('By hand.');
    expect(await leadsTo('/fruit-1')).toEqual([200, undefined]);
    await edit({ operation: 'delete_page', page: (await findIds()).fruit });
    expect(await leadsTo('/fruit-1')).toEqual([307, '/fruit']);
  });

  test('lists the operations in another way, they lead to the pages with them', async () => {
    await putContent(setup.app, spaceId, {
      'SUMMARY.md': `* [Start](README.md)\n* [Second](second.md)\n${SUMMARY('moved', '{models: false, grouping: by-operation}')}`,
      'README.md': '# Start\n',
      'second.md': '# Second\n',
    });
    await runJobs(setup.app);
    expect(await leadsTo('/second/bread/list-bread')).toEqual([200, undefined]);
    expect(await leadsTo('/bread')).toEqual([307, '/second/bread/list-bread']);
  });

  test('removes their entry, they lead nowhere, as do pages that were removed', async () => {
    await edit({ operation: 'delete_page', page: (await findIds()).moved });
    expect(await leadsTo('/second/bread/list-bread')).toEqual([404, undefined]);
    expect(await leadsTo('/bread')).toEqual([404, undefined]);
  });

  test('edits the text of a page, nothing is looked for', async () => {
    await setup.app.request('POST', `/v1/spaces/${spaceId}/content`, {
      body: { changes: [{ operation: 'update_page', page: (await findIds()).readme, document: text }] },
    });
    const { rows } = await sql`select 1 from job where kind = 'computed-paths'`.execute(setup.app.context.db);
    expect(rows).toEqual([]);
  });
});
