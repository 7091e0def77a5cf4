import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addSite, addSpace, grantRole } from '../../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

async function send(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  { body, token }: { body?: unknown; token?: string } = {},
) {
  const response = await app.request(method, url, { ...(body ? { body } : {}), ...(token ? { token } : {}) });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}

async function addPage(spaceId: string, markdown: string): Promise<string> {
  const { body } = await send('POST', `/v1/spaces/${spaceId}/content`, {
    body: { changes: [{ operation: 'insert_page', document: { markdown } }] },
  });
  return body.changes[0].page.id;
}

test('a change request is created, edited, opened and found by its number', async () => {
  const spaceId = await addSpace(app);
  const page = await addPage(spaceId, '# Page\n\nOld.\n');
  const base = `/v1/spaces/${spaceId}/change-requests`;
  const created = await send('POST', base, { body: { subject: 'Better words' } });
  expect(created).toMatchObject({
    status: 201,
    body: { number: 1, status: 'draft', subject: 'Better words', outdated: false, comments: 0, links: [] },
  });
  const { id } = created.body;
  const edited = await send('POST', `${base}/1/content?compat=false`, {
    body: { changes: [{ operation: 'update_page', page, document: { markdown: '# Page\n\nNew.\n' } }] },
  });
  expect(edited.body).toMatchObject({
    changeRequest: { id, revisionInitial: created.body.revision },
    changes: [{ object: 'updated_page', page: { id: page } }],
  });
  expect(edited.body.changeRequest.revision).not.toBe(created.body.revision);
  expect((await send('GET', `${base}/1/content/page/${page}?format=markdown`)).body.markdown).toContain(
    'New.',
  );
  expect(
    (await send('GET', `/v1/spaces/${spaceId}/content/page/${page}?format=markdown`)).body.markdown,
  ).toContain('Old.');

  expect((await send('GET', base)).body).toMatchObject({ count: 0, items: [] });
  expect((await send('PATCH', `${base}/${id}`, { body: { status: 'open' } })).body.status).toBe('open');
  expect((await send('GET', base)).body.items).toMatchObject([{ id }]);
  expect(
    (await send('GET', `/v1/orgs/${app.organizationId}/change-requests?creator=me`)).body.items,
  ).toMatchObject([{ id }]);
  expect((await send('GET', `/v1/spaces/${spaceId}`)).body).toMatchObject({
    changeRequests: 1,
    changeRequestsOpen: 1,
    changeRequestsDraft: 0,
  });
  await addPage(spaceId, '# Other\n');
  expect((await send('GET', `${base}/1`)).body.outdated).toBe(true);
  expect((await send('GET', `${base}/1/contributors`)).body.items).toMatchObject([
    { count: 1, actionType: 'edit' },
  ]);
});

test('a draft is its author’s, and of those who can edit', async () => {
  const spaceId = await addSpace(app);
  const reader = await addMember(app, { role: 'read' });
  const editor = await addMember(app, { role: 'edit' });
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base);
  expect((await send('GET', `${base}/1`, { token: reader.token })).status).toBe(404);
  expect((await send('GET', `${base}/1/content`, { token: reader.token })).status).toBe(404);
  expect((await send('GET', `${base}?status=draft`, { token: reader.token })).body.count).toBe(0);
  expect((await send('GET', `${base}/1`, { token: editor.token })).status).toBe(200);
  expect((await send('POST', base, { token: reader.token })).status).toBe(403);
  await send('PATCH', `${base}/1`, { body: { status: 'open' } });
  expect((await send('GET', `${base}/1`, { token: reader.token })).status).toBe(200);
});

test('an archived change request refuses edits until it is reopened', async () => {
  const spaceId = await addSpace(app);
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base);
  await send('PATCH', `${base}/1`, { body: { status: 'archived' } });
  const changes = [{ operation: 'insert_page', title: 'A', document: {} }];
  const refused = await send('POST', `${base}/1/content`, { body: { changes } });
  expect(refused).toMatchObject({ status: 409, body: { error: { reason: 'change-request-archived' } } });
  await send('PATCH', `${base}/1`, { body: { status: 'open' } });
  expect((await send('POST', `${base}/1/content`, { body: { changes } })).status).toBe(200);
});

