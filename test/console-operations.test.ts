import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { listCalledAddresses, listOperations } from './console-operations.ts';

/** Operations that the console calls without its client, or whose path it puts together, by the file that does. */
const CALLED_APART: Readonly<Record<string, readonly string[]>> = {
  'api/events.ts': ['streamSpaceEvents', 'streamChangeRequestEvents', 'streamUserEvents'],
  'page/send-file.ts': ['uploadFile', 'uploadFileForChangeRequest'],
  'add-content/import-run.ts': ['uploadFileForImport'],
  'site-look/site-file-upload.ts': ['uploadSiteFile'],
  'account/profile.tsx': ['uploadUserPicture'],
  'account/security.tsx': ['exportOwnData'],
  'organization/settings.tsx': ['uploadOrganizationLogo'],
  'site-look/redirects-view.tsx': ['downloadSiteRedirects'],
  'insights/results.ts': [
    'exportSiteEvents',
    'compareSiteAgents',
    'getSiteTraffic',
    'getSiteTrafficBreakdown',
    'listSiteBrokenExternalLinks',
    'listSiteEntryPages',
    'listSiteExitPages',
    'listSiteMissingPages',
    'listSitePoorlyRatedPages',
    'listSiteSearches',
    'listSiteTopPages',
    'listSiteUnreadPages',
  ],
};

