import { describe, expect, test } from 'vitest';
import { addMember } from '../../../../../test/factories.ts';
import {
  FOLDER,
  mergeThere,
  PATTERN,
  push,
  useBranches,
} from '../../../../../test/fixtures/git/branches/branches.ts';
import { markdown, REF } from '../../../../../test/fixtures/git/sync/connected-space.ts';

const {
  setup,
  connect,
  sync,
  settle,
  edit,
  readPages,
  idOf,
  readText,
  show,
  headOf,
  revisionOf,
  listRequests,
  at,
  changesOf,
  editRequest,
  merge,
  expectRest,
  readIds,
} = useBranches();

describe('a branch that matches the pattern', () => {
  test('opens a change request with its commits as revisions', async () => {
    const connected = await connect(PATTERN);
    const { spaceId, repository } = connected;
    const revision = await revisionOf(spaceId);
    await push(
      repository,
      'docs/second-steps',
      { 'use.md': '# Use it\n\nOne, better.\n\nTwo.\n' },
      { message: 'Improve one' },
    );
    await push(repository, 'docs/second-steps', { 'new.md': '# New\n\nPage.\n' }, { message: 'Add a page' });
    await push(repository, 'other/branch', { 'use.md': '# Other\n' });
    expect(await sync(connected)).toMatchObject({ state: 'success', isUnchanged: false });
    const [request, ...others] = await listRequests(connected);
    expect(others).toEqual([]);
    expect(request).toMatchObject({ status: 'open', subject: 'Second steps' });
    expect(await changesOf(connected, request!)).toHaveLength(2);
    const page = await idOf(spaceId, 'Use it');
    expect(await readText(spaceId, page, `/change-requests/${request!.id}`)).toContain('One, better.');
    expect(await readText(spaceId, page)).not.toContain('better');
    expect(await revisionOf(spaceId)).toBe(revision);
    const { rows } = {
      rows: await setup.app.context.db
        .selectFrom('revision')
        .select('message')
        .where('space_id', '=', spaceId)
        .execute(),
    };
    expect(rows.map(({ message }) => message)).toEqual(expect.arrayContaining(['Improve one', 'Add a page']));
    const listed = (await setup.app.request('GET', `/v1/spaces/${spaceId}/git/branches`)).json();
    expect(listed).toMatchObject({
      count: 1,
      items: [{ ref: 'refs/heads/docs/second-steps', isDeleted: false, changeRequest: { number: 1 } }],
    });
    await expectRest(connected);
  });

  test('takes its subject from a single commit, and its author from the members', async () => {
    const connected = await connect(PATTERN);
    const writer = await addMember(setup.app, { role: 'edit', email: 'writer@example.org' });
    await push(
      connected.repository,
      'docs/a',
      { 'use.md': '# Use it\n\nOnce.\n' },
      { message: 'Say it once\n\nTwice is too much.\n\nSigned-off-by: A <a@example.org>' },
    );
    await sync(connected);
    const [request] = await listRequests(connected);
    expect(request).toMatchObject({ subject: 'Say it once', createdBy: { id: writer.userId } });
    const shown = (await setup.app.request('GET', at(connected, request!))).json();
    expect(JSON.stringify(shown.description ?? shown)).not.toContain('Signed-off-by');
  });

  test('updates its change request, also if its history was rewritten', async () => {
    const connected = await connect(PATTERN);
    const { spaceId, repository } = connected;
    await push(repository, 'docs/a', { 'use.md': '# Use it\n\nFirst try.\n' });
    await sync(connected);
    await repository.git(['update-ref', 'refs/heads/docs/a', await headOf(repository)]);
    await push(repository, 'docs/a', { 'use.md': '# Use it\n\nSecond try.\n' });
    await sync(connected);
    const requests = await listRequests(connected);
    expect(requests).toHaveLength(1);
    const text = await readText(
      spaceId,
      await idOf(spaceId, 'Use it'),
      `/change-requests/${requests[0]!.id}`,
    );
    expect(text).toContain('Second try.');
    expect(text).not.toContain('First try.');
    await expectRest(connected);
  });

  test('receives what is edited in its change request, merged with what was pushed', async () => {
    const connected = await connect(PATTERN);
    const { spaceId, repository } = connected;
    await push(repository, 'docs/a', { 'use.md': '# Use it\n\nOne, pushed.\n\nTwo.\n' });
    await sync(connected);
    const [request] = await listRequests(connected);
    const page = await idOf(spaceId, 'Use it');
    await editRequest(connected, request!, [
      { operation: 'update_page', page, ...markdown('# Use it\n\nOne, pushed.\n\nTwo, edited.\n') },
      { operation: 'insert_page', title: 'Third', ...markdown('# Third\n\n3\n') },
    ]);
    await push(repository, 'docs/a', { 'use.md': '# Use it\n\nOne, pushed again.\n\nTwo.\n' });
    const main = await headOf(repository);
    await settle();
    expect(await repository.git(['cat-file', 'blob', 'refs/heads/docs/a:use.md'])).toBe(
      '# Use it\n\nOne, pushed again.\n\nTwo, edited.',
    );
    expect(await repository.git(['cat-file', 'blob', 'refs/heads/docs/a:SUMMARY.md'])).toContain(
      '[Third](third.md)',
    );
    expect(await headOf(repository)).toBe(main);
    expect(await readText(spaceId, page, `/change-requests/${request!.id}`)).toContain(
      'pushed again.\n\nTwo, edited.',
    );
    await expectRest(connected);
  });

  test('keeps the text of the branch in conflicts, and that of the change request in another one', async () => {
    const connected = await connect(PATTERN);
    const { spaceId, repository } = connected;
    await push(repository, 'docs/a', { 'use.md': '# Use it\n\nOne, pushed.\n\nTwo.\n' });
    await sync(connected);
    const [request] = await listRequests(connected);
    const page = await idOf(spaceId, 'Use it');
    await editRequest(connected, request!, [
      { operation: 'update_page', page, ...markdown('# Use it\n\nOne, edited.\n\nTwo.\n') },
    ]);
    await push(repository, 'docs/a', { 'use.md': '# Use it\n\nOne, pushed again.\n\nTwo.\n' });
    await settle();
    const requests = await listRequests(connected);
    expect(requests.map(({ subject }) => subject)).toContain('Conflicts with the branch “docs/a”');
    expect(await readText(spaceId, page, `/change-requests/${request!.id}`)).toContain('pushed again');
    expect(await readText(spaceId, page, `/change-requests/${requests[1]!.id}`)).toContain('One, edited.');
    await expectRest(connected);
  });

  test('begins before the first sync or between two', async () => {
    const connected = await connect(PATTERN);
    const { spaceId, repository } = connected;
    const early = await repository.commit({ 'use.md': '# Use it\n\nOne.\n\nTwo, between.\n' });
    await repository.commit({ 'README.md': '# Welcome\n\nFirst, later.\n\nSecond.\n' });
    await push(repository, 'docs/a', { 'new.md': '# New\n\nText.\n' }, { from: early });
    await sync(connected);
    const [request] = await listRequests(connected);
    expect(await changesOf(connected, request!)).toHaveLength(1);
    await merge(connected, request!);
    await settle();
    expect(await readText(spaceId, await idOf(spaceId, 'Welcome'))).toContain('First, later.');
    expect(await show(repository, 'README.md')).toContain('First, later.');
    expect(await show(repository, 'new.md')).toContain('Text.');
    await expectRest(connected);
  });

  test('begins before the space knew the repository', async () => {
    const connected = await connect(PATTERN);
    const { spaceId } = connected;
    const repository = await setup.serve('older', FOLDER);
    const early = await repository.git(['rev-parse', REF]);
    await repository.commit({ 'README.md': '# Welcome\n\nFirst, later.\n', 'later.md': '# Later\n' });
    const response = await setup.app.request('PUT', `/v1/spaces/${spaceId}/git`, {
      body: { ...PATTERN, url: setup.git.url('older'), ref: REF },
    });
    expect(response.statusCode, response.body).toBe(200);
    await push(repository, 'docs/a', { 'new.md': '# New\n\nText.\n' }, { from: early });
    const moved = { spaceId, repository };
    await sync(moved);
    // The other one has what the space had before it was connected to this repository.
    const [request, ...others] = (await listRequests(moved)).filter(
      ({ subject }) => !subject.startsWith('Content of '),
    );
    expect(others).toEqual([]);
    expect(await changesOf(moved, request!)).toHaveLength(1);
    await merge(moved, request!);
    await settle();
    expect([...(await readPages(spaceId)).keys()].sort()).toEqual(['Later', 'New', 'Use it', 'Welcome']);
    expect(await readText(spaceId, await idOf(spaceId, 'Welcome'))).toContain('First, later.');
    expect(await show(repository, 'later.md')).toBe('# Later');
    await expectRest(moved);
  });

  test('that has nothing to propose opens nothing until it has', async () => {
    const connected = await connect(PATTERN);
    const { repository } = connected;
    await repository.git(['update-ref', 'refs/heads/docs/a', await headOf(repository)]);
    await sync(connected);
    expect(await listRequests(connected)).toEqual([]);
    await push(repository, 'docs/a', { 'new.md': '# New\n' });
    await sync(connected);
    expect(await listRequests(connected)).toHaveLength(1);
  });

  test('may have commits that cannot be read, as long as the newest can', async () => {
    const files = { 'docs/README.md': '# Welcome\n', 'docs/use.md': '# Use it\n' };
    const connected = await connect({ ...PATTERN, repoProjectDirectory: 'docs' }, { ...files, LICENSE: 'A' });
    const { repository } = connected;
    await push(repository, 'docs/a', { 'docs/README.md': null, 'docs/use.md': null });
    await push(repository, 'docs/a', { ...files, 'docs/new.md': '# New\n' });
    expect((await sync(connected)).report ?? []).toEqual([]);
    const [request] = await listRequests(connected);
    expect(await changesOf(connected, request!)).toHaveLength(1);
    await expectRest(connected);
  });

  test('has no history in common: reported, and the others go on', async () => {
    const connected = await connect(PATTERN);
    const { repository } = connected;
    await repository.commit({ 'a.md': '# A\n' }, { branch: 'docs/alone' });
    await push(repository, 'docs/good', { 'new.md': '# New\n' });
    const operation = await sync(connected);
    expect(operation).toMatchObject({ state: 'success' });
    expect(JSON.stringify(operation.report)).toContain('“docs/alone” has no commit in common with “main”');
    expect(await listRequests(connected)).toHaveLength(1);
  });

  test('archives its change request when it is deleted, and opens it again when it returns', async () => {
    const connected = await connect(PATTERN);
    const { repository } = connected;
    const oid = await push(repository, 'docs/a', { 'new.md': '# New\n' });
    await sync(connected);
    await repository.git(['update-ref', '-d', 'refs/heads/docs/a']);
    await sync(connected);
    expect(await listRequests(connected)).toMatchObject([{ status: 'archived' }]);
    await expectRest(connected);
    await repository.git(['update-ref', 'refs/heads/docs/a', oid]);
    await sync(connected);
    expect(await listRequests(connected)).toMatchObject([{ status: 'open' }]);
  });

  test('stays as it is while a person has archived its change request', async () => {
    const connected = await connect(PATTERN);
    const { repository } = connected;
    await push(repository, 'docs/a', { 'new.md': '# New\n' });
    await sync(connected);
    const [request] = await listRequests(connected);
    await setup.app.request('PATCH', at(connected, request!), { body: { status: 'archived' } });
    await push(repository, 'docs/a', { 'new.md': '# New\n\nMore.\n' });
    await sync(connected);
    expect(await listRequests(connected)).toMatchObject([
      { status: 'archived', revision: request!.revision },
    ]);
    await setup.app.request('PATCH', at(connected, request!), { body: { status: 'open' } });
    await settle();
    const [opened] = await listRequests(connected);
    expect(opened!.revision).not.toBe(request!.revision);
    await expectRest(connected);
  });
});

