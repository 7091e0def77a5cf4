import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import { addMember, addSite, addSpace } from '../../../../../test/factories.ts';
import type { FoundItem } from '../../../../../test/fixtures/content/search/search.ts';

interface Found {
  next?: { page: string };
  count: number;
  items: { type: string; id: string; title: string; score: number; pages: FoundItem[] }[];
}

const clock = createTestClock(new Date('2026-11-22T12:00:00Z'));
const BASE = 'https://sites.example.com';
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now, config: { sitesUrl: BASE } });
});
afterAll(() => app?.close());

const PRO = 'visitor.claims.plan === "pro"';
const page = (title: string, text: string, front = ''): string =>
  `${front ? `---\n${front}\n---\n\n` : ''}# ${title}\n\n${text}\n`;

async function spaceWith(title: string, files: Files): Promise<string> {
  const spaceId = await addSpace(app, { title });
  await putContent(app, spaceId, files);
  return spaceId;
}

interface Made {
  siteId: string;
  basename: string;
  /** In the order of the spaces. */
  siteSpaceIds: string[];
  url: string;
}

async function siteOf(
  spaceIds: string[],
  options: { visibility?: 'public' | 'visitor-auth'; isPublished?: boolean } = {},
): Promise<Made> {
  const siteId = await addSite(app, { spaceIds, isPublished: true, ...options });
  const { basename } = (await app.context.pointers.sites.find(siteId)) as { basename: string };
  const rows = await app.context.db
    .selectFrom('site_space')
    .select(['site_space_id', 'path'])
    .where('site_id', '=', siteId)
    .orderBy('path')
    .execute();
  return {
    siteId,
    basename,
    siteSpaceIds: rows.map((row) => row.site_space_id),
    url: `/v1/orgs/${app.organizationId}/sites/${siteId}`,
  };
}

/** Changes a row of the site or of one of its site spaces. */
async function change(
  { siteId, siteSpaceIds }: Made,
  at: number | 'site',
  values: Record<string, unknown>,
): Promise<void> {
  await app.context.transact(async ({ trx, announce }) => {
    if (at === 'site') await trx.updateTable('site').set(values).where('site_id', '=', siteId).execute();
    else
      await trx
        .updateTable('site_space')
        .set(values)
        .where('site_space_id', '=', siteSpaceIds[at] as string)
        .execute();
    announce({ kind: 'site', siteId });
  });
}

async function tokenFor({ basename }: Made, jwtToken?: string): Promise<string> {
  const response = await app.request('POST', '/v1/urls/published', {
    token: null,
    body: { url: `${BASE}/${basename}/`, visitor: jwtToken ? { jwtToken } : {} },
  });
  return response.json().apiToken;
}

