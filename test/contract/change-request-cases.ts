import { addMember } from '../factories.ts';
import type { Case } from './case.ts';
import type { Answer, Client, Setup } from './setup.ts';

interface ChangeRequestFacts {
  id: string;
  number: number;
  revision: string;
}

/** A draft of the space with imported content. */
async function create(client: Client, { spaceId }: Setup): Promise<ChangeRequestFacts> {
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

const pageNamed = ({ pages }: Setup, path: string): string => {
  const page = pages.find((one) => one.type === 'document' && one.path.endsWith(path));
  if (!page) throw new Error(`No page ${path} was imported.`);
  return page.id;
};

/** Changes of every kind, so that every kind of difference is described. */
const changesOf = (setup: Setup): object[] => [
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
    page: pageNamed(setup, 'headings'),
    title: 'Renamed',
    description: 'A description',
    icon: 'rocket',
    document: { markdown: '# Headings\n\nOther text.\n' },
  },
  {
    operation: 'update_page',
    page: pageNamed(setup, 'child'),
    title: 'Moved',
    into: pageNamed(setup, 'lists'),
  },
  { operation: 'delete_page', page: pageNamed(setup, 'quotes') },
  { operation: 'insert_files', files: [{ name: 'a.txt', base64: 'YQ==', contentType: 'text/plain' }] },
  { operation: 'update_file', file: setup.fileId, name: 'renamed' },
  { operation: 'insert_reusable_content', title: 'Reused', document: { markdown: 'Again.\n' } },
  {
    operation: 'update_reusable_content',
    reusableContent: setup.reusableContentId,
    title: 'Another notice',
  },
];

/** The older client cannot edit. */
const editorOf = (setup: Setup): Client => setup.connect('0.202.0');

async function createEdited(client: Client, setup: Setup): Promise<ChangeRequestFacts> {
  const created = await create(client, setup);
  await editorOf(setup).spaces.updateChangeRequestContent(setup.spaceId, created.id, {
    changes: changesOf(setup),
  });
  return created;
}

/** One that changes a page title which the space changes, too. */
async function createConflicting(client: Client, setup: Setup): Promise<ChangeRequestFacts> {
  const created = await create(client, setup);
  const page = pageNamed(setup, 'tables');
  const rename = (title: string) => ({ changes: [{ operation: 'update_page', page, title }] });
  const other = await create(client, setup);
  const { spaces } = editorOf(setup);
  await spaces.updateChangeRequestContent(setup.spaceId, created.id, rename(`One ${created.id}`));
  await spaces.updateChangeRequestContent(setup.spaceId, other.id, rename(`Two ${created.id}`));
  await client.spaces.mergeChangeRequest(setup.spaceId, other.id);
  return created;
}

