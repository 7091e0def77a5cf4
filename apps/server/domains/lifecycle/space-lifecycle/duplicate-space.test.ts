import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addSpace,
  addTeam,
  addUserToken,
  grantRole,
} from '../../../../../test/factories.ts';
import { countWaiting } from '../../../../../test/locks.ts';
import { violationsOfClientSchema } from '../../../../../test/oracle.ts';
import { titleOfCopy } from './duplicate-space.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const url = (spaceId: string): string => `/v1/spaces/${spaceId}`;
const duplicate = (spaceId: string, token = app.adminToken) =>
  app.request('POST', `${url(spaceId)}/duplicate`, { token });
const get = async (path: string) => (await app.request('GET', path)).json();

const FILES = {
  'README.md': '# Home\n\nSee [the page](guide/page.md).\n\n![](.gitbook/assets/a.txt)\n',
  'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [Page](guide/page.md)\n',
  'guide/page.md': '# Page\n\nWords\n',
  '.gitbook/assets/a.txt': 'a',
};

describe('a duplicate', () => {
  test('has the same content under the same ids, and a life of its own', async () => {
    const spaceId = await addSpace(app);
    await putContent(app, spaceId, FILES);
    const response = await duplicate(spaceId);
    expect(response.statusCode).toBe(201);
    const copy = response.json();
    expect(violationsOfClientSchema('Space', copy)).toEqual([]);
    expect(copy.id).not.toBe(spaceId);
    expect(response.headers.location).toBe(copy.urls.location);
    expect(await get(url(copy.id))).toEqual(copy);

    const [before, after] = [await get(`${url(spaceId)}/content`), await get(`${url(copy.id)}/content`)];
    expect(after).toMatchObject({ id: copy.revision, parents: [] });
    expect(after.id).not.toBe(before.id);
    const idsOf = (revision: { pages: { id: string; title: string }[]; files: { id: string }[] }) => [
      revision.pages.map(({ id, title }) => [id, title]),
      revision.files.map(({ id }) => id),
    ];
    expect(after.pages).toHaveLength(2);
    expect(idsOf(after)).toEqual(idsOf(before));
    // A file is served under an address that belongs to the space.
    const [file] = after.files;
    expect(file.downloadURL).not.toBe(before.files[0].downloadURL);
    const token = new URL(file.downloadURL).pathname.split('/').find((part) => part.length > 40);
    expect(file.downloadURL).toContain(`${copy.id}/${file.id}/`);
    expect(await app.app.published.files.findServedFile(copy.id, file.id, token as string)).toMatchObject({
      size: 1,
    });

    const pageId = before.pages[1].id;
    const markdown = async (id: string) =>
      (await get(`${url(id)}/content/page/${pageId}?format=markdown`)).markdown;
    expect(await markdown(copy.id)).toBe(await markdown(spaceId));
    await putContent(app, spaceId, { ...FILES, 'guide/page.md': '# Page\n\nOther words\n' });
    expect(await markdown(spaceId)).toContain('Other words');
    expect(await markdown(copy.id)).not.toContain('Other words');
    await putContent(app, copy.id, { ...FILES, 'guide/page.md': '# Page\n\nNew words\n' });
    expect(await markdown(copy.id)).toContain('New words');
    expect(await markdown(spaceId)).toContain('Other words');
  });

  test('takes the settings along, but no grants, no Git and no lock', async () => {
    const parentId = await addCollection(app);
    const spaceId = await addSpace(app, { title: 'Handbook', parentId });
    await app.request('PATCH', url(spaceId), {
      body: {
        emoji: '1f680',
        icon: 'https://example.com/i.png',
        language: 'de',
        defaultLevel: null,
        editMode: 'locked',
        mergeRules: { type: 'none' },
      },
    });
    const guest = await addMember(app, { role: null });
    await grantRole(app, { userId: guest.userId, spaceId, role: 'admin' });
    const teamId = await addTeam(app, { members: [guest.userId] });
    await grantRole(app, { teamId, spaceId, role: 'read' });
    await app.database.sql`
      insert into space_git (organization_id, space_id, git_id, url, repo_name, ref, project_directory, updated_at)
      values (${app.organizationId}, ${spaceId}, ${spaceId}, 'https://example.com/r.git', 'r', 'refs/heads/main', '', now())`;
    expect((await get(url(spaceId))).gitSync).toBeDefined();
    const copy = (await duplicate(spaceId)).json();
    expect(copy).toMatchObject({
      title: 'Handbook (copy)',
      parent: parentId,
      emoji: '1f680',
      language: 'de',
      defaultLevel: null,
      editMode: 'live',
      mergeRules: { type: 'none' },
      urls: { icon: 'https://example.com/i.png' },
    });
    expect(copy.gitSync).toBeUndefined();
    const asGuest = { token: guest.token };
    expect((await app.request('GET', url(spaceId), asGuest)).statusCode).toBe(200);
    expect((await app.request('GET', url(copy.id), asGuest)).statusCode).toBe(404);
  });

  test('stands right after its source', async () => {
    const parentId = await addCollection(app);
    const first = await addSpace(app, { parentId });
    const second = await addSpace(app, { parentId });
    const copies = [(await duplicate(first)).json().id, (await duplicate(second)).json().id];
    const again = (await duplicate(first)).json().id;
    const { items } = await get(`/v1/collections/${parentId}/spaces`);
    expect(items.map(({ id }: { id: string }) => id)).toEqual([first, again, copies[0], second, copies[1]]);
  });

  test('of an empty space, and of a duplicate, are spaces too', async () => {
    const copy = (await duplicate(await addSpace(app, { title: 'Empty' }))).json();
    const second = await duplicate(copy.id);
    expect([second.statusCode, second.json().title]).toEqual([201, 'Empty (copy) (copy)']);
    expect((await get(`${url(second.json().id)}/content`)).pages).toEqual([]);
  });
});

