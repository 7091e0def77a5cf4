import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { putContent } from '../../test/content.ts';
import { addSpace } from '../../test/factories.ts';
import { buildSiteGround, type SiteGround } from '../../test/fixtures/published/machines/site.ts';
import {
  buildSite,
  createScratch,
  readFolder,
} from '../../test/fixtures/published/static-site/static-site.ts';
import { runJobs, startJob } from '../../test/jobs.ts';

let setup: SiteGround;
let kinds: string[];
beforeAll(async () => {
  setup = await buildSiteGround();
  const { threads } = setup.app.context;
  const run = threads.run.bind(threads);
  kinds = [];
  vi.spyOn(threads, 'run').mockImplementation((task, input, options) => {
    kinds.push(task.kind);
    return run(task, input, options);
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await setup?.close();
});

/** Runs the jobs that are due after a while; returns the kinds of work that threads did. */
async function work(): Promise<string[]> {
  setup.setNow(new Date(setup.now().getTime() + 60_000));
  return threadsOf(() => runJobs(setup.app));
}

async function threadsOf(run: () => Promise<unknown>): Promise<string[]> {
  kinds.splice(0);
  await run();
  return kinds.filter((kind) => kind.startsWith('draw') || kind.startsWith('render'));
}

/** Makes texts unique in a database, because pieces are kept in memory by their content. */
let names = 0;
const newCode = (): string => {
  names += 1;
  return `const unique${names} = 'text'; // of the pages that are drawn ahead`;
};
const fence = (code: string): string => `\`\`\`js\n${code}\n\`\`\`\n`;

async function addPages(files: Record<string, string>, isPublished = true) {
  const spaceId = await addSpace(setup.app);
  await putContent(setup.app, spaceId, files);
  const site = await setup.addPublishedSite({ spaceIds: [spaceId], isPublished });
  return { spaceId, ...site };
}

async function edit(spaceId: string, change: object): Promise<void> {
  const body = { changes: [change] };
  const response = await setup.app.request('POST', `/v1/spaces/${spaceId}/content`, { body });
  expect(response.statusCode, response.body).toBeLessThan(300);
}

const drawnDocuments = async (): Promise<number> =>
  (await setup.app.database.sql`select 1 from document_facts where pieces_version is not null`).length;

test('the pages of a published site are drawn before anybody asks', async () => {
  const [code, other] = [newCode(), newCode()];
  const { path, spaceId } = await addPages({
    'README.md': `# Home\n\n${fence(code)}`,
    'plain.md': '# Plain\n',
    'included.md': '# Included\n\n{% include ".gitbook/includes/note.md" %}\n',
    '.gitbook/includes/note.md': `${fence(other)}\n$$x$$\n`,
  });
  expect(await work()).toEqual(['draw-documents']);
  const threads = await threadsOf(async () => {
    const { text } = await setup.visit(`${path}/`);
    expect(text).toContain('<span class="k">const </span>');
    expect(text).toContain(`unique${names - 1}`);
  });
  expect(threads).toEqual([]);
  // A page that includes something is rendered in a thread, which uses the stored pieces.
  const draw = await threadsOf(async () => {
    const { text } = await setup.visit(`${path}/included`);
    expect(text).toContain('<span class="k">const </span>');
    expect(text).toContain('<math');
  });
  expect(draw).toEqual(['render-html']);

  // Nothing is drawn twice: an edit draws the page that it changes.
  expect(await work()).toEqual([]);
  const before = await drawnDocuments();
  await edit(spaceId, { operation: 'insert_page', title: 'New', document: { markdown: fence(newCode()) } });
  expect(await work()).toEqual(['draw-documents']);
  expect(await drawnDocuments()).toBe(before + 1);
  expect(await threadsOf(() => setup.visit(`${path}/new`))).toEqual([]);
});

test('what nobody publishes is drawn when it is published', async () => {
  const { siteId, spaceId } = await addPages({ 'README.md': fence(newCode()) }, false);
  expect(await work()).toEqual([]);
  await edit(spaceId, { operation: 'insert_page', title: 'New', document: { markdown: fence(newCode()) } });
  expect(await work()).toEqual([]);
  await setup.changeSite(siteId, { published_at: setup.now() });
  expect(await work()).toEqual(['draw-documents']);
  // After any other change of the site, nothing is left to draw.
  await setup.changeSite(siteId, { title: 'Another title' });
  expect(await setup.app.database.sql`select 1 from job where kind = 'page-drawing'`).toHaveLength(0);
});

test('icons that there are not and unknown languages do not ask a thread each time', async () => {
  const { path } = await addPages({
    'README.md': `# Home\n\n{% hint style="info" icon="no-such-icon-${names}" %}\nText\n{% endhint %}\n\n\`\`\`nolanguage\n${newCode()}\n\`\`\`\n`,
  });
  await work();
  expect(await threadsOf(() => setup.visit(`${path}/`))).toEqual([]);
});

test('a build of the site draws what is not drawn yet, for itself and for the service', async () => {
  const { siteId } = await addPages({
    'README.md': `# Home\n\n${fence(newCode())}`,
    'included.md': '# Included\n\n{% include ".gitbook/includes/note.md" %}\n',
    '.gitbook/includes/note.md': fence(newCode()),
  });
  const scratch = await createScratch();
  try {
    const build = (): Promise<string[]> =>
      threadsOf(() => buildSite(setup, siteId, { folder: scratch.path('site') }));
    expect((await build()).filter((kind) => kind.startsWith('draw'))).toEqual(['draw-documents']);
    const home = String((await readFolder(scratch.path('site'))).get('index.html'));
    expect(home).toContain('<span class="k">const </span>');
    expect((await build()).filter((kind) => kind.startsWith('draw'))).toEqual([]);
    expect(await work()).toEqual([]);
  } finally {
    await scratch.remove();
  }
});

test('after an upgrade, pages are drawn again', async () => {
  const { spaceId } = await addPages({ 'README.md': fence(newCode()) });
  await work();
  const { sql } = setup.app.database;
  await sql`update space set drawn_version = '0.0' where space_id = ${spaceId}`;
  await sql`update document_facts set pieces_version = 0`;
  await startJob(setup.app, 'page-drawing');
  expect(await work()).toEqual(['draw-documents']);
  const [space] = await sql`select drawn_version, drawn_revision_id = revision_id as is_drawn from space
    where space_id = ${spaceId}`;
  expect(space).toEqual({ drawn_version: expect.stringMatching(/^\d+\.\d+$/), is_drawn: true });
});
