const ID = '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const OTHER_ID = '0198a1b2-d5e6-7f80-9a1b-2c3d4e5f6a7b';
const LATER = '2030-01-31T12:00:00.000Z';
const PASSWORD = 'correct horse battery staple';

const PERMISSION = { role: 'edit' };
const PERMISSIONS = { role: 'review', teams: [ID], users: [OTHER_ID] };

const COMMENT = { body: { markdown: 'Is this still true?' } };
const COMMENT_ON_BLOCK = { ...COMMENT, page: ID, node: '1x8tk3e' };
const REPLY = { body: { markdown: 'It is, since version 2.' } };

/** What a caller typically sends, by the operation; fields that exclude each other cannot be told from the schema. */
export const BODY_EXAMPLES: Readonly<Record<string, unknown>> = {
  regenerateSitePublishingAuthById: { overlapSeconds: 3600 },
  resolvePublishedContentByUrl: {
    url: 'https://docs.example.com/guides/first-steps',
    visitor: { unsignedClaims: { plan: 'pro' } },
  },
  updateSitePublishingAuthById: { fallbackURL: 'https://example.com/sign-in' },
  updateSiteRedirectById: { permanent: true },
  uploadSiteRedirects: { csv: 'source,destination\n/old,https://example.com/docs\n' },
  updateSiteShareLinkById: { active: false },
  acceptInvitation: { displayName: 'Ada Lovelace', password: PASSWORD },
  addMemberToOrganizationTeamById: { role: 'member' },
  beginTotp: { password: PASSWORD },
  changeEmail: { email: 'ada@example.com', password: PASSWORD },
  changePassword: { current: PASSWORD, password: 'a longer and better password' },
  confirmTotp: { code: '123456' },
  createCollection: { title: 'Handbooks' },
  createOrganization: { title: 'Acme', emailDomains: ['example.com'] },
  createOrganizationInvite: { role: 'read', expiresAt: LATER },
  createOrganizationSAMLProvider: {
    label: 'Example identity provider',
    entityID: 'https://idp.example.com/metadata',
    ssoURL: 'https://idp.example.com/sso',
    defaultRole: 'read',
  },
  createOrganizationTeam: { title: 'Writers', members: ['ada@example.com'] },
  createOrganizationToken: { title: 'Build', role: 'create', scopes: ['write'] },
  createSession: { email: 'ada@example.com', password: PASSWORD },
  bulkUpsertSiteRedirects: {
    redirects: [
      { source: '/old', destination: { kind: 'site-page', siteSpaceId: ID, pageId: OTHER_ID } },
      { source: '/older', destination: null },
      { source: '/new', intent: 'publish' },
    ],
  },
  createSite: { title: 'Acme documentation', visibility: 'public', spaces: [ID] },
  createSiteRedirect: {
    source: '/old/*',
    captureWildcard: true,
    destination: { kind: 'external', url: 'https://example.com/docs' },
  },
  createSiteShareLink: { name: 'For our partners' },
  createSpace: { title: 'Handbook', emoji: '1f4d4' },
  createWebhook: {
    title: 'Search index',
    url: 'https://example.com/hooks/lectern',
    events: ['page.created', 'page.edited', 'page.moved', 'page.deleted'],
  },
  createToken: { title: 'My laptop', scopes: ['read'], expiresAt: LATER },
  deleteTotp: { password: PASSWORD },
  deleteUser: { password: PASSWORD },
  exportToGitRepository: {
    url: 'https://github.com/example/docs.git',
    ref: 'refs/heads/main',
    commitMessage: 'Explain how to sign in',
  },
  importContent: { url: 'https://docs.example.com/guide/', source: 'website', maxPages: 50 },
  importContentInChangeRequest: { url: 'https://docs.example.com/guide/', source: 'website', maxPages: 50 },
  importContentInChangeRequestPageById: { url: 'https://example.com/export.zip', source: 'zip' },
  importContentInPageById: { url: 'https://example.com/export.zip', source: 'zip' },
  importGitRepository: { url: 'https://github.com/example/docs.git', ref: 'refs/heads/main' },
  inviteToCollection: PERMISSIONS,
  inviteToSite: PERMISSIONS,
  inviteToSpace: PERMISSIONS,
  inviteUsersToOrganization: {
    emails: ['ada@example.com', { email: 'grace@example.com', role: 'review' }],
    role: 'edit',
  },
  moveCollection: { parent: ID },
  moveSpace: { parent: ID, position: { after: { type: 'space', space: OTHER_ID } } },
  overrideSiteSpaceCustomizationById: { title: 'Dokumentation', internationalization: { locale: 'de' } },
  postCommentInChangeRequest: COMMENT_ON_BLOCK,
  postCommentInSpace: COMMENT_ON_BLOCK,
  postCommentReplyInChangeRequest: REPLY,
  postCommentReplyInSpace: REPLY,
  putGitConnection: {
    url: 'https://github.com/example/docs.git',
    ref: 'refs/heads/main',
    credentials: { username: 'lectern', password: 'github_pat_…' },
    commitMessage: 'docs: {subject}',
  },
  putVisitorClaims: { claims: ['email', 'role'] },
  resumeGitConnection: {},
  requestPasswordReset: { email: 'ada@example.com' },
  resetPassword: { password: PASSWORD },
  syncGitRepository: {},
  transferSpace: { organization: ID },
  updateCollectionById: { title: 'Handbooks', defaultLevel: 'inherit' },
  updateCommentInChangeRequest: { resolved: true },
  updateCommentInSpace: { resolved: true },
  updateCommentReplyInChangeRequest: { addedReactions: ['1f44d'] },
  updateCommentReplyInSpace: { addedReactions: ['1f44d'] },
  updateMemberInOrganizationById: { role: 'review' },
  updateMembersInOrganizationTeam: { add: ['ada@example.com'], memberships: { [ID]: { role: 'owner' } } },
  updateOrganizationById: { title: 'Acme', defaultRole: 'read', inviteLinks: true },
  updateOrganizationInviteById: { role: 'edit', expiresAt: null },
  updateOrganizationSAMLProvider: { label: 'Example identity provider', defaultTeam: ID },
  updateOrganizationToken: { title: 'Build', role: 'edit' },
  updateSiteById: { title: 'Acme documentation', visibility: 'unlisted' },
  updateSpaceById: { title: 'Handbook', defaultLevel: 'read' },
  updateTeamInOrganizationById: { title: 'Editors' },
  updateTeamPermissionInCollection: PERMISSION,
  updateTeamPermissionInSite: PERMISSION,
  updateTeamPermissionInSpace: PERMISSION,
  updateToken: { title: 'My laptop' },
  updateWebhook: { events: ['revision.created'], enabled: true },
  updateUserById: { displayName: 'Ada Lovelace' },
  updateUserPermissionInCollection: PERMISSION,
  updateUserPermissionInSite: PERMISSION,
  updateUserPermissionInSpace: PERMISSION,
};
