/** Old addresses of pages that were renamed or moved. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putContent } from '../../../test/content.ts';
import { addSpace } from '../../../test/factories.ts';
import { buildSiteGround, HOST, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';
import {
  findFormerPage,
  insertFormerPaths,
} from '../../server/content/references/former-paths.repository.ts';
import type { SpacePointer } from '../../server/platform/access/pointers.ts';

let setup: SiteGround;
let spaceId: string;
let path: string;
const CONTENT = {
  'SUMMARY.md':
    '* [Start](README.md)\n* [Guides](guides/README.md)\n  * [Install](guides/install.md)\n* [Secret](secret.md)\n',
  'README.md': '# Start\n',
  'guides/README.md': '# Guides\n',
  'guides/install.md': '# Install\n',
  'secret.md': '---\nif: visitor.claims.plan == "pro"\n---\n\n# Secret\n',
};

beforeAll(async () => {
  setup = await buildSiteGround();
  spaceId = await addSpace(setup.app);
  await putContent(setup.app, spaceId, CONTENT);
  ({ path } = await setup.addPublishedSite({ spaceIds: [spaceId] }));
});
afterAll(() => setup.close());

const idAt = async (at: string): Promise<string> =>
  (await setup.app.request('GET', `/v1/spaces/${spaceId}/content/path/${encodeURIComponent(at)}`)).json().id;

async function edit(changes: object[]): Promise<void> {
  const body = { changes };
  const response = await setup.app.request('POST', `/v1/spaces/${spaceId}/content`, { body });
  expect(response.body).toContain('revision');
}

const leadsTo = async (from: string) => {
  const { status, location } = await setup.visit(path + from);
  return [status, location?.slice(path.length)];
};

describe('the old address of a page', () => {
  test('leads to the new one after an edit, with all pages below it, as pages and as Markdown', async () => {
    const guides = await idAt('guides');
    await edit([{ operation: 'update_page', page: guides, slug: 'manual' }]);
    expect(await leadsTo('/guides')).toEqual([307, '/manual']);
    expect(await leadsTo('/Guides/Install/')).toEqual([307, '/manual/install']);
    expect(await leadsTo('/guides/install.md')).toEqual([307, '/manual/install.md']);
    expect(await leadsTo('/guides/other')).toEqual([404, undefined]);
    const url = encodeURIComponent(`https://${HOST}${path}/guides/install`);
    const found = await setup.app.request('GET', `/v1/urls/content?url=${url}`);
    expect(found.json().page).toMatchObject({ path: 'manual/install' });
  });

  test('leads to the new one after an import, as long as nothing else is there', async () => {
    await putContent(setup.app, spaceId, {
      ...CONTENT,
      'SUMMARY.md':
        '* [Start](README.md)\n* [Handbook](guides/README.md)\n* [Install](guides/install.md)\n* [Secret](secret.md)\n',
    });
    const [status, location] = await leadsTo('/manual/install');
    expect(status).toBe(307);
    expect((await setup.visit(path + location)).text).toContain('<h1>Install</h1>');
    const install = await idAt((location as string).slice(1));
    await edit([{ operation: 'update_page', page: install, slug: 'setup' }]);
    expect(await leadsTo(location as string)).toEqual([307, '/setup']);
    const slug = (location as string).slice(1);
    await edit([{ operation: 'insert_page', title: 'New', slug, document: { markdown: 'New.\n' } }]);
    const taken = await setup.visit(path + location);
    expect([taken.status, taken.text.includes('<h1>New</h1>')]).toEqual([200, true]);
  });

  test('tells nothing of a page that the visitor does not see', async () => {
    const secret = await idAt('secret');
    await edit([{ operation: 'update_page', page: secret, slug: 'plans' }]);
    const hidden = await setup.visit(`${path}/secret`);
    expect([hidden.status, hidden.text]).toEqual([404, (await setup.visit(`${path}/secreu`)).text]);
  });
});

test('the oldest addresses of a space go first', async () => {
  const { context } = setup.app;
  const key = (await context.pointers.spaces.find(spaceId)) as SpacePointer;
  const note = (names: string[], day: number, max: number) =>
    context.transact(({ trx }) =>
      insertFormerPaths(trx, key, {
        paths: names.map((name) => ({ path: name, pageId: spaceId })),
        at: new Date(Date.UTC(2030, 0, day)),
        max,
      }),
    );
  await note(['a', 'b'], 1, 3);
  await note(['a', 'c', 'd'], 2, 3);
  const find = (name: string) => findFormerPage(context.db, key, name);
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(find))).toEqual([spaceId, undefined, spaceId, spaceId]);
  expect(await find('guides')).toBeUndefined();
});
