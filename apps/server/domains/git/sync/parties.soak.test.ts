import { expect, test } from 'vitest';
import { createTestClock } from '../../../../../test/clock.ts';
import { addSpace } from '../../../../../test/factories.ts';
import type { FixtureRepository } from '../../../../../test/git-fixtures.ts';
import { useGitSetup } from '../../../../../test/git-setup.ts';
import { runJobs } from '../../../../../test/jobs.ts';

const REF = 'refs/heads/main';
const BRANCH = 'refs/heads/docs/parties';
const PAGES = ['one', 'two'];
const ROUNDS = 60;

const clock = createTestClock();
const setup = useGitSetup(clock.now);

const paragraph = (n: number, mark = ''): string => `Paragraph ${n}${mark && ` ${mark}`}.`;
const page = (title: string): string => `# ${title}\n\n${[1, 2, 3].map((n) => paragraph(n)).join('\n\n')}\n`;

/** Pushes a commit as somebody else would: again on top of the branch if another push was faster. */
async function push(
  repository: FixtureRepository,
  path: string,
  edit: (text: string) => string,
  ref = REF,
): Promise<void> {
  for (;;) {
    const head = await repository.git(['rev-parse', ref]);
    const text = `${await repository.git(['cat-file', 'blob', `${head}:${path}`])}\n`;
    const blob = await repository.writeBlob(edit(text));
    const listed = await repository.git(['ls-tree', head]);
    const tree = await repository.git(
      ['mktree'],
      `${listed
        .split('\n')
        .map((line) => (line.endsWith(`\t${path}`) ? `100644 blob ${blob}\t${path}` : line))
        .join('\n')}\n`,
    );
    const commit = await repository.git(['commit-tree', '-p', head, '-m', 'Pushed', tree]);
    const isFirst = await repository.git(['update-ref', ref, commit, head]).then(
      () => true,
      () => false,
    );
    if (isFirst) return;
  }
}

const read = async <Answer>(path: string): Promise<Answer> => (await setup.app.request('GET', path)).json();

