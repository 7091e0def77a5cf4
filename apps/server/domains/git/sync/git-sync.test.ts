import { describe, expect, test } from 'vitest';
import { addMember } from '../../../../../test/factories.ts';
import { markdown, REF, useConnectedSpaces } from '../../../../../test/fixtures/git/sync/connected-space.ts';

const {
  setup,
  connect,
  sync,
  lastOperation,
  settle,
  edit,
  readPages,
  idOf,
  readText,
  show,
  headOf,
  revisionOf,
} = useConnectedSpaces();

describe('a connected space', () => {
  test('begins with the content of the repository', async () => {
    const { spaceId } = await connect();
    expect(await lastOperation(spaceId)).toMatchObject({ state: 'success', isUnchanged: false });
    expect([...(await readPages(spaceId)).keys()]).toEqual(['Welcome', 'Use it']);
  });

  test('sends an edit to the repository by itself, and then rests', async () => {
    const { spaceId, repository } = await connect();
    await edit(spaceId, [
      {
        operation: 'update_page',
        page: await idOf(spaceId, 'Welcome'),
        ...markdown('# Welcome\n\nFirst.\n\nLast.\n'),
      },
    ]);
    await settle();
    expect(await show(repository, 'README.md')).toBe('# Welcome\n\nFirst.\n\nLast.');
    expect((await lastOperation(spaceId)).changes).toEqual([
      { change: 'changed', side: 'repository', path: 'README.md' },
    ]);
    const head = await headOf(repository);
    const revision = await revisionOf(spaceId);
    expect(await sync({ spaceId, repository })).toMatchObject({ state: 'success', isUnchanged: true });
    expect(await headOf(repository)).toBe(head);
    expect(await revisionOf(spaceId)).toBe(revision);
  });

  test('merges what both sides changed in different places', async () => {
    const connected = await connect();
    const { spaceId, repository } = connected;
    const page = await idOf(spaceId, 'Welcome');
    await repository.commit({ 'README.md': '# Welcome\n\nFirst, theirs.\n\nSecond.\n', 'new.md': '# New\n' });
    await edit(spaceId, [
      { operation: 'update_page', page, ...markdown('# Welcome\n\nFirst.\n\nSecond, ours.\n') },
      { operation: 'insert_page', title: 'Third', ...markdown('# Third\n\n3\n') },
    ]);
    await settle();
    expect(await lastOperation(spaceId)).toMatchObject({ state: 'success' });
    expect(await readText(spaceId, page)).toBe('# Welcome\n\nFirst, theirs.\n\nSecond, ours.\n');
    expect(await show(repository, 'README.md')).toBe('# Welcome\n\nFirst, theirs.\n\nSecond, ours.');
    expect(await show(repository, 'SUMMARY.md')).toContain('* [Third](third.md)');
    expect(await sync(connected)).toMatchObject({ state: 'success', isUnchanged: true });
  });

  test('keeps the text of the remote in conflicts, and that of the space in a change request', async () => {
    const connected = await connect();
    const { spaceId, repository } = connected;
    const page = await idOf(spaceId, 'Welcome');
    const writer = await addMember(setup.app, { role: 'edit' });
    await repository.commit({ 'README.md': '# Welcome\n\nTheirs.\n\nSecond.\n' });
    await edit(
      spaceId,
      [{ operation: 'update_page', page, ...markdown('# Welcome\n\nOurs.\n\nSecond and more.\n') }],
      {
        token: writer.token,
      },
    );
    await settle();
    const operation = await lastOperation(spaceId);
    expect(operation).toMatchObject({ state: 'success' });
    const conflicted = operation.changes?.find(({ change }) => change === 'conflicted');
    expect(conflicted).toMatchObject({ path: 'README.md', page });
    expect(await readText(spaceId, page)).toBe('# Welcome\n\nTheirs.\n\nSecond and more.\n');
    expect(await show(repository, 'README.md')).toBe('# Welcome\n\nTheirs.\n\nSecond and more.');

    const changeRequest = `/change-requests/${conflicted?.changeRequest}`;
    const at = `/v1/spaces/${spaceId}${changeRequest}`;
    expect((await setup.app.request('GET', at)).json()).toMatchObject({
      status: 'open',
      createdBy: { id: writer.userId },
      subject: 'Conflicts with the branch “main”',
    });
    const { items } = (await setup.app.request('GET', `${at}/conflicts`)).json();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ base: 'First.', ours: 'Ours.', theirs: 'Theirs.' });
    expect(await readText(spaceId, page, changeRequest)).toContain('Ours.');
    const { changes } = (await setup.app.request('GET', `${at}/changes`)).json();
    expect(changes).toHaveLength(1);
    const notices = (
      await setup.app.request('GET', '/v1/user/notifications', { token: writer.token })
    ).json();
    expect(notices.items).toMatchObject([{ kind: 'sync-conflict' }]);

    expect((await setup.app.request('POST', `${at}/merge`, { body: {} })).json()).toMatchObject({
      result: 'conflicts',
    });
    const answered = await setup.app.request('PUT', `${at}/conflicts/${items[0].id}/answer`, {
      body: { choice: 'ours' },
    });
    expect(answered.statusCode, answered.body).toBeLessThan(300);
    expect((await setup.app.request('POST', `${at}/merge`, { body: {} })).json()).toMatchObject({
      result: 'merge',
    });
    await settle();
    expect(await show(repository, 'README.md')).toBe('# Welcome\n\nOurs.\n\nSecond and more.');
    expect(await sync(connected)).toMatchObject({ state: 'success', isUnchanged: true });
  });

  test('lets a connection pause on conflicts instead', async () => {
    const connected = await connect({ onConflict: 'pause' });
    const { spaceId, repository } = connected;
    const page = await idOf(spaceId, 'Welcome');
    const theirs = await repository.commit({ 'README.md': '# Welcome\n\nTheirs.\n\nSecond.\n' });
    await edit(spaceId, [{ operation: 'update_page', page, ...markdown('# Welcome\n\nOurs.\n\nSecond.\n') }]);
    const revision = await revisionOf(spaceId);
    await settle();
    expect(await lastOperation(spaceId)).toMatchObject({ state: 'failure' });
    expect((await setup.app.request('GET', `/v1/spaces/${spaceId}/git`)).json()).toMatchObject({
      paused: { reason: 'conflict' },
    });
    expect(await revisionOf(spaceId)).toBe(revision);
    expect(await headOf(repository)).toBe(theirs);
  });

  test('keeps a page that one side deleted and the other edited where it can be seen', async () => {
    const connected = await connect();
    const { spaceId, repository } = connected;
    const page = await idOf(spaceId, 'Use it');
    await repository.commit({
      'use.md': null,
      'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n',
    });
    await edit(spaceId, [{ operation: 'update_page', page, ...markdown('# Use it\n\nOurs.\n\nTwo.\n') }]);
    await settle();
    const operation = await lastOperation(spaceId);
    const conflicted = operation.changes?.find(({ change }) => change === 'conflicted');
    expect(conflicted).toMatchObject({ path: 'use.md', page });
    expect([...(await readPages(spaceId)).keys()]).toEqual(['Welcome']);
    expect(await readText(spaceId, page, `/change-requests/${conflicted?.changeRequest}`)).toContain('Ours.');
    expect(await repository.git(['ls-tree', '--name-only', REF])).toBe('README.md\nSUMMARY.md');
  });

  test.each([
    ['docs', 'is a file'],
    ['docs/manual', 'is below a file'],
  ])('whose directory %s %s now fails to sync, and keeps what was edited', async (directory) => {
    const files = { [`${directory}/README.md`]: '# Welcome\n', [`${directory}/use.md`]: '# Use it\n' };
    const connected = await connect({ repoProjectDirectory: directory }, files);
    const { spaceId, repository } = connected;
    const page = await idOf(spaceId, 'Use it');
    const removed = Object.fromEntries(Object.keys(files).map((path) => [path, null]));
    await repository.commit({ ...removed, docs: 'No directory any more.\n' });
    await edit(spaceId, [{ operation: 'update_page', page, ...markdown('# Use it\n\nOurs.\n') }]);
    await settle();
    expect(await lastOperation(spaceId)).toMatchObject({
      state: 'failure',
      error: expect.stringContaining('The repository has no directory'),
    });
    expect(await readText(spaceId, page)).toBe('# Use it\n\nOurs.\n');
  });

  test('finds a commit that had arrived before the service could note it', async () => {
    const connected = await connect();
    const { spaceId, repository } = connected;
    await edit(spaceId, [{ operation: 'insert_page', title: 'Third', ...markdown('# Third\n\n3\n') }]);
    const page = await idOf(spaceId, 'Third');
    const before = await setup.app.context.db
      .selectFrom('space_git')
      .selectAll()
      .where('space_id', '=', spaceId)
      .executeTakeFirstOrThrow();
    const edited = await revisionOf(spaceId);
    await settle();
    const after = await setup.app.context.db
      .selectFrom('space_git')
      .selectAll()
      .where('space_id', '=', spaceId)
      .executeTakeFirstOrThrow();
    // As the rows were between the push and the step after it.
    await setup.app.context.db
      .updateTable('space_git')
      .set({
        imported_oid: before.imported_oid,
        imported_revision_id: before.imported_revision_id,
        read_revision_id: before.read_revision_id,
        pushed_oid: after.imported_oid,
        pushed_read_revision_id: after.read_revision_id,
        pushed_revision_id: await revisionOf(spaceId),
      })
      .where('space_id', '=', spaceId)
      .execute();
    await setup.app.context.db
      .updateTable('space')
      .set({ revision_id: edited })
      .where('space_id', '=', spaceId)
      .execute();
    setup.app.context.pointers.spaces.invalidate(spaceId);
    const head = await repository.commit({ 'use.md': '# Use it\n\nAfterwards.\n' });
    expect(await sync(connected)).toMatchObject({ state: 'success' });
    expect([...(await readPages(spaceId)).keys()]).toEqual(['Welcome', 'Use it', 'Third']);
    expect(await idOf(spaceId, 'Third')).toBe(page);
    expect(await headOf(repository)).toBe(head);
  });

  test('catches up after the host was away', async () => {
    const connected = await connect();
    const { spaceId, repository } = connected;
    setup.git.options.failWith = 503;
    await edit(spaceId, [{ operation: 'insert_page', title: 'Third', ...markdown('# Third\n\n3\n') }]);
    await settle();
    expect(await lastOperation(spaceId)).toMatchObject({ state: 'failure' });
    delete setup.git.options.failWith;
    expect(await sync(connected)).toMatchObject({ state: 'success' });
    expect(await show(repository, 'third.md')).toContain('3');
  });

  test.each(['reset', 'html', 500] as const)('repairs a push that met %s', async (failure) => {
    const connected = await connect();
    const { spaceId, repository } = connected;
    const head = await headOf(repository);
    await edit(spaceId, [{ operation: 'insert_page', title: 'Third', ...markdown('# Third\n\n3\n') }]);
    Object.assign(setup.git.options, { failWith: failure, failOn: 'git-receive-pack' });
    await settle();
    const failed = await lastOperation(spaceId);
    expect(failed).toMatchObject({ state: 'failure', error: expect.stringContaining('127.0.0.1') });
    expect(await headOf(repository)).toBe(head);
    delete setup.git.options.failWith;
    delete setup.git.options.failOn;
    expect(await sync(connected)).toMatchObject({ state: 'success' });
    expect(await show(repository, 'third.md')).toBe('# Third\n\n3');
    expect(await repository.git(['rev-list', '--count', `${head}..${REF}`])).toBe('1');
    expect(await sync(connected)).toMatchObject({ state: 'success', isUnchanged: true });
  });

  test('takes nothing in if it only exports, and sends nothing out if it only imports', async () => {
    const exporting = await connect({ direction: 'export', initialDirection: 'export' }, {});
    await edit(exporting.spaceId, [{ operation: 'insert_page', title: 'Own', ...markdown('# Own\n\n1\n') }]);
    await settle();
    expect(await show(exporting.repository, 'own.md')).toContain('1');
    await exporting.repository.commit({ 'theirs.md': '# Theirs\n' });
    await sync(exporting);
    expect([...(await readPages(exporting.spaceId)).keys()]).toEqual(['Own']);

    const importing = await connect({ direction: 'import' });
    const head = await headOf(importing.repository);
    await edit(importing.spaceId, [{ operation: 'insert_page', title: 'Own', ...markdown('# Own\n\n1\n') }]);
    await sync(importing);
    expect(await headOf(importing.repository)).toBe(head);
  });
});
