/**
 * Visitors in the middle of a page finish it with the revision that they began with, and find there nothing that the
 * current revision hides from them, nothing from before publication, and no trace of other revisions.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import { addMember, addSite, addSpace } from '../../../../../test/factories.ts';

const BASE = 'https://sites.example.com';
const SECRET = 'qsecretz';

const clock = createTestClock(new Date('2026-03-02T12:00:00Z'));
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now, config: { sitesUrl: BASE } });
});
afterAll(() => app.close());

interface Page {
  id: string;
  path?: string;
  documentId?: string;
  pages?: Page[];
}
interface Content {
  id: string;
  parents: string[];
  pages: Page[];
  files: { id: string }[];
  reusableContents: { id: string; document: string }[];
}
const flat = (pages: readonly Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);

const read = async (spaceId: string): Promise<Content> =>
  (await app.request('GET', `/v1/spaces/${spaceId}/content`)).json();

async function arrive(siteId: string): Promise<string> {
  const { basename } = (await app.context.pointers.sites.find(siteId)) as { basename: string };
  const body = { url: `${BASE}/${basename}/` };
  const response = await app.request('POST', '/v1/urls/published', { token: null, body });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().apiToken;
}

async function publish(spaceIds: readonly string[]) {
  const siteId = await addSite(app, { spaceIds });
  const url = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  expect((await app.request('POST', `${url}/publish`)).statusCode).toBe(200);
  return { siteId, url, token: await arrive(siteId) };
}

/** Lists the paths of all reads of a revision that are open to visitors. */
function listReads({ id, pages, files, reusableContents }: Content): string[] {
  const base = `/revisions/${id}`;
  return [
    base,
    `${base}?metadata=true&computed=false`,
    `${base}/pages`,
    `${base}/files`,
    ...files.map((file) => `${base}/files/${file.id}`),
    ...flat(pages).flatMap((page) => [
      `${base}/page/${page.id}`,
      `${base}/page/${page.id}?evaluated=true&dereferenced=true`,
      `${base}/page/${page.id}?format=markdown&dereferenced=true`,
      `${base}/page/${page.id}/document`,
      `${base}/page/${page.id}/document?evaluated=deterministic-only&dereferenced=true`,
      `${base}/page/${page.id}/meta-links`,
      `${base}/path/${encodeURIComponent(page.path ?? '')}`,
    ]),
    ...reusableContents.flatMap(({ id: contentId }) => [
      `${base}/reusable-contents/${contentId}`,
      `${base}/reusable-contents/${contentId}/document?dereferenced=true`,
    ]),
    ...[...flat(pages).map((page) => page.documentId), ...reusableContents.map((one) => one.document)]
      .filter((documentId) => documentId !== undefined)
      .map((documentId) => `/documents/${documentId}?dereferenced=true`),
  ];
}

async function readAll(token: string, spaceId: string, content: Content): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of listReads(content)) {
    const response = await app.request('GET', `/v1/spaces/${spaceId}${path}`, { token });
    expect([200, 404], path).toContain(response.statusCode);
    if (response.statusCode === 200) found.set(path, response.body);
  }
  return found;
}

const SUMMARY = '* [Start](README.md)\n* [Other](other.md)\n';
const HIDING = '{% if visitor.claims.never %}';
const OTHER = '# Other\n\nUnchanged.\n';
const page = (text: string, summary = `${SUMMARY}* [Page](page.md)\n`): Files => ({
  'SUMMARY.md': summary,
  'README.md': '# Start\n',
  'other.md': OTHER,
  'page.md': text,
});
const PICTURE = { [`${SECRET}.png`]: 'a picture' };
const INCLUDE = '{% include ".gitbook/includes/note.md" %}';
const note = (text: string): Files => ({ '.gitbook/includes/note.md': `---\ntitle: Note\n---\n\n${text}\n` });
const VARIABLES = (isOpen: boolean): Files => ({
  '.gitbook/vars.yaml': `released: ${isOpen}\n`,
});