async function search(
  { url }: Made,
  query: string,
  { token, scope = { mode: 'all' }, more = '' }: { token?: string; scope?: object; more?: string } = {},
): Promise<Found> {
  const body = 'mode' in scope && !('older' in scope) ? { query, scope } : { query, ...scope };
  const response = await app.request('POST', `${url}/search${more}`, { body, ...(token ? { token } : {}) });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

const titlesOf = ({ items }: Found): string[] =>
  items
    .flatMap(({ pages }) => pages)
    .sort((one, other) => one.rank - other.rank)
    .map(({ title }) => title);

describe('what is found', () => {
  test('stands under its space with its path, for members and visitors alike', async () => {
    const first = await spaceWith('First', {
      'README.md': page('Home', 'Welcome.'),
      'SUMMARY.md': '* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Lamps](guide/lamps.md)\n',
      'guide/README.md': page('Guide', 'All of it.'),
      'guide/lamps.md': page('Lamps', 'Before.\n\n## Oil\n\nA lantern of brass.'),
    });
    const second = await spaceWith('Second', { 'README.md': page('Lantern', 'A lantern, a lantern.') });
    const site = await siteOf([first, second]);
    const found = await search(site, 'lantern');
    expect(found.count).toBe(2);
    expect(found.items.map(({ type, id, title }) => [type, id, title])).toEqual([
      ['space', second, 'Second'],
      ['space', first, 'First'],
    ]);
    expect(found.items[1]?.pages[0]).toMatchObject({
      title: 'Lamps',
      path: 'guide/lamps',
      rank: 2,
      ancestors: [{ title: 'Guide' }],
      sections: [{ title: 'Oil', path: 'guide/lamps#oil', body: 'A lantern of brass.' }],
    });
    expect(await search(site, 'lantern', { token: await tokenFor(site) })).toEqual(found);
    expect(await search(site, '…')).toEqual({ count: 0, items: [] });
  });

  test('is worth the same in each space, however frequent its words are there', async () => {
    const lantern = { 'lantern.md': page('Brass', 'A lantern of brass.') };
    const others = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`p${n}.md`, page(`P${n}`, 'Something of tin.')]),
    );
    const site = await siteOf([
      await spaceWith('Few', lantern),
      await spaceWith('Many', { ...lantern, ...others }),
    ]);
    const [one, other] = (await search(site, 'lantern')).items;
    expect(one?.score).toBeGreaterThan(0);
    expect(other?.score).toBe(one?.score);
  });

  test('comes in pieces, each page once, also of a space that is on the site twice', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [`p${n}.md`, page(`P${n}`, 'lantern '.repeat(n + 1))]),
    );
    const one = await spaceWith('One', files);
    const two = await spaceWith('Two', files);
    const site = await siteOf([one, two, await addSpace(app)]);
    await change(site, 2, { space_id: one });
    const all = await search(site, 'lantern', { more: '?limit=1000' });
    const seen: string[] = [];
    let more = '?limit=4';
    for (let turn = 0; turn < 9; turn += 1) {
      const found = await search(site, 'lantern', { more });
      expect(found.count).toBe(all.count);
      seen.push(...titlesOf(found));
      if (!found.next) break;
      more = `?limit=4&page=${found.next.page}`;
    }
    expect(seen).toEqual(titlesOf(all));
    expect(all.count).toBe(18);
  });

  test('a cursor of another question is refused', async () => {
    const spaceId = await spaceWith('One', {
      'a.md': page('A', 'lantern'),
      'b.md': page('B', 'lantern'),
    });
    const site = await siteOf([spaceId]);
    const { next } = await search(site, 'lantern', { more: '?limit=1' });
    const body = { query: 'lantern', scope: { mode: 'default' } };
    const response = await app.request('POST', `${site.url}/search?page=${next?.page}`, { body });
    expect(response.statusCode).toBe(400);
  });

  test('a scope that says nothing is refused', async () => {
    const site = await siteOf([await addSpace(app)]);
    for (const body of [
      { query: 'a' },
      { query: 'a', scope: { mode: 'specific', siteSpaceIds: [] } },
      { query: 'a', scope: { mode: 'other' } },
      { query: 'a'.repeat(513), mode: 'all' },
      { mode: 'all' },
    ])
      expect((await app.request('POST', `${site.url}/search`, { body })).statusCode).toBe(400);
  });
});

test('each scope covers its site spaces', async () => {
  const spaces: string[] = [];
  for (const title of ['English', 'Deutsch', 'Draft'])
    spaces.push(await spaceWith(title, { 'README.md': page(title, 'A lantern.') }));
  const site = await siteOf(spaces);
  const [english = '', german = '', draft = ''] = site.siteSpaceIds;
  await change(site, 2, { is_draft: true });
  const names = async (scope: object) =>
    (await search(site, 'lantern', { scope })).items.map(({ title }) => title);
  expect((await names({ mode: 'all' })).sort()).toEqual(['Deutsch', 'English']);
  expect(await names({ mode: 'default' })).toEqual(['English']);
  expect(await names({ mode: 'default', currentSiteSpace: german })).toEqual(['Deutsch', 'English']);
  expect(await names({ mode: 'default', currentSiteSpace: german, restrictTo: 'currentSiteSpace' })).toEqual([
    'Deutsch',
  ]);
  expect(await names({ mode: 'default', currentSiteSpace: german, restrictTo: 'otherSiteSpaces' })).toEqual([
    'English',
  ]);
  expect(await names({ mode: 'specific', siteSpaceIds: [german, draft, 'none'] })).toEqual(['Deutsch']);
  const including = (...siteSpaceIds: string[]) =>
    names({ mode: 'default', includedSiteSpaces: siteSpaceIds });
  expect((await including(german, english, draft)).sort()).toEqual(['Deutsch', 'English']);
  expect(await including()).toEqual(['English']);
  expect(await names({ mode: 'default', currentSiteSpace: draft })).toEqual(['English']);
  expect(await names({ mode: 'default', currentSiteSpace: draft, restrictTo: 'currentSiteSpace' })).toEqual(
    [],
  );
  expect((await names({ older: 1, mode: 'all' })).sort()).toEqual(['Deutsch', 'English']);
  expect(await names({ older: 1, mode: 'current', siteSpaceId: german })).toEqual(['Deutsch', 'English']);
  expect(await names({ older: 1, mode: 'specific', siteSpaceIds: [english] })).toEqual(['English']);
  expect(await names({ older: 1, siteSpaceIds: [english] })).toEqual(['English']);
});

