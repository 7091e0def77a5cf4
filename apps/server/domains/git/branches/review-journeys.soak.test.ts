/** A change from its first word to the repository, by several people, over the same API as the console uses. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type AddedUser, addMember } from '../../../../../test/factories.ts';
import {
  type ChangeRequest,
  MIRROR,
  mergeThere,
  PATTERN,
  push,
  useBranches,
} from '../../../../../test/fixtures/git/branches/branches.ts';
import { type Connected, markdown, REF } from '../../../../../test/fixtures/git/sync/connected-space.ts';

const {
  setup,
  connect,
  sync,
  settle,
  edit,
  idOf,
  readText,
  show,
  listRequests,
  openRequest,
  at,
  expectRest,
} = useBranches();

let writer: AddedUser;
let reviewer: AddedUser;
beforeAll(async () => {
  writer = await addMember(setup.app, { role: 'edit', displayName: 'Ann Writer' });
  reviewer = await addMember(setup.app, { role: 'review', displayName: 'Ed Reviewer' });
});

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT';

async function send(
  method: Method,
  url: string,
  by: AddedUser,
  body?: object,
  headers?: Record<string, string>,
) {
  const response = await setup.app.request(method, url, {
    token: by.token,
    ...(body ? { body } : {}),
    ...(headers ? { headers } : {}),
  });
  expect(response.statusCode, `${method} ${url}: ${response.body}`).toBeLessThan(300);
  return response.json();
}

const requireApproval = ({ spaceId }: Connected) =>
  setup.app.request('PATCH', `/v1/spaces/${spaceId}`, {
    body: { mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_approved_review' }] } },
  });

const checksOf = (connected: Connected, request: ChangeRequest, by: AddedUser) =>
  send('GET', `${at(connected, request)}/checks`, by);

describe('a branch that somebody pushes', () => {
  test('is reviewed, improved and merged in Lectern, and the repository has exactly that', async () => {
    const connected = await connect(PATTERN, {
      'README.md': '# Welcome\n\nFirst.\n',
      'use.md': '# Use it\n\nOne here.\n\n*  an item\n',
    });
    const { spaceId, repository } = connected;
    await requireApproval(connected);
    await push(
      repository,
      'docs/better-words',
      { 'use.md': '# Use it\n\nOne here, from the branch.\n\n*  an item\n\nAdded there.\n' },
      { message: 'Explain more' },
    );
    await sync(connected);
    const [request] = (await listRequests(connected)) as [ChangeRequest];
    const url = at(connected, request);
    const page = await idOf(spaceId, 'Use it');

    // The reviewer sees the words, and suggests another one.
    const { blocks } = await send('GET', `${url}/changes/pages/${page}?html=true`, reviewer);
    expect(JSON.stringify(blocks)).toContain('from the branch');
    const { document } = await send('GET', `${url}/content/page/${page}`, reviewer);
    const added = document.nodes.at(-1);
    const comment = await send('POST', `${url}/comments`, reviewer, {
      body: { markdown: 'Shorter.' },
      page,
      node: added.key,
      suggestion: { text: [{ at: { key: added.key }, offset: 0, remove: 5, insert: 'New' }] },
    });
    const before = await repository.git(['rev-parse', 'refs/heads/docs/better-words']);
    await send('POST', `${url}/comments/${comment.id}/apply`, writer);
    await settle();
    const branch = 'refs/heads/docs/better-words';
    expect(await repository.git(['diff', '--numstat', before, branch])).toBe('1\t1\tuse.md');
    const [author, coAuthor] = (
      await repository.git(['log', '-1', '--format=%an%n%(trailers:key=Co-authored-by,valueonly)', branch])
    ).split('\n');
    expect([author, coAuthor]).toEqual(['Ed Reviewer', expect.stringMatching(/^Ann Writer </)]);

    // Meanwhile somebody changes the same words live.
    await edit(spaceId, [
      { operation: 'update_page', page, ...markdown('# Use it\n\nOne here, live.\n\n*  an item\n') },
    ]);
    await settle();
    expect(await checksOf(connected, request, reviewer)).toMatchObject({ canMerge: false, conflicts: 1 });
    const [conflict, ...others] = (await send('GET', `${url}/conflicts?html=true`, writer)).items;
    expect(others).toEqual([]);
    expect(conflict.html.ours).toContain('from the branch');
    await send(
      'PUT',
      `${url}/conflicts/${conflict.id}/answer`,
      writer,
      { choice: 'text', text: 'One here, from both.' },
      { 'if-match': conflict.version },
    );
    expect(await checksOf(connected, request, reviewer)).toMatchObject({ canMerge: false, conflicts: 0 });
    await send('POST', `${url}/reviews`, reviewer, { status: 'approved' });
    expect(await checksOf(connected, request, reviewer)).toMatchObject({ canMerge: true });
    expect(await send('POST', `${url}/merge`, reviewer)).toMatchObject({ result: 'merge' });
    await settle();

    expect(await show(repository, 'use.md')).toBe(
      '# Use it\n\nOne here, from both.\n\n*  an item\n\nNew there.',
    );
    expect(await repository.git(['diff', '--numstat', `${REF}^1`, REF])).toBe('3\t1\tuse.md');
    expect((await repository.git(['log', '-1', '--format=%P', REF])).split(' ')[1]).toBe(
      await repository.git(['rev-parse', branch]),
    );
    const [sent, merged] = (await send('GET', `/v1/spaces/${spaceId}/revisions`, reviewer)).items;
    expect(sent.git).toMatchObject({ createdByService: true, oid: await repository.git(['rev-parse', REF]) });
    expect(merged).toMatchObject({ type: 'merge', mergedFrom: { number: request.number } });
    await expectRest(connected);
  });
});

describe('a change request that has a branch', () => {
  test('is continued by a push, reviewed again, and merged at the host', async () => {
    const connected = await connect(MIRROR);
    const { spaceId, repository } = connected;
    const page = await idOf(spaceId, 'Use it');
    const text = await readText(spaceId, page);
    const request = await openRequest(
      connected,
      [{ operation: 'update_page', page, ...markdown(`${text}\nWritten here.\n`) }],
      'Say more',
    );
    const url = at(connected, request);
    await settle();
    await send('POST', `${url}/reviews`, reviewer, { status: 'approved' });
    const path = (await repository.git(['diff', '--name-only', REF, 'refs/heads/lectern/1'])).trim();
    const written = await repository.git(['cat-file', 'blob', `refs/heads/lectern/1:${path}`]);
    await repository.commit(
      { [path]: `${written.replace('Written here.', 'Written here and there.')}\n` },
      { branch: 'lectern/1' },
    );
    await sync(connected);
    expect(await readText(spaceId, page, `/change-requests/${request.id}`)).toContain('here and there');
    // What was approved is no longer what would be merged.
    expect((await send('GET', `${url}/reviews`, reviewer)).items).toMatchObject([{ outdated: true }]);
    await send('POST', `${url}/reviews`, reviewer, { status: 'approved' });
    const oid = await mergeThere(repository, 'lectern/1');
    await sync(connected);
    expect(await listRequests(connected)).toMatchObject([{ status: 'merged' }]);
    expect(await readText(spaceId, page)).toContain('Written here and there.');
    const { items } = await send('GET', `/v1/spaces/${spaceId}/revisions?changedPage=${page}`, reviewer);
    expect(items[0].git ?? items[0].mergedFrom).toBeDefined();
    expect(JSON.stringify(items)).toContain(oid);
    await expectRest(connected);
  });
});