describe('duplicating', () => {
  test('needs admin on the space and where it stands', async () => {
    const atTop = await addSpace(app);
    const collectionId = await addCollection(app);
    const inside = await addSpace(app, { parentId: collectionId });
    const owner = await addMember(app, { role: 'create' });
    const statuses = async () => [
      (await duplicate(atTop, owner.token)).statusCode,
      (await duplicate(inside, owner.token)).statusCode,
    ];
    expect(await statuses()).toEqual([403, 403]);
    await grantRole(app, { userId: owner.userId, spaceId: atTop, role: 'admin' });
    await grantRole(app, { userId: owner.userId, spaceId: inside, role: 'admin' });
    expect(await statuses()).toEqual([403, 403]);
    await grantRole(app, { userId: owner.userId, collectionId, role: 'admin' });
    expect(await statuses()).toEqual([403, 201]);
    const guest = await addMember(app, { role: null });
    expect((await duplicate(inside, guest.token)).statusCode).toBe(404);
  });

  test('does not find another organization’s space, nor a deleted one', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const foreign = await addSpace(app, { organizationId });
    expect((await duplicate(foreign)).statusCode).toBe(404);
    expect((await duplicate(foreign, await addUserToken(app, creatorId))).statusCode).toBe(201);
    const spaceId = await addSpace(app);
    await app.request('DELETE', url(spaceId));
    expect((await duplicate(spaceId)).statusCode).toBe(404);
  });

  test('waits for who is about to delete the space, and then finds none', async () => {
    const parentId = await addCollection(app);
    const spaceId = await addSpace(app, { parentId });
    let duplicating: ReturnType<typeof duplicate> | undefined;
    await app.context.transact(async ({ trx }) => {
      await trx
        .updateTable('space')
        .set({ deleted_at: new Date() })
        .where('space_id', '=', spaceId)
        .execute();
      duplicating = duplicate(spaceId);
      void duplicating.then(() => {});
      await expect.poll(() => countWaiting(app)).toBe(1);
    });
    expect((await duplicating)?.statusCode).toBe(404);
    expect((await get(`/v1/collections/${parentId}/spaces`)).count).toBe(0);
  });

  test('writes as much for a large space as for a small one', async () => {
    const rowsAfter = async (pages: number): Promise<number> => {
      const spaceId = await addSpace(app);
      const files: Record<string, string> = {};
      for (let n = 0; n < pages; n += 1) files[`p${n}.md`] = `# Page ${n}\n`;
      await putContent(app, spaceId, files);
      const count = async () => {
        const [row] = await app.database.sql<{ n: number }[]>`
          select (select count(*) from space)::int + (select count(*) from revision)::int
            + (select count(*) from tree_node)::int + (select count(*) from document)::int
            + (select count(*) from blob)::int as n`;
        return row?.n ?? 0;
      };
      const before = await count();
      await duplicate(spaceId);
      return (await count()) - before;
    };
    expect(await rowsAfter(300)).toBe(await rowsAfter(3));
  });
});

test('the title of a copy has 50 characters at most and cuts none in two', () => {
  expect(titleOfCopy('Guide')).toBe('Guide (copy)');
  expect(titleOfCopy('x'.repeat(50))).toBe(`${'x'.repeat(43)} (copy)`);
  expect(titleOfCopy('😀'.repeat(50))).toBe(`${'😀'.repeat(43)} (copy)`);
  expect(titleOfCopy(`${'x'.repeat(42)} yyyyyyy`)).toBe(`${'x'.repeat(42)} (copy)`);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (title) => {
      const copy = titleOfCopy(title);
      expect([...copy].length).toBeLessThanOrEqual(50);
      expect(copy.endsWith(' (copy)')).toBe(true);
      expect(title.startsWith(copy.slice(0, -' (copy)'.length))).toBe(true);
    }),
  );
});
