import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addMember } from '../../../../test/factories.ts';
import type { FixtureFiles, FixtureRepository } from '../../../../test/git-fixtures.ts';
import { type Connected, markdown, REF, useConnectedSpaces } from '../sync/connected-space.fixtures.ts';

const { ground, connect, sync, settle, edit, readPages, idOf, readText, show, headOf, revisionOf } =
  useConnectedSpaces();

const PATTERN = { branchPattern: 'docs/*' };
const MIRROR = { mirrorPrefix: 'lectern/' };

/** Without a table of contents every file is a page. */
const FOLDER: FixtureFiles = { 'README.md': '# Welcome\n\nFirst.\n', 'use.md': '# Use it\n\nOne.\n' };

/** Adds a commit to a branch that begins at the connected one if it does not exist. */
async function push(
  repository: FixtureRepository,
  branch: string,
  files: FixtureFiles,
  options: { message?: string; from?: string } = {},
): Promise<string> {
  const { message, from = REF } = options;
  const ref = `refs/heads/${branch}`;
  const exists = await repository.git(['rev-parse', '--quiet', '--verify', ref]).catch(() => undefined);
  if (!exists) await repository.git(['update-ref', ref, await repository.git(['rev-parse', from])]);
  return repository.commit(files, { branch, ...(message === undefined ? {} : { message }) });
}

/** Merges a branch into another one as Git hosts do. */
async function mergeThere(repository: FixtureRepository, from: string, into = 'main'): Promise<string> {
  const [tree = ''] = (
    await repository.git(['merge-tree', '--write-tree', `refs/heads/${into}`, `refs/heads/${from}`])
  ).split('\n');
  const parents = ['-p', `refs/heads/${into}`, '-p', `refs/heads/${from}`];
  const oid = await repository.git(['commit-tree', tree, ...parents, '-m', `Merge ${from}`]);
  await repository.git(['update-ref', `refs/heads/${into}`, oid]);
  return oid;
}

interface ChangeRequest {
  id: string;
  number: number;
  status: string;
  subject: string;
  revision: string;
  createdBy: { id: string };
}

async function listRequests({ spaceId }: Connected): Promise<ChangeRequest[]> {
  const statuses = ['draft', 'open', 'archived', 'merged'].map((status) => `status=${status}`).join('&');
  const lists = [];
  for (const status of statuses.split('&')) {
    const answer = await ground.app.request('GET', `/v1/spaces/${spaceId}/change-requests?${status}`);
    lists.push(...answer.json().items);
  }
  return lists.sort((left, right) => left.number - right.number);
}

const at = ({ spaceId }: Connected, { id }: { id: string }): string =>
  `/v1/spaces/${spaceId}/change-requests/${id}`;

async function changesOf(connected: Connected, request: ChangeRequest): Promise<object[]> {
  return (await ground.app.request('GET', `${at(connected, request)}/changes`)).json().changes;
}

async function openRequest(connected: Connected, changes: object[], subject: string): Promise<ChangeRequest> {
  const url = `/v1/spaces/${connected.spaceId}/change-requests`;
  const created = (await ground.app.request('POST', url, { body: { subject } })).json();
  await editRequest(connected, created, changes);
  await ground.app.request('PATCH', `${url}/${created.id}`, { body: { status: 'open' } });
  return created;
}

