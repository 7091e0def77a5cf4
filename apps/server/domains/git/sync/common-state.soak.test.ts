import { describe, expect, test } from 'vitest';
import { addSpace } from '../../../../../test/factories.ts';
import { markdown, REF, useConnectedSpaces } from '../../../../../test/fixtures/git/sync/connected-space.ts';
import type { FixtureFiles, FixtureRepository } from '../../../../../test/git-fixtures.ts';
import { runJobs } from '../../../../../test/jobs.ts';

const { setup, sync, lastOperation, settle, edit, readPages, idOf, readText, show } = useConnectedSpaces();

const text = (first: string, second: string): string => `# Welcome\n\n${first}\n\n${second}\n`;
const BOTH = text('First, ours.', 'Second, theirs.');

interface Place {
  spaceId: string;
  repository: FixtureRepository;
  url: string;
}

let count = 0;

/** Repositories with the same files have the same first commit. */
async function createPlace(files: FixtureFiles = {}): Promise<Place> {
  count += 1;
  const name = `place${count}`;
  const repository = await setup.serve(name, {
    'README.md': text('First.', 'Second.'),
    'use.md': '# Use\n\nOne.\n',
    ...files,
  });
  return { spaceId: await addSpace(setup.app), repository, url: setup.git.url(name) };
}

async function call(
  { spaceId, url }: Place,
  [method, path]: ['PUT' | 'POST' | 'DELETE', string],
  body: object = {},
): Promise<void> {
  const response = await setup.app.request(method, `/v1/spaces/${spaceId}/git${path}`, {
    ...(method === 'DELETE' ? {} : { body: { url, ref: REF, ...body } }),
  });
  expect(response.statusCode, response.body).toBeLessThan(300);
  await runJobs(setup.app);
  if (method !== 'DELETE') expect(await lastOperation(spaceId)).toMatchObject({ state: 'success' });
}

const importFrom = (place: Place, body: object = {}) => call(place, ['POST', '/import'], body);
const connect = (place: Place, body: object = {}) => call(place, ['PUT', ''], body);
const disconnect = (place: Place) => call(place, ['DELETE', '']);

const editFirst = async ({ spaceId }: Place): Promise<void> =>
  edit(spaceId, [
    {
      operation: 'update_page',
      page: await idOf(spaceId, 'Welcome'),
      ...markdown(text('First, ours.', 'Second.')),
    },
  ]);

const pushSecond = ({ repository }: Place): Promise<string> =>
  repository.commit({ 'README.md': text('First.', 'Second, theirs.') });

const readWelcome = async ({ spaceId }: Place): Promise<string> =>
  readText(spaceId, await idOf(spaceId, 'Welcome'));

const listRequests = async ({ spaceId }: Place): Promise<{ id: string; subject: string }[]> =>
  (await setup.app.request('GET', `/v1/spaces/${spaceId}/change-requests?status=open`)).json().items;

/** The text of the first page in the only open change request. */
async function readRequested(place: Place): Promise<string> {
  const requests = await listRequests(place);
  expect(requests).toHaveLength(1);
  const { spaceId } = place;
  const page = await idOf(spaceId, 'Welcome');
  return readText(spaceId, page, `/change-requests/${requests[0]?.id}`);
}

describe('the last common state', () => {
  test.each([
    ['the default branch', () => ({ ref: 'HEAD' })],
    ['a tag', () => ({ ref: 'refs/tags/v1' })],
    ['a commit', async ({ repository }: Place) => ({ ref: await repository.git(['rev-parse', REF]) })],
    ['another spelling of the URL', ({ url }: Place) => ({ url: `${url}.git` })],
  ])('is found after an import of %s, by a connection to the branch', async (_name, bodyOf) => {
    const place = await createPlace();
    await place.repository.git(['update-ref', 'refs/tags/v1', REF]);
    await importFrom(place, await bodyOf(place));
    await editFirst(place);
    await pushSecond(place);
    await connect(place);
    expect(await readWelcome(place)).toBe(BOTH);
    await settle();
    expect(`${await show(place.repository, 'README.md')}\n`).toBe(BOTH);
    expect(await listRequests(place)).toEqual([]);
  });

  test.each([
    ['the default branch', { ref: 'HEAD' }],
    ['a tag', { ref: 'refs/tags/v1' }],
  ])('is found by another import after an import of %s', async (_name, body) => {
    const place = await createPlace();
    await place.repository.git(['update-ref', 'refs/tags/v1', REF]);
    await importFrom(place, body);
    await editFirst(place);
    for (let n = 0; n < 18; n += 1) await place.repository.commit({ 'code.txt': `${n}` });
    await pushSecond(place);
    await importFrom(place);
    expect(await readWelcome(place)).toBe(BOTH);
    expect(await listRequests(place)).toEqual([]);
  });

  test('survives that the space is disconnected before the next sync', async () => {
    const place = await createPlace();
    await connect(place);
    await editFirst(place);
    await disconnect(place);
    await pushSecond(place);
    await connect(place);
    expect(await readWelcome(place)).toBe(BOTH);
    await settle();
    expect(`${await show(place.repository, 'README.md')}\n`).toBe(BOTH);
    expect(await listRequests(place)).toEqual([]);
  });

  test('is not the commit of an export to which others had added what the space does not have', async () => {
    const place = await createPlace();
    await importFrom(place);
    await editFirst(place);
    await pushSecond(place);
    await call(place, ['POST', '/export'], { commitMessage: 'Ours' });
    expect(await readWelcome(place)).toBe(text('First, ours.', 'Second.'));
    await connect(place);
    await settle();
    expect(await readWelcome(place)).toBe(BOTH);
    expect(`${await show(place.repository, 'README.md')}\n`).toBe(BOTH);
  });
});

