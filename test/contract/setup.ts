import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { GitBookAPI } from '@gitbook/api';
import { GitBookAPI as OlderGitBookAPI } from 'gitbook-api-0.143';
import { buildTestApp, type TestApp } from '../app.ts';
import { type DnsServer, startDnsServer } from '../dns-server.ts';
import { addSpace } from '../factories.ts';
import { createFixtureRepository, temporaryDirectory } from '../git-fixtures.ts';
import { createOddities } from '../git-oddities.ts';
import { startGitServer } from '../git-server.ts';
import { runJobs } from '../jobs.ts';
import type { ClientVersion } from '../oracle.ts';
import { startWebServer } from '../web-server.ts';
import { DIALECT } from './dialect.ts';

/** The result of a client call: the Response of `fetch` with the parsed body. */
export interface Answer {
  status: number;
  data: unknown;
}
type Call = (...values: unknown[]) => Promise<Answer>;

/** The operations of either client that the cases call: the clients' own types differ. */
export interface Client {
  getApiInformation: Call;
  user: Record<'getAuthenticatedUser', Call>;
  users: Record<'getUserById' | 'updateUserById', Call>;
  collections: Record<
    | 'deleteCollectionById'
    | 'getCollectionById'
    | 'inviteToCollection'
    | 'listPermissionsAggregateInCollection'
    | 'listSpacesInCollectionById'
    | 'listTeamPermissionsInCollection'
    | 'listUserPermissionsInCollection'
    | 'moveCollection'
    | 'removeTeamFromCollection'
    | 'removeUserFromCollection'
    | 'updateCollectionById'
    | 'updateTeamPermissionInCollection'
    | 'updateUserPermissionInCollection',
    Call
  >;
  orgs: Record<
    | 'addExternalLinkToSite'
    | 'aggregateSiteEvents'
    | 'listSiteVisitorSegments'
    | 'trackEventsInSiteById'
    | 'addSectionGroupToSite'
    | 'addSectionToGroup'
    | 'addSectionToSite'
    | 'addSpaceToSite'
    | 'deleteSiteExternalLinkById'
    | 'deleteSiteSectionById'
    | 'deleteSiteSectionGroupById'
    | 'deleteSiteSpaceById'
    | 'duplicateSiteSpace'
    | 'moveSiteSection'
    | 'moveSiteSectionGroup'
    | 'moveSiteSpace'
    | 'removeSectionFromGroup'
    | 'sortSiteStructure'
    | 'updateSiteExternalLinkById'
    | 'updateSiteSectionById'
    | 'updateSiteSectionGroupById'
    | 'updateSiteSpaceById'
    | 'addMemberToOrganizationTeamById'
    | 'bulkUpsertSiteRedirects'
    | 'createCollection'
    | 'createOpenApiSpec'
    | 'createOrUpdateOpenApiSpecBySlug'
    | 'deleteOpenApiSpecBySlug'
    | 'getLatestOpenApiSpecVersion'
    | 'getLatestOpenApiSpecVersionContent'
    | 'getLatestOpenApiSpecVersionContentRaw'
    | 'getOpenApiSpecBySlug'
    | 'getOpenApiSpecVersionById'
    | 'getOpenApiSpecVersionContentById'
    | 'listOpenApiSpecs'
    | 'listOpenApiSpecVersions'
    | 'updateOpenApiSpecBySlug'
    | 'createOrganization'
    | 'createOrganizationInvite'
    | 'createOrganizationSamlProvider'
    | 'createOrganizationTeam'
    | 'createSite'
    | 'createSiteRedirect'
    | 'createSiteShareLink'
    | 'deleteSiteShareLinkById'
    | 'getPublishedContentSite'
    | 'getSitePublishingAuthById'
    | 'getSitePublishingPreviewById'
    | 'listSiteShareLinks'
    | 'regenerateSitePublishingAuthById'
    | 'updateSitePublishingAuthById'
    | 'updateSiteShareLinkById'
    | 'createSpace'
    | 'deleteMemberFromOrganizationTeamById'
    | 'deleteOrganizationInviteById'
    | 'deleteOrganizationSamlProvider'
    | 'deleteSiteById'
    | 'deleteSiteRedirectById'
    | 'deleteSiteSpaceCustomizationById'
    | 'getMemberInOrganizationById'
    | 'getOrganizationAuditEvent'
    | 'getOrganizationById'
    | 'getOrganizationInviteLink'
    | 'getOrganizationSamlProviderById'
    | 'getSiteAdaptiveSchema'
    | 'getSiteById'
    | 'getSiteCustomizationById'
    | 'getSiteRedirectBySource'
    | 'getSiteSpaceCustomizationById'
    | 'getSiteStructure'
    | 'getTeamInOrganizationById'
    | 'inviteToSite'
    | 'inviteUsersToOrganization'
    | 'joinOrganization'
    | 'joinOrganizationWithInvite'
    | 'listChangeRequestsForOrganization'
    | 'listCollectionsInOrganizationById'
    | 'createTranslation'
    | 'deleteTranslation'
    | 'getGlossaryEntry'
    | 'getTranslation'
    | 'listGlossaryEntries'
    | 'listTranslations'
    | 'runTranslation'
    | 'updateGlossaryEntries'
    | 'updateTranslation'
    | 'getConversationsIssuesCluster'
    | 'ingestConversation'
    | 'listConversationsIssuesClusters'
    | 'listConversationsIssuesInCluster'
    | 'listMembersInOrganizationById'
    | 'listOrganizationAuditEventActions'
    | 'listOrganizationAuditEvents'
    | 'listOrganizationInviteLinks'
    | 'listOrganizationsForAuthenticatedUser'
    | 'listPermissionsAggregateInSite'
    | 'listSamlProvidersInOrganizationById'
    | 'listSiteAdaptiveTemplateConditions'
    | 'listSiteRedirects'
    | 'listSites'
    | 'listSiteSectionGroups'
    | 'listSiteSections'
    | 'listSiteSpaces'
    | 'listSpacesForOrganizationMember'
    | 'listSpacesInOrganizationById'
    | 'listSsoProviderLoginsInOrganization'
    | 'listTeamMembersInOrganizationById'
    | 'listTeamPermissionsInSite'
    | 'listTeamsForOrganizationMember'
    | 'listTeamsInOrganizationById'
    | 'listUserPermissionsInSite'
    | 'overrideSiteSpaceCustomizationById'
    | 'publishSite'
    | 'removeMemberFromOrganizationById'
    | 'removeTeamFromOrganizationById'
    | 'removeTeamFromSite'
    | 'removeUserFromSite'
    | 'prewarmSiteSearch'
    | 'searchOrganizationContent'
    | 'searchSiteContent'
    | 'setUserAsSsoMemberForOrganization'
    | 'unpublishSite'
    | 'updateMemberInOrganizationById'
    | 'updateMembersInOrganizationTeam'
    | 'updateOrganizationById'
    | 'updateOrganizationInviteById'
    | 'updateOrganizationMemberLastSeenAt'
    | 'updateOrganizationSamlProvider'
    | 'updateSiteAdaptiveSchema'
    | 'updateSiteById'
    | 'updateSiteCustomizationById'
    | 'updateSiteRedirectById'
    | 'updateTeamInOrganizationById'
    | 'updateTeamPermissionInSite'
    | 'updateUserPermissionInSite',
    Call
  >;
  customHostnames: Record<'dnsRevalidateCustomHostname' | 'getCustomHostname' | 'removeCustomHostname', Call>;
  subdomains: Record<'getSubdomain', Call>;
  spaces: Record<
    | 'createChangeRequest'
    | 'deleteCommentInChangeRequest'
    | 'deleteCommentInSpace'
    | 'deleteCommentReplyInChangeRequest'
    | 'deleteCommentReplyInSpace'
    | 'deleteSpaceById'
    | 'duplicateSpace'
    | 'getChangeRequestById'
    | 'getChangeRequestChanges'
    | 'getChangeRequestReviewById'
    | 'getCommentInChangeRequest'
    | 'getCommentInSpace'
    | 'getCommentReplyInChangeRequest'
    | 'getCommentReplyInSpace'
    | 'getContributorsByChangeRequestId'
    | 'getCurrentRevision'
    | 'getDocumentById'
    | 'getComputedDocument'
    | 'getComputedRevision'
    | 'getEmbedByUrlInSpace'
    | 'getFileById'
    | 'getFileInChangeRequestById'
    | 'getFileInRevisionById'
    | 'getPageById'
    | 'getPageByPath'
    | 'getPageDocumentInRevisionById'
    | 'getPageInChangeRequestById'
    | 'getPageInChangeRequestByPath'
    | 'exportToGitRepository'
    | 'getPageInRevisionById'
    | 'getPageInRevisionByPath'
    | 'getRequestedReviewersByChangeRequestId'
    | 'getReusableContentById'
    | 'getReusableContentDocumentInRevisionById'
    | 'getReusableContentInChangeRequestById'
    | 'getReusableContentInRevisionById'
    | 'getReviewsByChangeRequestId'
    | 'getRevisionById'
    | 'getRevisionOfChangeRequestById'
    | 'getRevisionSemanticChanges'
    | 'getSpaceById'
    | 'getSpaceGitInfo'
    | 'importContent'
    | 'importContentInChangeRequest'
    | 'importContentInChangeRequestPageById'
    | 'importContentInPageById'
    | 'importGitRepository'
    | 'inviteToSpace'
    | 'listChangeRequestFileBacklinks'
    | 'listChangeRequestLinks'
    | 'listChangeRequestPageBacklinks'
    | 'listChangeRequestPageMetaLinks'
    | 'listChangeRequestsForSpace'
    | 'listCommentersInChangeRequest'
    | 'listCommentersInSpace'
    | 'listCommentRepliesInChangeRequest'
    | 'listCommentRepliesInSpace'
    | 'listCommentsInChangeRequest'
    | 'listCommentsInSpace'
    | 'listFiles'
    | 'listFilesInChangeRequestById'
    | 'listFilesInRevisionById'
    | 'listPageLinksInChangeRequest'
    | 'listPageLinksInSpace'
    | 'listPages'
    | 'listPagesInChangeRequest'
    | 'listPagesInRevisionById'
    | 'listPermissionsAggregateInSpace'
    | 'listRevisionPageMetaLinks'
    | 'listSpaceFileBacklinks'
    | 'listSpaceLinks'
    | 'listSpacePageBacklinks'
    | 'listSpacePageMetaLinks'
    | 'listTeamPermissionsInSpace'
    | 'listUserPermissionsInSpace'
    | 'mergeChangeRequest'
    | 'moveSpace'
    | 'postCommentInChangeRequest'
    | 'postCommentInSpace'
    | 'postCommentReplyInChangeRequest'
    | 'postCommentReplyInSpace'
    | 'removeRequestedReviewerFromChangeRequest'
    | 'removeTeamFromSpace'
    | 'removeUserFromSpace'
    | 'requestReviewersForChangeRequest'
    | 'restoreSpace'
    | 'searchSpaceContent'
    | 'submitChangeRequestReview'
    | 'transferSpace'
    | 'updateChangeRequest'
    | 'updateChangeRequestById'
    | 'updateChangeRequestContent'
    | 'updateCommentInChangeRequest'
    | 'updateCommentInSpace'
    | 'updateCommentReplyInChangeRequest'
    | 'updateCommentReplyInSpace'
    | 'updateSpaceById'
    | 'updateTeamPermissionInSpace'
    | 'updateUserPermissionInSpace',
    Call
  >;
  urls: Record<
    'getContentByUrl' | 'getEmbedByUrl' | 'getPublishedContentByUrl' | 'resolvePublishedContentByUrl',
    Call
  >;
}