const markdownOf = async (url: string): Promise<string> =>
  (await send('GET', `${url}?format=markdown`)).body.markdown;
const write = (page: string, markdown: string) => ({
  changes: [{ operation: 'update_page', page, document: { markdown } }],
});

test('a merge brings edits in different places together, and makes them live in one revision', async () => {
  const spaceId = await addSpace(app);
  const page = await addPage(spaceId, '# Page\n\nFirst.\n\nSecond.\n');
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base, { body: { subject: 'Change the first' } });
  await send('POST', `${base}/1/content`, { body: write(page, '# Page\n\nFirst, changed.\n\nSecond.\n') });
  await send('POST', `/v1/spaces/${spaceId}/content`, {
    body: write(page, '# Page\n\nFirst.\n\nSecond, too.\n'),
  });
  expect((await send('GET', `${base}/1/checks`)).body).toMatchObject({
    canMerge: true,
    conflicts: 0,
    checks: [],
  });
  const merged = await send('POST', `${base}/1/merge`);
  expect(merged).toMatchObject({ status: 200, body: { result: 'merge' } });
  expect(await markdownOf(`/v1/spaces/${spaceId}/content/page/${page}`)).toBe(
    '# Page\n\nFirst, changed.\n\nSecond, too.\n',
  );
  expect((await send('GET', `${base}/1`)).body).toMatchObject({
    status: 'merged',
    revisionMerged: merged.body.revision,
    outdated: false,
  });
  // The next request returns the outcome.
  expect((await send('POST', `${base}/1/merge`)).body).toEqual(merged.body);
  expect((await send('GET', `/v1/spaces/${spaceId}/revisions`)).body.items[0]).toMatchObject({
    id: merged.body.revision,
    type: 'merge',
    changes: 1,
  });
});

test('merging what the space has already makes no revision', async () => {
  const spaceId = await addSpace(app);
  const page = await addPage(spaceId, '# Page\n\nOld.\n');
  const base = `/v1/spaces/${spaceId}/change-requests`;
  const changes = [{ operation: 'update_page', page, document: { markdown: '# Page\n\nNew.\n' } }];
  for (const subject of ['First', 'Empty', 'Empty as well']) await send('POST', base, { body: { subject } });
  await send('POST', `${base}/1/content`, { body: { changes } });
  const merged = (await send('POST', `${base}/1/merge`)).body;
  for (const number of [2, 3]) {
    const { body } = await send('POST', `${base}/${number}/merge`);
    expect(body).toEqual({ ...merged, result: 'merge' });
    expect((await send('GET', `${base}/${number}`)).body).toMatchObject({
      status: 'merged',
      revisionMerged: merged.revision,
    });
    expect((await send('POST', `${base}/${number}/merge`)).body).toEqual(body);
  }
  const revisions = (await send('GET', `/v1/spaces/${spaceId}/revisions`)).body;
  expect(revisions).toMatchObject({ count: 3, items: [{ id: merged.revision, type: 'merge' }, {}, {}] });
  const { mergedFrom } = (await send('GET', `/v1/spaces/${spaceId}/revisions/${merged.revision}`)).body;
  expect(mergedFrom).toMatchObject({ number: 1 });
});

