import { addCollection, addMember, addOrganization, addSpace } from '../factories.ts';
import { runJobsFor } from '../jobs.ts';
import { makeCertificate } from '../x509.ts';
import type { Case } from './case.ts';
import { CHANGE_REQUEST_CASES } from './change-request-cases.ts';
import { COMMENT_CASES } from './comment-cases.ts';
import { CONVERSATION_CASES } from './conversation-cases.ts';
import { IMPORT_CASES } from './import-cases.ts';
import { INSIGHTS_CASES } from './insights-cases.ts';
import { INVITE_CASES } from './invite-cases.ts';
import { OPENAPI_CASES } from './openapi-cases.ts';
import { PERMISSION_CASES } from './permission-cases.ts';
import { PUBLISHED_CONTENT_CASES } from './published-content-cases.ts';
import { REDIRECT_CASES } from './redirect-cases.ts';
import type { Answer, Client } from './setup.ts';
import { SITE_CASES } from './site-cases.ts';
import { SITE_SETTINGS_CASES } from './site-settings-cases.ts';
import { SITE_VISITOR_CASES } from './site-visitor-cases.ts';
import { TRANSLATION_CASES } from './translation-cases.ts';

/** One entry for each operation of the service; several if parameters change the shape of the response. */
export const CASES: Case[] = [
  { operation: 'getApiInformation', status: 200, call: (client) => client.getApiInformation() },

  { operation: 'getAuthenticatedUser', status: 200, call: (client) => client.user.getAuthenticatedUser() },
  { operation: 'getUserById', status: 200, call: (client, { userId }) => client.users.getUserById(userId) },
  {
    operation: 'updateUserById',
    status: 200,
    call: (client, { userId }) => client.users.updateUserById(userId, { displayName: 'A new name' }),
  },

  {
    operation: 'listOrganizationsForAuthenticatedUser',
    status: 200,
    call: (client) => client.orgs.listOrganizationsForAuthenticatedUser(),
  },
  {
    operation: 'createOrganization',
    status: 201,
    call: (client) =>
      client.orgs.createOrganization({ title: 'Another', type: 'business', useCase: 'productDocs' }),
  },
  {
    operation: 'getOrganizationById',
    status: 200,
    call: (client, { organizationId }) => client.orgs.getOrganizationById(organizationId),
  },
  {
    operation: 'updateOrganizationById',
    status: 200,
    call: (client, { organizationId }) =>
      client.orgs.updateOrganizationById(organizationId, { title: 'A new title' }),
  },

  {
    operation: 'listOrganizationAuditEvents',
    status: 200,
    call: async (client, { organizationId, userId }) => [
      await client.orgs.listOrganizationAuditEvents(organizationId),
      await client.orgs.listOrganizationAuditEvents(organizationId, {
        limit: 1,
        from: '2020-01-01T00:00:00.000Z',
        to: '2100-01-01T00:00:00.000Z',
        action: 'organization.created',
        target: organizationId,
        actor: userId,
      }),
    ],
  },
  {
    operation: 'getOrganizationAuditEvent',
    status: 200,
    call: async (client, { organizationId }) => {
      const { data } = await client.orgs.listOrganizationAuditEvents(organizationId);
      const { items } = data as { items: { id: string }[] };
      return Promise.all(items.map(({ id }) => client.orgs.getOrganizationAuditEvent(organizationId, id)));
    },
  },
  {
    operation: 'listOrganizationAuditEventActions',
    status: 200,
    call: (client, { organizationId }) => client.orgs.listOrganizationAuditEventActions(organizationId),
  },

  {
    operation: 'listMembersInOrganizationById',
    status: 200,
    call: async (client, { app, organizationId }) => {
      await addMember(app, { role: null });
      await addMember(app, { role: 'edit', displayName: 'Ann' });
      await client.orgs.updateOrganizationMemberLastSeenAt(organizationId);
      return [
        await client.orgs.listMembersInOrganizationById(organizationId),
        await client.orgs.listMembersInOrganizationById(organizationId, { limit: 1, order: 'asc' }),
        await client.orgs.listMembersInOrganizationById(organizationId, { role: 'guest', search: 'some' }),
        await client.orgs.listMembersInOrganizationById(organizationId, { sort: 'lastSeenAt' }),
      ];
    },
  },
  {
    operation: 'getMemberInOrganizationById',
    status: 200,
    call: async (client, { app, organizationId }) => {
      const { userId } = await addMember(app, { role: null });
      return [
        await client.orgs.getMemberInOrganizationById(organizationId, userId),
        await client.orgs.getMemberInOrganizationById(organizationId, 'me'),
      ];
    },
  },
  {
    operation: 'updateMemberInOrganizationById',
    status: 200,
    call: async (client, { app, organizationId }) => {
      const { userId } = await addMember(app, { role: 'read' });
      return [
        await client.orgs.updateMemberInOrganizationById(organizationId, userId, { role: 'admin' }),
        await client.orgs.updateMemberInOrganizationById(organizationId, userId, { role: null }),
        await client.orgs.updateMemberInOrganizationById(organizationId, userId, {}),
      ];
    },
  },
  {
    operation: 'removeMemberFromOrganizationById',
    status: 204,
    call: async (client, { app, organizationId }) => {
      const { userId } = await addMember(app, { role: 'read' });
      return client.orgs.removeMemberFromOrganizationById(organizationId, userId);
    },
  },
  {
    operation: 'setUserAsSSOMemberForOrganization',
    status: 200,
    call: async (client, { app, organizationId }) => {
      const { userId } = await addMember(app, { role: 'read' });
      return client.orgs.setUserAsSsoMemberForOrganization(organizationId, userId);
    },
  },
  {
    operation: 'updateOrganizationMemberLastSeenAt',
    status: 200,
    call: async (client, { app, organizationId }) => {
      const url = `/v1/orgs/${organizationId}/visitor-claims`;
      const silent = await client.orgs.updateOrganizationMemberLastSeenAt(organizationId);
      await app.request('PUT', url, { body: { claims: ['email', 'role', 'teams'] } });
      const telling = await client.orgs.updateOrganizationMemberLastSeenAt(organizationId);
      await app.request('DELETE', url);
      return [silent, telling];
    },
  },
  {
    operation: 'listSpacesForOrganizationMember',
    status: 200,
    call: async (client, { organizationId, userId }) => [
      await client.orgs.listSpacesForOrganizationMember(organizationId, userId),
      await client.orgs.listSpacesForOrganizationMember(organizationId, 'me', { limit: 1, order: 'asc' }),
    ],
  },
  {
    operation: 'listTeamsForOrganizationMember',
    status: 200,
    call: async (client, { organizationId, userId }) => {
      await newTeam(client, organizationId, 'A team of somebody', [userId]);
      return client.orgs.listTeamsForOrganizationMember(organizationId, userId, { title: 'SOMEBODY' });
    },
  },

  {
    operation: 'createOrganizationTeam',
    status: 201,
    call: async (client, { organizationId, userId }) => [
      await client.orgs.createOrganizationTeam(organizationId, { title: 'Empty' }),
      await client.orgs.createOrganizationTeam(organizationId, { title: 'Writers', members: [userId] }),
    ],
  },
  {
    operation: 'listTeamsInOrganizationById',
    status: 200,
    call: async (client, { organizationId, userId }) => {
      await newTeam(client, organizationId, 'Team A');
      await newTeam(client, organizationId, 'Team B');
      return [
        await client.orgs.listTeamsInOrganizationById(organizationId),
        await client.orgs.listTeamsInOrganizationById(organizationId, {
          owner: userId,
          title: 'team',
          limit: 1,
        }),
      ];
    },
  },
  {
    operation: 'getTeamInOrganizationById',
    status: 200,
    call: async (client, { organizationId }) =>
      client.orgs.getTeamInOrganizationById(organizationId, await newTeam(client, organizationId)),
  },
  {
    operation: 'updateTeamInOrganizationById',
    status: 200,
    call: async (client, { organizationId }) =>
      client.orgs.updateTeamInOrganizationById(organizationId, await newTeam(client, organizationId), {
        title: 'Another title',
      }),
  },
  {
    operation: 'removeTeamFromOrganizationById',
    status: 204,
    call: async (client, { organizationId }) =>
      client.orgs.removeTeamFromOrganizationById(organizationId, await newTeam(client, organizationId)),
  },
  {
    operation: 'updateMembersInOrganizationTeam',
    status: 204,
    call: async (client, { organizationId, userId }) => {
      const teamId = await newTeam(client, organizationId);
      return [
        await client.orgs.updateMembersInOrganizationTeam(organizationId, teamId, { add: [userId] }),
        await client.orgs.updateMembersInOrganizationTeam(organizationId, teamId, {
          memberships: { [userId]: { role: 'owner' } },
        }),
        await client.orgs.updateMembersInOrganizationTeam(organizationId, teamId, { remove: [userId] }),
      ];
    },
  },
  {
    operation: 'listTeamMembersInOrganizationById',
    status: 200,
    call: async (client, { app, organizationId, userId }) => {
      const { userId: guest } = await addMember(app, { role: null });
      const teamId = await newTeam(client, organizationId, 'A team', [userId, guest]);
      return [
        await client.orgs.listTeamMembersInOrganizationById(organizationId, teamId),
        await client.orgs.listTeamMembersInOrganizationById(organizationId, teamId, { limit: 1 }),
      ];
    },
  },
  {
    operation: 'addMemberToOrganizationTeamById',
    status: 204,
    call: async (client, { organizationId, userId }) => {
      const teamId = await newTeam(client, organizationId);
      return [
        await client.orgs.addMemberToOrganizationTeamById(organizationId, teamId, userId, {}),
        await client.orgs.addMemberToOrganizationTeamById(organizationId, teamId, userId, { role: 'owner' }),
      ];
    },
  },
  {
    operation: 'deleteMemberFromOrganizationTeamById',
    status: 204,
    call: async (client, { organizationId, userId }) => {
      const teamId = await newTeam(client, organizationId, 'A team', [userId]);
      return client.orgs.deleteMemberFromOrganizationTeamById(organizationId, teamId, userId);
    },
  },

  {
    operation: 'listSAMLProvidersInOrganizationById',
    status: 200,
    call: async (client, { organizationId }) => {
      await client.orgs.createOrganizationSamlProvider(organizationId, { label: 'First' });
      await client.orgs.createOrganizationSamlProvider(organizationId, { label: 'Second' });
      return client.orgs.listSamlProvidersInOrganizationById(organizationId, { limit: 1 });
    },
  },
  {
    operation: 'createOrganizationSAMLProvider',
    status: 201,
    call: async (client, { organizationId }) => [
      await client.orgs.createOrganizationSamlProvider(organizationId, { label: 'Pending' }),
      await client.orgs.createOrganizationSamlProvider(
        organizationId,
        await completeProvider(client, organizationId),
      ),
    ],
  },
  {
    operation: 'getOrganizationSAMLProviderById',
    status: 200,
    call: async (client, { organizationId }) =>
      client.orgs.getOrganizationSamlProviderById(
        organizationId,
        await addedProvider(client, organizationId),
      ),
  },
  {
    operation: 'updateOrganizationSAMLProvider',
    status: 200,
    call: async (client, { organizationId }) => {
      const providerId = await addedProvider(client, organizationId);
      return client.orgs.updateOrganizationSamlProvider(organizationId, providerId, {
        label: 'Changed',
        defaultRole: null,
      });
    },
  },
  {
    operation: 'deleteOrganizationSAMLProvider',
    status: 204,
    call: async (client, { organizationId }) =>
      client.orgs.deleteOrganizationSamlProvider(organizationId, await addedProvider(client, organizationId)),
  },
  {
    operation: 'listSSOProviderLoginsInOrganization',
    status: 200,
    call: async (client, { organizationId }) => {
      await addedProvider(client, organizationId);
      return client.orgs.listSsoProviderLoginsInOrganization(organizationId);
    },
  },

  {
    operation: 'listSpacesInOrganizationById',
    status: 200,
    call: (client, { organizationId }) =>
      client.orgs.listSpacesInOrganizationById(organizationId, { limit: 1 }),
  },
  {
    operation: 'createSpace',
    status: 201,
    call: (client, { organizationId }) =>
      client.orgs.createSpace(organizationId, { title: 'New', emoji: '1f600' }),
  },
  {
    operation: 'getSpaceById',
    status: 200,
    call: async (client, { app, spaceId }) => [
      await client.spaces.getSpaceById(await addSpace(app)),
      await client.spaces.getSpaceById(spaceId),
    ],
  },
  {
    operation: 'updateSpaceById',
    status: 200,
    call: async (client, { app }) =>
      client.spaces.updateSpaceById(await addSpace(app), { title: 'Changed', defaultLevel: null }),
  },
  {
    operation: 'deleteSpaceById',
    status: 205,
    call: async (client, { app }) => client.spaces.deleteSpaceById(await addSpace(app)),
  },
  {
    operation: 'getSpaceById',
    title: 'deleted',
    status: 200,
    call: async (client, { app }) =>
      client.spaces.getSpaceById(await deletedSpace(client, await addSpace(app))),
  },
  {
    operation: 'restoreSpace',
    status: 200,
    call: async (client, { app }) =>
      client.spaces.restoreSpace(await deletedSpace(client, await addSpace(app))),
  },

  {
    operation: 'duplicateSpace',
    status: 201,
    call: (client, { spaceId }) => client.spaces.duplicateSpace(spaceId),
  },
  {
    operation: 'moveSpace',
    status: 200,
    call: async (client, { app }) => {
      const parent = await addCollection(app);
      const [spaceId, first] = [await addSpace(app), await addSpace(app, { parentId: parent })];
      const inside = await addCollection(app, { parentId: parent });
      return [
        await client.spaces.moveSpace(spaceId, { parent }),
        await client.spaces.moveSpace(spaceId, { position: { before: { type: 'space', space: first } } }),
        await client.spaces.moveSpace(spaceId, {
          position: { after: { type: 'collection', collection: inside } },
        }),
        await client.spaces.moveSpace(spaceId, { parent: null }),
      ];
    },
  },

  {
    operation: 'listCollectionsInOrganizationById',
    status: 200,
    call: async (client, { app, organizationId }) => {
      await addCollection(app, { parentId: await addCollection(app) });
      return [
        await client.orgs.listCollectionsInOrganizationById(organizationId, { limit: 1 }),
        await client.orgs.listCollectionsInOrganizationById(organizationId, { nested: false }),
      ];
    },
  },
  {
    operation: 'createCollection',
    status: 201,
    call: async (client, { app, organizationId }) => [
      await client.orgs.createCollection(organizationId, {}),
      await client.orgs.createCollection(organizationId, {
        title: 'Nested',
        parent: await addCollection(app),
      }),
    ],
  },
  {
    operation: 'getCollectionById',
    status: 200,
    call: async (client, { app }) => client.collections.getCollectionById(await addCollection(app)),
  },
  {
    operation: 'updateCollectionById',
    status: 200,
    call: async (client, { app }) => {
      const collectionId = await addCollection(app);
      return [
        await client.collections.updateCollectionById(collectionId, { title: 'T', description: 'D' }),
        await client.collections.updateCollectionById(collectionId, { defaultLevel: 'read' }),
        await client.collections.updateCollectionById(collectionId, { defaultLevel: null }),
      ];
    },
  },
  {
    operation: 'deleteCollectionById',
    status: 205,
    call: async (client, { app }) => client.collections.deleteCollectionById(await addCollection(app)),
  },
  {
    operation: 'listSpacesInCollectionById',
    status: 200,
    call: async (client, { app }) => {
      const parentId = await addCollection(app);
      await addSpace(app, { parentId });
      await addSpace(app, { parentId });
      return client.collections.listSpacesInCollectionById(parentId, { limit: 1 });
    },
  },
  {
    operation: 'moveCollection',
    status: 200,
    call: async (client, { app }) => {
      const [collectionId, parent] = [await addCollection(app), await addCollection(app)];
      const space = await addSpace(app, { parentId: parent });
      return [
        await client.collections.moveCollection(collectionId, { parent }),
        await client.collections.moveCollection(collectionId, {
          position: { before: { type: 'space', space } },
        }),
        await client.collections.moveCollection(collectionId, { parent: null }),
      ];
    },
  },

  {
    operation: 'transferSpace',
    status: 200,
    call: async (client, { app, userId }) => {
      const { organizationId: organization } = await addOrganization(app, { creatorId: userId });
      const spaceId = await addSpace(app);
      return runJobsFor(app, client.spaces.transferSpace(spaceId, { organization }));
    },
  },

  ...CHANGE_REQUEST_CASES,
  ...COMMENT_CASES,
  ...CONVERSATION_CASES,
  ...OPENAPI_CASES,
  ...TRANSLATION_CASES,
  ...PERMISSION_CASES,
  ...PUBLISHED_CONTENT_CASES,
  ...SITE_CASES,
  ...REDIRECT_CASES,
  ...SITE_SETTINGS_CASES,
  ...INSIGHTS_CASES,
  ...SITE_VISITOR_CASES,
  ...IMPORT_CASES,
  ...INVITE_CASES,

  ...[{}, { metadata: false, computed: false }].flatMap((flags): Case[] => {
    const title = 'metadata' in flags ? 'without metadata' : 'with metadata';
    return [
      {
        operation: 'getCurrentRevision',
        title,
        status: 200,
        call: (client, { spaceId }) => client.spaces.getCurrentRevision(spaceId, flags),
      },
      {
        operation: 'getRevisionById',
        title,
        status: 200,
        call: (client, { spaceId, revisionId }) => client.spaces.getRevisionById(spaceId, revisionId, flags),
      },
      {
        operation: 'listPages',
        title,
        status: 200,
        call: (client, { spaceId }) => client.spaces.listPages(spaceId, flags),
      },
      {
        operation: 'listPagesInRevisionById',
        title,
        status: 200,
        call: (client, { spaceId, revisionId }) =>
          client.spaces.listPagesInRevisionById(spaceId, revisionId, flags),
      },
      {
        operation: 'listFiles',
        title,
        status: 200,
        call: (client, { spaceId }) => client.spaces.listFiles(spaceId, { ...flags, limit: 1 }),
      },
      {
        operation: 'listFilesInRevisionById',
        title,
        status: 200,
        call: (client, { spaceId, revisionId }) =>
          client.spaces.listFilesInRevisionById(spaceId, revisionId, flags),
      },
      {
        operation: 'getFileById',
        title,
        status: 200,
        call: (client, { spaceId, fileId }) => client.spaces.getFileById(spaceId, fileId, flags),
      },
      {
        operation: 'getFileInRevisionById',
        title,
        status: 200,
        call: (client, { spaceId, revisionId, fileId }) =>
          client.spaces.getFileInRevisionById(spaceId, revisionId, fileId, flags),
      },
    ];
  }),

  ...(['document', 'markdown'] as const).flatMap((format): Case[] => [
    {
      operation: 'getPageById',
      title: format,
      status: 200,
      call: (client, { spaceId, pages }) =>
        eachOf(pages, ({ id }) => client.spaces.getPageById(spaceId, id, { format })),
    },
    {
      operation: 'getPageByPath',
      title: format,
      status: 200,
      call: (client, { spaceId, pages }) =>
        eachOf(pages.filter(hasPath), ({ path }) =>
          client.spaces.getPageByPath(spaceId, encodeURIComponent(path), { format }),
        ),
    },
    {
      operation: 'getPageInRevisionById',
      title: format,
      status: 200,
      call: (client, { spaceId, revisionId, pages }) =>
        eachOf(pages, ({ id }) => client.spaces.getPageInRevisionById(spaceId, revisionId, id, { format })),
    },
    {
      operation: 'getPageInRevisionByPath',
      title: format,
      status: 200,
      call: (client, { spaceId, revisionId, pages }) =>
        eachOf(pages.filter(hasPath), ({ path }) =>
          client.spaces.getPageInRevisionByPath(spaceId, revisionId, encodeURIComponent(path), {
            format,
          }),
        ),
    },
    {
      operation: 'getReusableContentById',
      title: format,
      status: 200,
      call: (client, { spaceId, reusableContentId }) =>
        client.spaces.getReusableContentById(spaceId, reusableContentId, { format }),
    },
    {
      operation: 'getReusableContentInRevisionById',
      title: format,
      status: 200,
      call: (client, { spaceId, revisionId, reusableContentId }) =>
        client.spaces.getReusableContentInRevisionById(spaceId, revisionId, reusableContentId, {
          format,
        }),
    },
  ]),
  {
    operation: 'getPageDocumentInRevisionById',
    status: 200,
    call: (client, { spaceId, revisionId, pages }) =>
      eachOf(pages.filter(hasDocument), ({ id }) =>
        client.spaces.getPageDocumentInRevisionById(spaceId, revisionId, id),
      ),
  },
  {
    operation: 'getReusableContentDocumentInRevisionById',
    status: 200,
    call: (client, { spaceId, revisionId, reusableContentId }) =>
      client.spaces.getReusableContentDocumentInRevisionById(spaceId, revisionId, reusableContentId),
  },
  {
    operation: 'getDocumentById',
    status: 200,
    call: (client, { spaceId, pages }) =>
      eachOf(pages.filter(hasDocument), ({ documentId }) =>
        client.spaces.getDocumentById(spaceId, documentId as string),
      ),
  },
  {
    operation: 'listSpacePageMetaLinks',
    status: 200,
    call: (client, { spaceId, pages }) =>
      client.spaces.listSpacePageMetaLinks(spaceId, pages.find(hasDocument)?.id as string),
  },
  {
    operation: 'listRevisionPageMetaLinks',
    status: 200,
    call: (client, { spaceId, revisionId, pages }) =>
      client.spaces.listRevisionPageMetaLinks(spaceId, revisionId, pages.find(hasDocument)?.id as string),
  },

  ...[undefined, 'ok', 'broken', 'in-app'].flatMap((status): Case[] => [
    {
      operation: 'listSpaceLinks',
      title: status ?? 'all',
      status: 200,
      call: (client, { spaceId }) =>
        client.spaces.listSpaceLinks(spaceId, { limit: 1000, ...(status ? { status } : {}) }),
    },
  ]),
  {
    operation: 'listPageLinksInSpace',
    status: 200,
    call: (client, { spaceId, pages }) =>
      eachOf(pages, ({ id }) => client.spaces.listPageLinksInSpace(spaceId, id, { limit: 2 })),
  },
  {
    operation: 'listSpacePageBacklinks',
    status: 200,
    call: (client, { spaceId, pages }) =>
      eachOf(pages, ({ id }) => client.spaces.listSpacePageBacklinks(spaceId, id)),
  },
  {
    operation: 'listSpaceFileBacklinks',
    status: 200,
    call: (client, { spaceId, fileId }) => client.spaces.listSpaceFileBacklinks(spaceId, fileId),
  },

  {
    operation: 'searchSpaceContent',
    status: 200,
    call: async (client, { spaceId }) => [
      await someResults(client.spaces.searchSpaceContent(spaceId, { query: 'text', limit: 2 })),
      await client.spaces.searchSpaceContent(spaceId, { query: 'nothing of this kind' }),
    ],
  },
  {
    operation: 'searchOrganizationContent',
    status: 200,
    call: (client, { organizationId }) =>
      someResults(client.orgs.searchOrganizationContent(organizationId, { query: 'text', limit: 2 })),
  },

  {
    operation: 'importGitRepository',
    status: 204,
    call: async (client, { app, gitUrl }) =>
      client.spaces.importGitRepository(await addSpace(app), { url: gitUrl, ref: 'refs/heads/main' }),
  },
  {
    operation: 'exportToGitRepository',
    status: 204,
    call: async (client, { app, gitUrl }) => {
      const spaceId = await addSpace(app);
      return client.spaces.exportToGitRepository(spaceId, {
        url: gitUrl,
        ref: `refs/heads/${spaceId}`,
        commitMessage: 'Update the documentation',
      });
    },
  },
  {
    operation: 'getSpaceGitInfo',
    status: 200,
    call: (client, { spaceId }) => client.spaces.getSpaceGitInfo(spaceId),
  },
];

