/** Kills syncs at random moments, and checks that both sides become equal and have everything that anybody wrote. */
import { expect } from 'vitest';
import { createFixtureRepository, type FixtureRepository, temporaryDirectory } from '../git-fixtures.ts';
import { startGitServer } from '../git-server.ts';
import { createRandom } from '../random.ts';
import { createPreparedSetup, type RunningService, request, waitFor } from './service-process.ts';
import { chooseVictim, killVictim } from './victims.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = {
  LECTERN_ADMIN_TOKEN: TOKEN,
  LECTERN_ALLOW_PRIVATE_NETWORKS: '1',
  LECTERN_LOG_LEVEL: 'fatal',
};
const MAIN = 'refs/heads/main';
const BRANCH = 'refs/heads/docs/one';
const PARAGRAPHS = 12;
/** More syncs than it takes until nothing changes anymore. */
const MAX_SYNCS = 6;

const textOf = (title: string): string =>
  `# ${title}\n${Array.from({ length: PARAGRAPHS }, (_, i) => `\nParagraph ${i + 1}.\n`).join('')}`;

const FILES = {
  'README.md': '# Home\n\nWelcome.\n',
  'a.md': textOf('a'),
  'b.md': textOf('b'),
};

interface Setup {
  service: RunningService;
  repository: FixtureRepository;
  spaceId: string;
}

/** Adds a mark to a paragraph of a text. */
const mark = (text: string, paragraph: number, word: string): string =>
  text.replace(new RegExp(`^Paragraph ${paragraph}\\..*$`, 'm'), (line) => `${line} ${word}.`);

export async function killSyncs(options: { rounds: number; seed: number }): Promise<void> {
  const random = createRandom(options.seed);
  const folder = await temporaryDirectory();
  const setup = await createPreparedSetup();
  const repository = await createFixtureRepository(`${folder.path}/docs.git`, { files: FILES });
  const git = await startGitServer({ repositories: { docs: repository.directory }, allowPush: true });
  try {
    const service = await setup.serve(ENVIRONMENT);
    const spaceId = await addConnectedSpace(service, git.url('docs'));
    const run: Setup = { service, repository, spaceId };
    await syncUntilEqual(run, 'the first sync');
    await repository.git(['update-ref', BRANCH, MAIN]);
    const marks = {
      main: [] as string[],
      branch: [] as string[],
      mirrored: 0,
      commits: { main: 0, branch: 0 },
    };

    for (let round = 1; round <= options.rounds; round += 1) {
      const victim = chooseVictim(random);
      const delay = random() * 1500;
      const where = `seed ${options.seed}, round ${round}: ${victim} killed after ${Math.round(delay)} ms`;
      await commitMark(repository, MAIN, { path: 'a.md', paragraph: 2, word: `git-main-${round}` });
      await commitMark(repository, BRANCH, { path: 'a.md', paragraph: 6, word: `git-branch-${round}` });
      marks.main.push(`git-main-${round}`);
      marks.branch.push(`git-branch-${round}`);
      marks.commits.main += 1;
      marks.commits.branch += 1;
      await editMark(run, '', { title: 'b', paragraph: 4, word: `api-main-${round}` });
      marks.main.push(`api-main-${round}`);
      const known = await findRequest(run);
      if (known) {
        await editMark(run, `/change-requests/${known}`, {
          title: 'b',
          paragraph: 9,
          word: `api-branch-${round}`,
        });
        marks.branch.push(`api-branch-${round}`);
      }
      if (round % 2 === 0) {
        await openMirrored(run, `New ${round}`);
        marks.mirrored += 1;
      }
      await requestSync(run);
      await new Promise((resolve) => setTimeout(resolve, delay));
      run.service = await killVictim({ setup, service: run.service, victim }, ENVIRONMENT);
      await syncUntilEqual(run, where);

      const main = await expectEqual(run, { ref: MAIN, line: '', where });
      for (const word of marks.main) expect(main, `${where}: ${word}`).toContain(`${word}.`);
      const own = `/change-requests/${await findRequest(run)}`;
      const branch = await expectEqual(run, { ref: BRANCH, line: own, where });
      for (const word of marks.branch) expect(branch, `${where}: ${word}`).toContain(`${word}.`);
      expect(await countPushed(repository, MAIN), where).toBe(1 + marks.commits.main);
      expect(await countPushed(repository, BRANCH), where).toBe(marks.commits.branch);
      const mirrors = await repository.git(['for-each-ref', '--format=%(refname)', 'refs/heads/lectern']);
      expect(mirrors.split('\n').filter(Boolean), where).toHaveLength(marks.mirrored);
      const { count } = await get<{ count: number }>(run, `/change-requests?status=open`);
      expect(count, where).toBe(1 + marks.mirrored);
    }
    expect((await run.service.stop()).code).toBe(0);
  } finally {
    await git.close();
    await setup.clean();
    await folder.remove();
  }
}

async function get<Body>({ service, spaceId }: Setup, path: string): Promise<Body> {
  const response = await request<Body>(service, TOKEN, `/v1/spaces/${spaceId}${path}`);
  expect(response.status, path).toBe(200);
  return response.body;
}

async function send<Body>(
  { service, spaceId }: Setup,
  { path, method = 'POST' }: { path: string; method?: string },
  body: object,
): Promise<Body> {
  const response = await request<Body>(service, TOKEN, `/v1/spaces/${spaceId}${path}`, { method, body });
  expect(response.status, `${path}: ${JSON.stringify(response.body)}`).toBeLessThan(300);
  return response.body;
}

