import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import { addMember, addOrganization, addSpace, addUserToken } from '../../../../../test/factories.ts';
import {
  editAt,
  type Found,
  search,
  searchUrl,
  titlesOf,
} from '../../../../../test/fixtures/content/search/search.ts';
import type { Transact } from '../../../platform/access/transaction.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());

const FILES = {
  'README.md': '---\ndescription: Where everything begins\n---\n\n# Home\n\nWelcome to the lighthouse.\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Install](guide/install.md)\n  * [Remove](guide/remove.md)\n',
  'guide/README.md': '# Guide\n\nA guide for beginners.\n',
  'guide/install.md':
    '# Install\n\nFirst words.\n\n## On a mainframe\n\nPut the punchcards into the reader.\n',
  'guide/remove.md': '# Remove\n\nTake the punchcards out.\n',
};

async function spaceWith(files: Files = FILES): Promise<string> {
  const spaceId = await addSpace(app);
  await putContent(app, spaceId, files);
  return spaceId;
}

const statusOf = async (url: string, token?: string): Promise<number> =>
  (await app.request('GET', url, token ? { token } : {})).statusCode;

describe('a found page', () => {
  let found: Found;
  let spaceId: string;
  beforeAll(async () => {
    spaceId = await spaceWith();
    found = await search(app, spaceId, 'mainframe');
  });

  test('is shown with its place, its rank and its address', () => {
    expect(found.count).toBe(1);
    const [page] = found.items;
    expect(page).toMatchObject({
      title: 'Install',
      description: '',
      path: 'guide/install',
      rank: 1,
      ancestors: [{ title: 'Guide' }],
      urls: { app: `${app.context.config.baseUrl}/app/s/${spaceId}/${page?.id}` },
    });
    expect(page?.score).toBeGreaterThan(0);
  });

  test('is shown with its icon or its emoji', async () => {
    const spaceId = await spaceWith({
      'README.md': '---\nicon: rocket\n---\n\n# Home\n\nWelcome to the lighthouse.\n',
      'one.md': '# One\n\nA lighthouse keeper.\n',
      'two.md': '# Two\n\nA lighthouse.\n',
    });
    const { pages } = (await app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
    const { id } = pages.find(({ title }: { title: string }) => title === 'One');
    await app.request('POST', `/v1/spaces/${spaceId}/content`, {
      body: { changes: [{ operation: 'update_page', page: id, emoji: '1f680' }] },
    });
    await expect
      .poll(async () => {
        const { items } = await search(app, spaceId, 'lighthouse');
        return items.map(({ title, icon, emoji }) => [title, icon ?? emoji]).sort();
      })
      .toEqual([
        ['Home', 'rocket'],
        ['One', '1f680'],
        ['Two', undefined],
      ]);
  });

  test('has its best section, with the heading, its anchor and the text around the match', async () => {
    const [page] = found.items;
    expect(page?.sections[0]).toMatchObject({
      id: `${page?.id}#on-a-mainframe`,
      title: 'On a mainframe',
      path: 'guide/install#on-a-mainframe',
      urls: { app: `${page?.urls.app}#on-a-mainframe` },
    });
    const [other] = (await search(app, spaceId, 'reader')).items;
    expect(other?.sections[0]?.body).toContain('punchcards into the reader');
  });

  test('shows its description, and the text before the first heading under its own title', async () => {
    const [home] = (await search(app, spaceId, 'lighthouse')).items;
    expect(home).toMatchObject({ title: 'Home', description: 'Where everything begins', ancestors: [] });
    expect(home?.sections[0]?.title).toBe('Home');
  });

  test('is what a search for its title begins with', async () => {
    expect(titlesOf(await search(app, spaceId, 'guide'))[0]).toBe('Guide');
  });

  test('comes as ready bytes: 304 for who holds them', async () => {
    const url = searchUrl(spaceId, 'mainframe');
    const { etag } = (await app.request('GET', url)).headers;
    const again = await app.request('GET', url, { headers: { 'if-none-match': etag as string } });
    expect(again.statusCode).toBe(304);
  });
});

describe('what is found follows the content:', () => {
  test('an edit brings its text and takes the old one', async () => {
    const spaceId = await spaceWith();
    expect(titlesOf(await search(app, spaceId, 'lighthouse'))).toEqual(['Home']);
    await editAt(app, spaceId, 'readme', '# Home\n\nWelcome to the windmill.\n');
    expect(titlesOf(await search(app, spaceId, 'windmill'))).toEqual(['Home']);
    expect((await search(app, spaceId, 'lighthouse')).items).toEqual([]);
  });

  test('an edit that is taken back brings the first text again, once', async () => {
    const spaceId = await spaceWith();
    await editAt(app, spaceId, 'readme', '# Home\n\nWelcome to the windmill.\n');
    await editAt(app, spaceId, 'readme', FILES['README.md']);
    expect(titlesOf(await search(app, spaceId, 'lighthouse'))).toEqual(['Home']);
    expect((await search(app, spaceId, 'windmill')).count).toBe(0);
  });

  test('a page that is gone is not found, one that is new is', async () => {
    const spaceId = await spaceWith();
    await putContent(app, spaceId, {
      'README.md': FILES['README.md'],
      'SUMMARY.md': '* [Home](README.md)\n* [Balloons](balloons.md)\n',
      'balloons.md': '# Balloons\n\nFilled with helium.\n',
    });
    expect((await search(app, spaceId, 'punchcards')).count).toBe(0);
    expect(titlesOf(await search(app, spaceId, 'helium'))).toEqual(['Balloons']);
    expect(titlesOf(await search(app, spaceId, 'lighthouse'))).toEqual(['Home']);
    await putContent(app, spaceId, {});
    expect((await search(app, spaceId, 'helium')).count).toBe(0);
  });

  test('a page is found by its new title, also when its document is the same, and shown under it', async () => {
    const spaceId = await spaceWith();
    const summary = FILES['SUMMARY.md'].replace('[Remove]', '[Dismantle]');
    await putContent(app, spaceId, {
      ...FILES,
      'SUMMARY.md': summary,
      'guide/remove.md': 'Take the punchcards out.\n',
    });
    await putContent(app, spaceId, {
      ...FILES,
      'SUMMARY.md': summary.replace('[Dismantle]', '[Uninstall]'),
      'guide/remove.md': 'Take the punchcards out.\n',
    });
    expect(titlesOf(await search(app, spaceId, 'uninstall'))).toEqual(['Uninstall']);
    expect((await search(app, spaceId, 'dismantle')).count).toBe(0);
  });

  test('a page with noIndex is not found, here and in the organization, and is found again without it', async () => {
    const write = (noIndex: boolean) =>
      `---\ndescription: A quokka\nnoIndex: ${noIndex}\n---\n\n# Quokka\n\nQuokkas are quokkaish.\n`;
    const files = (text: string): Files => ({
      ...FILES,
      'SUMMARY.md': '# T\n\n* [Quokka](quokka.md "quokka")\n',
      'quokka.md': text,
    });
    const spaceId = await spaceWith(files(write(true)));
    const inOrganization = async (query: string): Promise<number> =>
      (await app.request('GET', `/v1/orgs/${app.organizationId}/search?query=${query}`)).json().count;
    for (const query of ['quokka', 'quokkaish', 'quokk', 'qoukka']) {
      expect(titlesOf(await search(app, spaceId, query)), query).toEqual([]);
      expect(await inOrganization(query), query).toBe(0);
    }
    await editAt(app, spaceId, 'quokka', write(false));
    expect(titlesOf(await search(app, spaceId, 'quokka'))).toEqual(['Quokka']);
    expect(await inOrganization('quokka')).toBe(1);
    await editAt(app, spaceId, 'quokka', write(true));
    expect(titlesOf(await search(app, spaceId, 'quokka'))).toEqual([]);
    expect(await inOrganization('quokka')).toBe(0);
  });

  test('a hidden page is found: it is only missing in the table of contents', async () => {
    const text = '---\nhidden: true\n---\n\n# Wombat\n';
    const spaceId = await spaceWith({ 'README.md': '# Home\n', 'wombat.md': text });
    expect(titlesOf(await search(app, spaceId, 'wombat'))).toEqual(['Wombat']);
  });

  test('a page that moved is shown where it is now', async () => {
    const spaceId = await spaceWith();
    await putContent(app, spaceId, {
      ...FILES,
      'SUMMARY.md':
        '* [Home](README.md)\n  * [Guide](guide/README.md)\n    * [Install](guide/install.md)\n* [Remove](guide/remove.md)\n',
    });
    const [page] = (await search(app, spaceId, 'mainframe')).items;
    expect(page?.ancestors.map(({ title }) => title)).toEqual(['Home', 'Guide']);
    const shown = (await app.request('GET', `/v1/spaces/${spaceId}/content/page/${page?.id}`)).json();
    expect(page?.path).toBe(shown.path);
  });

  test('what is undone with its transaction was never there', async () => {
    const spaceId = await spaceWith();
    const transact: Transact = (work) =>
      app.context.transact(async (unit) => {
        await work(unit);
        throw new Error('Something else failed.');
      });
    const failing = { ...app, context: { ...app.context, transact } };
    await expect(
      editAt(failing, spaceId, 'readme', '# Home\n\nWelcome to the windmill.\n'),
    ).rejects.toThrow();
    expect((await search(app, spaceId, 'windmill')).count).toBe(0);
    expect(titlesOf(await search(app, spaceId, 'lighthouse'))).toEqual(['Home']);
    await editAt(app, spaceId, 'readme', '# Home\n\nWelcome to the watermill.\n');
    expect(titlesOf(await search(app, spaceId, 'watermill'))).toEqual(['Home']);
  });

  test('another process hears of it', async () => {
    const other = await buildTestApp({ beside: app, isListening: true });
    try {
      const spaceId = await spaceWith();
      expect(titlesOf(await search(other, spaceId, 'lighthouse'))).toEqual(['Home']);
      await editAt(app, spaceId, 'readme', '# Home\n\nWelcome to the windmill.\n');
      await expect.poll(async () => (await search(other, spaceId, 'lighthouse')).count).toBe(0);
      expect(titlesOf(await search(other, spaceId, 'windmill'))).toEqual(['Home']);
    } finally {
      await other.close();
    }
  });
});

describe('a query', () => {
  let spaceId: string;
  beforeAll(async () => {
    spaceId = await spaceWith();
  });

  test.each([
    ['absent', '', 400],
    ['empty', 'query=', 400],
    ['of 512 characters', `query=${'x'.repeat(512)}`, 200],
    ['of 512 characters outside the first plane', `query=${encodeURIComponent('🎈'.repeat(512))}`, 200],
    ['of 513 characters', `query=${'x'.repeat(513)}`, 400],
    ['with U+0000', 'query=a%00b', 400],
    ['twice', 'query=a&query=b', 400],
    ['with half a character', 'query=%F0%9F', 200],
    ['with limit 0', 'query=a&limit=0', 400],
    ['with limit 1001', 'query=a&limit=1001', 400],
    ['with a page of one’s own', 'query=a&page=2', 400],
  ])('%s', async (_name, parameters, status) => {
    expect(await statusOf(`/v1/spaces/${spaceId}/search?${parameters}`)).toBe(status);
    expect(await statusOf(`/v1/orgs/${app.organizationId}/search?${parameters}`)).toBe(status);
  });

  test.each(['   ', '!?', '--', '…', '%', "'", '🎈'])('of “%s” alone finds nothing', async (query) => {
    expect(await search(app, spaceId, query)).toEqual({ count: 0, items: [] });
  });

  test('is not a pattern of the database', async () => {
    expect((await search(app, spaceId, '%_x')).items).toEqual([]);
  });

  test('in a space without content finds nothing', async () => {
    expect(await search(app, await addSpace(app), 'lighthouse')).toEqual({ count: 0, items: [] });
  });
});

describe('paging', () => {
  const many: Files = {
    'SUMMARY.md': Array.from({ length: 57 }, (_, n) => `* [Page ${n}](p${n}.md)`).join('\n'),
    ...Object.fromEntries(
      Array.from({ length: 57 }, (_, n) => [
        `p${n}.md`,
        `# Page ${n}\n\n${'lantern '.repeat(1 + (n % 7))}\n`,
      ]),
    ),
  };

  async function readAll(spaceId: string, between = async (_turn: number) => {}): Promise<Found[]> {
    const pieces = [await search(app, spaceId, 'lantern', '&limit=10')];
    for (let next = pieces[0]?.next; next; next = pieces.at(-1)?.next) {
      await between(pieces.length);
      pieces.push(await search(app, spaceId, 'lantern', `&limit=10&page=${next.page}`));
    }
    return pieces;
  }

  test('shows each result once, in the order of all at once', async () => {
    const spaceId = await spaceWith(many);
    const pieces = await readAll(spaceId);
    expect(pieces.map(({ items }) => items.length)).toEqual([10, 10, 10, 10, 10, 7]);
    expect(pieces.every(({ count }) => count === 57)).toBe(true);
    const all = await search(app, spaceId, 'lantern', '&limit=1000');
    expect(pieces.flatMap(({ items }) => items)).toEqual(all.items);
    expect(all.items.map(({ rank }) => rank)).toEqual(Array.from({ length: 57 }, (_, n) => n + 1));
    const scores = all.items.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((left, right) => right - left));
  });

  test('goes on in the revision that it began in', async () => {
    const spaceId = await spaceWith(many);
    const before = await search(app, spaceId, 'lantern', '&limit=1000');
    const pieces = await readAll(spaceId, async (turn) => {
      if (turn === 2) await editAt(app, spaceId, 'p56', '# Changed\n\nNo word of it.\n');
    });
    const seen = pieces.flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    const changed = before.items.find(({ title }) => title === 'Page 56')?.id;
    expect(seen.filter((id) => id !== changed)).toEqual(
      before.items.map(({ id }) => id).filter((id) => id !== changed),
    );
  });

  test('takes no cursor of another space, another query or another list', async () => {
    const [one, other] = [await spaceWith(many), await spaceWith(many)];
    const { next } = await search(app, one, 'lantern', '&limit=10');
    const page = `&page=${next?.page}`;
    expect(await statusOf(searchUrl(other, 'lantern', page))).toBe(400);
    expect(await statusOf(searchUrl(one, 'lanterns', page))).toBe(400);
    expect(await statusOf(`/v1/orgs/${app.organizationId}/search?query=lantern${page}`)).toBe(400);
    expect(await statusOf(`/v1/spaces/${one}/content/files?page=${next?.page}`)).toBe(400);
    expect(await statusOf(searchUrl(one, 'lantern', page))).toBe(200);
  });
});

describe('whoever may not read a space', () => {
  test('does not search it, whether it is in memory or not', async () => {
    const spaceId = await spaceWith();
    const { token } = await addMember(app, { role: 'read' });
    const stranger = await addOrganization(app);
    const strange = await addUserToken(app, stranger.creatorId);
    const url = searchUrl(spaceId, 'lighthouse');
    expect(await statusOf(url, token)).toBe(200);
    expect(await statusOf(url, strange)).toBe(404);
    await app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { defaultLevel: null } });
    expect(await statusOf(url, token)).toBe(404);
    expect(await statusOf(url)).toBe(200);
    await app.request('DELETE', `/v1/spaces/${spaceId}`);
    expect(await statusOf(url)).toBe(404);
    await app.request('POST', `/v1/spaces/${spaceId}/restore`);
    expect((await search(app, spaceId, 'lighthouse')).count).toBe(1);
  });
});