const onCreated =
  (
    call: (client: Client, ids: [spaceId: string, changeRequestId: string], setup: Setup) => Promise<Answer>,
  ) =>
  async (client: Client, setup: Setup): Promise<Answer[]> => {
    const { id, number } = await createEdited(client, setup);
    return [
      await call(client, [setup.spaceId, id], setup),
      await call(client, [setup.spaceId, String(number)], setup),
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
    call: async (client, setup) => {
      const { id } = await createEdited(client, setup);
      await client.spaces.updateChangeRequestById(setup.spaceId, id, {
        status: 'open',
        description: DESCRIPTION,
      });
      return [
        await client.spaces.listChangeRequestsForSpace(setup.spaceId),
        await client.spaces.listChangeRequestsForSpace(setup.spaceId, {
          status: 'draft',
          creator: setup.userId,
          orderBy: 'createdAt',
          limit: 1,
        }),
        await client.spaces.listChangeRequestsForSpace(setup.spaceId, { contributor: setup.userId }),
        await client.spaces.listChangeRequestsForSpace(setup.spaceId, { requestedReviewer: 'me' }),
      ];
    },
  },
  {
    operation: 'listChangeRequestsForOrganization',
    status: 200,
    call: async (client, setup) => {
      const { organizationId, spaceId } = setup;
      const { id } = await createEdited(client, setup);
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
    call: async (client, setup) => {
      const { id } = await create(client, setup);
      await client.spaces.mergeChangeRequest(setup.spaceId, id);
      return client.spaces.getChangeRequestById(setup.spaceId, id);
    },
  },
  {
    operation: 'updateChangeRequestById',
    status: 200,
    call: async (client, setup) => {
      const { id } = await create(client, setup);
      const update = (body: object) => client.spaces.updateChangeRequestById(setup.spaceId, id, body);
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
    call: async (client, setup) => {
      const { id } = await create(client, setup);
      const changes = changesOf(setup);
      return [
        await client.spaces.updateChangeRequestContent(setup.spaceId, id, { changes }),
        await client.spaces.updateChangeRequestContent(
          setup.spaceId,
          (await create(client, setup)).id,
          { changes },
          { compat: false },
        ),
      ];
    },
  },
  {
    operation: 'getChangeRequestChanges',
    status: 200,
    call: async (client, setup) => [
      ...(await onCreated((own, ids) => own.spaces.getChangeRequestChanges(...ids, { limit: 1000 }))(
        client,
        setup,
      )),
      await client.spaces.getChangeRequestChanges(setup.spaceId, (await createEdited(client, setup)).id),
      await client.spaces.getChangeRequestChanges(setup.spaceId, (await create(client, setup)).id),
    ],
  },
  {
    operation: 'getRevisionSemanticChanges',
    status: 200,
    call: async (client, setup) => {
      const { id } = await createEdited(client, setup);
      const { data } = await client.spaces.getChangeRequestById(setup.spaceId, id);
      const { revision } = data as ChangeRequestFacts;
      return [
        await client.spaces.getRevisionSemanticChanges(setup.spaceId, revision, { limit: 1000 }),
        await client.spaces.getRevisionSemanticChanges(setup.spaceId, setup.revisionId),
      ];
    },
  },
  {
    operation: 'mergeChangeRequest',
    status: 200,
    call: async (client, setup) => {
      const { id } = await create(client, setup);
      const conflicting = await createConflicting(client, setup);
      return [
        await client.spaces.mergeChangeRequest(setup.spaceId, id),
        await client.spaces.mergeChangeRequest(setup.spaceId, id),
        await client.spaces.mergeChangeRequest(setup.spaceId, conflicting.id),
      ];
    },
  },
  {
    operation: 'updateChangeRequest',
    status: 200,
    call: async (client, setup) => {
      const current = await create(client, setup);
      const conflicting = await createConflicting(client, setup);
      return [
        await client.spaces.updateChangeRequest(setup.spaceId, current.id),
        await client.spaces.updateChangeRequest(setup.spaceId, current.id),
        await client.spaces.updateChangeRequest(setup.spaceId, conflicting.id),
      ];
    },
  },
  {
    operation: 'getRevisionById',
    title: 'of merges, updates and rollbacks',
    status: 200,
    call: async (client, setup) => {
      const { spaceId } = setup;
      const read = async (response: Answer): Promise<Answer> =>
        client.spaces.getRevisionById(spaceId, (response.data as { revision: string }).revision);
      const behind = await create(client, setup);
      const edited = await create(client, setup);
      const changes = [{ operation: 'insert_page', title: 'One more', document: { markdown: 'Text\n' } }];
      await editorOf(setup).spaces.updateChangeRequestContent(spaceId, edited.id, { changes });
      const merged = await client.spaces.mergeChangeRequest(spaceId, edited.id);
      const updated = await client.spaces.updateChangeRequest(spaceId, behind.id);
      const { app, endpoint, revisionId } = setup;
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
    call: onCreated((client, ids, setup) =>
      client.spaces.getPageInChangeRequestById(...ids, pageNamed(setup, 'headings'), { format: 'document' }),
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
    call: onCreated((client, ids, setup) =>
      client.spaces.listPageLinksInChangeRequest(...ids, pageNamed(setup, 'headings')),
    ),
  },
  {
    operation: 'listChangeRequestPageBacklinks',
    status: 200,
    call: onCreated((client, ids, setup) =>
      client.spaces.listChangeRequestPageBacklinks(...ids, pageNamed(setup, 'headings')),
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
    call: onCreated((client, ids, setup) =>
      client.spaces.listChangeRequestPageMetaLinks(...ids, pageNamed(setup, 'headings')),
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
    call: async (client, setup) => {
      const { id } = await create(client, setup);
      const { userId } = await addMember(setup.app, { role: 'review' });
      return [
        await client.spaces.requestReviewersForChangeRequest(setup.spaceId, id, { users: [userId] }),
        await client.spaces.requestReviewersForChangeRequest(setup.spaceId, id, {
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
    call: async (client, setup) => {
      const { id } = await create(client, setup);
      const { userId } = await addMember(setup.app, { role: 'review' });
      await client.spaces.requestReviewersForChangeRequest(setup.spaceId, id, { users: [userId] });
      return client.spaces.getRequestedReviewersByChangeRequestId(setup.spaceId, id);
    },
  },
  {
    operation: 'removeRequestedReviewerFromChangeRequest',
    status: 204,
    call: async (client, setup) => {
      const { id } = await create(client, setup);
      const { userId } = await addMember(setup.app, { role: 'review' });
      await client.spaces.requestReviewersForChangeRequest(setup.spaceId, id, { users: [userId] });
      return client.spaces.removeRequestedReviewerFromChangeRequest(setup.spaceId, id, userId);
    },
  },
  {
    operation: 'submitChangeRequestReview',
    status: 201,
    call: async (client, setup) => {
      const id = await createByAnother(setup);
      return [
        await client.spaces.submitChangeRequestReview(setup.spaceId, id, {
          status: 'changes-requested',
          comment: { markdown: 'Please **explain**.' },
        }),
        await client.spaces.submitChangeRequestReview(setup.spaceId, id, { status: 'approved' }),
      ];
    },
  },
  {
    operation: 'getReviewsByChangeRequestId',
    status: 200,
    call: async (client, setup) => {
      const id = await createByAnother(setup);
      await client.spaces.submitChangeRequestReview(setup.spaceId, id, {
        status: 'changes-requested',
        comment: { markdown: 'Please explain.' },
      });
      await client.spaces.submitChangeRequestReview(setup.spaceId, id, { status: 'approved' });
      return [
        await client.spaces.getReviewsByChangeRequestId(setup.spaceId, id),
        await client.spaces.getReviewsByChangeRequestId(setup.spaceId, id, { outdated: true }),
        await client.spaces.getReviewsByChangeRequestId(setup.spaceId, id, { outdated: false, limit: 1 }),
      ];
    },
  },
  {
    operation: 'getChangeRequestReviewById',
    status: 200,
    call: async (client, setup) => {
      const id = await createByAnother(setup);
      const response = await client.spaces.submitChangeRequestReview(setup.spaceId, id, {
        status: 'approved',
      });
      const review = response.data as { id: string };
      return client.spaces.getChangeRequestReviewById(setup.spaceId, id, review.id);
    },
  },
];

/** Authors do not review what they wrote. */
async function createByAnother({ app, endpoint, spaceId }: Setup): Promise<string> {
  const { token } = await addMember(app, { role: 'edit' });
  const response = await fetch(`${endpoint}/v1/spaces/${spaceId}/change-requests`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return ((await response.json()) as { id: string }).id;
}