test('a conflict changes nothing until it is answered, and the answer outlives other changes of the space', async () => {
  const spaceId = await addSpace(app);
  const page = await addPage(spaceId, '# Page\n\nFirst.\n\nSecond.\n');
  const other = await addPage(spaceId, '# Other\n\nText.\n');
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base);
  await send('POST', `${base}/1/content`, { body: write(page, '# Page\n\nMine.\n\nSecond.\n') });
  await send('POST', `/v1/spaces/${spaceId}/content`, {
    body: write(page, '# Page\n\nTheirs.\n\nSecond.\n'),
  });
  const before = (await send('GET', `/v1/spaces/${spaceId}`)).body.revision;
  const refused = await send('POST', `${base}/1/merge`);
  expect(refused.body).toMatchObject({ result: 'conflicts', revision: before });
  const [conflict] = refused.body.conflicts;
  expect(conflict).toMatchObject({
    kind: 'document',
    page: { id: page, title: 'Page' },
    base: 'First.',
    ours: 'Mine.',
    theirs: 'Theirs.',
    canKeepBoth: true,
    place: {
      kind: 'block',
      blocks: { ours: { path: [0], type: 'paragraph' }, theirs: { path: [0], type: 'paragraph' } },
    },
  });
  const { document } = (await send('GET', `${base}/1/content/page/${page}?format=document`)).body;
  expect(conflict.place.blocks.ours.key).toBe(document.nodes[0].key);
  expect((await send('GET', `${base}/1/conflicts`)).body).toMatchObject({
    count: 1,
    items: [{ id: conflict.id }],
  });
  expect((await send('POST', `${base}/1/update`)).body).toMatchObject({ result: 'conflicts' });
  const answered = await send('PUT', `${base}/1/conflicts/${conflict.id}/answer`, {
    body: { choice: 'both' },
  });
  expect(answered).toMatchObject({ status: 200, body: { answer: { choice: 'both' } } });
  await send('POST', `/v1/spaces/${spaceId}/content`, { body: write(other, '# Other\n\nMoved on.\n') });
  expect((await send('POST', `${base}/1/merge`)).body.result).toBe('merge');
  expect(await markdownOf(`/v1/spaces/${spaceId}/content/page/${page}`)).toBe(
    '# Page\n\nMine.\n\nTheirs.\n\nSecond.\n',
  );
});

test('a live edit of an older revision is merged; only a true conflict is refused, with both versions', async () => {
  const spaceId = await addSpace(app);
  const page = await addPage(spaceId, '# Page\n\nFirst.\n\nSecond.\n');
  const { revision } = (await send('GET', `/v1/spaces/${spaceId}`)).body;
  const editFrom = async (markdown: string) => {
    const response = await app.request('POST', `/v1/spaces/${spaceId}/content`, {
      body: write(page, markdown),
      headers: { 'if-match': `"${revision}"` },
    });
    return { status: response.statusCode, body: response.json() };
  };
  expect((await editFrom('# Page\n\nFirst, one.\n\nSecond.\n')).status).toBe(200);
  expect((await editFrom('# Page\n\nFirst.\n\nSecond, two.\n')).status).toBe(200);
  expect(await markdownOf(`/v1/spaces/${spaceId}/content/page/${page}`)).toBe(
    '# Page\n\nFirst, one.\n\nSecond, two.\n',
  );
  const conflict = await editFrom('# Page\n\nFirst, three.\n\nSecond.\n');
  expect(conflict).toMatchObject({
    status: 409,
    body: {
      error: { reason: 'edit-conflicts', details: [{ ours: 'First, three.', theirs: 'First, one.' }] },
    },
  });
  const { document } = (await send('GET', `/v1/spaces/${spaceId}/content/page/${page}?format=document`)).body;
  expect(conflict.body.error.details[0]).toMatchObject({
    path: `documents/${page}/block`,
    place: { blocks: { theirs: { key: document.nodes[0].key, path: [0], type: 'paragraph' } } },
  });
});