/** Edits after which visitors must no longer read the word. */
const HIDDEN_SINCE: Record<string, [before: Files, after: Files]> = {
  'a page that was deleted': [page(`# ${SECRET}\n\nText ${SECRET}.\n`), page('# Page\n', SUMMARY)],
  'a page with a condition': [
    page(`# Page\n\nText ${SECRET}.\n`),
    page(`---\nif: visitor.claims.never\n---\n\n# Page\n\nText ${SECRET}.\n`),
  ],
  'a page below one with a condition': [
    {
      ...page('# Page\n', `${SUMMARY}* [Page](page.md)\n  * [Child](child.md)\n`),
      'child.md': `# ${SECRET}\n`,
    },
    {
      ...page(
        '---\nif: visitor.claims.never\n---\n\n# Page\n',
        `${SUMMARY}* [Page](page.md)\n  * [Child](child.md)\n`,
      ),
      'child.md': `# ${SECRET}\n`,
    },
  ],
  'a paragraph within a condition': [
    page(`# Page\n\nText ${SECRET}.\n`),
    page(`# Page\n\n${HIDING}\nText ${SECRET}.\n{% endif %}\n`),
  ],
  'a paragraph that was moved into an earlier condition': [
    page(`# Page\n\n${HIDING}\nText.\n{% endif %}\n\nText ${SECRET}.\n`),
    page(`# Page\n\n${HIDING}\nText.\n\nText ${SECRET}.\n{% endif %}\n`),
  ],
  'a reusable content within a condition': [
    { ...page(`# Page\n\n${INCLUDE}\n`), ...note(`Note ${SECRET}.`) },
    { ...page(`# Page\n\n${HIDING}\n${INCLUDE}\n{% endif %}\n`), ...note(`Note ${SECRET}.`) },
  ],
  'a part of a reusable content within a condition': [
    { ...page(`# Page\n\n${INCLUDE}\n`), ...note(`Note ${SECRET}.`) },
    { ...page(`# Page\n\n${INCLUDE}\n`), ...note(`${HIDING}\nNote ${SECRET}.\n{% endif %}`) },
  ],
  'a reusable content that was deleted': [
    { ...page(`# Page\n\n${INCLUDE}\n`), ...note(`Note ${SECRET}.`) },
    page(`# Page\n\n${INCLUDE}\n`),
  ],
  'a picture that was deleted': [
    { ...page(`# Page\n\n![](${SECRET}.png)\n`), ...PICTURE },
    page('# Page\n\n{% if visitor.claims.never %}\n{% endif %}\n'),
  ],
  'a paragraph whose variable was changed': [
    {
      ...page(`# Page\n\n{% if space.vars.released %}\nText ${SECRET}.\n{% endif %}\n`),
      ...VARIABLES(true),
    },
    {
      ...page(`# Page\n\n{% if space.vars.released %}\nText ${SECRET}.\n{% endif %}\n`),
      ...VARIABLES(false),
    },
  ],
};

describe('the revision before an edit', () => {
  test.each(Object.entries(HIDDEN_SINCE))('does not show %s', async (_name, [before, after]) => {
    const spaceId = await addSpace(app);
    await putContent(app, spaceId, before);
    const { token } = await publish([spaceId]);
    const earlier = await read(spaceId);
    const shown = await readAll(token, spaceId, earlier);
    expect([...shown.values()].join('\n')).toContain(SECRET);
    await putContent(app, spaceId, after);
    const current = await read(spaceId);
    expect(current.id).not.toBe(earlier.id);
    for (const content of [earlier, current])
      for (const [path, body] of await readAll(token, spaceId, content))
        expect(body, path).not.toContain(SECRET);
    // The rest of the revision is still there.
    const rest = flat(earlier.pages).find(({ path }) => path === 'other') as Page;
    const url = `/v1/spaces/${spaceId}/revisions/${earlier.id}`;
    for (const path of ['', '/pages', `/page/${rest.id}`, `/page/${rest.id}/document`])
      expect((await app.request('GET', url + path, { token })).statusCode, path).toBe(200);
  });

  test('is complete where nothing was hidden, for ten minutes', async () => {
    const spaceId = await addSpace(app);
    await putContent(app, spaceId, { ...page(`# Page\n\n${INCLUDE}\n`), ...note('One.') });
    const { token } = await publish([spaceId]);
    const earlier = await read(spaceId);
    const shown = await readAll(token, spaceId, earlier);
    await putContent(app, spaceId, { ...page(`# Page\n\nTwo.\n\n${INCLUDE}\n`), ...note('Two.') });
    const isOfRevision = ([path]: [string, string]) => path.startsWith('/revisions/');
    const still = await readAll(token, spaceId, earlier);
    expect([...still].filter(isOfRevision)).toEqual([...shown].filter(isOfRevision));
    clock.advance(601_000);
    expect([...(await readAll(token, spaceId, earlier))].filter(isOfRevision)).toEqual([]);
  });

  test('names no other revision and no commit, in any response', async () => {
    const spaceId = await addSpace(app);
    const ids: string[] = [];
    for (const text of ['One', 'Two', 'Three']) {
      await putContent(app, spaceId, page(`# Page\n\n${text}\n`));
      ids.push((await read(spaceId)).id);
    }
    const { token, url } = await publish([spaceId]);
    const current = await read(spaceId);
    expect(current.parents).toEqual([ids[1]]);
    const bodies = await readAll(token, spaceId, current);
    bodies.set('site', (await app.request('GET', `${url}/published`, { token })).body);
    bodies.set('space', (await app.request('GET', `/v1/spaces/${spaceId}`, { token })).body);
    for (const [path, body] of bodies) for (const id of ids.slice(0, 2)) expect(body, path).not.toContain(id);
    const shown = JSON.parse(bodies.get(`/revisions/${current.id}`) as string);
    expect(shown.parents).toEqual([]);
    expect(shown.git).toBeUndefined();
  });
});

