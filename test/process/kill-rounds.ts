/** Kills imports at random moments and checks what is left: the old or the new revision, whole. */
import { expect } from 'vitest';
import { createFixtureRepository, type FixtureRepository, temporaryDirectory } from '../git-fixtures.ts';
import { startGitServer } from '../git-server.ts';
import { createRandom } from '../random.ts';
import { askDatabase } from './ask-database.ts';
import { createPreparedSetup, type RunningService, request, type Setup, waitFor } from './service-process.ts';
import { chooseVictim, killVictim } from './victims.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = {
  LECTERN_ADMIN_TOKEN: TOKEN,
  LECTERN_ALLOW_PRIVATE_NETWORKS: '1',
  LECTERN_LOG_LEVEL: 'fatal',
};

/** The content of a version of the repository: the sources of its pages, and the text of its file. */
interface Version {
  pages: Map<string, string>;
  file: string;
}

interface Operation {
  state: string;
  error?: string;
  revision: string;
  seconds: number;
  counts: { pages: number; files: number };
}

/** Version `number` of the repository; neighboring versions share some pages, and differ in their number. */
async function commitVersion(repository: FixtureRepository, number: number, count: number): Promise<Version> {
  const pages = new Map<string, string>();
  for (let page = number % 2; page < count + (number % 3) * 5; page += 1) {
    const edition = page % 4 === 0 ? 'every' : number;
    pages.set(`pages/p${page}.md`, `# Page ${page}\n\n${`Text of edition ${edition}. `.repeat(40)}\n`);
  }
  const file = `<svg xmlns="http://www.w3.org/2000/svg" width="${number + 1}" height="1"/>`;
  await repository.commit(
    {
      'SUMMARY.md': [...pages.keys()].map((path) => `* [${path}](${path})\n`).join(''),
      '.gitbook/assets/a.svg': file,
      ...Object.fromEntries(pages),
    },
    { fresh: true, message: `Version ${number}` },
  );
  return { pages, file };
}

export async function killImports(options: { rounds: number; pages: number; seed: number }): Promise<void> {
  const random = createRandom(options.seed);
  const folder = await temporaryDirectory();
  const setup = await createPreparedSetup();
  const repository = await createFixtureRepository(`${folder.path}/docs.git`);
  const git = await startGitServer({ repositories: { docs: repository.directory } });
  try {
    let service = await setup.serve(ENVIRONMENT);
    const spaceId = await addSpace(service);
    const versions = new Map<string, Version>();
    let version = await commitVersion(repository, 0, options.pages);
    await requestImport(service, spaceId, git.url('docs'));
    const first = await waitForEnd(service, spaceId, 'the first import');
    expect(first.state, first.error).toBe('success');
    versions.set(first.revision, version);
    let current = first.revision;

    for (let round = 1; round <= options.rounds; round += 1) {
      const victim = chooseVictim(random);
      const delay = random() * (first.seconds * 1000 + 200);
      const where = `seed ${options.seed}, round ${round}: ${victim} killed after ${Math.round(delay)} ms`;
      version = await commitVersion(repository, round, options.pages);
      await requestImport(service, spaceId, git.url('docs'));
      await new Promise((resolve) => setTimeout(resolve, delay));
      service = await killVictim({ setup, service, victim }, ENVIRONMENT);
      const found = await readCurrent(service, spaceId);
      // Whichever revision it is at, it is at one of them.
      const wanted = found === current ? (versions.get(current) as Version) : version;
      await expectWhole(service, { spaceId, revisionId: found, version: wanted, where });
      // The import goes on by itself: it may be at its end by now.
      const versionOf = (revisionId: string) => versions.get(revisionId) ?? version;
      await expectFound(service, spaceId, versionOf, where);
      const operation = await waitForEnd(service, spaceId, where);
      expect(operation.state, `${where}: ${operation.error}`).toBe('success');
      if (found !== current) expect(operation.revision, where).toBe(found);
      await expectWhole(service, { spaceId, revisionId: operation.revision, version, where, operation });
      expect(await readCurrent(service, spaceId), where).toBe(operation.revision);
      await expectFound(service, spaceId, versionOf, where);
      await waitForNoJob(setup, where);
      versions.set(operation.revision, version);
      // The previous version is still there.
      const before = versions.get(current) as Version;
      await expectWhole(service, { spaceId, revisionId: current, version: before, where });
      current = operation.revision;
    }
    expect((await service.stop()).code).toBe(0);
  } finally {
    await git.close();
    await setup.clean();
    await folder.remove();
  }
}

