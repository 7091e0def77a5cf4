import { addMember } from '../factories.ts';
import type { Case } from './case.ts';
import type { Answer, Client, Ground } from './ground.ts';

interface ChangeRequestFacts {
  id: string;
  number: number;
  revision: string;
}

/** A draft of the space with imported content. */
async function create(client: Client, { spaceId }: Ground): Promise<ChangeRequestFacts> {
  const { data } = await client.spaces.createChangeRequest(spaceId, { subject: 'A subject' });
  return data as ChangeRequestFacts;
}

const DESCRIPTION = {
  object: 'document',
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Because.', marks: [] }] }],
    },
  ],
};

const pageNamed = ({ pages }: Ground, path: string): string => {
  const page = pages.find((one) => one.type === 'document' && one.path.endsWith(path));
  if (!page) throw new Error(`No page ${path} was imported.`);
  return page.id;
};

/** Changes of every kind, so that every kind of difference is described. */
const changesOf = (ground: Ground): object[] => [
  {
    operation: 'insert_page',
    type: 'document',
    ref: 'new-page',
    title: 'New',
    document: { markdown: 'See [headings](/pages/headings).\n' },
    tags: [],
  },
  { operation: 'insert_page', type: 'group', title: 'Another group', ref: 'own-group' },
  { operation: 'insert_page', type: 'link', title: 'Out', target: 'https://example.com/', into: 'own-group' },
  {
    operation: 'update_page',
    page: pageNamed(ground, 'headings'),
    title: 'Renamed',
    description: 'A description',
    icon: 'rocket',
    document: { markdown: '# Headings\n\nOther text.\n' },
  },
  {
    operation: 'update_page',
    page: pageNamed(ground, 'child'),
    title: 'Moved',
    into: pageNamed(ground, 'lists'),
  },
  { operation: 'delete_page', page: pageNamed(ground, 'quotes') },
  { operation: 'insert_files', files: [{ name: 'a.txt', base64: 'YQ==', contentType: 'text/plain' }] },
  { operation: 'update_file', file: ground.fileId, name: 'renamed' },
  { operation: 'insert_reusable_content', title: 'Reused', document: { markdown: 'Again.\n' } },
  {
    operation: 'update_reusable_content',
    reusableContent: ground.reusableContentId,
    title: 'Another notice',
  },
];

/** The older client cannot edit. */
const editorOf = (ground: Ground): Client => ground.connect('0.202.0');

async function createEdited(client: Client, ground: Ground): Promise<ChangeRequestFacts> {
  const created = await create(client, ground);
  await editorOf(ground).spaces.updateChangeRequestContent(ground.spaceId, created.id, {
    changes: changesOf(ground),
  });
  return created;
}

/** One that changes a page title which the space changes, too. */
async function createConflicting(client: Client, ground: Ground): Promise<ChangeRequestFacts> {
  const created = await create(client, ground);
  const page = pageNamed(ground, 'tables');
  const rename = (title: string) => ({ changes: [{ operation: 'update_page', page, title }] });
  const other = await create(client, ground);
  const { spaces } = editorOf(ground);
  await spaces.updateChangeRequestContent(ground.spaceId, created.id, rename(`One ${created.id}`));
  await spaces.updateChangeRequestContent(ground.spaceId, other.id, rename(`Two ${created.id}`));
  await client.spaces.mergeChangeRequest(ground.spaceId, other.id);
  return created;
}

const onCreated =
  (
    call: (
      client: Client,
      ids: [spaceId: string, changeRequestId: string],
      ground: Ground,
    ) => Promise<Answer>,
  ) =>
  async (client: Client, ground: Ground): Promise<Answer[]> => {
    const { id, number } = await createEdited(client, ground);
    return [
      await call(client, [ground.spaceId, id], ground),
      await call(client, [ground.spaceId, String(number)], ground),
    ];
  };

