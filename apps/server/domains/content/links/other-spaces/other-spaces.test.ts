import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { putContent } from '../../../../../../test/content.ts';
import { addMember, addOrganization, addSpace, addUserToken } from '../../../../../../test/factories.ts';
import { type LinkItem, linksOf, pagesByTitle } from '../../../../../../test/fixtures/content/links/links.ts';
import { runJobs } from '../../../../../../test/jobs.ts';
import { FILL_SPACE_REFERENCES } from './update-space-references.ts';

let app: TestApp;
/** Reads what everybody in the organization may. */
let reader: string;
beforeAll(async () => {
  app = await buildTestApp();
  reader = (await addMember(app, { role: 'read' })).token;
});
afterAll(() => app.close());

const SUMMARY = '* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Deep](guide/deep.md)\n';
const TARGET = {
  'README.md': '# Home\n',
  'guide/README.md': '# Guide\n\n## Use it\n\n{% include "../.gitbook/includes/n.md" %}\n',
  'guide/deep.md': '# Deep\n',
  '.gitbook/includes/n.md': '## Shown\n',
  'SUMMARY.md': SUMMARY,
};

let target: string;
let pages: Map<string, string>;
beforeEach(async () => {
  target = await addSpace(app, { title: 'Target' });
  await putContent(app, target, TARGET);
  const { pages: top } = (await app.request('GET', `/v1/spaces/${target}/content/pages`)).json();
  pages = pagesByTitle(top);
});

/** A space whose only page has these links. */
async function sourceWith(targets: string[]): Promise<string> {
  const spaceId = await addSpace(app, { title: 'Source' });
  await write(spaceId, targets);
  return spaceId;
}

const write = (spaceId: string, targets: string[]) =>
  putContent(app, spaceId, {
    'README.md': `# Source\n\n## Part\n\n${targets.map((one) => `[x](<${one}>)\n`).join('\n')}`,
    'SUMMARY.md': '* [Source](README.md)\n',
  });

const shapeOf = ({ status, targetReference: { kind, page, space } }: LinkItem): string =>
  [status, kind, page?.title, space && (space.id === target ? 'there' : 'here')].filter(Boolean).join(' ');

async function shapesOf(spaceId: string, token?: string): Promise<string[]> {
  return (await linksOf(app, `/v1/spaces/${spaceId}/links?limit=1000`, token)).items.map(shapeOf);
}

