import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addMember } from '../../../../../test/factories.ts';
import {
  MIRROR,
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
  listRequests,
  at,
  changesOf,
  openRequest,
  editRequest,
  merge,
  expectRest,
  readIds,
} = useBranches();

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
    const draft = (await setup.app.request('POST', url, { body: { subject: 'Draft' } })).json();
    await editRequest(connected, draft, [{ operation: 'insert_page', title: 'A', ...markdown('# A\n') }]);
    const empty = (await setup.app.request('POST', url, { body: { subject: 'Empty' } })).json();
    await setup.app.request('PATCH', `${url}/${empty.id}`, { body: { status: 'open' } });
    await sync(connected);
    expect(await repository.git(['for-each-ref', '--format=%(refname)'])).toBe(REF);
    await setup.app.request('PATCH', `${url}/${draft.id}`, { body: { status: 'open' } });
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
    setup.git.options.repositories.acme = dirname(repository.directory);
    const response = await setup.app.request('PUT', `/v1/spaces/${spaceId}/git`, {
      body: {
        ...PATTERN,
        url: `${setup.git.origin}/acme/${basename(repository.directory)}`,
        ref: REF,
        provider: 'github',
        credentials: { username: 'robot', password: 'the token' },
      },
    });
    expect(response.statusCode, response.body).toBe(200);
    const listReports = (oid: string): number =>
      setup.git.requests.filter(({ method, url }) => method === 'POST' && url.endsWith(`/statuses/${oid}`))
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
    await setup.app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { mergeRules } });
    const [request] = await listRequests(connected);
    const reviewer = await addMember(setup.app, { role: 'review' });
    await setup.app.request('POST', `${at(connected, request!)}/reviews`, {
      body: { status: 'approved' },
      token: reviewer.token,
    });
    await settle();
    expect(listReports(second)).toBe(7);
  });
});