export const CHANGE_REQUEST_CASES: Case[] = [
  {
    operation: 'createChangeRequest',
    status: 201,
    call: async (client, { spaceId, revisionId }) => [
      await client.spaces.createChangeRequest(spaceId, {}),
      await client.spaces.createChangeRequest(spaceId, { subject: 'A subject', revision: revisionId }),
      await client.spaces.createChangeRequest(spaceId, { subject: 'A', description: DESCRIPTION }),
    ],
  },
  {
    operation: 'listChangeRequestsForSpace',
    status: 200,
    call: async (client, ground) => {
      const { id } = await createEdited(client, ground);
      await client.spaces.updateChangeRequestById(ground.spaceId, id, {
        status: 'open',
        description: DESCRIPTION,
      });
      return [
        await client.spaces.listChangeRequestsForSpace(ground.spaceId),
        await client.spaces.listChangeRequestsForSpace(ground.spaceId, {
          status: 'draft',
          creator: ground.userId,
          orderBy: 'createdAt',
          limit: 1,
        }),
        await client.spaces.listChangeRequestsForSpace(ground.spaceId, { contributor: ground.userId }),
        await client.spaces.listChangeRequestsForSpace(ground.spaceId, { requestedReviewer: 'me' }),
      ];
    },
  },
  {
    operation: 'listChangeRequestsForOrganization',
    status: 200,
    call: async (client, ground) => {
      const { organizationId, spaceId } = ground;
      const { id } = await createEdited(client, ground);
      await client.spaces.updateChangeRequestById(spaceId, id, { status: 'open' });
      return [
        await client.orgs.listChangeRequestsForOrganization(organizationId),
        await client.orgs.listChangeRequestsForOrganization(organizationId, {
          status: ['draft', 'open', 'archived', 'merged'],
          creator: 'me',
          space: spaceId,
          limit: 2,
        }),
        await client.orgs.listChangeRequestsForOrganization(organizationId, { status: ['archived'] }),
      ];
    },
  },
  {
    operation: 'getChangeRequestById',
    status: 200,
    call: onCreated((client, ids) => client.spaces.getChangeRequestById(...ids)),
  },
  {
    operation: 'getChangeRequestById',
    title: 'of a merged one',
    status: 200,
    call: async (client, ground) => {
      const { id } = await create(client, ground);
      await client.spaces.mergeChangeRequest(ground.spaceId, id);
      return client.spaces.getChangeRequestById(ground.spaceId, id);
    },
  },
  {
    operation: 'updateChangeRequestById',
    status: 200,
    call: async (client, ground) => {
      const { id } = await create(client, ground);
      const update = (body: object) => client.spaces.updateChangeRequestById(ground.spaceId, id, body);
      return [
        await update({ subject: 'Another subject', description: DESCRIPTION, status: 'open' }),
        await update({
          links: [{ ref: { kind: 'url', url: 'https://example.com/issue/1' }, title: 'The issue' }],
        }),
        await update({ status: 'archived' }),
      ];
    },
  },
  {
    operation: 'updateChangeRequestContent',
    status: 200,
    call: async (client, ground) => {
      const { id } = await create(client, ground);
      const changes = changesOf(ground);
      return [
        await client.spaces.updateChangeRequestContent(ground.spaceId, id, { changes }),
        await client.spaces.updateChangeRequestContent(
          ground.spaceId,
          (await create(client, ground)).id,
          { changes },
          { compat: false },
        ),
      ];
    },
  },
  {
    operation: 'getChangeRequestChanges',
    status: 200,
    call: async (client, ground) => [
      ...(await onCreated((own, ids) => own.spaces.getChangeRequestChanges(...ids, { limit: 1000 }))(
        client,
        ground,
      )),
      await client.spaces.getChangeRequestChanges(ground.spaceId, (await createEdited(client, ground)).id),
      await client.spaces.getChangeRequestChanges(ground.spaceId, (await create(client, ground)).id),
    ],
  },
  {
    operation: 'getRevisionSemanticChanges',
    status: 200,
    call: async (client, ground) => {
      const { id } = await createEdited(client, ground);
      const { data } = await client.spaces.getChangeRequestById(ground.spaceId, id);
      const { revision } = data as ChangeRequestFacts;
      return [
        await client.spaces.getRevisionSemanticChanges(ground.spaceId, revision, { limit: 1000 }),
        await client.spaces.getRevisionSemanticChanges(ground.spaceId, ground.revisionId),
      ];
    },
  },
  {
    operation: 'mergeChangeRequest',
    status: 200,
    call: async (client, ground) => {
      const { id } = await create(client, ground);
      const conflicting = await createConflicting(client, ground);
      return [
        await client.spaces.mergeChangeRequest(ground.spaceId, id),
        await client.spaces.mergeChangeRequest(ground.spaceId, id),
        await client.spaces.mergeChangeRequest(ground.spaceId, conflicting.id),
      ];
    },
  },
  {
    operation: 'updateChangeRequest',
    status: 200,
    call: async (client, ground) => {
      const current = await create(client, ground);
      const conflicting = await createConflicting(client, ground);
      return [
        await client.spaces.updateChangeRequest(ground.spaceId, current.id),
        await client.spaces.updateChangeRequest(ground.spaceId, current.id),
        await client.spaces.updateChangeRequest(ground.spaceId, conflicting.id),
      ];
    },
  },
  {
    operation: 'getRevisionById',
    title: 'of merges, updates and rollbacks',
    status: 200,
    call: async (client, ground) => {
      const { spaceId } = ground;
      const read = async (answer: Answer): Promise<Answer> =>
        client.spaces.getRevisionById(spaceId, (answer.data as { revision: string }).revision);
      const behind = await create(client, ground);
      const edited = await create(client, ground);
      const changes = [{ operation: 'insert_page', title: 'One more', document: { markdown: 'Text\n' } }];
      await editorOf(ground).spaces.updateChangeRequestContent(spaceId, edited.id, { changes });
      const merged = await client.spaces.mergeChangeRequest(spaceId, edited.id);
      const updated = await client.spaces.updateChangeRequest(spaceId, behind.id);
      const { app, endpoint, revisionId } = ground;
      const back = await fetch(`${endpoint}/v1/spaces/${spaceId}/revisions/${revisionId}/rollback`, {
        method: 'POST',
        headers: { authorization: `Bearer ${app.adminToken}` },
      });
      return [
        await read(merged),
        await read(updated),
        await read({ status: back.status, data: await back.json() }),
      ];
    },
  },

  {
    operation: 'getRevisionOfChangeRequestById',
    status: 200,
    call: onCreated((client, ids) => client.spaces.getRevisionOfChangeRequestById(...ids)),
  },
  {
    operation: 'listPagesInChangeRequest',
    status: 200,
    call: onCreated((client, ids) => client.spaces.listPagesInChangeRequest(...ids)),
  },
  {
    operation: 'listFilesInChangeRequestById',
    status: 200,
    call: onCreated((client, ids) => client.spaces.listFilesInChangeRequestById(...ids, { limit: 1 })),
  },
  {
    operation: 'getFileInChangeRequestById',
    status: 200,
    call: onCreated((client, ids, { fileId }) => client.spaces.getFileInChangeRequestById(...ids, fileId)),
  },
  {
    operation: 'getPageInChangeRequestById',
    status: 200,
    call: onCreated((client, ids, ground) =>
      client.spaces.getPageInChangeRequestById(...ids, pageNamed(ground, 'headings'), { format: 'document' }),
    ),
  },
  {
    operation: 'getPageInChangeRequestByPath',
    status: 200,
    call: onCreated((client, ids) => client.spaces.getPageInChangeRequestByPath(...ids, 'new')),
  },
  {
    operation: 'listChangeRequestLinks',
    status: 200,
    call: onCreated((client, ids) => client.spaces.listChangeRequestLinks(...ids, { limit: 1000 })),
  },
  {
    operation: 'listPageLinksInChangeRequest',
    status: 200,
    call: onCreated((client, ids, ground) =>
      client.spaces.listPageLinksInChangeRequest(...ids, pageNamed(ground, 'headings')),
    ),
  },
  {
    operation: 'listChangeRequestPageBacklinks',
    status: 200,
    call: onCreated((client, ids, ground) =>
      client.spaces.listChangeRequestPageBacklinks(...ids, pageNamed(ground, 'headings')),
    ),
  },
  {
    operation: 'listChangeRequestFileBacklinks',
    status: 200,
    call: onCreated((client, ids, { fileId }) =>
      client.spaces.listChangeRequestFileBacklinks(...ids, fileId),
    ),
  },
  {
    operation: 'listChangeRequestPageMetaLinks',
    status: 200,
    call: onCreated((client, ids, ground) =>
      client.spaces.listChangeRequestPageMetaLinks(...ids, pageNamed(ground, 'headings')),
    ),
  },
  {
    operation: 'getReusableContentInChangeRequestById',
    status: 200,
    call: onCreated((client, ids, { reusableContentId }) =>
      client.spaces.getReusableContentInChangeRequestById(...ids, reusableContentId),
    ),
  },

  {
    operation: 'getContributorsByChangeRequestId',
    status: 200,
    call: onCreated((client, ids) => client.spaces.getContributorsByChangeRequestId(...ids)),
  },
  {
    operation: 'requestReviewersForChangeRequest',
    status: 200,
    call: async (client, ground) => {
      const { id } = await create(client, ground);
      const { userId } = await addMember(ground.app, { role: 'review' });
      return [
        await client.spaces.requestReviewersForChangeRequest(ground.spaceId, id, { users: [userId] }),
        await client.spaces.requestReviewersForChangeRequest(ground.spaceId, id, {
          users: [],
          subject: 'Another subject',
          description: DESCRIPTION,
        }),
      ];
    },
  },
  {
    operation: 'getRequestedReviewersByChangeRequestId',
    status: 200,
    call: async (client, ground) => {
      const { id } = await create(client, ground);
      const { userId } = await addMember(ground.app, { role: 'review' });
      await client.spaces.requestReviewersForChangeRequest(ground.spaceId, id, { users: [userId] });
      return client.spaces.getRequestedReviewersByChangeRequestId(ground.spaceId, id);
    },
  },
  {
    operation: 'removeRequestedReviewerFromChangeRequest',
    status: 204,
    call: async (client, ground) => {
      const { id } = await create(client, ground);
      const { userId } = await addMember(ground.app, { role: 'review' });
      await client.spaces.requestReviewersForChangeRequest(ground.spaceId, id, { users: [userId] });
      return client.spaces.removeRequestedReviewerFromChangeRequest(ground.spaceId, id, userId);
    },
  },
  {
    operation: 'submitChangeRequestReview',
    status: 201,
    call: async (client, ground) => {
      const id = await createByAnother(ground);
      return [
        await client.spaces.submitChangeRequestReview(ground.spaceId, id, {
          status: 'changes-requested',
          comment: { markdown: 'Please **explain**.' },
        }),
        await client.spaces.submitChangeRequestReview(ground.spaceId, id, { status: 'approved' }),
      ];
    },
  },
  {
    operation: 'getReviewsByChangeRequestId',
    status: 200,
    call: async (client, ground) => {
      const id = await createByAnother(ground);
      await client.spaces.submitChangeRequestReview(ground.spaceId, id, {
        status: 'changes-requested',
        comment: { markdown: 'Please explain.' },
      });
      await client.spaces.submitChangeRequestReview(ground.spaceId, id, { status: 'approved' });
      return [
        await client.spaces.getReviewsByChangeRequestId(ground.spaceId, id),
        await client.spaces.getReviewsByChangeRequestId(ground.spaceId, id, { outdated: true }),
        await client.spaces.getReviewsByChangeRequestId(ground.spaceId, id, { outdated: false, limit: 1 }),
      ];
    },
  },
  {
    operation: 'getChangeRequestReviewById',
    status: 200,
    call: async (client, ground) => {
      const id = await createByAnother(ground);
      const answer = await client.spaces.submitChangeRequestReview(ground.spaceId, id, {
        status: 'approved',
      });
      const review = answer.data as { id: string };
      return client.spaces.getChangeRequestReviewById(ground.spaceId, id, review.id);
    },
  },
];

/** Authors do not review what they wrote. */
async function createByAnother({ app, endpoint, spaceId }: Ground): Promise<string> {
  const { token } = await addMember(app, { role: 'edit' });
  const response = await fetch(`${endpoint}/v1/spaces/${spaceId}/change-requests`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return ((await response.json()) as { id: string }).id;
}