test('merge rules are enforced and listed', async () => {
  const spaceId = await addSpace(app);
  await send('PATCH', `/v1/spaces/${spaceId}`, {
    body: {
      mergeRules: {
        type: 'rules',
        rules: [
          { rule: 'require_at_least_one_approved_review' },
          { rule: 'require_change_request_subject' },
          {
            rule: 'custom',
            expression: 'changeRequest.subject.startsWith("Docs")',
            message: 'Begin with “Docs”.',
          },
        ],
      },
    },
  });
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base);
  await send('POST', `${base}/1/content`, {
    body: { changes: [{ operation: 'insert_page', title: 'A', document: {} }] },
  });
  const refused = await send('POST', `${base}/1/merge`);
  expect(refused.body.error).toMatchObject({ code: 409, reason: 'merge-rules-not-met' });
  expect(refused.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
    'require_at_least_one_approved_review',
    'require_change_request_subject',
    'custom',
  ]);
  const reviewer = await addMember(app, { role: 'review' });
  expect((await send('POST', `${base}/1/reviews`, { body: { status: 'approved' } })).body.error.reason).toBe(
    'own-change-request',
  );
  const asked = await send('POST', `${base}/1/requested-reviewers`, {
    body: { users: [reviewer.userId], subject: 'Docs: more' },
  });
  expect(asked.body.users).toMatchObject([{ user: { id: reviewer.userId }, kind: 'user' }]);
  const review = await send('POST', `${base}/1/reviews`, {
    body: { status: 'approved' },
    token: reviewer.token,
  });
  expect(review).toMatchObject({ status: 201, body: { outdated: false, requestedBy: {} } });
  expect((await send('GET', `${base}/1/checks`)).body).toMatchObject({ canMerge: true });
  await send('POST', `${base}/1/content`, {
    body: { changes: [{ operation: 'insert_page', title: 'B', document: {} }] },
  });
  expect((await send('GET', `${base}/1/reviews/${review.body.id}`)).body.outdated).toBe(true);
  expect((await send('GET', `${base}/1/checks`)).body).toMatchObject({ canMerge: false });
});

test('a requested reviewer who cannot read the space is named by the place in the request', async () => {
  const spaceId = await addSpace(app);
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base);
  const { userId } = await addMember(app, { role: 'review' });
  const guest = await addMember(app, { role: null });
  const refused = await send('POST', `${base}/1/requested-reviewers`, {
    body: { users: [userId, guest.userId] },
  });
  expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ path: 'users.1' }] } } });
  expect((await send('GET', `${base}/1/requested-reviewers`)).body.count).toBe(0);
});

test('the author of a change request cannot be asked for a review of it', async () => {
  const spaceId = await addSpace(app);
  const base = `/v1/spaces/${spaceId}/change-requests`;
  const author = await addMember(app, { role: 'edit' });
  const { userId } = await addMember(app, { role: 'review' });
  await send('POST', base, { token: author.token });
  for (const token of [author.token, undefined]) {
    const refused = await send('POST', `${base}/1/requested-reviewers`, {
      body: { users: [userId, author.userId] },
      ...(token ? { token } : {}),
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: 'users.1', message: 'is the author of the change request' }] } },
    });
  }
  expect((await send('GET', `${base}/1/requested-reviewers`)).body).toEqual({ count: 0, items: [] });
});

test('requested reviewers are those who can still read the space, on all pages', async () => {
  const spaceId = await addSpace(app);
  await send('PATCH', `/v1/spaces/${spaceId}`, { body: { defaultLevel: null } });
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base);
  const reviewers: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const { userId } = await addMember(app, { role: 'read' });
    await grantRole(app, { spaceId, userId, role: 'review' });
    reviewers.push(userId);
  }
  const asked = await send('POST', `${base}/1/requested-reviewers`, { body: { users: reviewers } });
  expect(asked.body.users).toHaveLength(5);
  const list = async (query = '') => (await send('GET', `${base}/1/requested-reviewers?${query}`)).body;
  const first = await list('limit=2');
  expect(first.count).toBe(5);
  const [left, demoted] = reviewers.toSorted();
  await send('DELETE', `/v1/orgs/${app.organizationId}/members/${left}`);
  await send('PATCH', `/v1/spaces/${spaceId}/permissions/users/${demoted}`, { body: { role: null } });
  const rest = await list(`limit=2&page=${first.next.page}`);
  expect(rest.count).toBe(3);
  const shown = [
    ...first.items,
    ...rest.items,
    ...(rest.next ? (await list(`limit=2&page=${rest.next.page}`)).items : []),
  ];
  const staying = reviewers.filter((one) => one !== left && one !== demoted);
  for (const userId of staying)
    expect(shown.filter(({ user }: { user: { id: string } }) => user.id === userId)).toHaveLength(1);
  expect((await list()).items.map(({ user }: { user: { id: string } }) => user.id)).toEqual(
    staying.toSorted(),
  );
});