test('of three parties that write at once, nobody loses a word, and both sides become equal', async () => {
  const { app, git } = setup;
  const repository = await setup.serve('parties', {
    'SUMMARY.md': `${PAGES.map((name) => `* [${name}](${name}.md)`).join('\n')}\n`,
    ...Object.fromEntries(PAGES.map((name) => [`${name}.md`, page(name)])),
  });
  const spaceId = await addSpace(app);
  const space = `/v1/spaces/${spaceId}`;
  const body = { url: git.url('parties'), ref: REF, branchPattern: 'docs/*' };
  expect((await app.request('PUT', `${space}/git`, { body })).statusCode).toBe(201);
  await runJobs(app);
  const { pages } = await read<{ pages: { id: string; title: string }[] }>(`${space}/content/pages`);
  await repository.git(['update-ref', BRANCH, REF]);
  const marks: string[] = [];
  const branchMarks: string[] = [];

  const write = async (round: number, writer: number): Promise<void> => {
    const { id } = pages[writer % pages.length] as { id: string };
    const { revision } = await read<{ revision: string }>(space);
    const { markdown } = await read<{ markdown: string }>(
      `${space}/revisions/${revision}/page/${id}?format=markdown`,
    );
    const mark = `api-${round}-${writer}`;
    const n = writer + 1;
    const edited = markdown.replace(new RegExp(`^Paragraph ${n}.*$`, 'm'), (line) => `${line} And ${mark}.`);
    const changes = [{ operation: 'update_page', page: id, document: { markdown: edited } }];
    const response = await app.request('POST', `${space}/content`, {
      body: { changes },
      headers: { 'if-match': `"${revision}"` },
    });
    if (response.statusCode < 300) marks.push(mark);
    else expect(response.statusCode, response.body).toBe(409);
  };
  const commit = async (round: number, party: number): Promise<void> => {
    const mark = `git-${round}-${party}`;
    const path = `${PAGES[party % PAGES.length]}.md`;
    await push(repository, path, (text) =>
      text.replace(new RegExp(`^Paragraph ${party + 1}.*$`, 'm'), (line) => `${line} Also ${mark}.`),
    );
    marks.push(mark);
  };
  const commitToBranch = async (round: number): Promise<void> => {
    const mark = `branch-${round}`;
    const edit = (text: string): string =>
      text.replace(/^Paragraph 2.*$/m, (line) => `${line} Also ${mark}.`);
    await push(repository, 'two.md', edit, BRANCH);
    branchMarks.push(mark);
  };
  const editRequest = async (round: number): Promise<void> => {
    const branches = await read<{ items: { changeRequest: { id: string } }[] }>(`${space}/git/branches`);
    const id = branches.items[0]?.changeRequest.id;
    if (id === undefined) return;
    const request = `${space}/change-requests/${id}`;
    const { id: pageId } = pages[0] as { id: string };
    const { revision } = await read<{ revision: string }>(request);
    const { markdown } = await read<{ markdown: string }>(
      `${space}/revisions/${revision}/page/${pageId}?format=markdown`,
    );
    const mark = `request-${round}`;
    const edited = markdown.replace(/^Paragraph 3.*$/m, (line) => `${line} And ${mark}.`);
    const changes = [{ operation: 'update_page', page: pageId, document: { markdown: edited } }];
    const response = await app.request('POST', `${request}/content`, {
      body: { changes },
      headers: { 'if-match': `"${revision}"` },
    });
    if (response.statusCode < 300) branchMarks.push(mark);
    else expect(response.statusCode, response.body).toBe(409);
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    await app.request('POST', `${space}/git/sync`, { body: {} });
    await Promise.all([
      runJobs(app),
      ...[0, 1, 2].map((writer) => write(round, writer)),
      ...[0, 1].map((party) => commit(round, party)),
      commitToBranch(round),
      editRequest(round),
    ]);
    clock.advance(60_000);
  }
  await app.request('POST', `${space}/git/sync`, { body: {} });
  await runJobs(app);
  clock.advance(60_000);
  await runJobs(app);

  const head = await repository.git(['rev-parse', REF]);
  const { revision } = await read<{ revision: string }>(space);
  await app.request('POST', `${space}/git/sync`, { body: {} });
  await runJobs(app);
  const { items } = await read<{ items: object[] }>(`${space}/git/operations?limit=1`);
  expect(items[0]).toMatchObject({ state: 'success', isUnchanged: true });
  expect(await repository.git(['rev-parse', REF])).toBe(head);
  expect((await read<{ revision: string }>(space)).revision).toBe(revision);

  const texts: string[] = [];
  for (const { id, title } of pages) {
    const { markdown } = await read<{ markdown: string }>(`${space}/content/page/${id}?format=markdown`);
    expect(`${await repository.git(['cat-file', 'blob', `${REF}:${title}.md`])}\n`).toBe(markdown);
    texts.push(markdown);
    const requests = await read<{ items: { id: string }[] }>(
      `${space}/change-requests?status=open&limit=1000`,
    );
    for (const { id: request } of requests.items) {
      const own = await read<{ markdown: string }>(
        `${space}/change-requests/${request}/content/page/${id}?format=markdown`,
      );
      texts.push(own.markdown);
    }
  }
  // Every word is in the page, or in a change request with the conflict.
  expect(marks.length).toBeGreaterThan(ROUNDS * 3);
  expect(marks.filter((mark) => !texts.some((text) => text.includes(mark)))).toEqual([]);
  // No commit of others is overwritten.
  const messages = await repository.git(['log', '--format=%s', REF]);
  expect(messages.split('\n').filter((line) => line === 'Pushed')).toHaveLength(ROUNDS * 2);

  const branches = await read<{ items: { changeRequest: { id: string } }[] }>(`${space}/git/branches`);
  expect(branches.items).toHaveLength(1);
  const request = `${space}/change-requests/${branches.items[0]?.changeRequest.id}`;
  const proposed: string[] = [];
  for (const { id, title } of pages) {
    const { markdown } = await read<{ markdown: string }>(`${request}/content/page/${id}?format=markdown`);
    expect(`${await repository.git(['cat-file', 'blob', `${BRANCH}:${title}.md`])}\n`).toBe(markdown);
    proposed.push(markdown);
  }
  expect(branchMarks.length).toBeGreaterThan(ROUNDS);
  const kept = [...texts, ...proposed];
  expect(branchMarks.filter((mark) => !kept.some((text) => text.includes(mark)))).toEqual([]);
});