/** Operations that no view needs, by the reason. */
const WITHOUT_VIEW: Readonly<Record<string, readonly string[]>> = {
  'A view shows all of it already, because it reads it in a list or with the object around it.': [
    'getAuthenticatedUser',
    'getChangeRequestReviewById',
    'getConversationTask',
    'getConversationsIssue',
    'getEmailDomain',
    'getFileById',
    'getFileInChangeRequestById',
    'getFileInRevisionById',
    'getGlossaryEntry',
    'getMemberInvitation',
    'getOpenAPISpecVersionById',
    'getOrganizationById',
    'getOrganizationInviteLink',
    'getOrganizationToken',
    'getSiteRedirectById',
    'getSiteShareLinkById',
    'getSpaceGitInfo',
    'getToken',
    'getUserById',
    'getUserSession',
    'listCommentersInChangeRequest',
    'listCommentersInSpace',
    'listSiteSectionGroups',
    'listSiteSections',
    'listSpacesInCollectionById',
  ],
  'A view does the same with another operation, for one or for several objects.': [
    'addSectionToGroup',
    'importContent',
    'importContentInChangeRequest',
    'importContentInChangeRequestPageById',
    'importContentInPageById',
    'importGitRepository',
    'moveSiteSection',
    'moveSiteSectionGroup',
    'moveSiteSpace',
    'removeCustomHostname',
    'removeSectionFromGroup',
    'searchSpaceContent',
    'updateMembersInOrganizationTeam',
    'updateTeamPermissionInCollection',
    'updateTeamPermissionInSite',
    'updateTeamPermissionInSpace',
    'updateUserPermissionInCollection',
    'updateUserPermissionInSite',
    'updateUserPermissionInSpace',
  ],
  'The same as an operation with a version in its address, for programs that follow the latest one.': [
    'createLatestOpenAPISpecVersionChangeRequest',
    'getLatestOpenAPISpecVersion',
    'getLatestOpenAPISpecVersionChanges',
    'getLatestOpenAPISpecVersionContentRaw',
    'getLatestOpenAPISpecVersionDocument',
    'listLatestOpenAPISpecVersionPages',
  ],
  'A page outside of the console does it, for somebody who is not signed in.': [
    'acceptInvitation',
    'joinOrganization',
    'joinOrganizationWithInvite',
    'listSSOProviderLoginsInOrganization',
    'requestPasswordReset',
    'resetPassword',
    'unsubscribe',
    'verifyEmail',
  ],
  'Another form of content that the console reads as a tree, documents or changes.': [
    'getComputedDocument',
    'getDocumentById',
    'getPageByPath',
    'getPageDocumentInRevisionById',
    'getPageInChangeRequestByPath',
    'getPageInRevisionByPath',
    'getReusableContentById',
    'getReusableContentInChangeRequestById',
    'getReusableContentInRevisionById',
    'listChangeRequestLinks',
    'listChangeRequestPageMetaLinks',
    'listFilesInRevisionById',
    'listPageLinksInChangeRequest',
    'listPageLinksInSpace',
    'listPagesInChangeRequest',
    'listPagesInRevisionById',
    'listRevisionChangedPages',
    'listRevisionPageMetaLinks',
    'listSpacePageMetaLinks',
  ],
  'Browsers load the picture by its address.': ['getOrganizationLogo', 'getUserPicture'],
  'Programs report something with it.': [
    'ingestConversation',
    'receiveGitWebhook',
    'reportChangeRequestCheck',
    'trackEventsInSiteById',
    'updateOrganizationMemberLastSeenAt',
  ],
  'Programs read or write with it what they store or draw themselves.': [
    'aggregateSiteEvents',
    'continueResumableUpload',
    'createResumableUpload',
    'deletePresence',
    'deleteResumableUpload',
    'deleteSiteRenderer',
    'deleteWorkingCopy',
    'getApiInformation',
    'getContentByUrl',
    'getEmbedByUrl',
    'getEmbedByUrlInSpace',
    'getOpenAPISpecVersionContentById',
    'getOpenAPISpecVersionDocumentById',
    'getPublishedContentByUrl',
    'getPublishedContentSite',
    'getPublishedOpenAPISpec',
    'getPublishedOpenAPISpecFeed',
    'getSiteRedirectBySource',
    'getSiteRenderer',
    'getSubdomain',
    'getWorkingCopy',
    'listWorkingCopies',
    'overrideResumableUpload',
    'prewarmSiteSearch',
    'putSiteRenderer',
    'putWorkingCopy',
    'resolvePublishedContentByUrl',
  ],
  'The service keeps the import, and the view of the import that was started shows it.': [
    'cancelContentImport',
    'getContentImport',
    'listContentImports',
  ],
  'Lists show the exports and imports, link to the archives, and a form sends an archive as a file.': [
    'downloadOrganizationExport',
    'getOrganizationArchiveImport',
    'getOrganizationExport',
    'importOrganization',
  ],
  'Administrators export the data of others so rarely that the API and the command line are enough.': [
    'downloadInstanceOrganizationExport',
    'exportDataOfInstanceUser',
    'exportInstanceOrganization',
    'getInstanceOrganizationExport',
  ],
  'Programs of the operator prepare organizations with it.': [
    'createInstanceOrganization',
    'deleteInstanceOrganization',
  ],
  'Programs store all events with it; the console saves those that it lists.': ['exportAuditEvents'],
  'An application of the organization defines what it sends about its visitors.': [
    'deleteVisitorClaims',
    'getSiteAdaptiveSchema',
    'getVisitorClaims',
    'listSiteAdaptiveTemplateConditions',
    'listSiteVisitorSegments',
    'putVisitorClaims',
    'updateSiteAdaptiveSchema',
  ],
};

const operations = listOperations();
const called = listCalledAddresses();
const exceptions = [...Object.values(CALLED_APART).flat(), ...Object.values(WITHOUT_VIEW).flat()].sort();

const readConsole = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../apps/console/${path}`, import.meta.url)), 'utf8');

describe('every operation of the API', () => {
  test('has a view in the console, or a reason why it needs none', () => {
    const without = operations.filter(({ address }) => !called.has(address)).map(({ id }) => id);
    expect(without.sort()).toEqual(exceptions);
  });

  test('is called by the address that the API has', () => {
    const addresses = new Set(operations.map(({ address }) => address));
    const others = [...called].filter((address) => !addresses.has(address));
    // Its last part is chosen from `CALLED_APART`.
    expect(others).toEqual([expect.stringMatching(/\/insights\/answers\/\$\{name\}$/)]);
  });

  test.each(Object.keys(CALLED_APART))('that is called apart from the client, is called by %s', (path) => {
    expect(readConsole(path)).toMatch(/\/v1\/|uploadFile\(/);
  });
});