test('checks tell each caller whether they can merge, and whose approval is missing', async () => {
  const spaceId = await addSpace(app);
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base);
  await send('PATCH', `${base}/1`, { body: { status: 'open' } });
  for (const role of ['read', 'edit', 'review'] as const) {
    const { token } = await addMember(app, { role });
    const { canMerge } = (await send('GET', `${base}/1/checks`, { token })).body;
    expect([role, canMerge]).toEqual([role, role === 'review']);
  }
  const [first, second] = [
    await addMember(app, { role: 'review' }),
    await addMember(app, { role: 'review' }),
  ];
  const users = [first.userId, second.userId];
  const rules = [{ rule: 'require_specific_reviewers', users }];
  await send('PATCH', `/v1/spaces/${spaceId}`, { body: { mergeRules: { type: 'rules', rules } } });
  await send('POST', `${base}/1/reviews`, { body: { status: 'approved' }, token: first.token });
  expect((await send('GET', `${base}/1/checks`)).body).toMatchObject({
    canMerge: false,
    checks: [{ status: 'failed', missing: { users: [second.userId], teams: [] } }],
  });
});

test('a rule that names what cannot be a team is not met', async () => {
  const spaceId = await addSpace(app);
  const rules = [{ rule: 'require_specific_reviewers', users: [], teams: ['editors'] }];
  // As an earlier release took it.
  const stored = JSON.stringify({ type: 'rules', rules });
  await sql`update space set merge_rules = ${stored}::text::jsonb where space_id = ${spaceId}`.execute(
    app.context.db,
  );
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base);
  expect((await send('GET', `${base}/1/checks`)).body).toMatchObject({ canMerge: false });
  expect((await send('POST', `${base}/1/merge`)).body.error.reason).toBe('merge-rules-not-met');
});

test('changes are described, and a space is rolled back', async () => {
  const spaceId = await addSpace(app);
  const page = await addPage(spaceId, '# Page\n\nText.\n');
  const gone = await addPage(spaceId, '# Gone\n');
  const third = await addPage(spaceId, '# Third\n');
  const start = (await send('GET', `/v1/spaces/${spaceId}`)).body.revision;
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base);
  await send('POST', `${base}/1/content`, {
    body: {
      changes: [
        { operation: 'insert_page', ref: 'new', title: 'New', document: {} },
        { operation: 'update_page', page, title: 'Renamed', into: third },
        { operation: 'delete_page', page: gone },
      ],
    },
  });
  const { changes } = (await send('GET', `${base}/1/changes`)).body;
  expect(changes).toMatchObject([
    { type: 'page_edited', page: { id: page }, attributes: { title: { before: 'Page', after: 'Renamed' } } },
    { type: 'page_moved', page: { id: page, path: 'third/page' }, parent: { after: { id: third } } },
    { type: 'page_created', page: { title: 'New', path: 'new' } },
    { type: 'page_deleted', page: { id: gone, title: 'Gone' } },
  ]);
  expect((await send('GET', `${base}/1/changes?limit=1`)).body).toMatchObject({
    changes: [{ type: 'page_edited' }],
    more: 3,
  });
  const merged = (await send('POST', `${base}/1/merge`)).body.revision;
  expect((await send('GET', `/v1/spaces/${spaceId}/revisions/${merged}/changes`)).body.changes).toHaveLength(
    4,
  );
  const back = await send('POST', `/v1/spaces/${spaceId}/revisions/${start}/rollback`);
  expect(back.status).toBe(200);
  expect(
    (await send('GET', `/v1/spaces/${spaceId}/revisions/${back.body.revision}/changes?base=${start}`)).body
      .changes,
  ).toEqual([]);
  expect((await send('GET', `/v1/spaces/${spaceId}/content`)).body).toMatchObject({
    type: 'rollback',
    id: back.body.revision,
  });
});