async function addSpace(service: RunningService): Promise<string> {
  const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  const path = `/v1/orgs/${organizations.body.items[0]?.id}/spaces`;
  const space = await request<{ id: string }>(service, TOKEN, path, {
    method: 'POST',
    body: { title: 'Docs' },
  });
  return space.body.id;
}

async function requestImport(service: RunningService, spaceId: string, url: string): Promise<void> {
  const body = { url, ref: 'refs/heads/main' };
  const response = await request(service, TOKEN, `/v1/spaces/${spaceId}/git/import`, {
    method: 'POST',
    body,
  });
  expect(response.status).toBe(204);
}

async function readCurrent(service: RunningService, spaceId: string): Promise<string> {
  return (await request<{ revision: string }>(service, TOKEN, `/v1/spaces/${spaceId}`)).body.revision;
}

async function waitForEnd(service: RunningService, spaceId: string, where: string): Promise<Operation> {
  const path = `/v1/spaces/${spaceId}/git/info`;
  let response: { status: number; body: { operation: Operation } } | undefined;
  await waitFor(
    `the operation to end (${where})`,
    async () => {
      response = await request(service, TOKEN, path);
      expect(response.status, `${where}: ${JSON.stringify(response.body)}`).toBe(200);
      return response.body.operation.state !== 'running';
    },
    () => JSON.stringify(response),
  );
  return (response as NonNullable<typeof response>).body.operation;
}

/** Search finds the pages of the current revision, and no others: its index moves with the space. */
async function expectFound(
  service: RunningService,
  spaceId: string,
  versionOf: (revisionId: string) => Version,
  where: string,
): Promise<void> {
  interface Pages {
    pages: { id: string }[];
  }
  const space = `/v1/spaces/${spaceId}`;
  const revisionId = await readCurrent(service, spaceId);
  const { body } = await request<Pages>(service, TOKEN, `${space}/revisions/${revisionId}/pages`);
  const path = `${space}/search?query=edition&limit=1000`;
  const found = await request<{ items: { id: string }[] }>(service, TOKEN, path);
  // The space moved meanwhile: what was found belongs to another revision.
  if ((await readCurrent(service, spaceId)) !== revisionId)
    return expectFound(service, spaceId, versionOf, where);
  expect(found.status, where).toBe(200);
  expect(found.body.items.map(({ id }) => id).sort(), where).toEqual(body.pages.map(({ id }) => id).sort());
  expect(found.body.items.length, where).toBe(versionOf(revisionId).pages.size);
}

/** Every page and file of a revision can be read and is what the version holds, and the counts agree. */
async function expectWhole(
  service: RunningService,
  expected: { spaceId: string; revisionId: string; version: Version; where: string; operation?: Operation },
): Promise<void> {
  const { version, where, operation } = expected;
  const revision = `/v1/spaces/${expected.spaceId}/revisions/${expected.revisionId}`;
  const { body } = await request<{ pages: { id: string; git: { path: string } }[] }>(
    service,
    TOKEN,
    `${revision}/pages`,
  );
  expect(body.pages.map((page) => page.git.path).sort(), where).toEqual([...version.pages.keys()].sort());
  for (const page of body.pages) {
    const response = await request<{ markdown: string }>(
      service,
      TOKEN,
      `${revision}/page/${page.id}?format=markdown`,
    );
    expect(response.body.markdown, `${where}: ${page.git.path}`).toBe(version.pages.get(page.git.path));
  }
  const files = await request<{ count: number; items: { downloadURL: string }[] }>(
    service,
    TOKEN,
    `${revision}/files`,
  );
  expect(files.body.count, where).toBe(1);
  const download = new URL(files.body.items[0]?.downloadURL as string);
  // The address was made under the ports of an earlier start.
  const response = await fetch(`${service.sitesUrl}${download.pathname}${download.search}`);
  expect(await response.text(), where).toBe(version.file);
  if (operation) expect(operation.counts, where).toMatchObject({ pages: version.pages.size, files: 1 });
}

/** The worker removes a job after the operation has ended. */
const waitForNoJob = (setup: Setup, where: string): Promise<void> =>
  askDatabase(setup, (sql) =>
    waitFor(
      `the job to be gone (${where})`,
      async () => (await sql`select 1 from job where kind = 'git-import'`).length === 0,
    ),
  );