/** A running service on a real port, with imported content, and what its URLs name. */
export interface Setup {
  app: TestApp;
  dns: DnsServer;
  endpoint: string;
  gitUrl: string;
  /** The address of a page of a website. */
  webUrl: string;
  organizationId: string;
  userId: string;
  /** A space with imported content of every kind. */
  spaceId: string;
  revisionId: string;
  pages: PageFacts[];
  fileId: string;
  reusableContentId: string;
  connect(version: ClientVersion): Client;
  close(): Promise<void>;
}

interface PageFacts {
  id: string;
  path: string;
  type: string;
  documentId?: string;
  pages?: PageFacts[];
}

interface RevisionFacts {
  id: string;
  pages: PageFacts[];
  files: { id: string }[];
  reusableContents: { id: string }[];
}

export async function prepareSetup(): Promise<Setup> {
  const dns = await startDnsServer();
  const app = await buildTestApp({ config: { allowPrivateNetworks: true, dnsServers: [dns.address] } });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const endpoint = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
  const folder = await temporaryDirectory();
  const odd = await createOddities(join(folder.path, 'odd.git'));
  const dialect = await createFixtureRepository(join(folder.path, 'dialect.git'));
  await dialect.commit(DIALECT);
  const git = await startGitServer({ repositories: { odd: odd.directory, dialect: dialect.directory } });
  const web = await startWebServer({ '/page': '<h1>A page</h1><p>Text.</p>' });
  const connect = (version: ClientVersion): Client => {
    const settings = { endpoint, authToken: app.adminToken };
    const client = version === '0.202.0' ? new GitBookAPI(settings) : new OlderGitBookAPI(settings);
    return client as unknown as Client;
  };

  const client = connect('0.202.0');
  const spaceId = await addSpace(app);
  await client.spaces.importGitRepository(spaceId, { url: git.url('dialect'), ref: 'refs/heads/main' });
  await runJobs(app);
  const revision = (await client.spaces.getCurrentRevision(spaceId)).data as RevisionFacts;
  const user = (await client.user.getAuthenticatedUser()).data as { id: string };
  const [file] = revision.files;
  const [reusable] = revision.reusableContents;
  if (!file || !reusable) throw new Error('The import made no file or no reusable content.');
  return {
    app,
    dns,
    endpoint,
    gitUrl: git.url('odd'),
    webUrl: web.url('/page'),
    organizationId: app.organizationId,
    userId: user.id,
    spaceId,
    revisionId: revision.id,
    pages: flatten(revision.pages),
    fileId: file.id,
    reusableContentId: reusable.id,
    connect,
    close: async () => {
      await git.close();
      await web.close();
      await app.close();
      await dns.close();
      await folder.remove();
    },
  };
}

const flatten = (pages: PageFacts[]): PageFacts[] =>
  pages.flatMap((page) => [page, ...flatten(page.pages ?? [])]);