async function editRequest(connected: Connected, request: { id: string }, changes: object[]): Promise<void> {
  const answer = await ground.app.request('POST', `${at(connected, request)}/content`, {
    body: { changes },
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
}

const merge = async (connected: Connected, request: { id: string }): Promise<void> => {
  const answer = await ground.app.request('POST', `${at(connected, request)}/merge`, { body: {} });
  expect(answer.json()).toMatchObject({ result: 'merge' });
};

/** Another sync finds nothing to do: no commit, no revision. */
async function expectRest(connected: Connected): Promise<void> {
  const before = [await connected.repository.git(['show-ref']), await listRequests(connected)];
  const revision = await revisionOf(connected.spaceId);
  expect(await sync(connected)).toMatchObject({ state: 'success', isUnchanged: true });
  await settle();
  expect([await connected.repository.git(['show-ref']), await listRequests(connected)]).toEqual(before);
  expect(await revisionOf(connected.spaceId)).toBe(revision);
}

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
      rows: await ground.app.context.db
        .selectFrom('revision')
        .select('message')
        .where('space_id', '=', spaceId)
        .execute(),
    };
    expect(rows.map(({ message }) => message)).toEqual(expect.arrayContaining(['Improve one', 'Add a page']));
    const listed = (await ground.app.request('GET', `/v1/spaces/${spaceId}/git/branches`)).json();
    expect(listed).toMatchObject({
      count: 1,
      items: [{ ref: 'refs/heads/docs/second-steps', isDeleted: false, changeRequest: { number: 1 } }],
    });
    await expectRest(connected);
  });

  test('takes its subject from a single commit, and its author from the members', async () => {
    const connected = await connect(PATTERN);
    const writer = await addMember(ground.app, { role: 'edit', email: 'writer@example.org' });
    await push(
      connected.repository,
      'docs/a',
      { 'use.md': '# Use it\n\nOnce.\n' },
      { message: 'Say it once\n\nTwice is too much.\n\nSigned-off-by: A <a@example.org>' },
    );
    await sync(connected);
    const [request] = await listRequests(connected);
    expect(request).toMatchObject({ subject: 'Say it once', createdBy: { id: writer.userId } });
    const shown = (await ground.app.request('GET', at(connected, request!))).json();
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
    const repository = await ground.serve('older', FOLDER);
    const early = await repository.git(['rev-parse', REF]);
    await repository.commit({ 'README.md': '# Welcome\n\nFirst, later.\n', 'later.md': '# Later\n' });
    const answer = await ground.app.request('PUT', `/v1/spaces/${spaceId}/git`, {
      body: { ...PATTERN, url: ground.git.url('older'), ref: REF },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    await push(repository, 'docs/a', { 'new.md': '# New\n\nText.\n' }, { from: early });
    const moved = { spaceId, repository };
    await sync(moved);
    const [request] = await listRequests(moved);
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
    await ground.app.request('PATCH', at(connected, request!), { body: { status: 'archived' } });
    await push(repository, 'docs/a', { 'new.md': '# New\n\nMore.\n' });
    await sync(connected);
    expect(await listRequests(connected)).toMatchObject([
      { status: 'archived', revision: request!.revision },
    ]);
    await ground.app.request('PATCH', at(connected, request!), { body: { status: 'open' } });
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

describe('a change request that is mirrored', () => {
  test('has a branch, which follows it, and may be merged there', async () => {
    const connected = await connect(MIRROR);
    const { spaceId, repository } = connected;
    const page = await idOf(spaceId, 'Use it');
    // The change request begins from an edit that has no commit yet.
    await edit(spaceId, [{ operation: 'insert_page', title: 'Zero', ...markdown('# Zero\n') }]);
    const request = await openRequest(
      connected,
      [
        { operation: 'update_page', page, ...markdown('# Use it\n\nOne, edited.\n\nTwo.\n') },
        { operation: 'insert_page', title: 'Third', ...markdown('# Third\n\n3\n') },
      ],
      'Edit one',
    );
    await settle();
    const ref = 'refs/heads/lectern/1';
    expect(await repository.git(['log', '-1', '--format=%s', ref])).toBe('Edit one');
    expect(await repository.git(['diff', '--name-only', REF, ref])).toContain('third.md');
    await expectRest(connected);
    expect(await changesOf(connected, request)).toHaveLength(2);
    await repository.commit({ 'third.md': '# Third\n\n3 and more.\n' }, { branch: 'lectern/1' });
    await sync(connected);
    expect(await changesOf(connected, request)).toHaveLength(2);
    const pages = await readIds(connected, request);
    await mergeThere(repository, 'lectern/1');
    await sync(connected);
    expect(await listRequests(connected)).toMatchObject([{ status: 'merged' }]);
    expect([...(await readPages(spaceId)).values()].map(({ id }) => id)).toEqual(pages);
    expect(await readText(spaceId, await idOf(spaceId, 'Third'))).toContain('and more');
    await expectRest(connected);
  });

  test('is not one that nobody is to see yet, nor one without changes', async () => {
    const connected = await connect(MIRROR);
    const { spaceId, repository } = connected;
    const url = `/v1/spaces/${spaceId}/change-requests`;
    const draft = (await ground.app.request('POST', url, { body: { subject: 'Draft' } })).json();
    await editRequest(connected, draft, [{ operation: 'insert_page', title: 'A', ...markdown('# A\n') }]);
    const empty = (await ground.app.request('POST', url, { body: { subject: 'Empty' } })).json();
    await ground.app.request('PATCH', `${url}/${empty.id}`, { body: { status: 'open' } });
    await sync(connected);
    expect(await repository.git(['for-each-ref', '--format=%(refname)'])).toBe(REF);
    await ground.app.request('PATCH', `${url}/${draft.id}`, { body: { status: 'open' } });
    await settle();
    expect(await repository.git(['for-each-ref', '--format=%(refname)', 'refs/heads/lectern'])).toBe(
      'refs/heads/lectern/1',
    );
  });

  test('gets its branch as soon as the host lets it', async () => {
    const connected = await connect(MIRROR);
    const { repository } = connected;
    await openRequest(connected, [{ operation: 'insert_page', title: 'B', ...markdown('# B\n') }], 'B');
    const hook = `${repository.directory}/hooks/pre-receive`;
    await writeFile(hook, '#!/bin/sh\necho "No new branches." >&2\nexit 1\n', { mode: 0o755 });
    await settle();
    for (let turn = 0; turn < 2; turn += 1) {
      const operation = await sync(connected);
      expect(operation).toMatchObject({ state: 'success' });
      expect(JSON.stringify(operation.report)).toContain('No new branches.');
      expect(await listRequests(connected)).toMatchObject([{ status: 'open' }]);
    }
    await rm(hook);
    await sync(connected);
    expect(await repository.git(['rev-parse', '--verify', 'refs/heads/lectern/1'])).toMatch(/^[0-9a-f]{40}$/);
    await expectRest(connected);
  });

  test('leaves a branch of the same name alone, and says so', async () => {
    const connected = await connect(MIRROR);
    const { repository } = connected;
    const foreign = await push(repository, 'lectern/1', { 'a.md': '# A\n' });
    await openRequest(connected, [{ operation: 'insert_page', title: 'B', ...markdown('# B\n') }], 'B');
    await settle();
    const operation = await sync(connected);
    expect(JSON.stringify(operation.report)).toContain('already has a branch “lectern/1”');
    expect(await repository.git(['rev-parse', 'refs/heads/lectern/1'])).toBe(foreign);
  });

  test('pushes its last edits when it is merged, and both sides are equal', async () => {
    const connected = await connect({ ...MIRROR, branchPattern: '**' });
    const { repository } = connected;
    const request = await openRequest(
      connected,
      [{ operation: 'insert_page', title: 'B', ...markdown('# B\n\n1\n') }],
      'B',
    );
    await settle();
    await merge(connected, request);
    await settle();
    expect(await show(repository, 'b.md')).toBe('# B\n\n1');
    const parents = (await repository.git(['log', '-1', '--format=%P', REF])).split(' ');
    expect(parents[1]).toBe(await repository.git(['rev-parse', 'refs/heads/lectern/1']));
    expect(await listRequests(connected)).toHaveLength(1);
    await expectRest(connected);
  });
});

describe('the checks of a change request', () => {
  test('are reported for the commit of its branch, once', async () => {
    const connected = await connect(PATTERN);
    const { spaceId, repository } = connected;
    ground.git.options.repositories.acme = dirname(repository.directory);
    const answer = await ground.app.request('PUT', `/v1/spaces/${spaceId}/git`, {
      body: {
        ...PATTERN,
        url: `${ground.git.origin}/acme/${basename(repository.directory)}`,
        ref: REF,
        provider: 'github',
        credentials: { username: 'robot', password: 'the token' },
      },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const listReports = (oid: string): number =>
      ground.git.requests.filter(({ method, url }) => method === 'POST' && url.endsWith(`/statuses/${oid}`))
        .length;
    const first = await push(repository, 'docs/a', { 'use.md': '# Use it\n\nOnce.\n' });
    await sync(connected);
    await settle();
    // Where to review it, whether there are conflicts, and whether links would be broken.
    expect(listReports(first)).toBe(3);
    await expectRest(connected);
    expect(listReports(first)).toBe(3);
    const second = await push(repository, 'docs/a', { 'use.md': '# Use it\n\nTwice.\n' });
    await sync(connected);
    await settle();
    expect(listReports(second)).toBe(3);
    const mergeRules = { type: 'rules', rules: [{ rule: 'require_at_least_one_approved_review' }] };
    await ground.app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { mergeRules } });
    const [request] = await listRequests(connected);
    const reviewer = await addMember(ground.app, { role: 'review' });
    await ground.app.request('POST', `${at(connected, request!)}/reviews`, {
      body: { status: 'approved' },
      token: reviewer.token,
    });
    await settle();
    expect(listReports(second)).toBe(7);
  });
});

async function readIds(connected: Connected, request: { id: string }): Promise<string[]> {
  interface Page {
    id: string;
    pages?: Page[];
  }
  const flat = (pages: Page[]): string[] =>
    pages.flatMap(({ id, pages: below }) => [id, ...flat(below ?? [])]);
  const { pages } = (await ground.app.request('GET', `${at(connected, request)}/content/pages`)).json();
  return flat(pages);
}