describe('a revision that was not published', () => {
  const open = async (spaceId: string, revisionId: string, token: string): Promise<number> =>
    (await app.request('GET', `/v1/spaces/${spaceId}/revisions/${revisionId}`, { token })).statusCode;

  async function writeTwice(spaceId: string): Promise<string> {
    await putContent(app, spaceId, page(`# Page\n\nText ${SECRET}.\n`));
    const { id } = await read(spaceId);
    await putContent(app, spaceId, page('# Page\n'));
    return id;
  }

  test('is one from before the site was published', async () => {
    const spaceId = await addSpace(app);
    const earlier = await writeTwice(spaceId);
    const { token } = await publish([spaceId]);
    expect(await open(spaceId, earlier, token)).toBe(404);
  });

  test('is one from while the site was unpublished', async () => {
    const spaceId = await addSpace(app);
    await putContent(app, spaceId, page('# Page\n'));
    const { siteId, url } = await publish([spaceId]);
    await app.request('POST', `${url}/unpublish`);
    const earlier = await writeTwice(spaceId);
    await app.request('POST', `${url}/publish`);
    expect(await open(spaceId, earlier, await arrive(siteId))).toBe(404);
  });

  test.each<[string, object]>([
    ['its space was added', {}],
    ['its space was a draft', { draft: true }],
    ['a condition hid its space', { condition: 'visitor.claims.never' }],
  ])('is one from before %s', async (_name, state) => {
    const first = await addSpace(app);
    const spaceId = await addSpace(app);
    await putContent(app, first, page('# Page\n'));
    const { siteId, url } = await publish([first]);
    const add = () => app.request('POST', `${url}/site-spaces`, { body: { spaceId, ...state } });
    const isAddedFirst = Object.keys(state).length > 0;
    let siteSpaceId = isAddedFirst ? (await add()).json().id : undefined;
    if (isAddedFirst) await app.request('PATCH', `${url}/site-spaces/${siteSpaceId}`, { body: state });
    const earlier = await writeTwice(spaceId);
    if (!isAddedFirst) siteSpaceId = (await add()).json().id;
    const body = { draft: false, condition: null };
    expect((await app.request('PATCH', `${url}/site-spaces/${siteSpaceId}`, { body })).statusCode).toBe(200);
    const token = await arrive(siteId);
    expect(await open(spaceId, (await read(spaceId)).id, token)).toBe(200);
    expect(await open(spaceId, earlier, token)).toBe(404);
  });

  test('is one from before the visibility changed', async () => {
    const spaceId = await addSpace(app);
    const { siteId, url } = await publish([spaceId]);
    await app.request('PATCH', url, { body: { visibility: 'visitor-auth' } });
    const earlier = await writeTwice(spaceId);
    await app.request('PATCH', url, { body: { visibility: 'public' } });
    expect(await open(spaceId, earlier, await arrive(siteId))).toBe(404);
  });

  test('is each earlier one, once an administrator has withdrawn them', async () => {
    const spaceId = await addSpace(app);
    const { url, token } = await publish([spaceId]);
    const first = await writeTwice(spaceId);
    const second = (await read(spaceId)).id;
    expect(await open(spaceId, first, token)).toBe(200);
    const creator = await addMember(app, { role: 'create' });
    const withdraw = (caller: object) => app.request('POST', `${url}/withdraw-revisions`, caller);
    expect((await withdraw({ token: creator.token })).statusCode).toBe(403);
    expect(await open(spaceId, first, token)).toBe(200);
    expect((await withdraw({})).statusCode).toBe(200);
    expect(await open(spaceId, first, token)).toBe(404);
    expect(await open(spaceId, second, token)).toBe(200);
    await putContent(app, spaceId, page('# Page\n\nThree.\n'));
    expect(await open(spaceId, second, token)).toBe(200);
    expect(await open(spaceId, first, token)).toBe(404);
  });
});