describe('a merge', () => {
  test('of the branch in the repository merges its change request', async () => {
    const connected = await connect(PATTERN);
    const { spaceId, repository } = connected;
    await push(repository, 'docs/a', {
      'new.md': '# New\n\nText.\n',
      'SUMMARY.md':
        '# Table of contents\n\n* [Welcome](README.md)\n* [Use it](use.md)\n* [New](new.md)\n\n## More\n',
    });
    await sync(connected);
    const [request] = await listRequests(connected);
    const pages = await readIds(connected, request!);
    await mergeThere(repository, 'docs/a');
    await sync(connected);
    expect(await listRequests(connected)).toMatchObject([{ status: 'merged' }]);
    expect([...(await readPages(spaceId)).values()].map(({ id }) => id)).toEqual(pages);
    await expectRest(connected);
  });

  test('as one commit, with the branch deleted, merges its change request', async () => {
    const connected = await connect(PATTERN, FOLDER);
    const { spaceId, repository } = connected;
    const files = { 'new.md': '# New\n\nText.\n', 'use.md': '# Use it\n\nOnce.\n' };
    await push(repository, 'docs/a', { 'new.md': '# New\n\nTest.\n' });
    await push(repository, 'docs/a', files);
    await sync(connected);
    await repository.commit(files, { message: 'Squashed (#1)' });
    await repository.git(['update-ref', '-d', 'refs/heads/docs/a']);
    await sync(connected);
    expect(await listRequests(connected)).toMatchObject([{ status: 'merged' }]);
    expect([...(await readPages(spaceId)).keys()].filter((title) => title === 'New')).toHaveLength(1);
    await expectRest(connected);
  });

  test('of a change request makes its branch a parent of the commit', async () => {
    const connected = await connect(PATTERN);
    const { spaceId, repository } = connected;
    await push(repository, 'docs/a', { 'use.md': '# Use it\n\nOnce.\n' });
    await sync(connected);
    const [request] = await listRequests(connected);
    // The last edit is on its way to the branch when the change request is merged.
    await editRequest(connected, request!, [
      { operation: 'insert_page', title: 'Third', ...markdown('# Third\n\n3\n') },
    ]);
    await merge(connected, request!);
    await settle();
    expect(await show(repository, 'use.md')).toBe('# Use it\n\nOnce.');
    expect(await show(repository, 'third.md')).toBe('# Third\n\n3');
    const parents = (await repository.git(['log', '-1', '--format=%P', REF])).split(' ');
    expect(parents).toEqual([
      await repository.git(['rev-parse', `${REF}^1`]),
      await repository.git(['rev-parse', 'refs/heads/docs/a']),
    ]);
    expect(await listRequests(connected)).toMatchObject([{ status: 'merged' }]);
    expect(await repository.git(['diff', '--name-only', REF, 'refs/heads/docs/a'])).toBe('');
    await expectRest(connected);
    await edit(spaceId, [{ operation: 'insert_page', title: 'Fourth', ...markdown('# Fourth\n\n4\n') }]);
    await settle();
    expect((await repository.git(['log', '-1', '--format=%P', REF])).split(' ')).toHaveLength(1);
  });

  test('of the connected branch into another one shows no foreign changes', async () => {
    const connected = await connect(PATTERN, FOLDER);
    const { repository } = connected;
    await push(repository, 'docs/a', { 'new.md': '# New\n\nText.\n' });
    await sync(connected);
    await repository.commit({ 'README.md': '# Welcome\n\nChanged.\n', 'other.md': '# Other\n\nPage.\n' });
    await sync(connected);
    await mergeThere(repository, 'main', 'docs/a');
    await sync(connected);
    const [request] = await listRequests(connected);
    expect(await changesOf(connected, request!)).toHaveLength(1);
    await merge(connected, request!);
    await settle();
    expect([...(await readPages(connected.spaceId)).keys()].sort()).toEqual([
      'New',
      'Other',
      'Use it',
      'Welcome',
    ]);
    await expectRest(connected);
  });

  test('that is followed by more commits opens another change request', async () => {
    const connected = await connect(PATTERN);
    const { repository } = connected;
    await push(repository, 'docs/a', { 'new.md': '# New\n\nText.\n' });
    await sync(connected);
    await mergeThere(repository, 'docs/a');
    await sync(connected);
    await push(repository, 'docs/a', { 'new.md': '# New\n\nText.\n\nMore.\n' }, { message: 'More' });
    await sync(connected);
    expect(await listRequests(connected)).toMatchObject([
      { status: 'merged' },
      { status: 'open', subject: 'More' },
    ]);
    expect(await changesOf(connected, (await listRequests(connected))[1]!)).toHaveLength(1);
    await expectRest(connected);
  });
});