test('a merge may not break links, neither in the space nor in other spaces', async () => {
  const spaceId = await addSpace(app);
  const page = await addPage(spaceId, '# Target\n\n## Part\n\nText.\n');
  const near = await addPage(spaceId, `# Near\n\nSee [it](/pages/${page}#part).\n`);
  const otherId = await addSpace(app);
  const { baseUrl } = app.context.config;
  const far = await addPage(otherId, `# Far\n\nSee [it](${baseUrl}/app/s/${spaceId}/${page}).\n`);
  const mergeRules = { type: 'rules', rules: [{ rule: 'require_no_broken_links' }] };
  await send('PATCH', `/v1/spaces/${spaceId}`, { body: { mergeRules } });
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base);
  await send('POST', `${base}/1/content`, { body: write(page, '# Target\n\n## Other part\n\nText.\n') });
  const checks = (await send('GET', `${base}/1/checks`)).body;
  expect(checks).toMatchObject({
    canMerge: false,
    checks: [{ status: 'failed' }],
    brokenLinks: { count: 1 },
  });
  expect(checks.brokenLinks.items).toMatchObject([
    { space: spaceId, page: { id: near }, target: `/pages/${page}#part` },
  ]);
  expect((await send('POST', `${base}/1/merge`)).body.error.details).toHaveLength(2);

  await send('POST', `${base}/1/content`, { body: { changes: [{ operation: 'delete_page', page }] } });
  const all = (await send('GET', `${base}/1/checks`)).body.brokenLinks;
  expect(all.items).toMatchObject([{ page: { id: near } }, { space: otherId, page: { id: far } }]);
  await send('POST', `${base}/1/content`, { body: { changes: [{ operation: 'revert_page', page }] } });
  expect((await send('GET', `${base}/1/checks`)).body).toMatchObject({
    canMerge: true,
    brokenLinks: { count: 0, items: [] },
  });
});

test('the links of a change request are those of its content', async () => {
  const spaceId = await addSpace(app);
  const page = await addPage(spaceId, '# Target\n');
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base);
  const changes = [
    {
      operation: 'insert_page',
      document: { markdown: `# New\n\n[a](/pages/${page}) [b](/pages/nowhere)\n` },
    },
    { operation: 'insert_reusable_content', title: 'Note', document: { markdown: 'Mind this.\n' } },
  ];
  const { body } = await send('POST', `${base}/1/content?compat=false`, { body: { changes } });
  expect(body.insertedReusableContents).toMatchObject([{ id: expect.any(String), title: 'Note' }]);
  const added = body.changes[0].page.id;
  expect((await send('GET', `/v1/spaces/${spaceId}/links`)).body.count).toBe(0);
  expect((await send('GET', `${base}/1/links`)).body.count).toBe(2);
  expect((await send('GET', `${base}/1/links?status=broken`)).body.items).toMatchObject([
    { target: '/pages/nowhere' },
  ]);
  expect((await send('GET', `${base}/1/content/page/${added}/links`)).body.count).toBe(2);
  expect((await send('GET', `${base}/1/content/page/${page}/backlinks`)).body.count).toBe(1);
});