describe('an address inside the app', () => {
  test('leads to the space or page that it names, by id or path, in every known form', async () => {
    const base = app.context.config.baseUrl;
    const guide = pages.get('Guide');
    const targets = [
      `https://app.gitbook.com/s/${target}`,
      `https://app.gitbook.com/s/${target}/`,
      `https://app.gitbook.com/s/${target}/guide`,
      `http://app.gitbook.com/s/${target}/Guide/DEEP/`,
      `//app.gitbook.com/o/anything/s/${target}/guide/deep`,
      `https://app.gitbook.com/s/${target}/guide#use-it`,
      `https://app.gitbook.com/s/${target}/guide#useit`,
      `https://app.gitbook.com/s/${target}/guide#shown`,
      `${base}/app/s/${target}/${guide}`,
      `${base}/app/s/${target}/${guide}#use-it`,
    ];
    const spaceId = await sourceWith(targets);
    expect(await shapesOf(spaceId)).toEqual([
      ...['ok space there', 'ok space there', 'ok page Guide there'],
      ...['ok page Deep there', 'ok page Deep there'],
      ...Array.from({ length: 5 }, () => 'ok page Guide there'),
    ]);
    const { items } = await linksOf(app, `/v1/spaces/${spaceId}/links`);
    expect(items[6]?.targetReference.internalLocation).toEqual({ type: 'anchor', anchor: 'use-it' });
  });

  test('of a page or heading that the space does not have is broken', async () => {
    const spaceId = await sourceWith([
      `https://app.gitbook.com/s/${target}/gone`,
      `https://app.gitbook.com/s/${target}/guide#gone`,
    ]);
    expect(await shapesOf(spaceId)).toEqual(['broken url', 'broken page Guide there']);
  });

  test('of something else in the app is only that: in the app', async () => {
    const base = app.context.config.baseUrl;
    const targets = [
      'https://app.gitbook.com/',
      'https://app.gitbook.com/join/us',
      'https://app.gitbook.com/s/qwertyuiop/guide',
      'https://app.gitbook.com/s/0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b/guide',
      `https://app.gitbook.com/s/${target}/~/changes/1/guide`,
      `${base}/app/o/${app.organizationId}`,
      `${base}/app/c/0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b`,
      `${base}/app/s/${target}/revisions/0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b`,
    ];
    expect(await shapesOf(await sourceWith(targets))).toEqual(targets.map(() => 'in-app url'));
    const outside = [
      'https://app.gitbook.com.evil.example/s/x',
      `${base}/apple`,
      'https://docs.example.com/app/s/x',
    ];
    expect(await shapesOf(await sourceWith(outside))).toEqual(outside.map(() => 'ok url'));
  });

  test('of its own space is looked up in the revision that is shown', async () => {
    const own = await addSpace(app);
    const files = {
      'README.md': ['', '/other', '/old']
        .map((rest) => `[x](https://app.gitbook.com/s/${own}${rest})\n`)
        .join('\n'),
      'other.md': '# Other\n',
    };
    await putContent(app, own, { ...files, 'SUMMARY.md': '* [Home](README.md)\n* [Other](other.md)\n' });
    expect(await shapesOf(own)).toEqual(['ok space here', 'ok page Other here', 'broken url']);
    const { next } = await linksOf(app, `/v1/spaces/${own}/links?limit=1`);
    await putContent(app, own, { ...files, 'SUMMARY.md': '* [Home](README.md)\n' });
    const { items } = await linksOf(app, `/v1/spaces/${own}/links?page=${next?.page}`);
    expect(items.map(shapeOf)).toEqual(['ok page Other here', 'broken url']);
    expect(await shapesOf(own)).toEqual(['ok space here', 'broken url', 'broken url']);
  });

  test('tells who may not read the space as much as if there were none', async () => {
    const targets = ['', '/guide', '/gone', '/guide#use-it'].map(
      (rest) => `https://app.gitbook.com/s/${target}${rest}`,
    );
    const spaceId = await sourceWith(targets);
    const seen = ['ok space there', 'ok page Guide there', 'broken url', 'ok page Guide there'];
    expect(await shapesOf(spaceId, reader)).toEqual(seen);
    await app.request('PATCH', `/v1/spaces/${target}`, { body: { defaultLevel: null } });
    expect(await shapesOf(spaceId, reader)).toEqual(targets.map(() => 'in-app url'));
    expect(await shapesOf(spaceId)).toEqual(seen);
    const hidden = await linksOf(app, `/v1/spaces/${spaceId}/links?status=in-app`, reader);
    expect(hidden).toMatchObject({ count: 4, stats: { total: 4, broken: { total: 0 } } });
    expect(JSON.stringify(hidden)).not.toContain('Target');
    const { stats } = await linksOf(app, `/v1/spaces/${spaceId}/links?status=in-app`);
    expect(stats).toEqual({ total: 4, broken: { total: 1 } });
  });

  test('says which space it leads to and where it stands, with what the caller may do there', async () => {
    const spaceId = await sourceWith([`https://app.gitbook.com/s/${target}/guide`]);
    const { items } = await linksOf(app, `/v1/spaces/${spaceId}/links`, reader);
    const [{ targetReference, locationReferences }] = items as [LinkItem];
    expect(targetReference.space).toMatchObject({ id: target, title: expect.any(String) });
    expect(locationReferences[0]?.space).toMatchObject({ id: spaceId, title: expect.any(String) });
    for (const space of [targetReference.space, locationReferences[0]?.space])
      expect(space?.permissions).toMatchObject({ view: true, edit: false, admin: false });
  });

  test('of a deleted space is broken, and follows what the space becomes', async () => {
    const spaceId = await sourceWith([`https://app.gitbook.com/s/${target}/guide`]);
    await putContent(app, target, { 'README.md': '# Home\n', 'SUMMARY.md': '* [Home](README.md)\n' });
    expect(await shapesOf(spaceId)).toEqual(['broken url']);
    await putContent(app, target, TARGET);
    expect(await shapesOf(spaceId)).toEqual(['ok page Guide there']);
    await app.request('DELETE', `/v1/spaces/${target}`);
    expect(await shapesOf(spaceId)).toEqual(['broken url']);
    expect(await shapesOf(spaceId, reader)).toEqual(['broken url']);
  });

  test('leads into another organization for who belongs to both', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const foreign = await addSpace(app, { organizationId, title: 'Foreign' });
    const spaceId = await sourceWith([`https://app.gitbook.com/s/${foreign}`]);
    expect(await shapesOf(spaceId)).toEqual(['in-app url']);
    const member = await addUserToken(app, creatorId);
    const local = await addSpace(app, { organizationId });
    await write(local, [`https://app.gitbook.com/s/${foreign}`, `https://app.gitbook.com/s/${target}`]);
    expect(await shapesOf(local, member)).toEqual(['ok space here', 'in-app url']);
  });
});