async function addConnectedSpace(service: RunningService, url: string): Promise<string> {
  const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  const path = `/v1/orgs/${organizations.body.items[0]?.id}/spaces`;
  const space = await request<{ id: string }>(service, TOKEN, path, {
    method: 'POST',
    body: { title: 'Docs' },
  });
  const connected = await request(service, TOKEN, `/v1/spaces/${space.body.id}/git`, {
    method: 'PUT',
    body: { url, ref: MAIN, branchPattern: 'docs/*', mirrorPrefix: 'lectern/' },
  });
  expect(connected.status).toBe(201);
  return space.body.id;
}

async function commitMark(
  repository: FixtureRepository,
  ref: string,
  { path, paragraph, word }: { path: string; paragraph: number; word: string },
): Promise<void> {
  for (;;) {
    const parent = await repository.git(['rev-parse', ref]);
    const text = `${await repository.git(['cat-file', 'blob', `${parent}:${path}`])}\n`;
    const oid = await repository.writeBlob(mark(text, paragraph, word));
    const listed = await repository.git(['ls-tree', '-r', '--full-tree', parent]);
    const entries = listed
      .split('\n')
      .map((line) => (line.endsWith(`\t${path}`) ? `100644 blob ${oid}\t${path}` : line));
    const tree = await treeOf(repository, entries);
    const commit = await repository.git(['commit-tree', tree, '-p', parent, '-m', 'Pushed']);
    // Somebody else may have pushed meanwhile.
    const isMoved = await repository.git(['update-ref', ref, commit, parent]).then(
      () => true,
      () => false,
    );
    if (isMoved) return;
  }
}

/** The files of this repository lie in its top folder, but for those that the service adds. */
async function treeOf(repository: FixtureRepository, entries: string[]): Promise<string> {
  const below = entries.filter((line) => line.split('\t')[1]?.includes('/'));
  expect(below, 'files in folders').toEqual([]);
  return repository.git(['mktree'], `${entries.join('\n')}\n`);
}

async function findPage(run: Setup, line: string, title: string): Promise<string> {
  const { pages } = await get<{ pages: { id: string; title: string }[] }>(run, `${line}/content/pages`);
  const found = pages.filter((page) => page.title === title);
  expect(found, `pages with the title ${title}`).toHaveLength(1);
  return found[0]?.id as string;
}

const readPage = async (run: Setup, line: string, title: string): Promise<string> =>
  (
    await get<{ markdown: string }>(
      run,
      `${line}/content/page/${await findPage(run, line, title)}?format=markdown`,
    )
  ).markdown;

async function editMark(
  run: Setup,
  line: string,
  { title, paragraph, word }: { title: string; paragraph: number; word: string },
): Promise<void> {
  const text = mark(await readPage(run, line, title), paragraph, word);
  const page = await findPage(run, line, title);
  const changes = [{ operation: 'update_page', page, document: { markdown: text } }];
  await send(run, { path: `${line}/content` }, { changes });
}

async function openMirrored(run: Setup, title: string): Promise<void> {
  const { id } = await send<{ id: string }>(run, { path: '/change-requests' }, { subject: title });
  const changes = [{ operation: 'insert_page', title, document: { markdown: `# ${title}\n` } }];
  await send(run, { path: `/change-requests/${id}/content` }, { changes });
  await send(run, { path: `/change-requests/${id}`, method: 'PATCH' }, { status: 'open' });
}

/** The change request of the branch. */
async function findRequest(run: Setup): Promise<string | undefined> {
  const { items } = await get<{ items: { ref: string; changeRequest: { id: string } }[] }>(
    run,
    '/git/branches',
  );
  return items.find(({ ref }) => ref === BRANCH)?.changeRequest.id;
}

const requestSync = (run: Setup): Promise<{ id: string }> => send(run, { path: '/git/sync' }, {});

async function syncUntilEqual(run: Setup, where: string): Promise<void> {
  for (let turn = 1; turn <= MAX_SYNCS; turn += 1) {
    const { id } = await requestSync(run);
    let operation: { state?: string; error?: string; isUnchanged?: boolean } = {};
    await waitFor(
      `a sync to end (${where})`,
      async () => {
        const path = `/v1/spaces/${run.spaceId}/git/operations/${id}`;
        const { status, body } = await request<typeof operation>(run.service, TOKEN, path);
        // A connection to the database that was killed may still be in the pool.
        if (status === 503) return false;
        expect(status, path).toBe(200);
        operation = body;
        return operation.state !== 'running';
      },
      () => JSON.stringify(operation),
    );
    expect(operation.state, `${where}: ${operation.error}`).toBe('success');
    if (operation.isUnchanged) return;
  }
  throw new Error(`${where}: the syncs come to no end.`);
}

/** Both sides have the same texts; returns them. */
async function expectEqual(
  run: Setup,
  { ref, line, where }: { ref: string; line: string; where: string },
): Promise<string> {
  const texts: string[] = [];
  for (const title of ['a', 'b']) {
    const blob = await run.repository.git(['cat-file', 'blob', `${ref}:${title}.md`]);
    const text = await readPage(run, line, title);
    expect(`${blob}\n`, `${where}: ${title}`).toBe(text);
    texts.push(text);
  }
  return texts.join('\n');
}

/** Commits of others on a branch, without those of the branch that it began from. */
async function countPushed(repository: FixtureRepository, ref: string): Promise<number> {
  const range = ref === MAIN ? [ref] : [ref, `^${MAIN}`];
  const authors = await repository.git(['log', '--format=%an', ...range]);
  return authors.split('\n').filter((author) => author === 'A Writer').length;
}