test('the links that a change request breaks are counted, and listed alone on request', async () => {
  const spaceId = await addSpace(app);
  const gone = await addPage(spaceId, '# Gone\n');
  const page = await addPage(spaceId, `# Page\n\n[a](/pages/${gone}) [b](/pages/nowhere)\n`);
  const other = await addPage(spaceId, '# Other\n\n[c](/pages/nowhere)\n');
  const base = `/v1/spaces/${spaceId}/change-requests`;
  await send('POST', base);
  const read = async (path: string) => (await send('GET', path)).body;
  const statsOf = async (path: string) => (await read(path)).stats.broken;
  expect(await statsOf(`/v1/spaces/${spaceId}/links`)).toEqual({ total: 2 });
  expect(await statsOf(`${base}/1/links`)).toEqual({ total: 2, changeRequest: 0 });

  const markdown = '# Other\n\n[c](/pages/nowhere) [d](/pages/nowhere)\n';
  const changes = [
    { operation: 'delete_page', page: gone },
    { operation: 'update_page', page: other, document: { markdown } },
  ];
  await send('POST', `${base}/1/content`, { body: { changes } });
  expect(await statsOf(`${base}/1/links`)).toEqual({ total: 4, changeRequest: 2 });
  expect(await statsOf(`${base}/1/content/page/${page}/links`)).toEqual({ total: 2, changeRequest: 1 });
  const own = `${base}/1/links?status=broken&brokenContext=change-request`;
  expect(await read(own)).toMatchObject({
    count: 2,
    stats: { broken: { total: 4, changeRequest: 2 } },
    items: [{ target: `/pages/${gone}` }, { target: '/pages/nowhere' }],
  });
  const { next } = await read(`${own}&limit=1`);
  expect((await read(`${own}&limit=1&page=${next.page}`)).items).toMatchObject([
    { target: '/pages/nowhere' },
  ]);
});

test('a description may come without the data of its document', async () => {
  const spaceId = await addSpace(app);
  const base = `/v1/spaces/${spaceId}/change-requests`;
  const leaves = [{ object: 'leaf', text: 'Why.', marks: [] }];
  const paragraph = { object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] };
  const description = { object: 'document', nodes: [paragraph] };
  const created = await send('POST', base, { body: { description } });
  expect(created).toMatchObject({ status: 201, body: { description: { ...description, data: {} } } });
  const wrong = { object: 'document', nodes: [{ text: 'no block' }] };
  expect((await send('PATCH', `${base}/1`, { body: { description: wrong } })).status).toBe(400);
  const incomplete = { object: 'document', nodes: [paragraph, { object: 'block', type: 'hint', nodes: [] }] };
  const refused = await send('PATCH', `${base}/1`, { body: { description: incomplete } });
  expect(refused).toMatchObject({
    status: 400,
    body: { error: { message: 'description.nodes.1.data.style is required.' } },
  });
});

test('the change requests of an organization are listed by site, to those who can see the site', async () => {
  const [shown, other] = [await addSpace(app), await addSpace(app)];
  const ids: string[] = [];
  for (const spaceId of [shown, other]) {
    await addPage(spaceId, '# Page\n\nOld.\n');
    const url = `/v1/spaces/${spaceId}/change-requests`;
    const { body } = await send('POST', url, { body: { subject: 'Better words' } });
    expect((await send('PATCH', `${url}/${body.id}`, { body: { status: 'open' } })).status).toBe(200);
    ids.push(body.id);
  }
  const siteId = await addSite(app, { spaceIds: [shown] });
  const { token } = await addMember(app, { role: 'read' });
  const idsOf = async (site: string, asMember?: string) => {
    const url = `/v1/orgs/${app.organizationId}/change-requests?site=${site}`;
    const { body } = await send('GET', url, asMember ? { token: asMember } : {});
    expect(body.count).toBe(body.items.length);
    return body.items.map(({ id }: { id: string }) => id);
  };
  expect(await idsOf(siteId)).toEqual([ids[0]]);
  expect(await idsOf(await addSite(app))).toEqual([]);
  expect(await idsOf('no-id')).toEqual([]);

  expect(await idsOf(siteId, token)).toEqual([ids[0]]);
  const closed = { defaultLevel: null };
  await send('PATCH', `/v1/orgs/${app.organizationId}/sites/${siteId}`, { body: closed });
  expect(await idsOf(siteId, token)).toEqual([]);
});