describe('sides with nothing in common', () => {
  test('are compared: the space gets the content of the repository, and its own text is a change request', async () => {
    const place = await createPlace();
    const other = await createPlace({ LICENSE: 'Ours' });
    await importFrom(place);
    await editFirst(place);
    await edit(place.spaceId, [{ operation: 'insert_page', title: 'Own', ...markdown('# Own\n\n1\n') }]);
    const { spaceId } = place;
    await connect({ ...other, spaceId });
    expect([...(await readPages(spaceId)).keys()]).toEqual(['Welcome', 'Use']);
    expect(await readWelcome(place)).toBe(text('First.', 'Second.'));
    expect(await readRequested(place)).toBe(text('First, ours.', 'Second.'));
    const operation = await lastOperation(spaceId);
    const conflicted = operation.changes?.filter(({ change }) => change === 'conflicted');
    const [request] = await listRequests(place);
    expect(conflicted?.map(({ changeRequest }) => changeRequest)).toEqual([request?.id, request?.id]);
    expect(operation.report?.[0]?.message).toContain('“Own”');
    // Merging it brings the text back, and then sends it.
    const merged = await setup.app.request(
      'POST',
      `/v1/spaces/${spaceId}/change-requests/${request?.id}/merge`,
      {
        body: {},
      },
    );
    expect(merged.json()).toMatchObject({ result: 'merge' });
    await settle();
    expect(await show(other.repository, 'README.md')).toContain('First, ours.');
    expect(await show(other.repository, 'own.md')).toContain('1');
    expect(await sync({ spaceId, repository: other.repository })).toMatchObject({ isUnchanged: true });
  });

  test('are compared also if nobody wrote in the space', async () => {
    const place = await createPlace();
    const other = await createPlace({ 'README.md': text('Other.', 'Second.') });
    await importFrom(place);
    await importFrom({ ...other, spaceId: place.spaceId });
    expect(await readWelcome(place)).toBe(text('Other.', 'Second.'));
    expect(await readRequested(place)).toBe(text('First.', 'Second.'));
  });

  test('need no change request if they have the same text', async () => {
    const place = await createPlace();
    const { spaceId } = place;
    const other = await createPlace({
      LICENSE: 'Ours',
      'README.md': text('First, ours.', 'Second.'),
      'use.md': '# Use\n\nOne.\n',
    });
    await importFrom(place);
    await editFirst(place);
    await importFrom({ ...other, spaceId });
    expect(await listRequests(place)).toEqual([]);
  });

  test('leave there what only the repository has if the first sync keeps the content of the space', async () => {
    const place = await createPlace();
    await edit(place.spaceId, [{ operation: 'insert_page', title: 'Own', ...markdown('# Own\n\n1\n') }]);
    await connect(place, { initialDirection: 'export' });
    expect(await show(place.repository, 'own.md')).toContain('1');
    expect(await show(place.repository, 'README.md')).toContain('First.');
  });

  test('are those of a branch whose history was rewritten: what it lost is a change request', async () => {
    const place = await createPlace();
    await connect(place);
    await editFirst(place);
    await settle();
    await place.repository.git(['update-ref', REF, `${REF}~1`]);
    await pushSecond(place);
    const failed = await sync(place);
    expect(failed).toMatchObject({ state: 'failure', error: expect.stringContaining('rewritten') });
    await call(place, ['POST', '/resume'], { force: true });
    expect(await readWelcome(place)).toBe(text('First.', 'Second, theirs.'));
    expect(await readRequested(place)).toContain('First, ours.');
  });

  test('are those of a rewritten branch also if nobody wrote in the space', async () => {
    const place = await createPlace();
    await connect(place);
    await pushSecond(place);
    await sync(place);
    await place.repository.git(['update-ref', REF, `${REF}~1`]);
    await call(place, ['POST', '/resume'], { force: true });
    expect(await readWelcome(place)).toBe(text('First.', 'Second.'));
    expect(await readRequested(place)).toBe(text('First.', 'Second, theirs.'));
  });
});

test('an import of a commit that the space has changes nothing, unless it is forced', async () => {
  const place = await createPlace();
  await place.repository.git(['update-ref', 'refs/tags/v1', REF]);
  await importFrom(place, { ref: 'refs/tags/v1' });
  await pushSecond(place);
  await editFirst(place);
  await importFrom(place);
  await importFrom(place, { ref: 'refs/tags/v1' });
  expect(await readWelcome(place)).toBe(BOTH);
  await importFrom(place, { ref: 'refs/tags/v1', force: true });
  expect(await readWelcome(place)).toBe(text('First.', 'Second.'));
  expect(await readRequested(place)).toBe(BOTH);
});

test('a standalone import reads the commit, and not the edits of the space', async () => {
  const place = await createPlace();
  await importFrom(place);
  await editFirst(place);
  await importFrom(place, { standalone: true });
  const { operation } = (await setup.app.request('GET', `/v1/spaces/${place.spaceId}/git/info`)).json();
  const page = await idOf(place.spaceId, 'Welcome');
  const url = `/v1/spaces/${place.spaceId}/revisions/${operation.revision}/page/${page}?format=markdown`;
  expect((await setup.app.request('GET', url)).json().markdown).toBe(text('First.', 'Second.'));
});