describe('a reader who does not see everything', () => {
  const FILES: Files = {
    'README.md': page('Home', 'Welcome to the lighthouse.'),
    'SUMMARY.md':
      '* [Home](README.md)\n* [Vault](vault.md)\n  * [Below](below.md)\n* [Prices](prices.md)\n* [Away](away.md)\n',
    'vault.md': page('Vault', 'The zephyr is kept here.', `if: ${PRO}`),
    'below.md': page('Below', 'A zephyr below.'),
    'away.md': page('Away', 'No zephyr for machines.', 'noIndex: true'),
    'prices.md': page(
      'Prices',
      `A quokka costs ten.\n\n{% if ${PRO} %}\n## Hidden heading\n\nFor a wombat you pay zephyr, and more for a quokka.\n{% endif %}\n\n{% if !(${PRO}) %}\nAsk about gryphons.\n{% endif %}`,
    ),
  };
  let site: Made;
  let plain: string;
  let pro: string;
  beforeAll(async () => {
    const spaceId = await spaceWith('Adaptive', FILES);
    const hiddenSpace = await spaceWith('Partners', {
      'README.md': page('Partners', 'A zephyr for partners.'),
    });
    site = await siteOf([spaceId, hiddenSpace], { visibility: 'visitor-auth' });
    await change(site, 1, { condition: PRO });
    await change(site, 'site', { adaptive: true });
    await app.request('PUT', `${site.url}/adaptive-schema`, {
      body: { jsonSchema: { type: 'object', properties: { plan: { type: 'string' } } } },
    });
    const { privateKey } = (await app.request('GET', `${site.url}/publishing/auth`)).json();
    const sign = (claims: Record<string, unknown>) =>
      new SignJWT({ exp: Math.floor(clock.now().getTime() / 1000) + 3600, ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from(privateKey));
    plain = await tokenFor(site, await sign({}));
    pro = await tokenFor(site, await sign({ plan: 'pro' }));
  });

  test('finds neither pages nor spaces whose conditions do not hold, nor counts them', async () => {
    const found = await search(site, 'zephyr', { token: plain });
    expect([found.count, found.items]).toEqual([0, []]);
    const all = await search(site, 'zephyr', { token: pro });
    expect(all.count).toBe(4);
    expect(titlesOf(all).sort()).toEqual(['Below', 'Partners', 'Prices', 'Vault']);
  });

  test('finds only the text that they see, with excerpts and scores of it alone', async () => {
    expect((await search(site, 'wombat', { token: plain })).count).toBe(0);
    expect((await search(site, 'hidden heading', { token: plain })).count).toBe(0);
    expect((await search(site, 'gryphons', { token: pro })).count).toBe(0);
    expect((await search(site, 'gryphons', { token: plain })).count).toBe(1);
    const [section] = (await search(site, 'wombat', { token: pro })).items[0]?.pages[0]?.sections ?? [];
    expect(section).toMatchObject({ title: 'Hidden heading', path: 'prices#hidden-heading' });
    const quokka = await search(site, 'quokka', { token: plain });
    expect(JSON.stringify(quokka)).not.toMatch(/wombat|zephyr|hidden/i);
    expect(quokka.items[0]?.pages[0]?.sections).toHaveLength(1);
    const alone = quokka.items[0]?.pages[0]?.score;
    const together = (await search(site, 'quokka wombat', { token: plain })).items[0]?.pages[0];
    expect(together?.title).toBe('Prices');
    const nonsense = (await search(site, 'quokka blorpish', { token: plain })).items[0]?.pages[0]?.score;
    expect([alone !== undefined, together?.score]).toEqual([true, nonsense]);
  });

  test('is anybody who calls with a role: nothing is known about them', async () => {
    const found = await search(site, 'zephyr');
    expect(found.count).toBe(0);
    expect((await search(site, 'gryphons')).count).toBe(1);
  });

  test('finds what they see after a change of the content', async () => {
    const spaceId = await spaceWith('Changing', {
      'README.md': page('Home', `{% if ${PRO} %}\nA narwhal.\n{% endif %}`),
    });
    const changing = await siteOf([spaceId]);
    const token = await tokenFor(changing);
    expect((await search(changing, 'narwhal', { token })).count).toBe(0);
    await putContent(app, spaceId, { 'README.md': page('Home', 'A narwhal.') });
    expect((await search(changing, 'narwhal', { token })).count).toBe(1);
  });
});

describe('who searches', () => {
  test('a member finds what they may read of a site that is not open, and all of one that is', async () => {
    const open = await spaceWith('Open', { 'README.md': page('Open', 'A lantern.') });
    const closed = await spaceWith('Closed', { 'README.md': page('Closed', 'A lantern.') });
    await app.request('PATCH', `/v1/spaces/${closed}`, { body: { defaultLevel: null } });
    const member = await addMember(app, { role: 'read' });
    const site = await siteOf([open, closed], { isPublished: false });
    expect(titlesOf(await search(site, 'lantern', { token: member.token }))).toEqual(['Open']);
    expect((await search(site, 'lantern')).count).toBe(2);
    await change(site, 'site', { published_at: clock.now() });
    expect((await search(site, 'lantern', { token: member.token })).count).toBe(2);
    await change(site, 'site', { visibility: 'visitor-auth' });
    expect(titlesOf(await search(site, 'lantern', { token: member.token }))).toEqual(['Open']);
  });

  test('a preview shows drafts, and no more than its member may read', async () => {
    const open = await spaceWith('Open', { 'README.md': page('Open', 'A lantern.') });
    const closed = await spaceWith('Closed', { 'README.md': page('Closed', 'A lantern.') });
    await app.request('PATCH', `/v1/spaces/${closed}`, { body: { defaultLevel: null } });
    const site = await siteOf([open, closed], { isPublished: false });
    await change(site, 0, { is_draft: true });
    const member = await addMember(app, { role: 'read' });
    const preview = async (token: string): Promise<string> => {
      const { url } = (await app.request('GET', `${site.url}/publishing/preview`, { token })).json();
      return tokenFor(site, new URL(url).searchParams.get('jwt_token') as string);
    };
    expect(titlesOf(await search(site, 'lantern', { token: await preview(member.token) }))).toEqual(['Open']);
    expect((await search(site, 'lantern', { token: await preview(app.adminToken) })).count).toBe(2);
  });

  test('a token of one site does not search another', async () => {
    const spaceId = await addSpace(app);
    const [one, other] = [await siteOf([spaceId]), await siteOf([spaceId])];
    const body = { query: 'a', mode: 'all' };
    const token = await tokenFor(one);
    expect((await app.request('POST', `${other.url}/search`, { body, token })).statusCode).toBe(404);
    expect((await app.request('POST', `${other.url}/search/prewarm`, { token })).statusCode).toBe(404);
    expect((await app.request('POST', `${one.url}/search/prewarm`, { token })).statusCode).toBe(204);
    expect((await app.request('POST', `${one.url}/search`, { body, token: null })).statusCode).toBe(401);
  });
});