interface BacklinkList {
  next?: { page: string };
  count: number;
  items: { space: { id: string } }[];
}

describe('backlinks of a page', () => {
  async function placesOf(title: string, token?: string): Promise<string[]> {
    const url = `/v1/spaces/${target}/content/page/${pages.get(title)}/backlinks`;
    const response = await app.request('GET', url, token === undefined ? {} : { token });
    return response
      .json()
      .items.map(
        ({ page, space, internalLocation, reusableContent }: LinkItem['targetReference']) =>
          `${page?.title ?? reusableContent?.title}#${internalLocation?.anchor ?? ''} ${space?.id}`,
      );
  }

  test('are also those of other spaces, as they change', async () => {
    const address = `https://app.gitbook.com/s/${target}/guide`;
    const spaceId = await sourceWith([address, address, `https://app.gitbook.com/s/${target}`]);
    expect(await placesOf('Guide')).toEqual([`Source#part ${spaceId}`]);
    expect(await placesOf('Deep')).toEqual([]);
    await write(spaceId, [`https://app.gitbook.com/s/${target}/guide/deep#x`]);
    expect(await placesOf('Guide')).toEqual([]);
    expect(await placesOf('Deep')).toEqual([`Source#part ${spaceId}`]);
    await putContent(app, spaceId, {
      'README.md': '# Source\n\n{% include ".gitbook/includes/r.md" %}\n',
      '.gitbook/includes/r.md': `---\ntitle: Reused\n---\n\n[x](${address})\n`,
      'SUMMARY.md': `* [Source](README.md)\n* [A link](${address}/deep)\n`,
    });
    expect(await placesOf('Guide')).toEqual([`Reused# ${spaceId}`]);
    expect(await placesOf('Deep')).toEqual([`A link# ${spaceId}`]);
    await app.request('DELETE', `/v1/spaces/${spaceId}`);
    expect(await placesOf('Guide')).toEqual([]);
  });

  test('of spaces that the caller may not read, or of another organization, are not told', async () => {
    const address = `https://app.gitbook.com/s/${target}/guide`;
    const secret = await sourceWith([address]);
    await app.request('PATCH', `/v1/spaces/${secret}`, { body: { defaultLevel: null } });
    const { organizationId } = await addOrganization(app);
    await write(await addSpace(app, { organizationId }), [address]);
    expect(await placesOf('Guide')).toEqual([`Source#part ${secret}`]);
    expect(await placesOf('Guide', reader)).toEqual([]);
  });

  test('are told of a duplicate as of its original', async () => {
    const spaceId = await sourceWith([`https://app.gitbook.com/s/${target}/guide`]);
    const copy = (await app.request('POST', `/v1/spaces/${spaceId}/duplicate`)).json();
    expect((await placesOf('Guide')).sort()).toEqual(
      [`Source#part ${spaceId}`, `Source#part ${copy.id}`].sort(),
    );
  });

  test('of a duplicate are none of the links by which its original refers to itself', async () => {
    const own = `https://app.gitbook.com/s/${target}/guide`;
    await putContent(app, target, { ...TARGET, 'README.md': `# Home\n\n[x](${own})\n` });
    expect(await placesOf('Guide')).toEqual([`Home# ${target}`]);
    const original = target;
    const copy = (await app.request('POST', `/v1/spaces/${target}/duplicate`)).json();
    expect(await placesOf('Guide')).toEqual([`Home# ${original}`, `Home# ${copy.id}`]);
    target = copy.id;
    expect(await placesOf('Guide')).toEqual([]);
  });

  test('are read of spaces that were here before they were kept, and of copies made meanwhile', async () => {
    const spaceId = await sourceWith([`https://app.gitbook.com/s/${target}/guide`]);
    const { db, clock } = app.context;
    await db.deleteFrom('space_reference').execute();
    await db
      .insertInto('job')
      .values({
        organization_id: app.organizationId,
        job_id: spaceId,
        kind: FILL_SPACE_REFERENCES,
        payload: { spaceId },
        concurrency_key: FILL_SPACE_REFERENCES,
        run_at: clock(),
        created_at: clock(),
      })
      .execute();
    expect(await placesOf('Guide')).toEqual([]);
    const copy = (await app.request('POST', `/v1/spaces/${spaceId}/duplicate`)).json();
    await runJobs(app);
    const places = [`Source#part ${spaceId}`, `Source#part ${copy.id}`].sort();
    expect((await placesOf('Guide')).sort()).toEqual(places);
  });

  test('are read of a space as it is now, also by a process that has not heard of its change', async () => {
    const spaceId = await sourceWith([]);
    const other = await buildTestApp({ beside: app });
    await linksOf(other, `/v1/spaces/${spaceId}/links`);
    await write(spaceId, [`https://app.gitbook.com/s/${target}/guide`]);
    const job = { organizationId: app.organizationId, jobId: spaceId, payload: { spaceId }, attempt: 1 };
    await other.app.jobs[FILL_SPACE_REFERENCES].run(job, new AbortController().signal);
    await other.close();
    expect(await placesOf('Guide')).toEqual([`Source#part ${spaceId}`]);
  });

  test('leave nothing behind when the links go', async () => {
    const spaceId = await sourceWith([`https://app.gitbook.com/s/${target}/guide`]);
    const listKept = () =>
      app.context.db.selectFrom('space_reference').selectAll().where('space_id', '=', spaceId).execute();
    expect(await listKept()).toHaveLength(1);
    await write(spaceId, []);
    expect(await listKept()).toEqual([]);
  });

  test('are in pages of which each continues the one before', async () => {
    const address = `https://app.gitbook.com/s/${target}/guide`;
    await putContent(app, target, {
      ...TARGET,
      'README.md': '# Home\n\n[x](guide/README.md)\n\n## Two\n\n[x](guide/README.md)\n',
    });
    await sourceWith([address]);
    await sourceWith([address]);
    const whole = await placesOf('Guide');
    expect(whole).toHaveLength(4);
    const seen: string[] = [];
    for (let page: string | undefined = ''; page !== undefined; ) {
      const url: string = `/v1/spaces/${target}/content/page/${pages.get('Guide')}/backlinks?limit=3${page && `&page=${page}`}`;
      const response: BacklinkList = (await app.request('GET', url)).json();
      expect(response.count).toBe(4);
      seen.push(...response.items.map(({ space }) => space.id));
      page = response.next?.page;
    }
    expect(seen).toEqual(whole.map((place) => place.split(' ')[1]));
  });

  test('are each listed once, while spaces begin and cease to refer to the page', async () => {
    const address = `https://app.gitbook.com/s/${target}/guide`;
    const sources = [
      await sourceWith([address]),
      await sourceWith([address]),
      await sourceWith([address]),
      await sourceWith([address]),
    ];
    const seen: string[] = [];
    const changes = [
      async () => write(seen.at(-1) as string, []),
      async () => void (await sourceWith([address])),
      async () => write(seen.at(-1) as string, []),
    ];
    for (let page: string | undefined = ''; page !== undefined; ) {
      const url: string = `/v1/spaces/${target}/content/page/${pages.get('Guide')}/backlinks?limit=1${page && `&page=${page}`}`;
      const response: BacklinkList = (await app.request('GET', url)).json();
      seen.push(...response.items.flatMap(({ space }) => (space.id === target ? [] : space.id)));
      if (seen.length > 0) await changes.shift()?.();
      page = response.next?.page;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(sources));
  });
});