const hasPath = ({ type, path }: { type: string; path: string }): boolean =>
  type === 'document' && path !== '';
const hasDocument = ({ documentId }: { documentId?: string }): boolean => documentId !== undefined;

async function eachOf<T>(items: T[], call: (item: T) => Promise<Answer>): Promise<Answer[]> {
  if (items.length === 0) throw new Error('There is nothing to ask for.');
  const responses: Answer[] = [];
  for (const item of items) responses.push(await call(item));
  return responses;
}

/** An answer without results would satisfy any schema. */
async function someResults(asked: Promise<Answer>): Promise<Answer> {
  const response = await asked;
  if ((response.data as { items: unknown[] }).items.length === 0) throw new Error('Nothing was found.');
  return response;
}

async function deletedSpace(client: Client, spaceId: string): Promise<string> {
  await client.spaces.deleteSpaceById(spaceId);
  return spaceId;
}

async function newTeam(
  client: Client,
  organizationId: string,
  title = 'A team',
  members: string[] = [],
): Promise<string> {
  const { data } = await client.orgs.createOrganizationTeam(organizationId, { title, members });
  return (data as { id: string }).id;
}

const CERTIFICATE = makeCertificate().certificate;

/** Creates a provider with every setting. */
async function completeProvider(client: Client, organizationId: string): Promise<object> {
  const team = await client.orgs.createOrganizationTeam(organizationId, { title: 'Of a provider' });
  return {
    label: 'Complete',
    entityID: 'https://idp.example/metadata',
    ssoURL: 'https://idp.example/sso',
    certificate: CERTIFICATE,
    defaultTeam: (team.data as { id: string }).id,
    defaultRole: 'edit',
  };
}

async function addedProvider(client: Client, organizationId: string): Promise<string> {
  const body = await completeProvider(client, organizationId);
  const added = await client.orgs.createOrganizationSamlProvider(organizationId, body);
  return (added.data as { id: string }).id;
}
