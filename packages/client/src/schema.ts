// Generated from the OpenAPI document by: npm run generate:client

/** Reasons for which nearly every request can fail. */
export type CommonReason =
  | 'database-timeout'
  | 'database-unavailable'
  | 'expired-token'
  | 'insufficient-scope'
  | 'internal-error'
  | 'invalid-request'
  | 'missing-token'
  | 'rate-limited'
  | 'session-ended'
  | 'storage-full'
  | 'storage-unavailable'
  | 'unknown-token';

/** Reasons for which nearly every request that changes something can fail. */
export type ChangeReason = CommonReason | 'cross-site-request' | 'idempotency-key-reused' | 'maintenance' | 'request-in-progress' | 'response-lost' | 'too-many-changes';

export interface Schemas {
  AcceptInvitationBody: { displayName?: string; password?: string };
  AcceptedInvitation: { organization: string; user: string };
  Ad: { domain: string; placement: 'aside'; zoneId: string };
  AddExternalLinkToSiteBody: {
    condition?: string | null;
    description?: string | null;
    draft?: boolean;
    icon?: string | null;
    localizedDescription?: Record<string, string> | null;
    localizedTitle?: Record<string, string> | null;
    parent?: string;
    title: string;
    url: string;
  };
  AddMemberToOrganizationTeamByIdBody: { role?: 'owner' | 'member' };
  AddPasskeyBody: { ceremony: string; response: Record<string, unknown>; title: string };
  AddSectionGroupToSiteBody: {
    draft?: boolean;
    icon?: string | null;
    localizedTitle?: Record<string, string> | null;
    parent?: string;
    sections?: string[];
    title: string;
  };
  AddSectionToGroupBody: { sectionId: string };
  AddSectionToSiteBody: {
    draft?: boolean;
    icon?: string | null;
    pageId?: string;
    siteSectionGroupId?: string;
    spaceId: string | null;
    template?: unknown;
    title?: string | null;
  };
  AddSpaceToSiteBody: { draft?: boolean; pageId?: string | null; sectionId?: string; spaceId: string | null; template?: unknown; title?: string };
  AggregateSiteEventsBody: {
    groupBy?: {
      claim?: string;
      column:
        | 'datetime'
        | 'dayOfWeek'
        | 'hourOfDay'
        | 'url'
        | 'urlPath'
        | 'eventType'
        | 'siteSection'
        | 'siteSpace'
        | 'siteShareKey'
        | 'displayContext'
        | 'page'
        | 'visitorGeoCountry'
        | 'visitorGeoPoint'
        | 'visitorDevice'
        | 'visitorBrowser'
        | 'visitorOS'
        | 'visitorBot'
        | 'visitorProgram'
        | 'visitorLanguage'
        | 'eventLinkTargetValue'
        | 'eventLinkTargetKind'
        | 'eventLinkTargetDomain'
        | 'eventLinkPosition'
        | 'eventAPIOperationPath'
        | 'eventAPIOperationMethod'
        | 'eventLLMSVariant'
        | 'eventPageNotFoundType'
        | 'eventMarkdownSource'
        | 'eventSearchQuery'
        | 'eventSearchResultRecordId'
        | 'eventPageFeedbackRating'
        | 'eventPageFeedbackComment'
        | 'eventAskResponseRating'
        | 'referrer'
        | 'referrerDomain'
        | 'utmSource'
        | 'utmMedium'
        | 'utmCampaign'
        | 'utmTerm'
        | 'utmContent'
        | 'visitorAuthenticated'
        | 'eventAdDomain'
        | 'eventAdPlacement'
        | 'eventTrademarkPlacement'
        | 'visitorClaim'
        | 'visitorClaimProperty'
        | 'eventsCount'
        | 'sessionsCount'
        | 'visitorsCount'
        | 'pageFeedbackRating'
        | 'askResponseRating';
      interval?: 'hour' | 'day' | 'week' | 'month';
      precision?: number;
    }[];
    limit?: number;
    order?: {
      by: {
        claim?: string;
        column:
          | 'datetime'
          | 'dayOfWeek'
          | 'hourOfDay'
          | 'url'
          | 'urlPath'
          | 'eventType'
          | 'siteSection'
          | 'siteSpace'
          | 'siteShareKey'
          | 'displayContext'
          | 'page'
          | 'visitorGeoCountry'
          | 'visitorGeoPoint'
          | 'visitorDevice'
          | 'visitorBrowser'
          | 'visitorOS'
          | 'visitorBot'
          | 'visitorProgram'
          | 'visitorLanguage'
          | 'eventLinkTargetValue'
          | 'eventLinkTargetKind'
          | 'eventLinkTargetDomain'
          | 'eventLinkPosition'
          | 'eventAPIOperationPath'
          | 'eventAPIOperationMethod'
          | 'eventLLMSVariant'
          | 'eventPageNotFoundType'
          | 'eventMarkdownSource'
          | 'eventSearchQuery'
          | 'eventSearchResultRecordId'
          | 'eventPageFeedbackRating'
          | 'eventPageFeedbackComment'
          | 'eventAskResponseRating'
          | 'referrer'
          | 'referrerDomain'
          | 'utmSource'
          | 'utmMedium'
          | 'utmCampaign'
          | 'utmTerm'
          | 'utmContent'
          | 'visitorAuthenticated'
          | 'eventAdDomain'
          | 'eventAdPlacement'
          | 'eventTrademarkPlacement'
          | 'visitorClaim'
          | 'visitorClaimProperty'
          | 'eventsCount'
          | 'sessionsCount'
          | 'visitorsCount'
          | 'pageFeedbackRating'
          | 'askResponseRating';
        interval?: 'hour' | 'day' | 'week' | 'month';
        precision?: number;
      };
      direction: 'asc' | 'desc';
    };
    range: 'lastYear' | 'last3Months' | 'last30Days' | 'last7Days' | 'last24Hours' | { from: string; to: string };
    select?: {
      claim?: string;
      column:
        | 'datetime'
        | 'dayOfWeek'
        | 'hourOfDay'
        | 'url'
        | 'urlPath'
        | 'eventType'
        | 'siteSection'
        | 'siteSpace'
        | 'siteShareKey'
        | 'displayContext'
        | 'page'
        | 'visitorGeoCountry'
        | 'visitorGeoPoint'
        | 'visitorDevice'
        | 'visitorBrowser'
        | 'visitorOS'
        | 'visitorBot'
        | 'visitorProgram'
        | 'visitorLanguage'
        | 'eventLinkTargetValue'
        | 'eventLinkTargetKind'
        | 'eventLinkTargetDomain'
        | 'eventLinkPosition'
        | 'eventAPIOperationPath'
        | 'eventAPIOperationMethod'
        | 'eventLLMSVariant'
        | 'eventPageNotFoundType'
        | 'eventMarkdownSource'
        | 'eventSearchQuery'
        | 'eventSearchResultRecordId'
        | 'eventPageFeedbackRating'
        | 'eventPageFeedbackComment'
        | 'eventAskResponseRating'
        | 'referrer'
        | 'referrerDomain'
        | 'utmSource'
        | 'utmMedium'
        | 'utmCampaign'
        | 'utmTerm'
        | 'utmContent'
        | 'visitorAuthenticated'
        | 'eventAdDomain'
        | 'eventAdPlacement'
        | 'eventTrademarkPlacement'
        | 'visitorClaim'
        | 'visitorClaimProperty'
        | 'eventsCount'
        | 'sessionsCount'
        | 'visitorsCount'
        | 'pageFeedbackRating'
        | 'askResponseRating';
      interval?: 'hour' | 'day' | 'week' | 'month';
      precision?: number;
    }[];
    where?: {
      claim?: string;
      column:
        | 'datetime'
        | 'dayOfWeek'
        | 'hourOfDay'
        | 'url'
        | 'urlPath'
        | 'eventType'
        | 'siteSection'
        | 'siteSpace'
        | 'siteShareKey'
        | 'displayContext'
        | 'page'
        | 'visitorGeoCountry'
        | 'visitorGeoPoint'
        | 'visitorDevice'
        | 'visitorBrowser'
        | 'visitorOS'
        | 'visitorBot'
        | 'visitorProgram'
        | 'visitorLanguage'
        | 'eventLinkTargetValue'
        | 'eventLinkTargetKind'
        | 'eventLinkTargetDomain'
        | 'eventLinkPosition'
        | 'eventAPIOperationPath'
        | 'eventAPIOperationMethod'
        | 'eventLLMSVariant'
        | 'eventPageNotFoundType'
        | 'eventMarkdownSource'
        | 'eventSearchQuery'
        | 'eventSearchResultRecordId'
        | 'eventPageFeedbackRating'
        | 'eventPageFeedbackComment'
        | 'eventAskResponseRating'
        | 'referrer'
        | 'referrerDomain'
        | 'utmSource'
        | 'utmMedium'
        | 'utmCampaign'
        | 'utmTerm'
        | 'utmContent'
        | 'visitorAuthenticated'
        | 'eventAdDomain'
        | 'eventAdPlacement'
        | 'eventTrademarkPlacement'
        | 'visitorClaim'
        | 'visitorClaimProperty'
        | 'eventsCount'
        | 'sessionsCount'
        | 'visitorsCount'
        | 'pageFeedbackRating'
        | 'askResponseRating';
      operator?: 'in' | 'notIn' | 'greaterThan' | 'greaterThanOrEqual' | 'lessThan' | 'lessThanOrEqual';
      values: unknown[];
    }[];
  };
  ArchiveImport: {
    administrator: string;
    createdAt: string;
    endedAt?: string;
    error?: { message: string; reason: string };
    id: string;
    object: 'archive-import';
    report?: {
      changedIds: number;
      enterAgain: string[];
      files: number;
      notes: string[];
      people: { invited: number; unmatched: string[] };
      rows: number;
      title: string;
    };
    size: number;
    status: 'pending' | 'in-progress' | 'completed' | 'failed';
    urls: { location: string };
  };
  ArchiveImportList: { count: number; items: Schemas['ArchiveImport'][]; next?: { page: string } };
  AuditEvent: {
    action: string;
    actor: { id: string; label?: string; type: 'user' | 'integration' | 'system' };
    id: string;
    object: 'audit-event';
    occurredAt: string;
    source: 'api' | 'ui' | 'script';
    target: { id: string; label?: string; type: string };
    urls: { location: string };
  };
  AuditEventAction: { id: string; label: string; object: 'audit-event-action' };
  AuditEventDetails: {
    action: string;
    actor: { id: string; label?: string; type: 'user' | 'integration' | 'system' };
    id: string;
    object: 'audit-event';
    occurredAt: string;
    payload: { address?: string; after?: unknown; before?: unknown };
    schemaVersion: number;
    source: 'api' | 'ui' | 'script';
    target: { id: string; label?: string; type: string };
    urls: { location: string };
  };
  BeginMaintenanceBody: { message?: string; until: string };
  BeginPasskeyBody: { passkey?: { ceremony: string; response: Record<string, unknown> }; password?: string };
  BeginPasskeyConfirmationResponse: { ceremony: string; options: Record<string, unknown> };
  BeginPasskeyResponse: { ceremony: string; options: Record<string, unknown> };
  BeginPasskeySignInResponse: { ceremony: string; options: Record<string, unknown> };
  BeginTotpBody: { passkey?: { ceremony: string; response: Record<string, unknown> }; password?: string };
  BeginTotpResponse: { object: 'totp'; qrCode: string; secret: string; url: string };
  BlockVersion: { html?: string; index: number; key: string; keys?: string[]; type: string };
  BulkUpsertSiteRedirectsBody: {
    redirects: {
      captureWildcard?: boolean;
      destination?: Schemas['SiteRedirectTarget'] | null;
      intent?: 'live' | 'draft' | 'publish';
      permanent?: boolean;
      source: string;
    }[];
  };
  BulkUpsertSiteRedirectsResponse: {
    results: {
      draft: boolean;
      error?: string;
      id?: string;
      source: string;
      status: 'created' | 'updated' | 'deleted' | 'published' | 'error';
      warnings?: { message: string; path: string }[];
    }[];
  };
  ChangeEmailBody: { email: string; passkey?: { ceremony: string; response: Record<string, unknown> }; password?: string };
  ChangePasswordBody: { current?: string; passkey?: { ceremony: string; response: Record<string, unknown> }; password: string };
  ChangeQuotasBody: {
    'imports-per-day'?: number | 'unlimited' | 'default';
    'imports-running'?: number | 'unlimited' | 'default';
    members?: number | 'unlimited' | 'default';
    sites?: number | 'unlimited' | 'default';
    spaces?: number | 'unlimited' | 'default';
    storage?: number | 'unlimited' | 'default';
  };
  ChangeQuotasResponse: { items: Schemas['Quota'][] };
  ChangeRequest: {
    checks?: { failed: number; passed: number; pending: number };
    comments: number;
    createdAt: string;
    createdBy: Schemas['User'];
    description?: Schemas['Document'];
    failedMerge?: { at: string; message: string };
    id: string;
    lastSeen?: { at: string; revision: string } | null;
    links: { id: string; ref: { kind: 'url'; url: string }; title?: string }[];
    mergedAt?: string;
    mergedBy?: Schemas['User'];
    number: number;
    object: 'change-request';
    outdated: boolean;
    permissions?: { review: boolean };
    reverts?: string;
    reviewState?: 'waiting' | 'approved' | 'changes-requested';
    reviewTeams?: Schemas['ChangeRequestTeamReviewer'][];
    reviewers?: Schemas['ChangeRequestReviewer'][];
    revision: string;
    revisionInitial: string;
    revisionMerged?: string;
    revisionMergedAncestor?: string;
    scheduledMerge?: { at: string; by: Schemas['User'] };
    space: string;
    status: 'draft' | 'open' | 'archived' | 'merged';
    subject: string;
    unread?: boolean;
    updatedAt: string;
    urls: { app: string; location: string };
  };
  ChangeRequestCheck: {
    createdAt: string;
    name: string;
    object: 'change-request-check';
    outdated: boolean;
    reportedBy: Schemas['User'];
    revision: string;
    status: 'pending' | 'passed' | 'failed';
    title?: string;
    updatedAt: string;
    url?: string;
  };
  ChangeRequestConflict: {
    answer?: Schemas['ConflictResolution'];
    answeredAt?: string;
    answeredBy?: Schemas['User'];
    base: unknown;
    canKeepBoth: boolean;
    changedPages?: { id: string; title?: string }[];
    deletedBy?: 'ours' | 'theirs';
    field?: string;
    file?: { id: string; title?: string };
    files?: { base?: Schemas['ConflictingFile']; ours?: Schemas['ConflictingFile']; theirs?: Schemas['ConflictingFile'] };
    html?: { base?: string; ours?: string; theirs?: string };
    id: string;
    kind: 'document' | 'page-field' | 'page-deleted' | 'page-position' | 'file' | 'reusable-content' | 'setting';
    object: 'change-request-conflict';
    ours: unknown;
    page?: { id: string; title?: string };
    place?: {
      blocks?: {
        base?: { definition?: string; key: string; path: number[]; record?: string; type: string };
        ours?: { definition?: string; key: string; path: number[]; record?: string; type: string };
        theirs?: { definition?: string; key: string; path: number[]; record?: string; type: string };
      };
      headings?: string[];
      index?: number;
      kind: string;
    };
    reusableContent?: { id: string; title?: string };
    theirs: unknown;
    version: string;
  };
  ChangeRequestConflictList: { count: number; items: Schemas['ChangeRequestConflict'][]; next?: { page: string } };
  ChangeRequestList: { count: number; items: Schemas['ChangeRequest'][]; next?: { page: string } };
  ChangeRequestRequestedReviewer: {
    createdAt: string;
    kind: 'user';
    object: 'change-request-requested-reviewer';
    requestedBy: Schemas['User'];
    revision: string;
    user: Schemas['User'];
  };
  ChangeRequestRequestedReviewerList: { count: number; items: Schemas['ChangeRequestRequestedReviewer'][]; next?: { page: string } };
  ChangeRequestRequestedTeam: {
    awaited: boolean;
    createdAt: string;
    object: 'change-request-requested-team';
    outdated?: boolean;
    requestedBy: Schemas['User'];
    reviewer?: Schemas['User'];
    revision: string;
    status?: 'approved' | 'changes-requested';
    team: { id: string; title: string };
  };
  ChangeRequestRequestedTeamList: { count: number; items: Schemas['ChangeRequestRequestedTeam'][]; next?: { page: string } };
  ChangeRequestReview: {
    comment?: Schemas['Comment'];
    createdAt: string;
    id: string;
    object: 'change-request-review';
    outdated: boolean;
    requestedBy?: Schemas['User'];
    reviewer: Schemas['User'];
    revision: string;
    status: 'approved' | 'changes-requested';
    updatedAt: string;
    urls: { location: string };
  };
  ChangeRequestReviewList: { count: number; items: Schemas['ChangeRequestReview'][]; next?: { page: string } };
  ChangeRequestReviewer: { outdated?: boolean; requested: boolean; status?: 'approved' | 'changes-requested'; user: Schemas['User'] };
  ChangeRequestTeamReviewer: { outdated?: boolean; status?: 'approved' | 'changes-requested'; team: { id: string; title: string } };
  ChangedBlockSetting: { after?: string | number | boolean; before?: string | number | boolean; name: string };
  ChangedFile: { contentType: string; downloadURL: string; id: string; name: string };
  ChangedPage: { id: string; path?: string; title: string; type: 'document' | 'group' | 'link' | 'computed' };
  ChangedPageList: { base: string; count: number; items: Schemas['ChangedPageSummary'][]; next?: { page: string }; revision: string };
  ChangedPageSummary: {
    attributes: string[];
    kinds: ('created' | 'edited' | 'moved' | 'deleted')[];
    page: { emoji?: string; icon?: string; id: string; path?: string; title: string; type: 'document' | 'group' | 'link' | 'computed' };
    words?: { added: number; removed: number };
  };
  ChangedReusableContent: { document?: string; id: string; title: string };
  CheckGitRepositoryBody: {
    credentials?: { password: string; username: string } | { passphrase?: string; privateKey: string } | { deployKey: string } | null;
    knownHosts?: string | null;
    url: string;
  };
  CodeTheme:
    | 'default-light'
    | 'default-dark'
    | 'monochrome-light'
    | 'monochrome-dark'
    | 'andromeeda'
    | 'aurora-x'
    | 'ayu-dark'
    | 'catppuccin-frappe'
    | 'catppuccin-latte'
    | 'catppuccin-macchiato'
    | 'catppuccin-mocha'
    | 'dark-plus'
    | 'dracula'
    | 'dracula-soft'
    | 'everforest-dark'
    | 'everforest-light'
    | 'github-dark'
    | 'github-dark-default'
    | 'github-dark-dimmed'
    | 'github-dark-high-contrast'
    | 'github-light'
    | 'github-light-default'
    | 'github-light-high-contrast'
    | 'gruvbox-dark-hard'
    | 'gruvbox-dark-medium'
    | 'gruvbox-dark-soft'
    | 'gruvbox-light-hard'
    | 'gruvbox-light-medium'
    | 'gruvbox-light-soft'
    | 'houston'
    | 'kanagawa-dragon'
    | 'kanagawa-lotus'
    | 'kanagawa-wave'
    | 'laserwave'
    | 'light-plus'
    | 'material-theme'
    | 'material-theme-darker'
    | 'material-theme-lighter'
    | 'material-theme-ocean'
    | 'material-theme-palenight'
    | 'min-dark'
    | 'min-light'
    | 'monokai'
    | 'night-owl'
    | 'nord'
    | 'one-dark-pro'
    | 'one-light'
    | 'plastic'
    | 'poimandres'
    | 'red'
    | 'rose-pine'
    | 'rose-pine-dawn'
    | 'rose-pine-moon'
    | 'slack-dark'
    | 'slack-ochin'
    | 'snazzy-light'
    | 'solarized-dark'
    | 'solarized-light'
    | 'synthwave-84'
    | 'tokyo-night'
    | 'vesper'
    | 'vitesse-black'
    | 'vitesse-dark'
    | 'vitesse-light';
  Collection: {
    defaultLevel: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'inherit' | null;
    description?: string;
    id: string;
    object: 'collection';
    organization: string;
    parent?: string;
    permissions: { admin: boolean; create: boolean; view: boolean; viewInviteLinks: boolean };
    title: string;
    urls: { app: string; location: string };
  };
  CollectionItem: { space: string; type: 'space' } | { collection: string; type: 'collection' };
  CollectionList: { count: number; items: Schemas['Collection'][]; next?: { page: string } };
  Comment: {
    body: { document?: Schemas['Document']; html?: string; markdown?: string };
    editedAt?: string;
    id: string;
    mentions: Schemas['User'][];
    object: 'comment';
    outdated: boolean;
    permissions: { delete: boolean; edit: boolean; reply: boolean; view: boolean };
    postedAt: string;
    postedBy: Schemas['User'];
    reactions: { count: number; emoji: string; users: { reactedAt: string; user: Schemas['User'] }[] }[];
    repliers: { count: number; updatedAt: string; user: Schemas['User'] }[];
    replies: number;
    resolvedAt?: string;
    resolvedBy?: Schemas['User'];
    status: 'open' | 'resolved';
    suggestion?: Schemas['Suggestion'];
    target: {
      changeRequest?: string;
      node?: { id: string; preview: string };
      page?: { id: string; outdated: boolean; path: string; title: string };
      range?: Schemas['CommentRange'];
      review?: string;
      revision: string;
      space: string;
      tableCell?: Schemas['CommentTableCell'];
    };
    urls: { location: string };
  };
  CommentList: { count: number; items: Schemas['Comment'][]; next?: { page: string } };
  CommentRange: { end: number; quote: string; start: number };
  CommentReply: {
    body: { document?: Schemas['Document']; html?: string; markdown?: string };
    editedAt?: string;
    id: string;
    mentions: Schemas['User'][];
    object: 'comment-reply';
    permissions: { delete: boolean; edit: boolean; reply: boolean; view: boolean };
    postedAt: string;
    postedBy: Schemas['User'];
    reactions: { count: number; emoji: string; users: { reactedAt: string; user: Schemas['User'] }[] }[];
    urls: { location: string };
  };
  CommentReplyList: { count: number; items: Schemas['CommentReply'][]; next?: { page: string } };
  CommentTableCell: { definition: string; record: string };
  CompareSiteAgentsResponse: {
    items: { agent: string | null; llmsRequests: number; markdownRequests: number; mcpRequests: number; pageViews: number; requests: number }[];
    range: { from: string; to: string };
    timeZone: string;
    totals: { agents: number; people: number };
  };
  ComparedBlock: {
    after?: Schemas['BlockVersion'];
    before?: Schemas['BlockVersion'];
    html?: string;
    onlyFormatting?: boolean;
    settings?: Schemas['ChangedBlockSetting'][];
    texts?: { segments: { text: string; type: 'equal' | 'added' | 'removed' }[] }[];
    type: 'equal' | 'added' | 'removed' | 'changed' | 'moved';
  };
  ComputedRevision: { files: unknown[]; pages: Schemas['Page'][]; reusableContents: unknown[] };
  ConfirmTotpBody: { code: string };
  ConfirmTotpResponse: { codes: string[]; object: 'recovery-codes' };
  ConflictAnswerBody: { choice: 'ours' | 'theirs' | 'both' } | { choice: 'text'; nodes?: Schemas['DocumentBlock'][]; text: string };
  ConflictResolution: { choice: 'ours' | 'theirs' | 'both' } | { choice: 'text'; text: string };
  ConflictingFile: { contentType: string; dimensions?: { height: number; width: number }; downloadURL: string; name: string; size: number };
  ContentChangesBody: {
    changes: ({
      at?: number;
      blocks?: {
        after?: { definition?: string; key?: string; path?: number[]; record?: string } | null;
        at?: { definition?: string; key?: string; path?: number[]; record?: string } | null;
        id?: string;
        into?: { definition?: string; key?: string; path?: number[]; record?: string } | null;
        nodes?: unknown[];
        operation: 'replace' | 'insert' | 'delete' | 'move';
      }[];
      condition?: string | null;
      cover?: { height?: number; ref: string; refDark?: string; yPos?: number } | null;
      description?: string | null;
      document?:
        | Schemas['MarkdownContent']
        | { document: { data?: Record<string, unknown>; nodes: Schemas['DocumentBlock'][]; object: 'document' } }
        | Record<string, unknown>;
      emoji?: string | null;
      hidden?: boolean;
      icon?: string | null;
      into?: string | null;
      layout?: {
        actions?: boolean;
        anchors?: boolean;
        cover?: boolean;
        coverMask?: 'radial' | 'none';
        coverSize?: 'full' | 'hero' | 'background';
        description?: boolean;
        metadata?: boolean;
        outline?: boolean;
        pagination?: boolean;
        tableOfContents?: boolean;
        tags?: boolean;
        title?: boolean;
        width?: 'default' | 'wide';
      } | null;
      linkTitle?: string | null;
      noIndex?: boolean;
      noRobotsIndex?: boolean;
      operation: 'update_page';
      page: string;
      slug?: string;
      tags?: { primary?: boolean; tag: string }[] | null;
      target?: string;
      text?: { at: { definition?: string; key?: string; path?: number[]; record?: string }; insert?: string; offset: number; remove?: number }[];
      title?: string;
    } | {
      at?: number;
      computed?: {
        dependencies: { spec: { ref: { kind: 'openapi'; spec: string } } };
        props?: { changelog?: boolean; grouping?: 'by-operation'; models?: boolean };
        type: 'builtin:openapi';
      };
      condition?: string | null;
      cover?: { height?: number; ref: string; refDark?: string; yPos?: number } | null;
      description?: string | null;
      document?:
        | Schemas['MarkdownContent']
        | { document: { data?: Record<string, unknown>; nodes: Schemas['DocumentBlock'][]; object: 'document' } }
        | Record<string, unknown>;
      emoji?: string | null;
      hidden?: boolean;
      icon?: string | null;
      into?: string;
      layout?: {
        actions?: boolean;
        anchors?: boolean;
        cover?: boolean;
        coverMask?: 'radial' | 'none';
        coverSize?: 'full' | 'hero' | 'background';
        description?: boolean;
        metadata?: boolean;
        outline?: boolean;
        pagination?: boolean;
        tableOfContents?: boolean;
        tags?: boolean;
        title?: boolean;
        width?: 'default' | 'wide';
      } | null;
      linkTitle?: string | null;
      noIndex?: boolean;
      noRobotsIndex?: boolean;
      operation: 'insert_page';
      ref?: string;
      slug?: string;
      tags?: { primary?: boolean; tag: string }[] | null;
      target?: string;
      title?: string;
      type?: 'document' | 'group' | 'link' | 'computed';
    } | { operation: 'delete_page'; page: string } | { block?: string[]; operation: 'revert_page'; page: string; revision?: string } | { files: { base64?: string; contentType?: string; name: string; ref?: string; upload?: string; url?: string }[]; operation: 'insert_files' } | { base64?: string; contentType?: string; file: string; name?: string; operation: 'update_file'; upload?: string; url?: string } | { file: string; operation: 'delete_file' } | {
      document:
        | Schemas['MarkdownContent']
        | { document: { data?: Record<string, unknown>; nodes: Schemas['DocumentBlock'][]; object: 'document' } }
        | Record<string, unknown>;
      operation: 'insert_reusable_content';
      ref?: string;
      title: string;
    } | {
      blocks?: {
        after?: { definition?: string; key?: string; path?: number[]; record?: string } | null;
        at?: { definition?: string; key?: string; path?: number[]; record?: string } | null;
        id?: string;
        into?: { definition?: string; key?: string; path?: number[]; record?: string } | null;
        nodes?: unknown[];
        operation: 'replace' | 'insert' | 'delete' | 'move';
      }[];
      document?:
        | Schemas['MarkdownContent']
        | { document: { data?: Record<string, unknown>; nodes: Schemas['DocumentBlock'][]; object: 'document' } }
        | Record<string, unknown>;
      operation: 'update_reusable_content';
      reusableContent: string;
      text?: { at: { definition?: string; key?: string; path?: number[]; record?: string }; insert?: string; offset: number; remove?: number }[];
      title?: string;
    } | { operation: 'delete_reusable_content'; reusableContent: string })[];
  };
  ContentDifference: { page: Schemas['ChangedPage']; type: 'page_created' } | {
    attributes: {
      condition?: { after?: string; before?: string };
      cover?: {
        after?: { height?: number; ref: Schemas['ContentRef']; refDark?: Schemas['ContentRef']; yPos: number };
        before?: { height?: number; ref: Schemas['ContentRef']; refDark?: Schemas['ContentRef']; yPos: number };
      };
      description?: { after?: string; before?: string };
      document?: { after?: string; before?: string };
      emoji?: { after?: string; before?: string };
      hidden?: { after?: boolean; before?: boolean };
      icon?: { after?: string; before?: string };
      layout?: { after?: Schemas['PageLayout']; before?: Schemas['PageLayout'] };
      linkTitle?: { after?: string; before?: string };
      noIndex?: { after?: boolean; before?: boolean };
      noRobotsIndex?: { after?: boolean; before?: boolean };
      slug?: { after?: string; before?: string };
      tags?: { after?: string[]; before?: string[] };
      target?: { after?: Schemas['ContentRef']; before?: Schemas['ContentRef'] };
      title?: { after?: string; before?: string };
      variables?: { after?: Record<string, string | number | boolean>; before?: Record<string, string | number | boolean> };
    };
    page: Schemas['ChangedPage'];
    type: 'page_edited';
  } | { page: Schemas['ChangedPage']; parent: { after?: Schemas['ChangedPage']; before?: Schemas['ChangedPage'] }; type: 'page_moved' } | { page: Schemas['ChangedPage']; type: 'page_deleted' } | { file: Schemas['ChangedFile']; type: 'file_created' } | {
    attributes: {
      contentType?: { after?: string; before?: string };
      dimensions?: { after?: { height: number; width: number }; before?: { height: number; width: number } };
      downloadURL?: { after?: string; before?: string };
      name?: { after?: string; before?: string };
      size?: { after?: number; before?: number };
    };
    file: Schemas['ChangedFile'];
    type: 'file_edited';
  } | { file: Schemas['ChangedFile']; type: 'file_deleted' } | { reusableContent: Schemas['ChangedReusableContent']; type: 'reusable_content_created' } | {
    attributes: { document?: { after?: string; before?: string }; title?: { after?: string; before?: string } };
    reusableContent: Schemas['ChangedReusableContent'];
    type: 'reusable_content_edited';
  } | { reusableContent: Schemas['ChangedReusableContent']; type: 'reusable_content_deleted' } | { type: 'variables_edited'; variables: Record<string, { after?: string | number | boolean; before?: string | number | boolean }> } | { tag: { label: string; slug: string }; type: 'tag_created' } | { attributes: { label?: { after?: string; before?: string } }; tag: { label: string; slug: string }; type: 'tag_edited' } | { tag: { label: string; slug: string }; type: 'tag_deleted' };
  ContentLocation: {
    internalLocation?: { anchor: string; type: 'anchor' };
    kind: 'page';
    organization: Schemas['Organization'];
    page: Schemas['Page'];
    space: Schemas['Space'];
    versionContext?: Schemas['RevisionContext'];
  } | {
    file: Schemas['File'];
    kind: 'file';
    organization: Schemas['Organization'];
    space: Schemas['Space'];
    versionContext?: Schemas['RevisionContext'];
  } | {
    kind: 'reusable-content';
    organization: Schemas['Organization'];
    reusableContent: { id: string; title: string };
    space: Schemas['Space'];
    versionContext?: Schemas['RevisionContext'];
  } | { kind: 'space'; organization: Schemas['Organization']; space: Schemas['Space'] } | { kind: 'url'; url: string };
  ContentLocationList: { count: number; items: Schemas['ContentLocation'][]; next?: { page: string } };
  ContentRef:
    | { kind: 'url'; url: string }
    | { kind: 'page'; page: string; space?: string }
    | { anchor: string; kind: 'anchor'; page?: string; space?: string }
    | { file: string; kind: 'file'; space?: string }
    | { kind: 'reusable-content'; reusableContent: string; space?: string }
    | { kind: 'tag'; space?: string; tag: string };
  Conversation: {
    createdAt: string;
    id: string;
    object: 'conversation';
    processedAt?: string;
    source: string;
    subject?: string;
    urls: { location: string; source?: string };
  };
  ConversationDetails: {
    attributes: Record<string, string>;
    createdAt: string;
    id: string;
    issues: string[];
    object: 'conversation';
    parts: { body: string; role: string; type: 'message' }[];
    processedAt?: string;
    source: string;
    sourceId: string;
    subject?: string;
    urls: { location: string; source?: string };
  };
  ConversationInput: {
    id: string;
    metadata?: { attributes?: Record<string, string>; createdAt?: string; url?: string };
    parts: { body: string; role: 'user' | 'assistant' | 'team-member'; type: 'message' }[];
    source?: string;
    subject?: string;
  };
  ConversationIssue: {
    cluster?: string;
    conversation: string;
    createdAt: string;
    id: string;
    ingestedAt: string;
    object: 'conversation-issue';
    summary: string;
    title: string;
    urls: { location: string };
  };
  ConversationSettings: { maskingRules: { pattern: string; title: string }[]; object: 'conversation-settings'; retentionDays: number | null };
  ConversationTask: {
    cluster: string;
    createdAt: string;
    createdBy?: string;
    description?: string;
    id: string;
    object: 'conversation-task';
    state: 'backlog' | 'started' | 'completed' | 'cancelled';
    title: string;
    updatedAt: string;
    urls: { location: string };
  };
  ConversationTaskList: { count: number; items: Schemas['ConversationTask'][]; next?: { page: string } };
  ConversationsIssuesCluster: {
    createdAt: string;
    gap?: boolean;
    icon: string;
    id: string;
    label: string;
    object: 'issues-cluster';
    sources: Record<string, number>;
    stats: {
      conversations: number;
      issues: number;
      tasksBacklog: number;
      tasksCancelled: number;
      tasksCompleted: number;
      tasksStarted: number;
      tasksTotal: number;
    };
    summary: string;
    updatedAt: string;
    urls: { app: string; location: string };
    weeklyPulse: number[];
  };
  ConversationsIssuesClusterList: { count: number; items: Schemas['ConversationsIssuesCluster'][]; next?: { page: string } };
  CreateChangeRequestBody: {
    agentTaskId?: unknown;
    description?: { data?: Record<string, unknown>; nodes: { object: 'block'; type: string }[]; object: 'document' };
    revision?: string;
    subject?: string;
    template?: unknown;
  };
  CreateCollectionBody: { parent?: string | null; title?: string };
  CreateConversationTaskBody: { description?: string; state?: 'backlog' | 'started' | 'completed' | 'cancelled'; title: string };
  CreateInstanceOrganizationBody: { administrator: string; title: string };
  CreateLatestOpenAPISpecVersionChangeRequestBody: { base?: string; class?: 'breaking' | 'non-breaking' | 'documentation'; space: string };
  CreateOidcProviderBody: {
    clientId: string;
    clientSecret?: string | null;
    defaultRole?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    defaultTeam?: string | null;
    emailDomains?: Schemas['OidcEmailDomains'];
    endsProviderSession?: Schemas['OidcEndsProviderSession'];
    groupRoles?: Schemas['OidcGroupRoles'];
    groupTeams?: Schemas['OidcGroupTeams'];
    groupsClaim?: string | null;
    issuer: string;
    label: string;
    scopes?: Schemas['OidcScopes'];
  };
  CreateOpenAPISpecBody: { slug: string; source: Schemas['OpenAPISpecSource'] };
  CreateOpenAPISpecVersionChangeRequestByIdBody: { base?: string; class?: 'breaking' | 'non-breaking' | 'documentation'; space: string };
  CreateOrUpdateOpenAPISpecBySlugBody: { source: Schemas['OpenAPISpecSource'] };
  CreateOrganizationBody: {
    emailDomains?: string[];
    onboardingPreferences?: unknown;
    title: string;
    type?: 'business' | 'community';
    useCase?:
      | 'internalDocs'
      | 'docsSite'
      | 'audienceControlledSite'
      | 'productDocs'
      | 'teamKnowledgeBase'
      | 'designSystem'
      | 'openSourceDocs'
      | 'notes'
      | 'other';
  };
  CreateOrganizationInviteBody: {
    collection?: string;
    expiresAt?: string | null;
    level?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    space?: string;
  };
  CreateOrganizationSAMLProviderBody: {
    certificate?: string | null;
    defaultRole?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    defaultTeam?: string | null;
    entityID?: string | null;
    label: string;
    ssoURL?: string | null;
  };
  CreateOrganizationTeamBody: { members?: string[]; title: string };
  CreateOrganizationTokenBody: {
    expiresAt?: string | null;
    role: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    scopes?: ('read' | 'write' | 'admin')[];
    title: string;
  };
  CreatePreviewLinkBody: { expiresIn: number; site?: string };
  CreatePreviewLinkResponse: { createdAt: string; createdBy: Schemas['User']; expiresAt: string; id: string; object: 'preview-link'; site?: string; url: string };
  CreateSessionBody: { code?: string; email: string; password: string };
  CreateSiteBody: {
    readers?: { kind: 'members' } | { kind: 'teams'; teams: string[] } | { kind: 'password'; password?: string } | null;
    spaces?: string[];
    title?: string;
    type?: 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium';
    visibility?: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
  };
  CreateSiteRedirectBody: { captureWildcard?: boolean; destination: Schemas['SiteRedirectTarget']; draft?: boolean; permanent?: boolean; source: string };
  CreateSiteShareLinkBody: { expiresAt?: string | null; name: string };
  CreateSpaceBody: {
    computedSource?: unknown;
    editMode?: 'live' | 'locked';
    emoji?: string;
    empty?: boolean;
    language?:
      | 'en'
      | 'fr'
      | 'de'
      | 'es'
      | 'it'
      | 'pt'
      | 'pt-br'
      | 'ru'
      | 'ja'
      | 'zh'
      | 'zh-tw'
      | 'yue'
      | 'ko'
      | 'ar'
      | 'hi'
      | 'nl'
      | 'pl'
      | 'tr'
      | 'sv'
      | 'no'
      | 'da'
      | 'fi'
      | 'el'
      | 'cs'
      | 'hu'
      | 'ro'
      | 'th'
      | 'vi'
      | 'id'
      | 'ms'
      | 'he'
      | 'uk'
      | 'sk'
      | 'bg'
      | 'hr'
      | 'lt'
      | 'lv'
      | 'et'
      | 'sl';
    parent?: string | null;
    template?: unknown;
    title?: string;
  };
  CreateTokenBody: { expiresAt?: string | null; scopes?: ('read' | 'write' | 'admin')[]; title: string };
  CreateTranslationBody: {
    instructions?: { data?: Record<string, unknown>; nodes: { object: 'block'; type: string }[]; object: 'document' };
    language?:
      | 'en'
      | 'fr'
      | 'de'
      | 'es'
      | 'it'
      | 'pt'
      | 'pt-br'
      | 'ru'
      | 'ja'
      | 'zh'
      | 'zh-tw'
      | 'yue'
      | 'ko'
      | 'ar'
      | 'hi'
      | 'nl'
      | 'pl'
      | 'tr'
      | 'sv'
      | 'no'
      | 'da'
      | 'fi'
      | 'el'
      | 'cs'
      | 'hu'
      | 'ro'
      | 'th'
      | 'vi'
      | 'id'
      | 'ms'
      | 'he'
      | 'uk'
      | 'sk'
      | 'bg'
      | 'hr'
      | 'lt'
      | 'lv'
      | 'et'
      | 'sl';
    languages?: (
      | 'en'
      | 'fr'
      | 'de'
      | 'es'
      | 'it'
      | 'pt'
      | 'pt-br'
      | 'ru'
      | 'ja'
      | 'zh'
      | 'zh-tw'
      | 'yue'
      | 'ko'
      | 'ar'
      | 'hi'
      | 'nl'
      | 'pl'
      | 'tr'
      | 'sv'
      | 'no'
      | 'da'
      | 'fi'
      | 'el'
      | 'cs'
      | 'hu'
      | 'ro'
      | 'th'
      | 'vi'
      | 'id'
      | 'ms'
      | 'he'
      | 'uk'
      | 'sk'
      | 'bg'
      | 'hr'
      | 'lt'
      | 'lv'
      | 'et'
      | 'sl')[];
    provider?: 'openai' | 'deepl' | 'libretranslate' | 'manual' | null;
    source?: Schemas['TranslationSource'];
    tellsReaders?: boolean;
    title?: string;
    tone?: 'default' | 'formal' | 'informal';
  };
  CreateWebhookBody: {
    enabled?: boolean;
    events: (
      | 'revision.created'
      | 'page.created'
      | 'page.edited'
      | 'page.moved'
      | 'page.deleted'
      | 'change_request.opened'
      | 'change_request.updated'
      | 'change_request.reviewed'
      | 'change_request.checked'
      | 'change_request.merged'
      | 'change_request.archived'
      | 'comment.created'
      | 'openapi_spec.version_created'
      | 'audit_event.recorded')[];
    title: string;
    url: string;
  };
  Credentials: {
    email: string;
    hasPassword: boolean;
    hasSecondFactor: boolean;
    isEmailVerified: boolean;
    object: 'credentials';
    passwordChangedAt?: string;
    recoveryCodesLeft: number;
  };
  CustomFont: { custom: boolean; fontFaces: { sources: { format?: 'woff2' | 'woff'; url: string }[]; weight: number }[]; fontFamily: string; id: string };
  CustomHostname: {
    addressRecord: { name: string; type: 'CNAME'; value: string };
    checkedAt?: string;
    hostname: string;
    isActive: boolean;
    missingSince?: string;
    object: 'custom-hostname';
    record: { name: string; type: 'TXT'; value: string };
    status: 'dns_passed' | 'dns_no_cname';
    target: { site: string; type: 'site' };
    urls: { location: string };
    verifiedAt?: string;
  };
  DeletePasskeyBody: { passkey?: { ceremony: string; response: Record<string, unknown> }; password?: string };
  DeleteSiteVisitorBody: { visitorId: string };
  DeleteSiteVisitorResponse: { deleted: number };
  DeleteTotpBody: { passkey?: { ceremony: string; response: Record<string, unknown> }; password?: string };
  DeleteUserBody: { passkey?: { ceremony: string; response: Record<string, unknown> }; password?: string };
  Document: { data: Record<string, unknown>; meta?: Record<string, unknown>; nodes: Schemas['DocumentBlock'][]; object: 'document' };
  DocumentBlock:
    | Schemas['DocumentBlockBlockquote']
    | Schemas['DocumentBlockCode']
    | Schemas['DocumentBlockColumns']
    | Schemas['DocumentBlockContentRef']
    | Schemas['DocumentBlockDivider']
    | Schemas['DocumentBlockDrawing']
    | Schemas['DocumentBlockEmbed']
    | Schemas['DocumentBlockExpandable']
    | Schemas['DocumentBlockFile']
    | Schemas['DocumentBlockHeading1']
    | Schemas['DocumentBlockHeading2']
    | Schemas['DocumentBlockHeading3']
    | Schemas['DocumentBlockHint']
    | Schemas['DocumentBlockIf']
    | Schemas['DocumentBlockImages']
    | Schemas['DocumentBlockIntegration']
    | Schemas['DocumentBlockListOrdered']
    | Schemas['DocumentBlockListTasks']
    | Schemas['DocumentBlockListUnordered']
    | Schemas['DocumentBlockMath']
    | Schemas['DocumentBlockOpenapiOperation']
    | Schemas['DocumentBlockOpenapiSchemas']
    | Schemas['DocumentBlockOpenapiWebhook']
    | Schemas['DocumentBlockParagraph']
    | Schemas['DocumentBlockPrompt']
    | Schemas['DocumentBlockReusableContent']
    | Schemas['DocumentBlockStepper']
    | Schemas['DocumentBlockSwagger']
    | Schemas['DocumentBlockTable']
    | Schemas['DocumentBlockTabs']
    | Schemas['DocumentBlockUpdates'];
  DocumentBlockBlockquote: {
    attributes?: Record<string, string>;
    data?: Record<string, unknown>;
    isVoid?: false;
    key?: string;
    nodes: Schemas['DocumentBlock'][];
    object: 'block';
    type: 'blockquote';
  };
  DocumentBlockCode: {
    attributes?: Record<string, string>;
    data?: {
      expandable?: boolean;
      fullWidth?: boolean;
      info?: string;
      lineNumbers?: boolean;
      overflow?: 'scroll' | 'wrap';
      syntax?: string;
      title?: string;
      verbatim?: boolean;
    };
    isVoid?: false;
    key?: string;
    nodes: Schemas['DocumentBlockCodeLine'][];
    object: 'block';
    type: 'code';
  };
  DocumentBlockCodeLine: {
    attributes?: Record<string, string>;
    data?: { highlighted?: boolean };
    isVoid?: false;
    key?: string;
    nodes: Schemas['DocumentInline'][];
    object: 'block';
    type: 'code-line';
  };
  DocumentBlockColumn: {
    attributes?: Record<string, string>;
    data?: { verticalAlignment?: 'top' | 'middle' | 'bottom'; width?: number | { unit: '%'; value: number } };
    isVoid?: false;
    key?: string;
    nodes: Schemas['DocumentBlock'][];
    object: 'block';
    type: 'column';
  };
  DocumentBlockColumns: {
    attributes?: Record<string, string>;
    data?: { fullWidth?: boolean; verbatim?: boolean };
    isVoid?: false;
    key?: string;
    nodes: (Schemas['DocumentBlockColumn'] | Schemas['DocumentBlockIf'])[];
    object: 'block';
    type: 'columns';
  };
  DocumentBlockContentRef: {
    attributes?: Record<string, string>;
    data: {
      form?: 'page-ref';
      line?: { text: string; url?: string };
      ref:
        | { kind: 'url'; url: string }
        | { file: string; kind: 'file'; space?: string }
        | { kind: 'reusable-content'; reusableContent: string; space?: string }
        | { kind: 'openapi'; spec: string }
        | { kind: 'tag'; space?: string; tag: string }
        | { kind: 'page'; page: string; space?: string }
        | { anchor: string; kind: 'anchor'; page?: string; space?: string }
        | { kind: 'space'; space: string }
        | { kind: 'user'; user: string }
        | { collection: string; kind: 'collection' };
    };
    isVoid?: true;
    key?: string;
    object: 'block';
    type: 'content-ref';
  };
  DocumentBlockDivider: { attributes?: Record<string, string>; data?: Record<string, unknown>; isVoid?: true; key?: string; object: 'block'; type: 'divider' };
  DocumentBlockDrawing: {
    attributes?: Record<string, string>;
    data: {
      alt?: string;
      height?: number | { unit: string; value: number };
      ref: { kind: 'url'; url: string } | { file: string; kind: 'file'; space?: string };
      refDark?: { kind: 'url'; url: string } | { file: string; kind: 'file'; space?: string };
      width?: number | { unit: string; value: number };
    };
    isVoid?: true;
    key?: string;
    object: 'block';
    type: 'drawing';
  };
  DocumentBlockEmbed: {
    attributes?: Record<string, string>;
    data: { fullWidth?: boolean; url: string };
    fragments?: { fragment?: 'caption'; key?: string; nodes: Schemas['DocumentBlock'][]; object?: 'fragment'; type?: 'caption' }[];
    isVoid?: true;
    key?: string;
    object: 'block';
    type: 'embed';
  };
  DocumentBlockExpandable: {
    attributes?: Record<string, string>;
    data?: { defaultExpanded?: boolean };
    fragments?: (
      | { fragment?: 'expandable-title'; key?: string; nodes: Schemas['DocumentBlockParagraph'][]; object?: 'fragment'; type?: 'expandable-title' }
      | { fragment?: 'expandable-body'; key?: string; nodes: Schemas['DocumentBlock'][]; object?: 'fragment'; type?: 'expandable-body' })[];
    isVoid?: true;
    key?: string;
    meta?: { id?: string };
    object: 'block';
    type: 'expandable';
  };
  DocumentBlockFile: {
    attributes?: Record<string, string>;
    data: { ref: { kind: 'url'; url: string } | { file: string; kind: 'file'; space?: string } };
    fragments?: { fragment?: 'caption'; key?: string; nodes: Schemas['DocumentBlock'][]; object?: 'fragment'; type?: 'caption' }[];
    isVoid?: true;
    key?: string;
    object: 'block';
    type: 'file';
  };
  DocumentBlockHeading1: {
    attributes?: Record<string, string>;
    data?: { align?: 'start' | 'center' | 'end'; level?: number };
    isVoid?: false;
    key?: string;
    meta?: { id?: string; isExplicit?: boolean };
    nodes: Schemas['DocumentInline'][];
    object: 'block';
    type: 'heading-1';
  };
  DocumentBlockHeading2: {
    attributes?: Record<string, string>;
    data?: { align?: 'start' | 'center' | 'end'; level?: number };
    isVoid?: false;
    key?: string;
    meta?: { id?: string; isExplicit?: boolean };
    nodes: Schemas['DocumentInline'][];
    object: 'block';
    type: 'heading-2';
  };
  DocumentBlockHeading3: {
    attributes?: Record<string, string>;
    data?: { align?: 'start' | 'center' | 'end'; level?: number };
    isVoid?: false;
    key?: string;
    meta?: { id?: string; isExplicit?: boolean };
    nodes: Schemas['DocumentInline'][];
    object: 'block';
    type: 'heading-3';
  };
  DocumentBlockHint: {
    attributes?: Record<string, string>;
    data: { alert?: string; icon?: string; style: 'info' | 'success' | 'warning' | 'danger' };
    isVoid?: false;
    key?: string;
    nodes: Schemas['DocumentBlock'][];
    object: 'block';
    type: 'hint';
  };
  DocumentBlockIf: {
    attributes?: Record<string, string>;
    data: { expression: string };
    isVoid?: false;
    key?: string;
    nodes: (
      | Schemas['DocumentBlockBlockquote']
      | Schemas['DocumentBlockCode']
      | Schemas['DocumentBlockColumns']
      | Schemas['DocumentBlockContentRef']
      | Schemas['DocumentBlockDivider']
      | Schemas['DocumentBlockDrawing']
      | Schemas['DocumentBlockEmbed']
      | Schemas['DocumentBlockExpandable']
      | Schemas['DocumentBlockFile']
      | Schemas['DocumentBlockHeading1']
      | Schemas['DocumentBlockHeading2']
      | Schemas['DocumentBlockHeading3']
      | Schemas['DocumentBlockHint']
      | Schemas['DocumentBlockIf']
      | Schemas['DocumentBlockImages']
      | Schemas['DocumentBlockIntegration']
      | Schemas['DocumentBlockListOrdered']
      | Schemas['DocumentBlockListTasks']
      | Schemas['DocumentBlockListUnordered']
      | Schemas['DocumentBlockMath']
      | Schemas['DocumentBlockOpenapiOperation']
      | Schemas['DocumentBlockOpenapiSchemas']
      | Schemas['DocumentBlockOpenapiWebhook']
      | Schemas['DocumentBlockParagraph']
      | Schemas['DocumentBlockPrompt']
      | Schemas['DocumentBlockReusableContent']
      | Schemas['DocumentBlockStepper']
      | Schemas['DocumentBlockSwagger']
      | Schemas['DocumentBlockTable']
      | Schemas['DocumentBlockTabs']
      | Schemas['DocumentBlockUpdates']
      | Schemas['DocumentBlockTabsItem']
      | Schemas['DocumentBlockStepperStep']
      | Schemas['DocumentBlockColumn']
      | Schemas['DocumentBlockUpdate'])[];
    object: 'block';
    type: 'if';
  };
  DocumentBlockImage: {
    attributes?: Record<string, string>;
    data: {
      alt?: string;
      height?: number | { unit: string; value: number };
      ref: { kind: 'url'; url: string } | { file: string; kind: 'file'; space?: string };
      refDark?: { kind: 'url'; url: string } | { file: string; kind: 'file'; space?: string };
      width?: number | { unit: string; value: number };
    };
    fragments?: { fragment?: 'caption'; key?: string; nodes: Schemas['DocumentBlock'][]; object?: 'fragment'; type?: 'caption' }[];
    isVoid?: true;
    key?: string;
    object: 'block';
    type: 'image';
  };
  DocumentBlockImages: {
    attributes?: Record<string, string>;
    data?: { align?: 'left' | 'center' | 'right'; fullWidth?: boolean; withFrame?: boolean };
    isVoid?: false;
    key?: string;
    nodes: Schemas['DocumentBlockImage'][];
    object: 'block';
    type: 'images';
  };
  DocumentBlockIntegration: {
    attributes?: Record<string, string>;
    data: { block: string; integration: string; props: Record<string, string | number | boolean>; url?: string };
    isVoid?: true;
    key?: string;
    object: 'block';
    type: 'integration';
  };
  DocumentBlockListItem: {
    attributes?: Record<string, string>;
    data?: { checked?: boolean };
    isVoid?: false;
    key?: string;
    nodes: Schemas['DocumentBlock'][];
    object: 'block';
    type: 'list-item';
  };
  DocumentBlockListOrdered: {
    attributes?: Record<string, string>;
    data?: { start?: number };
    isVoid?: false;
    key?: string;
    nodes: Schemas['DocumentBlockListItem'][];
    object: 'block';
    type: 'list-ordered';
  };
  DocumentBlockListTasks: {
    attributes?: Record<string, string>;
    data?: Record<string, unknown>;
    isVoid?: false;
    key?: string;
    nodes: Schemas['DocumentBlockListItem'][];
    object: 'block';
    type: 'list-tasks';
  };
  DocumentBlockListUnordered: {
    attributes?: Record<string, string>;
    data?: Record<string, unknown>;
    isVoid?: false;
    key?: string;
    nodes: Schemas['DocumentBlockListItem'][];
    object: 'block';
    type: 'list-unordered';
  };
  DocumentBlockMath: { attributes?: Record<string, string>; data: { formula: string }; isVoid?: true; key?: string; object: 'block'; type: 'math' };
  DocumentBlockOpenapiOperation: {
    attributes?: Record<string, string>;
    data: { line?: { text: string; url?: string }; method: string; path: string; ref: { kind: 'openapi'; spec: string } };
    isVoid?: true;
    key?: string;
    meta?: { id?: string };
    object: 'block';
    type: 'openapi-operation';
  };
  DocumentBlockOpenapiSchemas: {
    attributes?: Record<string, string>;
    data: { grouped?: boolean; line?: { text: string; url?: string }; ref: { kind: 'openapi'; spec: string }; schemas: string[] };
    isVoid?: true;
    key?: string;
    meta?: { id?: string };
    object: 'block';
    type: 'openapi-schemas';
  };
  DocumentBlockOpenapiWebhook: {
    attributes?: Record<string, string>;
    data: { line?: { text: string; url?: string }; method: string; name: string; ref: { kind: 'openapi'; spec: string } };
    isVoid?: true;
    key?: string;
    meta?: { id?: string };
    object: 'block';
    type: 'openapi-webhook';
  };
  DocumentBlockParagraph: {
    attributes?: Record<string, string>;
    data?: { align?: 'start' | 'center' | 'end' };
    isVoid?: false;
    key?: string;
    nodes: Schemas['DocumentInline'][];
    object: 'block';
    type: 'paragraph';
  };
  DocumentBlockPrompt: {
    attributes?: Record<string, string>;
    data: { defaultExpanded?: 'hidden' | 'partial' | 'full'; description: string; icon?: string; openInAIProviders?: boolean };
    isVoid?: false;
    key?: string;
    nodes: Schemas['DocumentBlockCode'][];
    object: 'block';
    type: 'prompt';
  };
  DocumentBlockReusableContent: {
    attributes?: Record<string, string>;
    data: { ref: { kind: 'url'; url: string } | { kind: 'reusable-content'; reusableContent: string; space?: string } };
    isVoid?: true;
    key?: string;
    object: 'block';
    type: 'reusable-content';
  };
  DocumentBlockStepper: {
    attributes?: Record<string, string>;
    data?: { fullWidth?: boolean };
    isVoid?: false;
    key?: string;
    nodes: (Schemas['DocumentBlockStepperStep'] | Schemas['DocumentBlockIf'])[];
    object: 'block';
    type: 'stepper';
  };
  DocumentBlockStepperStep: {
    attributes?: Record<string, string>;
    data?: { icon?: string };
    isVoid?: false;
    key?: string;
    nodes: Schemas['DocumentBlock'][];
    object: 'block';
    type: 'stepper-step';
  };
  DocumentBlockSwagger: {
    attributes?: Record<string, string>;
    data: {
      expanded?: boolean;
      form?: 'swagger';
      fullWidth?: boolean;
      line?: { text: string; url?: string };
      method: string;
      path: string;
      ref: { kind: 'url'; url: string } | { file: string; kind: 'file'; space?: string };
    };
    isVoid?: true;
    key?: string;
    meta?: { id?: string };
    object: 'block';
    type: 'swagger';
  };
  DocumentBlockTable: {
    attributes?: Record<string, string>;
    data: {
      cellMerges?: { anchor: { column: string; record: string }; colSpan: number; rowSpan: number }[];
      definition: Record<string, {
        id?: string;
        textAlignment?: 'left' | 'center' | 'right';
        title?: string;
        titleHtml?: string;
        titleSource?: string;
        titleSpan?: number;
        type: 'text';
        verticalAlignment?: 'top' | 'middle' | 'bottom';
      } | { id?: string; title?: string; titleHtml?: string; titleSource?: string; titleSpan?: number; type: 'number' } | { id?: string; title?: string; titleHtml?: string; titleSource?: string; titleSpan?: number; type: 'checkbox' } | { id?: string; max: number; title?: string; titleHtml?: string; titleSource?: string; titleSpan?: number; type: 'rating' } | {
        id?: string;
        multiple?: boolean;
        options: { color: string; label: string; value: string }[];
        title?: string;
        titleHtml?: string;
        titleSource?: string;
        titleSpan?: number;
        type: 'select';
      } | { id?: string; title?: string; titleHtml?: string; titleSource?: string; titleSpan?: number; type: 'files' } | { id?: string; multiple?: boolean; title?: string; titleHtml?: string; titleSource?: string; titleSpan?: number; type: 'users' } | { id?: string; title?: string; titleHtml?: string; titleSource?: string; titleSpan?: number; type: 'content-ref' } | { id?: string; title?: string; titleHtml?: string; titleSource?: string; titleSpan?: number; type: 'image' }>;
      fullWidth?: boolean;
      records: Record<string, { headers?: string[]; orderIndex: string; values: Record<string, unknown> }>;
      search?: boolean;
      view: {
        columnWidths?: Record<string, number>;
        columns: string[];
        hideHeader?: boolean;
        stickyFirstColumn?: boolean;
        stickyHeader?: boolean;
        type: 'grid';
      } | {
        cardSize?: 'medium' | 'large';
        columnWidths?: Record<string, number>;
        columns: string[];
        coverDefinition?: string;
        coverDefinitionDark?: string;
        hideColumnTitle?: boolean;
        targetDefinition?: string;
        type: 'cards';
        wrap?: boolean;
      };
    };
    fragments?: { fragment: string; key?: string; nodes: Schemas['DocumentBlock'][]; object: 'fragment' }[];
    isVoid?: true;
    key?: string;
    object: 'block';
    type: 'table';
  };
  DocumentBlockTabs: {
    attributes?: Record<string, string>;
    data?: { fullWidth?: boolean };
    isVoid?: false;
    key?: string;
    nodes: (Schemas['DocumentBlockTabsItem'] | Schemas['DocumentBlockIf'])[];
    object: 'block';
    type: 'tabs';
  };
  DocumentBlockTabsItem: {
    attributes?: Record<string, string>;
    data?: { icon?: string; title?: string };
    isVoid?: false;
    key?: string;
    meta?: { id?: string };
    nodes: Schemas['DocumentBlock'][];
    object: 'block';
    type: 'tabs-item';
  };
  DocumentBlockUpdate: {
    attributes?: Record<string, string>;
    data: { date: string; tags?: { kind: 'tag'; space?: string; tag: string }[] };
    isVoid?: false;
    key?: string;
    nodes: Schemas['DocumentBlock'][];
    object: 'block';
    type: 'update';
  };
  DocumentBlockUpdates: {
    attributes?: Record<string, string>;
    data: { format: 'numeric' | 'short' | 'full' };
    isVoid?: false;
    key?: string;
    nodes: (Schemas['DocumentBlockUpdate'] | Schemas['DocumentBlockIf'])[];
    object: 'block';
    type: 'updates';
  };
  DocumentInline:
    | Schemas['DocumentText']
    | Schemas['DocumentInlineLink']
    | Schemas['DocumentInlineMention']
    | Schemas['DocumentInlineButton']
    | Schemas['DocumentInlineEmoji']
    | Schemas['DocumentInlineIcon']
    | Schemas['DocumentInlineInlineMath']
    | Schemas['DocumentInlineInlineImage']
    | Schemas['DocumentInlineExpression']
    | Schemas['DocumentInlineAnnotation'];
  DocumentInlineAnnotation: {
    data?: Record<string, unknown>;
    fragments?: { fragment?: 'annotation-body'; key?: string; nodes: Schemas['DocumentBlockParagraph'][]; object?: 'fragment'; type?: 'annotation-body' }[];
    isVoid?: false;
    key?: string;
    nodes: Schemas['DocumentInline'][];
    object: 'inline';
    type: 'annotation';
  };
  DocumentInlineButton: {
    data: {
      action?: { action: 'ask' | 'search'; query?: string };
      icon?: string;
      isWithoutTarget?: boolean;
      kind: 'primary' | 'secondary';
      label: string;
      ref?:
        | { kind: 'url'; url: string }
        | { file: string; kind: 'file'; space?: string }
        | { kind: 'reusable-content'; reusableContent: string; space?: string }
        | { kind: 'openapi'; spec: string }
        | { kind: 'tag'; space?: string; tag: string }
        | { kind: 'page'; page: string; space?: string }
        | { anchor: string; kind: 'anchor'; page?: string; space?: string }
        | { kind: 'space'; space: string }
        | { kind: 'user'; user: string }
        | { collection: string; kind: 'collection' };
      size?: 'small' | 'medium' | 'large';
    };
    isVoid?: true;
    key?: string;
    object: 'inline';
    type: 'button';
  };
  DocumentInlineEmoji: { data: { code: string }; isVoid?: true; key?: string; object: 'inline'; type: 'emoji' };
  DocumentInlineExpression: { data: { expression: string }; isVoid?: true; key?: string; marks?: Schemas['DocumentMark'][]; object: 'inline'; type: 'expression' };
  DocumentInlineIcon: { data: { color?: string; icon: string }; isVoid?: true; key?: string; object: 'inline'; type: 'icon' };
  DocumentInlineInlineImage: {
    data: {
      alt?: string;
      caption?: string;
      height?: number | { unit: string; value: number };
      ref: { kind: 'url'; url: string } | { file: string; kind: 'file'; space?: string };
      refDark?: { kind: 'url'; url: string } | { file: string; kind: 'file'; space?: string };
      size?: 'line' | 'original';
      width?: number | { unit: string; value: number };
    };
    isVoid?: true;
    key?: string;
    object: 'inline';
    type: 'inline-image';
  };
  DocumentInlineInlineMath: { data: { formula: string }; isVoid?: true; key?: string; object: 'inline'; type: 'inline-math' };
  DocumentInlineLink: {
    data: {
      ref:
        | { kind: 'url'; url: string }
        | { file: string; kind: 'file'; space?: string }
        | { kind: 'reusable-content'; reusableContent: string; space?: string }
        | { kind: 'openapi'; spec: string }
        | { kind: 'tag'; space?: string; tag: string }
        | { kind: 'page'; page: string; space?: string }
        | { anchor: string; kind: 'anchor'; page?: string; space?: string }
        | { kind: 'space'; space: string }
        | { kind: 'user'; user: string }
        | { collection: string; kind: 'collection' };
      title?: string;
    };
    isVoid?: false;
    key?: string;
    nodes: Schemas['DocumentInline'][];
    object: 'inline';
    type: 'link';
  };
  DocumentInlineMention: {
    data: {
      ref:
        | { kind: 'url'; url: string }
        | { file: string; kind: 'file'; space?: string }
        | { kind: 'reusable-content'; reusableContent: string; space?: string }
        | { kind: 'openapi'; spec: string }
        | { kind: 'tag'; space?: string; tag: string }
        | { kind: 'page'; page: string; space?: string }
        | { anchor: string; kind: 'anchor'; page?: string; space?: string }
        | { kind: 'space'; space: string }
        | { kind: 'user'; user: string }
        | { collection: string; kind: 'collection' };
    };
    isVoid?: true;
    key?: string;
    object: 'inline';
    type: 'mention';
  };
  DocumentLeaf: { marks?: Schemas['DocumentMark'][]; object?: 'leaf'; source?: string; text: string };
  DocumentMark: {
    data?: { background: string; text: string };
    object?: 'mark';
    type: 'bold' | 'italic' | 'strikethrough' | 'code' | 'keyboard' | 'superscript' | 'subscript' | 'color';
  };
  DocumentText: { key?: string; leaves: Schemas['DocumentLeaf'][]; object: 'text' };
  DuplicateSiteSpaceBody: { draft?: boolean };
  EditConflict: {
    author: Schemas['User'];
    before?: Schemas['Document'];
    block?: string;
    changeRequest?: string;
    createdAt: string;
    id: string;
    object: 'edit-conflict';
    page: string;
    unsaved?: Schemas['Document'];
    updatedAt: string;
  };
  EditConflictList: { count: number; items: Schemas['EditConflict'][]; next?: { page: string } };
  EmailDomain: {
    checkedAt?: string;
    domain: string;
    object: 'email-domain';
    problem?: string;
    record: { name: string; type: 'TXT'; value: string };
    state: 'pending' | 'verified';
    urls: { location: string };
    verifiedAt?: string;
  };
  EmailDomainList: { count: number; items: Schemas['EmailDomain'][]; next?: { page: string } };
  Embed:
    | { icon?: string; picture?: string; site: string; title: string; type: 'link' }
    | { html: string; icon?: string; picture?: string; site: string; title: string; type: 'rich' };
  Error: {
    error: {
      code: number;
      details?: {
        base?: unknown;
        message: string;
        ours?: unknown;
        path: string;
        place?: {
          blocks?: {
            base?: { definition?: string; key: string; path: number[]; record?: string; type: string };
            ours?: { definition?: string; key: string; path: number[]; record?: string; type: string };
            theirs?: { definition?: string; key: string; path: number[]; record?: string; type: string };
          };
          headings?: string[];
          index?: number;
          kind: string;
        };
        theirs?: unknown;
      }[];
      message: string;
      reason: string;
      requestId: string;
    };
  };
  EventLocation: {
    displayContext?: 'site' | 'server' | 'embed' | 'mcp';
    page?: string | null;
    revision?: string | null;
    siteSection?: string | null;
    siteShareKey?: string | null;
    siteSpace?: string | null;
    space?: string | null;
    url: string;
  };
  EventSession: {
    cookies?: Record<string, string>;
    ip?: string;
    language?: string | null;
    referrer?: string | '' | null;
    sessionId?: string;
    userAgent?: string;
    visitorAuthClaims?: Record<string, unknown>;
    visitorAuthToken?: string | null;
    visitorId?: string;
  };
  ExportToGitRepositoryBody: {
    commitMessage: string;
    force?: boolean;
    gitInfo?: { provider?: 'github' | 'gitlab'; url?: string };
    ref: string;
    repoCacheID?: string;
    repoCommitURL?: string;
    repoProjectDirectory?: string;
    repoTreeURL?: string;
    standalone?: boolean;
    timestamp?: string;
    url: string;
  };
  FetchSiteFileBody: { url: string };
  File: {
    contentType: string;
    dimensions?: { height: number; width: number };
    downloadURL: string;
    git?: Schemas['GitBlob'];
    id: string;
    name: string;
    size: number;
  };
  FileList: { count: number; items: Schemas['File'][]; next?: { page: string } };
  Font:
    | 'ABCFavorit'
    | 'Inter'
    | 'Roboto'
    | 'RobotoSlab'
    | 'OpenSans'
    | 'SourceSansPro'
    | 'Lato'
    | 'Ubuntu'
    | 'Raleway'
    | 'Merriweather'
    | 'Overpass'
    | 'NotoSans'
    | 'IBMPlexSerif'
    | 'Poppins'
    | 'FiraSans' | Schemas['CustomFont'];
  FrameSitePageBody: { claims?: Record<string, unknown>; draft?: boolean; mode?: 'light' | 'dark'; siteSpace?: string; target?: string };
  FrameSitePageResponse: { expiresAt: string; token: string; url: string };
  GetApiInformationResponse: { build: string; version: string };
  GetChangeRequestChangesResponse: { changes: Schemas['ContentDifference'][]; more?: number };
  GetChangeRequestPageChangesResponse: { base: string; blocks: Schemas['ComparedBlock'][]; changes: Schemas['ContentDifference'][]; revision: string };
  GetComputedDocumentBody: {
    seed: string;
    source: { dependencies?: { spec?: { ref: { kind: 'openapi'; spec: string } } }; props?: Record<string, unknown>; type: string };
  };
  GetComputedRevisionBody: {
    seed: string;
    source: { dependencies?: { spec?: { ref: { kind: 'openapi'; spec: string } } }; props?: Record<string, unknown>; type: string };
  };
  GetContentByUrlResponse: { changeRequest?: Schemas['ChangeRequest']; collection?: Schemas['Collection']; page?: Schemas['Page']; space?: Schemas['Space'] };
  GetContributorsByChangeRequestIdResponse: {
    count: number;
    items: { actionType: 'edit' | 'comment'; count: number; updatedAt: string; user: Schemas['User'] }[];
    next?: { page: string };
  };
  GetPageHtmlInRevisionByIdResponse: { html: string; object: 'rendered-html' };
  GetPageTreeInChangeRequestResponse: { pages: Schemas['TreePage'][] };
  GetPageTreeInRevisionResponse: { pages: Schemas['TreePage'][] };
  GetPageTreeResponse: { pages: Schemas['TreePage'][] };
  GetPublishedContentByUrlResponse: Schemas['PublishedSiteContent'] | Schemas['PublishedContentRedirect'];
  GetRevisionPageChangesResponse: { base: string; blocks: Schemas['ComparedBlock'][]; changes: Schemas['ContentDifference'][]; revision: string };
  GetRevisionSemanticChangesResponse: { changes: Schemas['ContentDifference'][]; more?: number };
  GetSitePublishingPreviewByIdResponse: { expiresAt: string; site: string; url: string };
  GetSiteRedirectBySourceResponse: { redirect: Schemas['SiteRedirect']; target: string };
  GetSiteTrafficBreakdownResponse: {
    items: { pageViews: number; sessions: number; title: string; value: string | null; visitors: number }[];
    range: { from: string; to: string };
    timeZone: string;
    totals: { pageViews: number; sessions: number; visitors: number };
  };
  GetSiteTrafficResponse: {
    items: { at: string; pageViews: number; sessions: number; visitors: number }[];
    range: { from: string; to: string };
    timeZone: string;
    totals: { pageViews: number; sessions: number; visitors: number };
  };
  GetSiteWeeklyMailResponse: { subscribed: boolean };
  GitBlob: { oid: string; path: string };
  GitBranch: {
    changeRequest: { id: string; number: number; status: 'draft' | 'open' | 'archived' | 'merged'; subject: string };
    commit: string;
    isDeleted: boolean;
    object: 'git-branch';
    ref: string;
    updatedAt: string;
    urls: { changeRequest: string };
  };
  GitBranchList: { count: number; items: Schemas['GitBranch'][]; next?: { page: string } };
  GitCheck: {
    branches: { commit: string; ref: string }[];
    canWrite: boolean;
    error?: string;
    object: 'git-check';
    reason?: string;
    state: 'success' | 'failure';
    writeError?: string;
    writeReason?: string;
  };
  GitConnection: {
    branchPattern?: string;
    commitMessage: string;
    createdAt: string;
    createdBy?: string;
    direction: 'both' | 'import' | 'export';
    fingerprint?: string;
    hasCredentials: boolean;
    hasWebhookSecret: boolean;
    initialDirection: 'import' | 'export';
    knownHosts?: string;
    lastOperation?: Schemas['GitOperation'];
    mirrorPrefix?: string;
    object: 'git-connection';
    onConflict: 'remote' | 'pause';
    paused?: { at: string; reason: string };
    pollSeconds?: number;
    provider?: 'github' | 'gitlab' | 'gitea' | 'bitbucket';
    publicKey?: string;
    ref: string;
    repoCommitURL?: string;
    repoProjectDirectory: string;
    repoTreeURL?: string;
    repoWebURL?: string;
    space: string;
    synced?: { commit: string; revision: string };
    updatedAt: string;
    url: string;
    urls: { location: string; operations: string; webhook?: string };
    webhookSecret?: string;
  };
  GitCounts: { changed: number; computed: number; files: number; groups: number; links: number; pages: number; reusableContents: number };
  GitDeployKey: { deployKey: string; fingerprint: string; object: 'git-deploy-key'; publicKey: string };
  GitOperation: {
    changeCounts?: { added: number; changed: number; conflicted: number; deleted: number; renamed: number; skipped: number };
    commit?: string;
    counts?: Schemas['GitCounts'];
    direction: 'import' | 'export' | 'sync';
    done?: number;
    endedAt?: string;
    error?: string;
    id: string;
    isUnchanged?: boolean;
    object: 'git-operation';
    percent?: number;
    phase?: string;
    reason?: string;
    receivedBytes?: number;
    reportTotal?: number;
    revision?: string;
    seconds?: number;
    stage?: 'fetching' | 'arranging' | 'reading' | 'writing' | 'indexing' | 'pushing';
    startedAt: string;
    startedBy?: string;
    state: 'running' | 'success' | 'failure' | 'timeout';
    total?: number;
    trigger?: 'connect' | 'resume' | 'call' | 'webhook' | 'poll' | 'content';
    urls: { location: string };
  };
  GitOperationDetails: {
    changeCounts?: { added: number; changed: number; conflicted: number; deleted: number; renamed: number; skipped: number };
    changes?: {
      branch?: string;
      change: 'added' | 'changed' | 'renamed' | 'deleted' | 'conflicted' | 'skipped';
      changeRequest?: string;
      oldPath?: string;
      page?: string;
      path: string;
      reason?: string;
      side: 'space' | 'repository';
      title?: string;
    }[];
    changesTotal?: number;
    commit?: string;
    counts?: Schemas['GitCounts'];
    direction: 'import' | 'export' | 'sync';
    done?: number;
    endedAt?: string;
    error?: string;
    id: string;
    isUnchanged?: boolean;
    object: 'git-operation';
    percent?: number;
    phase?: string;
    reason?: string;
    receivedBytes?: number;
    report?: Schemas['GitReportEntry'][];
    reportTotal?: number;
    revision?: string;
    seconds?: number;
    stage?: 'fetching' | 'arranging' | 'reading' | 'writing' | 'indexing' | 'pushing';
    startedAt: string;
    startedBy?: string;
    state: 'running' | 'success' | 'failure' | 'timeout';
    total?: number;
    trigger?: 'connect' | 'resume' | 'call' | 'webhook' | 'poll' | 'content';
    urls: { location: string };
  };
  GitOperationList: { count: number; items: Schemas['GitOperation'][]; next?: { page: string } };
  GitPreview: {
    connection: {
      direction: 'both' | 'import' | 'export';
      initialDirection: 'import' | 'export';
      onConflict: 'remote' | 'pause';
      ref: string;
      repoProjectDirectory: string;
      url: string;
    };
    done?: number;
    endedAt?: string;
    error?: string;
    id: string;
    object: 'git-preview';
    percent?: number;
    phase?: string;
    reason?: string;
    receivedBytes?: number;
    result?: {
      changeCounts: {
        repository: { added: number; changed: number; conflicted: number; deleted: number; renamed: number; skipped: number };
        space: { added: number; changed: number; conflicted: number; deleted: number; renamed: number; skipped: number };
      };
      changes: {
        branch?: string;
        change: 'added' | 'changed' | 'renamed' | 'deleted' | 'conflicted' | 'skipped';
        changeRequest?: string;
        oldPath?: string;
        page?: string;
        path: string;
        reason?: string;
        side: 'space' | 'repository';
        title?: string;
      }[];
      changesTotal: number;
      commit?: string;
      counts?: Schemas['GitCounts'];
      report: Schemas['GitReportEntry'][];
      reportTotal: number;
    };
    stage?: 'fetching' | 'arranging' | 'reading' | 'writing' | 'indexing' | 'pushing';
    startedAt: string;
    startedBy?: string;
    state: 'running' | 'success' | 'failure' | 'timeout' | 'cancelled';
    total?: number;
    urls: { location: string };
  };
  GitReportEntry: { line?: number; message: string; path?: string; reason?: string; severity: 'warning' | 'error' };
  GitSync: {
    installationId: string;
    installationProvider?: 'github' | 'gitlab' | 'github-legacy';
    installationStatus: 'active' | 'pending' | 'unauthenticated';
    integration?: string;
    operation?: {
      commit?: string;
      counts?: Schemas['GitCounts'];
      direction: 'import' | 'export' | 'sync';
      done?: number;
      endedAt?: string;
      error?: string;
      isUnchanged?: boolean;
      percent?: number;
      phase?: string;
      reason?: string;
      receivedBytes?: number;
      report?: Schemas['GitReportEntry'][];
      reportTotal?: number;
      revision?: string;
      seconds?: number;
      stage?: 'fetching' | 'arranging' | 'reading' | 'writing' | 'indexing' | 'pushing';
      startedAt: string;
      state: 'running' | 'success' | 'failure' | 'timeout';
      total?: number;
    };
    repoName?: string;
    updatedAt?: string;
    url?: string;
  };
  GlossaryEntry: {
    createdAt: string;
    id: string;
    object: 'glossary-entry';
    translations: Record<string, string>;
    updatedAt: string;
    urls: { location: string };
  };
  GlossaryEntryList: { count: number; items: Schemas['GlossaryEntry'][]; next?: { page: string } };
  HiddenReason: { condition?: string; kind: 'draft' | 'condition' | 'empty' | 'parent' | 'target'; values?: { path: string; value?: unknown }[] };
  HostnameReach: { hostname: string; object: 'hostname-reach'; state: 'unverified' | 'ready' | 'no-address' | 'no-certificate' | 'unreachable' | 'unknown' };
  ImportContentBody: {
    copyPictures?: boolean;
    dryRun?: boolean;
    format?: string;
    maxPages?: number;
    ref?: string;
    repoProjectDirectory?: string;
    source: 'website' | 'markdown' | 'html' | 'docx' | 'zip' | 'github-wiki' | 'repository' | 'notion' | 'confluence' | 'google-docs';
    url: string;
  };
  ImportCounts: { files: number; groups: number; links: number; pages: number; reusableContents: number };
  ImportGitRepositoryBody: {
    force?: boolean;
    gitInfo?: { provider?: 'github' | 'gitlab'; url?: string };
    ref: string;
    repoCacheID?: string;
    repoCommitURL?: string;
    repoProjectDirectory?: string;
    repoTreeURL?: string;
    standalone?: boolean;
    timestamp?: string;
    url: string;
  };
  ImportIntoOrganizationBody: {
    collection?: { title: string };
    copyPictures?: boolean;
    credentials?: { password: string; username: string };
    dryRun?: boolean;
    maxPages?: number;
    parent?: string;
    ref?: string;
    repoProjectDirectory?: string;
    roots?: { format?: string; path: string; title?: string }[];
    site?: { title: string };
    source?: 'website' | 'markdown' | 'html' | 'docx' | 'zip' | 'github-wiki' | 'repository' | 'notion' | 'confluence' | 'google-docs';
    space?: string;
    sync?: 'import' | 'both';
    upload?: string;
    url?: string;
  };
  ImportResult: { importedResources: number; revision: string; totalResources: number };
  ImportRoot: {
    brokenLinks?: number;
    counts?: Schemas['ImportCounts'];
    file?: string;
    fileCount?: number;
    format: string;
    isSuggested: boolean;
    message?: string;
    missingIncludes?: number;
    missingSpecs?: string[];
    pages?: { level: number; title: string; type: 'document' | 'group' | 'link' }[];
    path: string;
    problemCount?: number;
    problemKinds?: { count: number; reason: string }[];
    problems?: { line?: number; message: string; path: string; reason: string }[];
    product: string;
    reason?: string;
    revision?: string;
    space?: string;
    status: 'found' | 'waiting' | 'imported' | 'connected' | 'failed';
    title: string;
  };
  ImportRun: {
    completedAt?: string;
    counts?: Schemas['ImportCounts'];
    createdAt: string;
    createdBy: string;
    dryRun?: true;
    id: string;
    message?: string;
    object: 'import-run';
    pages?: { id: string; status: 'complete'; type: 'page' }[];
    preview?: {
      brokenLinks: number;
      counts: Schemas['ImportCounts'];
      files: { name: string; path: string; size?: number }[];
      formats: { files: string[]; label: string; name: string; reason: string }[];
      missingIncludes: number;
      pages: { isHidden?: boolean; level: number; path?: string; size?: number; title: string; type: 'document' | 'group' | 'link' }[];
      problemKinds: { count: number; reason: string }[];
      roots: { file: string; format: string; pages: number; path: string }[];
    };
    problemCount: number;
    problems?: { line?: number; message: string; path: string; reason: string }[];
    progress?: { done?: number; stage: 'fetching' | 'unpacking' | 'converting' | 'reading' | 'files' | 'writing' | 'committing'; total?: number };
    reason?: string;
    revision?: string;
    source: {
      format?: string;
      type: 'website' | 'markdown' | 'html' | 'docx' | 'zip' | 'github-wiki' | 'repository' | 'notion' | 'confluence' | 'google-docs';
      url: string;
    };
    startedAt?: string;
    status: 'pending' | 'in-progress' | 'completed' | 'failed' | 'cancelled';
    target: { changeRequest?: string; page?: string; space: string };
    totalResources?: number;
    updatedAt: string;
    urls: { location: string };
  };
  ImportRunList: { count: number; items: Schemas['ImportRun'][]; next?: { page: string } };
  ImportTranslationBody: { changeRequest?: boolean; format: 'xliff' | 'po'; text: string };
  IngestConversationBody: Schemas['ConversationInput'] | Schemas['ConversationInput'][];
  InsightsAggregation: {
    columns: {
      claim?: string;
      column:
        | 'datetime'
        | 'dayOfWeek'
        | 'hourOfDay'
        | 'url'
        | 'urlPath'
        | 'eventType'
        | 'siteSection'
        | 'siteSpace'
        | 'siteShareKey'
        | 'displayContext'
        | 'page'
        | 'visitorGeoCountry'
        | 'visitorGeoPoint'
        | 'visitorDevice'
        | 'visitorBrowser'
        | 'visitorOS'
        | 'visitorBot'
        | 'visitorProgram'
        | 'visitorLanguage'
        | 'eventLinkTargetValue'
        | 'eventLinkTargetKind'
        | 'eventLinkTargetDomain'
        | 'eventLinkPosition'
        | 'eventAPIOperationPath'
        | 'eventAPIOperationMethod'
        | 'eventLLMSVariant'
        | 'eventPageNotFoundType'
        | 'eventMarkdownSource'
        | 'eventSearchQuery'
        | 'eventSearchResultRecordId'
        | 'eventPageFeedbackRating'
        | 'eventPageFeedbackComment'
        | 'eventAskResponseRating'
        | 'referrer'
        | 'referrerDomain'
        | 'utmSource'
        | 'utmMedium'
        | 'utmCampaign'
        | 'utmTerm'
        | 'utmContent'
        | 'visitorAuthenticated'
        | 'eventAdDomain'
        | 'eventAdPlacement'
        | 'eventTrademarkPlacement'
        | 'visitorClaim'
        | 'visitorClaimProperty'
        | 'eventsCount'
        | 'sessionsCount'
        | 'visitorsCount'
        | 'pageFeedbackRating'
        | 'askResponseRating';
      values: unknown[];
    }[];
  };
  InsightsPage: { id: string | null; path: string; space: string | null; title: string | null };
  Instance: {
    build: string;
    mail: boolean;
    node: string;
    object: 'instance';
    organizations: number;
    sites: number;
    spaces: number;
    startedAt: string;
    update?: { security: boolean; url?: string; version: string };
    urls: { api: string; sites: string };
    users: number;
    version: string;
  };
  InstanceHealth: {
    broker?: { status: 'ok' | 'warning' | 'failing' };
    database: { bytes: number; connections: number; maxConnections: number; milliseconds: number; status: 'ok' | 'warning' | 'failing'; version: string };
    disk?: { freeBytes: number; status: 'ok' | 'warning' | 'failing'; totalBytes: number };
    files: { error?: string; status: 'ok' | 'warning' | 'failing'; storage: 'disk' | 's3' };
    insights?: { error?: string; status: 'ok' | 'warning' | 'failing' };
    jobs: { failedLately: number; failing: number; oldestDueAt?: string; running: number; status: 'ok' | 'warning' | 'failing'; waiting: number };
    mail: { configured: boolean };
    memory: { bytes: number };
    object: 'instance-health';
    replicas: { lagSeconds?: number; name: string; problem?: string; status: 'ok' | 'warning' | 'failing' }[];
    status: 'ok' | 'warning' | 'failing';
  };
  InstanceJob: {
    attempts: number;
    createdAt: string;
    error?: string;
    failedAt?: string;
    id: string;
    kind: string;
    object: 'instance-job';
    organization?: { id: string; title?: string };
    recurring: boolean;
    runsAt?: string;
    state: 'failed' | 'failing' | 'running' | 'waiting';
  };
  InstanceJobKind: { failed: number; failing: number; kind: string; object: 'instance-job-kind'; running: number; waiting: number };
  InstanceJobList: { count: number; items: Schemas['InstanceJob'][]; next?: { page: string } };
  InstanceLdapDirectory: {
    base: string;
    bindDn: string | null;
    checkMinutes: number;
    emailDomains: string[];
    encryption: 'ldaps' | 'start-tls' | 'none';
    fault?: string;
    filter: string;
    groups: {
      group: string;
      organization: { id: string; title: string | null };
      role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';
      team?: { id: string; title: string | null };
    }[];
    label: string;
    lastProblem?: { at: string; message: string; reason: string };
    lastUsedAt?: string;
    name: string;
    object: 'instance-ldap-directory';
    signUp: boolean;
    url: string;
    userDn: string | null;
    warnings: string[];
  };
  InstanceOidcProvider: {
    clientId: string;
    emailDomains: string[];
    fault?: string;
    groups: {
      group: string;
      organization: { id: string; title: string | null };
      role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';
      team?: { id: string; title: string | null };
    }[];
    groupsClaim: string | null;
    issuer: string;
    label: string;
    lastProblem?: { at: string; message: string; reason: string };
    lastUsedAt?: string;
    name: string;
    object: 'instance-oidc-provider';
    scopes: string[];
    service: Schemas['OidcService'];
    signUp: boolean;
  };
  InstanceOrganization: {
    administrators: { displayName: string; email: string; id: string }[];
    createdAt: string;
    deletedAt?: string;
    id: string;
    lastSeenAt?: string;
    members: number;
    object: 'instance-organization';
    restorableUntil?: string;
    sites: number;
    spaces: number;
    suspension?: { reason: string; since: string };
    title: string;
  };
  InstanceOrganizationList: { count: number; items: Schemas['InstanceOrganization'][]; next?: { page: string } };
  InstanceSetting: { name: string; object: 'instance-setting'; secret: boolean; source: 'environment' | 'file' | 'default'; value?: string };
  InstanceStorage: {
    database: { bytes: number; tables: { bytes: number; name: string }[] };
    disk?: { freeBytes: number; totalBytes: number };
    files: { bytes: number; count: number };
    measuredAt: string;
    object: 'instance-storage';
    organizations: { bytes: number; files: number; id: string; title: string }[];
  };
  InstanceUser: {
    blocked: boolean;
    blockedAt?: string;
    createdAt: string;
    displayName: string;
    email: string;
    id: string;
    instanceAdministrator: boolean;
    invited: boolean;
    lastSeenAt?: string;
    object: 'instance-user';
    organizationCount: number;
    organizations: { id: string; role: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null; title: string }[];
    password: boolean;
    photoURL?: string;
    secondFactor: boolean;
    sessions: number;
    tokens: number;
    verified: boolean;
  };
  InstanceUserList: { count: number; items: Schemas['InstanceUser'][]; next?: { page: string } };
  Invitation: { expiresAt: string; mailedTo?: string; object: 'invitation'; url?: string; urls: { location: string }; user: string };
  InviteBody: { role: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null; teams?: string[]; users?: string[] };
  InviteUsersToOrganizationBody: {
    emails: (string | { email: string; role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null })[];
    role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    sso?: boolean;
  };
  InvitedUsers: {
    failedSSOEmails?: string[];
    invitations?: { email: string; expiresAt: string; url: string; user: string }[];
    invited: number;
    known?: { email: string; outcome: 'renewed' | 'mailed-just-now' | 'already-joined' }[];
    users: string[];
  };
  Link: {
    external?: { checkedAt: string; reason?: string; state: 'ok' | 'broken' | 'unknown'; statusCode?: number };
    kind:
      | 'link'
      | 'image'
      | 'file'
      | 'drawing'
      | 'include'
      | 'content-ref'
      | 'mention'
      | 'embed'
      | 'button'
      | 'openapi'
      | 'swagger'
      | 'cover'
      | 'meta-link'
      | 'page-link';
    locationReferences: Schemas['ContentLocation'][];
    relation: 'reference' | 'dependsOn';
    status: 'ok' | 'broken' | 'in-app';
    target: string;
    targetReference: Schemas['ContentLocation'];
  };
  LinkInvite: {
    collection?: Schemas['Collection'];
    createdAt: string;
    expiresAt?: string;
    id: string;
    level?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    object: 'invite';
    redundant: boolean;
    role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    space?: Schemas['Space'];
    url: string;
    urls: { location: string };
  };
  LinkInviteList: { count: number; items: Schemas['LinkInvite'][]; next?: { page: string } };
  LinkTarget:
    | { kind: 'url'; url: string }
    | { kind: 'page'; page: string; space?: string }
    | { anchor: string; kind: 'anchor'; page?: string; space?: string }
    | { file: string; kind: 'file'; space?: string }
    | { kind: 'reusable-content'; reusableContent: string; space?: string }
    | { kind: 'tag'; space?: string; tag: string }
    | { kind: 'space'; space: string }
    | { collection: string; kind: 'collection' }
    | { kind: 'user'; user: string }
    | { kind: 'openapi'; spec: string };
  ListChangeRequestChecksResponse: {
    brokenLinks?: {
      count: number;
      items: {
        anchor?: string;
        page?: { id: string; title: string };
        reusableContent?: { id: string; title: string };
        space: string;
        target: string;
        urls: { app: string };
      }[];
    };
    canMerge: boolean;
    checks: { message: string; missing?: { teams: string[]; users: string[] }; rule: string; status: 'passed' | 'failed' }[];
    conflicts: number;
    external: Schemas['ChangeRequestCheck'][];
    mayBypass: boolean;
  };
  ListChangeRequestLinksResponse: {
    count: number;
    items: Schemas['Link'][];
    next?: { page: string };
    stats: { broken: { changeRequest?: number; total: number }; total: number };
  };
  ListConversationsClusterPagesResponse: { items: Schemas['SearchedSpace'][] };
  ListConversationsIssuesInClusterResponse: { count: number; items: { conversation: Schemas['Conversation']; issue: Schemas['ConversationIssue'] }[]; next?: { page: string } };
  ListDeletedPagesResponse: {
    count: number;
    items: {
      below: { count: number; pages: { id: string; path: string; title: string; type: string }[] };
      deletedAt: string;
      deletedBy?: Schemas['User'];
      emoji?: string;
      icon?: string;
      id: string;
      object: 'deleted-page';
      path: string;
      revision: string;
      title: string;
      type: string;
      urls: { location: string };
    }[];
    next?: { page: string };
  };
  ListFavoritesResponse: {
    count: number;
    items: {
      id: string;
      object: 'favorite';
      target: {
        emoji?: string;
        icon?: string;
        id: string;
        kind: 'space' | 'page' | 'collection' | 'site' | 'change-request';
        number?: number;
        organization: string;
        path?: string;
        space?: string;
        title: string;
        urls: { location: string };
      };
    }[];
    next?: { page: string };
  };
  ListInstanceJobKindsResponse: { items: Schemas['InstanceJobKind'][] };
  ListInstanceLdapDirectoriesResponse: { items: Schemas['InstanceLdapDirectory'][] };
  ListInstanceOidcProvidersResponse: { items: Schemas['InstanceOidcProvider'][] };
  ListInstanceQuotasResponse: { items: Schemas['Quota'][] };
  ListInstanceSettingsResponse: { items: Schemas['InstanceSetting'][] };
  ListOrganizationAuditEventActionsResponse: { items: Schemas['AuditEventAction'][] };
  ListOrganizationAuditEventsResponse: { count?: number; items: Schemas['AuditEvent'][]; next?: { page: string } };
  ListPageLinksInChangeRequestResponse: {
    count: number;
    items: Schemas['Link'][];
    next?: { page: string };
    stats: { broken: { changeRequest?: number; total: number }; total: number };
  };
  ListPageLinksInSpaceResponse: {
    count: number;
    items: Schemas['Link'][];
    next?: { page: string };
    stats: { broken: { changeRequest?: number; total: number }; total: number };
  };
  ListPagesInChangeRequestResponse: { pages: Schemas['Page'][] };
  ListPagesInRevisionByIdResponse: { pages: Schemas['Page'][] };
  ListPagesResponse: { pages: Schemas['Page'][] };
  ListPasskeysResponse: { items: Schemas['Passkey'][] };
  ListPermissionsAggregateInCollectionResponse: { count: number; items: Schemas['PersonWithRole'][]; next?: { page: string } };
  ListPermissionsAggregateInSiteResponse: { count: number; items: Schemas['PersonOnSite'][]; next?: { page: string } };
  ListPermissionsAggregateInSpaceResponse: { count: number; items: Schemas['PersonWithRole'][]; next?: { page: string } };
  ListPermissionsOfTeamResponse: { count: number; items: Schemas['PlaceOfTeam'][]; next?: { page: string } };
  ListQuotasResponse: { items: Schemas['Quota'][] };
  ListRecentResponse: {
    count: number;
    items: {
      object: 'recent';
      openedAt: string;
      target: {
        emoji?: string;
        icon?: string;
        id: string;
        kind: 'space' | 'page' | 'collection' | 'site' | 'change-request';
        number?: number;
        organization: string;
        path?: string;
        space?: string;
        title: string;
        urls: { location: string };
      };
    }[];
    next?: { page: string };
  };
  ListRevisionsResponse: {
    count: number;
    items: {
      changes: number;
      coAuthor?: Schemas['User'];
      createdAt: string;
      createdBy?: Schemas['User'];
      edits?: number;
      git?: Schemas['RevisionGit'];
      id: string;
      mergedFrom?: { contributors: Schemas['User'][]; id: string; number: number; object: 'change-request'; subject: string };
      message?: string;
      object: 'revision-summary';
      parents: string[];
      startedAt?: string;
      type: string;
      urls: { app: string; location: string };
    }[];
    next?: { page: string };
  };
  ListSSOProviderLoginsInOrganizationResponse: { items: { id: string; label: string; startURL: string }[] };
  ListSiteAdaptiveTemplateConditionsResponse: { items: { condition: string; description: string }[] };
  ListSiteBrokenExternalLinksResponse: {
    items: { checkedAt: string; clicks: number; pages: Schemas['InsightsPage'][]; reason: string | null; statusCode: number | null; url: string }[];
    range: { from: string; to: string };
    timeZone: string;
    totals: { links: number };
  };
  ListSiteEntryPagesResponse: {
    items: { page: Schemas['InsightsPage']; sessions: number }[];
    range: { from: string; to: string };
    timeZone: string;
    totals: { sessions: number };
  };
  ListSiteExitPagesResponse: {
    items: { page: Schemas['InsightsPage']; sessions: number }[];
    range: { from: string; to: string };
    timeZone: string;
    totals: { sessions: number };
  };
  ListSiteMissingPagesResponse: {
    items: {
      pageViews: number;
      redirect: string | null;
      referrers: { pageViews: number; referrer: string }[];
      sessions: number;
      source: string | null;
      suggestion: Schemas['InsightsPage'] | null;
      url: string;
    }[];
    range: { from: string; to: string };
    timeZone: string;
    totals: { pageViews: number; pages: number };
  };
  ListSitePoorlyRatedPagesResponse: {
    items: {
      bad: number;
      comments: { at: string; comment: string; rating: 'bad' | 'ok' | 'good' }[];
      good: number;
      ok: number;
      page: Schemas['InsightsPage'];
      score: number;
    }[];
    range: { from: string; to: string };
    timeZone: string;
    totals: { bad: number; good: number; ok: number; pages: number };
  };
  ListSiteSearchesResponse: {
    items: { query: string; searches: number; sessions: number; withoutClick: number; withoutResult: number }[];
    range: { from: string; to: string };
    timeZone: string;
    totals: { queries: number; searches: number; sessions: number; withoutClick: number; withoutResult: number };
  };
  ListSiteTopPagesResponse: {
    items: { page: Schemas['InsightsPage']; pageViews: number; sessions: number; visitors: number }[];
    range: { from: string; to: string };
    timeZone: string;
    totals: { pageViews: number };
  };
  ListSiteUnreadPagesResponse: {
    items: { page: Schemas['InsightsPage']; updatedAt: string | null }[];
    range: { from: string; to: string };
    timeZone: string;
    totals: { pages: number; unread: number };
  };
  ListSpaceLinksResponse: {
    count: number;
    items: Schemas['Link'][];
    next?: { page: string };
    stats: { broken: { changeRequest?: number; total: number }; total: number };
  };
  ListSpacesForOrganizationMemberResponse: {
    count: number;
    items: {
      permission: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';
      source: { collection?: string; space?: string; team?: string; type: 'organization' | 'default' | 'user' | 'team' };
      space: Schemas['Space'];
    }[];
    next?: { page: string };
  };
  ListTeamPermissionsInCollectionResponse: {
    count: number;
    items: { permission: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read'; team: Schemas['Team'] }[];
    next?: { page: string };
  };
  ListTeamPermissionsInSiteResponse: {
    count: number;
    items: { permission: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read'; team: Schemas['Team'] }[];
    next?: { page: string };
  };
  ListTeamPermissionsInSpaceResponse: {
    count: number;
    items: { permission: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read'; team: Schemas['Team'] }[];
    next?: { page: string };
  };
  ListTeamsForOrganizationMemberResponse: { count: number; items: { member: { role: 'owner' | 'member' }; team: Schemas['Team'] }[]; next?: { page: string } };
  ListUserPermissionsInCollectionResponse: {
    count: number;
    items: { permission: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read'; user: Schemas['User'] }[];
    next?: { page: string };
  };
  ListUserPermissionsInSiteResponse: {
    count: number;
    items: { permission: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read'; user: Schemas['User'] }[];
    next?: { page: string };
  };
  ListUserPermissionsInSpaceResponse: {
    count: number;
    items: { permission: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read'; user: Schemas['User'] }[];
    next?: { page: string };
  };
  ListWorkingCopiesResponse: {
    count: number;
    items: {
      baseRevision: string;
      changeRequest?: string;
      createdAt: string;
      object: 'working-copy-summary';
      page: string;
      updatedAt: string;
      version: string;
    }[];
    next?: { page: string };
  };
  Maintenance: { active: boolean; message?: string; object: 'maintenance'; until?: string };
  MarkChangeRequestAsSeenBody: { revision?: string };
  MarkChangeRequestAsSeenResponse: { lastSeen: { at: string; revision: string } | null; unread: boolean };
  MarkdownContent: { markdown: string };
  Member: {
    disabled: boolean;
    id: string;
    joinedAt: string;
    lastSeenAt?: string;
    object: 'member';
    role: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    sites: number;
    spaces: number;
    sso: boolean;
    teams: number;
    user: Schemas['User'];
  };
  MemberList: { count: number; items: Schemas['Member'][]; next?: { page: string } };
  MemberSession: {
    address?: string;
    createdAt: string;
    expiresAt: string;
    id: string;
    isCurrent: boolean;
    lastUsedAt?: string;
    method: 'password' | 'token' | 'saml' | 'oidc' | 'ldap' | 'passkey';
    object: 'member-session';
    organization?: string;
    userAgent?: string;
  };
  MemberSessionList: { count: number; items: Schemas['MemberSession'][]; next?: { page: string } };
  MergeChangeRequestResponse: { conflicts?: Schemas['ChangeRequestConflict'][]; result: 'merge' | 'conflicts'; revision: string };
  MergeRules: {
    rules: ({
      role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';
      rule: 'require_specific_reviewers' | 'require_one_of_specific_reviewers' | 'allow_bypass';
      teams?: string[];
      users: string[];
    } | {
      rule:
        | 'require_at_least_one_review'
        | 'require_at_least_one_approved_review'
        | 'require_all_reviews_approved'
        | 'require_agent_review'
        | 'require_up_to_date_change_request'
        | 'require_change_request_subject'
        | 'require_change_request_description'
        | 'require_no_broken_links'
        | 'allow_self_review'
        | 'require_author_to_merge';
    } | { names: string[]; rule: 'require_external_checks' } | { expression: string; message?: string; rule: 'custom' })[];
    type: 'rules';
  };
  MoveBody: { parent?: string | null; position?: { after?: Schemas['CollectionItem']; before?: Schemas['CollectionItem'] } };
  MoveSiteSectionBody: { position?: { after?: { siteSection: string; type: 'site-section' }; before?: { siteSection: string; type: 'site-section' } } };
  MoveSiteSectionGroupBody: {
    position?: {
      after?: { id: string; type: 'site-section' | 'site-section-group' };
      before?: { id: string; type: 'site-section' | 'site-section-group' };
    };
  };
  MoveSiteSpaceBody: { position?: { after?: { siteSpace: string; type: 'site-space' }; before?: { siteSpace: string; type: 'site-space' } } };
  NewSuggestion: {
    blocks?: Schemas['SuggestedChange'][];
    text?: { at: { definition?: string; key?: string; path?: number[]; record?: string }; insert?: string; offset: number; remove?: number }[];
  };
  NoteRecentBody: { page?: string; space: string };
  Notification: {
    changeRequest?: { id: string; number: number; subject: string };
    comment?: string;
    createdAt: string;
    createdBy: Schemas['User'];
    id: string;
    kind: 'review-requested' | 'changes-requested' | 'merged' | 'mentioned' | 'sync-conflict' | 'scheduled-merge-failed';
    object: 'notification';
    organization: string;
    page?: string;
    read: boolean;
    space: { id: string; title: string };
    urls: { app: string };
  };
  NotificationList: { count: number; items: Schemas['Notification'][]; next?: { page: string } };
  NotificationPreferences: {
    'changes-requested': Schemas['NotificationWays'];
    mentioned: Schemas['NotificationWays'];
    merged: Schemas['NotificationWays'];
    'openapi-breaking': { mail: boolean };
    'review-requested': Schemas['NotificationWays'];
    'scheduled-merge-failed': Schemas['NotificationWays'];
    'sync-conflict': Schemas['NotificationWays'];
  };
  NotificationWays: { inApp: boolean; mail: boolean };
  OidcEmailDomains: string[];
  OidcEndsProviderSession: boolean;
  OidcGroupRoles: { group: string; role: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' }[];
  OidcGroupTeams: { group: string; team: string }[];
  OidcProvider: {
    clientId: string;
    createdAt: string;
    defaultRole: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    defaultTeam: string | null;
    emailDomains: Schemas['OidcEmailDomains'];
    endsProviderSession: Schemas['OidcEndsProviderSession'];
    groupRoles: Schemas['OidcGroupRoles'];
    groupTeams: Schemas['OidcGroupTeams'];
    groupsClaim: string | null;
    hasClientSecret: boolean;
    id: string;
    issuer: string;
    label: string;
    object: 'oidc-provider';
    scopes: Schemas['OidcScopes'];
    service: Schemas['OidcService'];
    urls: { location: string };
  };
  OidcProviderList: { count: number; items: Schemas['OidcProvider'][]; next?: { page: string } };
  OidcScopes: string[];
  OidcService: { backChannelLogoutURL: string; postLogoutRedirectURL: string; redirectURL: string; startURL: string };
  OpenAPISpec: {
    createdAt: string;
    id: string;
    lastProcessErrorCode?: 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR';
    lastProcessedAt?: string;
    lastProcessedErrorCount: number;
    lastProcessedErrors: { code: string; column?: number; file?: string; line?: number; message: string; severity: 'error' | 'warning' }[];
    lastVersion?: string;
    object: 'openapi-spec';
    permissions: { edit: boolean; view: boolean };
    processingState: 'pending' | 'progress' | 'complete';
    slug: string;
    sourceURL?: string;
    updatedAt: string;
    urls: { app: string; location: string; published?: string };
    visibility: 'private' | 'public';
  };
  OpenAPISpecChange: {
    class: 'breaking' | 'non-breaking' | 'documentation';
    kind: string;
    name: string;
    operation?: { kind: 'operation' | 'webhook' | 'callback'; method: string; path: string };
    place: string;
    schema?: string;
  };
  OpenAPISpecChanges: {
    base: string | null;
    counts: { breaking: number; documentation: number; 'non-breaking': number };
    isComplete: boolean;
    items: Schemas['OpenAPISpecChange'][];
    object: 'openapi-spec-changes';
    version: string;
  };
  OpenAPISpecContent: {
    filesystem: { dir: string; filename: string; isEntrypoint: boolean; references: string[]; specification: Record<string, unknown> }[];
    url: string;
    urls: { public: string | null; source: string };
  };
  OpenAPISpecList: { count: number; items: Schemas['OpenAPISpec'][]; next?: { page: string } };
  OpenAPISpecRawContent: { format: 'json' | 'yaml'; text: string };
  OpenAPISpecSource: { url: string } | { text: string };
  OpenAPISpecTouchedPage: {
    page?: { id: string; path: string; title: string; urls: { app: string } };
    placeCount: number;
    places: {
      anchor?: string;
      changeCount: number;
      changes: Schemas['OpenAPISpecChange'][];
      excerpt: string;
      kind: 'block' | 'link' | 'code' | 'prose';
      name: string;
      title: string;
    }[];
    reusableContent?: { id: string; title: string };
    space: { id: string; title: string; urls: { app: string } };
  };
  OpenAPISpecTouchedPages: {
    base: string | null;
    count: number;
    isComplete: boolean;
    items: Schemas['OpenAPISpecTouchedPage'][];
    next?: { page: string };
    version: string;
  };
  OpenAPISpecVersion: { createdAt: string; id: string; object: 'openapi-spec-version'; url: string; urls: { location: string } };
  OpenAPISpecVersionList: { count: number; items: Schemas['OpenAPISpecVersion'][]; next?: { page: string } };
  Organization: {
    ai: boolean;
    auditLogs: true;
    communityType?: 'nonProfit' | 'openSource' | 'education';
    createdAt: string;
    defaultContent?: { site: string; type: 'site' };
    defaultRole: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    emailDomains: string[];
    hostname?: string;
    id: string;
    inviteLinks: boolean;
    mergeRules: { type: 'none' } | Schemas['MergeRules'];
    object: 'organization';
    permissions: {
      access: boolean;
      admin: boolean;
      createContent: boolean;
      createOpenAPISpec: boolean;
      ingestConversations: boolean;
      installIntegration: boolean;
      listInstallations: boolean;
      listIntegrations: boolean;
      listMembers: boolean;
      listTeams: boolean;
      ownTeam: boolean;
      view: boolean;
      viewBilling: boolean;
    };
    plan: 'enterprise_2024';
    sso: boolean;
    timeZone: string;
    title: string;
    trial: { count: 0; status: 'notapplicable' };
    type: 'business' | 'community';
    urls: { app: string; location: string; logo?: string };
    useCase?:
      | 'internalDocs'
      | 'docsSite'
      | 'audienceControlledSite'
      | 'productDocs'
      | 'teamKnowledgeBase'
      | 'designSystem'
      | 'openSourceDocs'
      | 'notes'
      | 'other';
  };
  OrganizationExport: {
    counts?: { files: number; people: number; rows: number };
    createdAt: string;
    endedAt?: string;
    error?: { message: string; reason: string };
    expiresAt?: string;
    id: string;
    object: 'organization-export';
    size?: number;
    status: 'pending' | 'in-progress' | 'completed' | 'failed';
    urls: { archive?: string; location: string };
  };
  OrganizationExportList: { count: number; items: Schemas['OrganizationExport'][]; next?: { page: string } };
  OrganizationImport: {
    completedAt?: string;
    createdAt: string;
    createdBy: string;
    dryRun?: true;
    id: string;
    message?: string;
    object: 'organization-import';
    parent?: string;
    problemCount: number;
    product?: string;
    progress?: {
      done?: number;
      root?: { count: number; number: number; title: string };
      stage: 'fetching' | 'unpacking' | 'converting' | 'reading' | 'files' | 'writing' | 'committing';
      total?: number;
    };
    reason?: string;
    rootCount: number;
    roots: Schemas['ImportRoot'][];
    site?: string;
    source: {
      file?: string;
      ref?: string;
      repoProjectDirectory?: string;
      type?: 'website' | 'markdown' | 'html' | 'docx' | 'zip' | 'github-wiki' | 'repository' | 'notion' | 'confluence' | 'google-docs';
      upload?: string;
      url?: string;
    };
    space?: string;
    startedAt?: string;
    status: 'pending' | 'in-progress' | 'completed' | 'failed' | 'cancelled';
    updatedAt: string;
    urls: { location: string };
  };
  OrganizationImportList: { count: number; items: Schemas['OrganizationImport'][]; next?: { page: string } };
  OrganizationInsights: { object: 'organization-insights'; retentionDays: number };
  OrganizationList: { count: number; items: Schemas['Organization'][]; next?: { page: string } };
  OverrideSiteSpaceCustomizationByIdBody: {
    announcement?: Schemas['SiteAnnouncement'] | null;
    contributors?: { enabled?: boolean | null };
    externalLinks?: { target?: 'self' | 'blank' | null };
    favicon?: Schemas['SiteFavicon'] | null;
    feedback?: { enabled?: boolean | null };
    footer?: {
      copyright?: string | null;
      groups?: { links: Schemas['SiteContentLink'][]; localizedTitle?: Record<string, string>; title: string }[] | null;
      logo?: { dark: string; light: string } | null;
    };
    git?: Record<string, unknown>;
    header?: {
      backgroundColor?: { dark: string; light: string } | null;
      linkColor?: { dark: string; light: string } | null;
      links?: {
        condition?: string;
        links: Schemas['SiteContentLink'][];
        localizedTitle?: Record<string, string>;
        style?: 'link' | 'button-primary' | 'button-secondary';
        title: string;
        to: Schemas['LinkTarget'] | null;
      }[] | null;
      logo?: { dark: string; light: string } | null;
      preset?: 'default' | 'bold' | 'contrast' | 'custom' | 'none' | null;
      primaryLink?: Schemas['LinkTarget'] | null;
    };
    internationalization?: { locale?: 'en' | 'fr' | 'es' | 'zh' | 'ja' | 'de' | 'nl' | 'no' | 'pt-br' | 'ru' | null };
    localizedTitle?: Record<string, string> | null;
    pagination?: { enabled?: boolean | null };
    pdf?: Record<string, unknown>;
    privacyPolicy?: { url?: string | null };
    socialPreview?: { url?: string | null };
    styling?: {
      background?: 'plain' | 'match' | null;
      codeTheme?: {
        default?: { dark: Schemas['CodeTheme']; light: Schemas['CodeTheme'] } | null;
        openapi?: { dark: Schemas['CodeTheme']; light: Schemas['CodeTheme'] } | null;
      };
      corners?: 'straight' | 'rounded' | 'circular' | null;
      dangerColor?: { dark: string; light: string } | null;
      depth?: 'subtle' | 'flat' | null;
      icons?: 'regular' | 'solid' | 'duotone' | 'light' | 'thin' | null;
      infoColor?: { dark: string; light: string } | null;
      links?: 'default' | 'accent' | null;
      primaryColor?: { dark: string; light: string } | null;
      search?: 'prominent' | 'subtle' | null;
      sidebar?: { background?: 'default' | 'filled' | null; list?: 'default' | 'pill' | 'line' | null };
      successColor?: { dark: string; light: string } | null;
      theme?: 'clean' | 'muted' | 'bold' | 'gradient' | null;
      tint?: { color: { dark: string; light: string } } | null;
      warningColor?: { dark: string; light: string } | null;
    };
    themes?: { default?: 'light' | 'dark' | 'system' | null; toggeable?: boolean | null };
    title?: string | null;
    trademark?: { enabled?: boolean | null };
  };
  Page: {
    computed?: unknown;
    computedSeed?: string;
    condition?: string;
    cover?: { height?: number; ref: Schemas['ContentRef']; refDark?: Schemas['ContentRef']; yPos: number };
    createdAt: string;
    description?: string;
    document?: Schemas['Document'];
    documentId?: string;
    emoji?: string;
    frontMatter?: Record<string, unknown>;
    git?: Schemas['GitBlob'];
    hidden: boolean;
    icon?: string;
    id: string;
    kind: 'sheet';
    layout: Schemas['PageLayout'];
    linkTitle?: string;
    markdown?: string;
    metaLinks?: Schemas['PageMetaLinks'];
    noIndex: boolean;
    noRobotsIndex: boolean;
    pages: Schemas['Page'][];
    path: string;
    revision?: string;
    slug: string;
    tags: { primary?: boolean; tag: Schemas['ContentRef'] }[];
    title: string;
    type: 'document';
    updatedAt: string;
    urls: { app: string };
    variables?: Record<string, string | number | boolean>;
  } | {
    createdAt: string;
    emoji?: string;
    hidden: boolean;
    id: string;
    kind: 'group';
    linkTitle?: string;
    noIndex: boolean;
    noRobotsIndex: boolean;
    pages: Schemas['Page'][];
    path: string;
    slug: string;
    title: string;
    type: 'group';
    updatedAt: string;
  } | {
    createdAt: string;
    emoji?: string;
    hidden: boolean;
    href?: string;
    id: string;
    kind: 'link';
    linkTitle?: string;
    target: Schemas['ContentRef'];
    title: string;
    type: 'link';
    updatedAt: string;
  } | { computed: unknown; createdAt: string; emoji?: string; id: string; linkTitle?: string; title: string; type: 'computed'; updatedAt: string };
  PageLayout: {
    actions: boolean;
    anchors: boolean;
    cover: boolean;
    coverMask: 'radial' | 'none';
    coverSize: 'full' | 'hero' | 'background';
    description: boolean;
    metadata: boolean;
    outline: boolean;
    pagination: boolean;
    tableOfContents: boolean;
    tags: boolean;
    title: boolean;
    width: 'default' | 'wide';
  };
  PageMetaLinks: { alternates?: Schemas['ContentRef'][]; canonical?: Schemas['ContentRef'] };
  PageReference: { id: string; object: 'page'; urls: { location: string } };
  PageWarning: { condition: string; message: string; page: string };
  Passkey: { backedUp: boolean; createdAt: string; id: string; lastUsedAt?: string; object: 'passkey'; title: string };
  PasswordLink: { expiresAt: string; url: string };
  PendingInvitation: {
    email: string;
    expiresAt?: string;
    object: 'pending-invitation';
    role: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    user: string;
  };
  PendingInvitationList: { count: number; items: Schemas['PendingInvitation'][]; next?: { page: string } };
  PersonOnSite: {
    disabled: boolean;
    lastSeenAt?: string;
    origin: { organization: string; type: 'organization' } | { reason: 'member' | 'team' | 'default'; site: string; team?: string; type: 'site' };
    permission: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';
    user: Schemas['User'];
  };
  PersonWithRole: {
    permission: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';
    source: { collection?: string; space?: string; team?: string; type: 'organization' | 'default' | 'user' | 'team' };
    user: Schemas['User'];
  };
  PlaceOfTeam: {
    permission: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';
    place: { id: string; title: string; type: 'space' | 'collection' | 'site' };
  };
  PostCommentBody: {
    body: Schemas['TextBody'];
    node?: string;
    page?: string;
    range?: Schemas['CommentRange'];
    revision?: string;
    suggestion?: Schemas['NewSuggestion'];
    tableCell?: Schemas['CommentTableCell'];
  };
  PostCommentReplyInChangeRequestBody: { body: Schemas['TextBody'] };
  PostCommentReplyInSpaceBody: { body: Schemas['TextBody'] };
  PostEditConflictBody: {
    baseRevision?: string;
    before?: { data?: Record<string, unknown>; nodes: { object: 'block'; type: string }[]; object: 'document' };
    block?: string;
    changeRequest?: string;
    page: string;
    unsaved?: { data?: Record<string, unknown>; nodes: { object: 'block'; type: string }[]; object: 'document' };
  };
  Presence: {
    block?: string;
    caret?: { length?: number; offset: number };
    changeRequest?: string;
    expiresAt: string;
    object: 'presence';
    page?: string;
    since: string;
    tab?: string;
    user: Schemas['User'];
  };
  PresenceList: { count: number; items: Schemas['Presence'][]; next?: { page: string } };
  PreviewChangeRequestConflictAnswerResponse: { html?: string; nodes?: Schemas['DocumentBlock'][]; text?: string };
  PreviewGitConnectionBody: {
    branchPattern?: string | null;
    commitMessage?: string | null;
    credentials?: { password: string; username: string } | { passphrase?: string; privateKey: string } | { deployKey: string } | null;
    direction?: 'both' | 'import' | 'export';
    initialDirection?: 'import' | 'export';
    knownHosts?: string | null;
    mirrorPrefix?: string | null;
    onConflict?: 'remote' | 'pause';
    pollSeconds?: number | null;
    provider?: 'github' | 'gitlab' | 'gitea' | 'bitbucket' | null;
    ref: string;
    repoCommitURL?: string | null;
    repoProjectDirectory?: string;
    repoTreeURL?: string | null;
    repoWebURL?: string | null;
    url: string;
    webhookSecret?: string | null;
  };
  PreviewLink: { createdAt: string; createdBy: Schemas['User']; expiresAt: string; id: string; object: 'preview-link'; site?: string };
  PreviewLinkList: { count: number; items: Schemas['PreviewLink'][]; next?: { page: string } };
  PreviewSiteCustomizationBody: {
    claims?: Record<string, unknown>;
    customization: {
      advancedCustomization?: { enabled?: boolean };
      ai?: {
        greeting?: string;
        instructions?: string;
        localizedGreeting?: Record<string, string>;
        mode?: 'none' | 'search' | 'assistant';
        suggestions?: string[];
      };
      announcement?: Schemas['SiteAnnouncement'];
      contributors?: { enabled?: boolean };
      externalLinks?: { target?: 'self' | 'blank' };
      externalPictures?: { mode?: 'proxy' | 'direct' | 'none' };
      favicon?: Schemas['SiteFavicon'];
      feedback?: { enabled?: boolean };
      footer?: {
        copyright?: string;
        groups?: { links: Schemas['SiteContentLink'][]; localizedTitle?: Record<string, string>; title: string }[];
        logo?: { dark: string; light: string };
      };
      git?: { showEditLink: boolean };
      header?: {
        backgroundColor?: { dark: string; light: string };
        linkColor?: { dark: string; light: string };
        links?: {
          condition?: string;
          links: Schemas['SiteContentLink'][];
          localizedTitle?: Record<string, string>;
          style?: 'link' | 'button-primary' | 'button-secondary';
          title: string;
          to: Schemas['LinkTarget'] | null;
        }[];
        logo?: { dark: string; light: string };
        preset?: 'default' | 'bold' | 'contrast' | 'custom' | 'none';
        primaryLink?: Schemas['LinkTarget'];
      };
      insights?: { trackingCookie?: boolean };
      internationalization?: { locale?: 'en' | 'fr' | 'es' | 'zh' | 'ja' | 'de' | 'nl' | 'no' | 'pt-br' | 'ru' };
      localizedTitle?: Record<string, string>;
      pageActions?: { externalAI?: boolean; items?: ('assistant' | 'external-ai' | 'markdown' | 'mcp' | 'git' | 'pdf')[]; markdown?: boolean; mcp?: boolean };
      pagination?: { enabled?: boolean };
      pdf?: { enabled: boolean };
      privacyPolicy?: { url?: string };
      socialAccounts?: {
        display: { footer: boolean; header: boolean };
        handle: string;
        platform:
          | 'twitter'
          | 'instagram'
          | 'facebook'
          | 'linkedin'
          | 'github'
          | 'discord'
          | 'slack'
          | 'youtube'
          | 'tiktok'
          | 'reddit'
          | 'bluesky'
          | 'mastodon'
          | 'threads'
          | 'medium';
      }[];
      socialPreview?: { url?: string };
      styling?: {
        background?: 'plain' | 'match';
        codeTheme?: {
          default?: { dark: Schemas['CodeTheme']; light: Schemas['CodeTheme'] };
          openapi?: { dark: Schemas['CodeTheme']; light: Schemas['CodeTheme'] };
        };
        corners?: 'straight' | 'rounded' | 'circular';
        dangerColor?: { dark: string; light: string };
        depth?: 'subtle' | 'flat';
        font?: Schemas['Font'];
        headingFont?: Schemas['Font'] | null;
        icons?: 'regular' | 'solid' | 'duotone' | 'light' | 'thin';
        infoColor?: { dark: string; light: string };
        links?: 'default' | 'accent';
        monospaceFont?:
          | 'FiraCode' | 'IBMPlexMono' | 'JetBrainsMono' | 'SourceCodePro' | 'RobotoMono' | 'SpaceMono' | 'DMMono' | 'Inconsolata'
          | Schemas['CustomFont'];
        primaryColor?: { dark: string; light: string };
        search?: 'prominent' | 'subtle';
        sidebar?: { background?: 'default' | 'filled'; list?: 'default' | 'pill' | 'line' };
        successColor?: { dark: string; light: string };
        theme?: 'clean' | 'muted' | 'bold' | 'gradient';
        tint?: { color: { dark: string; light: string } };
        warningColor?: { dark: string; light: string };
      };
      themes?: { default?: 'light' | 'dark' | 'system'; toggeable?: boolean };
      title?: string;
      trademark?: { enabled?: boolean };
    };
    draft?: boolean;
    hasOverrides?: boolean;
    mode?: 'light' | 'dark';
    siteSpace?: string;
    target?: string;
  };
  PreviewSiteCustomizationResponse: { expiresAt: string; token: string; url: string; warnings: Schemas['SiteWarning'][] };
  PreviewSiteVisitorBody: { claims?: Record<string, unknown>; compareWith?: { claims: Record<string, unknown> }; draft?: boolean; siteSpaces?: string[] };
  ProviderLogout: { object: 'provider-logout'; url: string | null };
  PublishedContentRedirect: { redirect: string; site: string; target: 'external' };
  PublishedContentSite: {
    customizations: { site: Schemas['SiteCustomization']; siteSpaces: Record<string, Schemas['SiteCustomization']> };
    object: 'published-content-site';
    scripts: { contentSecurityPolicy?: string; cookies: boolean; script: string }[];
    site: Schemas['Site'];
    structure: Schemas['SiteStructure'];
  };
  PublishedSiteContent: {
    apiToken: string;
    basePath: string;
    canonicalUrl: string;
    changeRequest?: string;
    complete: boolean;
    contextId?: string;
    organization: string;
    pathname: string;
    preview?: boolean;
    revision?: string;
    shareKey?: string;
    site: string;
    siteBasePath: string;
    siteSection?: string;
    siteSpace: string;
    space: string;
  };
  PutEditConflictBody: {
    baseRevision?: string;
    block?: string;
    unsaved?: { data?: Record<string, unknown>; nodes: { object: 'block'; type: string }[]; object: 'document' };
  };
  PutFavoriteBody: { at?: number; changeRequest?: string; collection?: string; page?: string; site?: string; space?: string };
  PutFavoriteResponse: {
    id: string;
    object: 'favorite';
    target: {
      emoji?: string;
      icon?: string;
      id: string;
      kind: 'space' | 'page' | 'collection' | 'site' | 'change-request';
      number?: number;
      organization: string;
      path?: string;
      space?: string;
      title: string;
      urls: { location: string };
    };
  };
  PutGitConnectionBody: {
    branchPattern?: string | null;
    commitMessage?: string | null;
    credentials?: { password: string; username: string } | { passphrase?: string; privateKey: string } | { deployKey: string } | null;
    direction?: 'both' | 'import' | 'export';
    initialDirection?: 'import' | 'export';
    knownHosts?: string | null;
    mirrorPrefix?: string | null;
    onConflict?: 'remote' | 'pause';
    pollSeconds?: number | null;
    provider?: 'github' | 'gitlab' | 'gitea' | 'bitbucket' | null;
    ref: string;
    repoCommitURL?: string | null;
    repoProjectDirectory?: string;
    repoTreeURL?: string | null;
    repoWebURL?: string | null;
    url: string;
    webhookSecret?: string | null;
  };
  PutPresenceBody: { block?: string; caret?: { length?: number; offset: number }; changeRequest?: string; page?: string; tab?: string };
  PutSiteRendererBody: { secret?: string; url: string };
  PutVisitorClaimsBody: { claims: ('email' | 'displayName' | 'role' | 'teams' | 'teamTitles')[]; key?: string };
  PutWorkingCopyBody: {
    baseRevision: string;
    document?: { data?: Record<string, unknown>; nodes: { object: 'block'; type: string }[]; object: 'document' };
    markdown?: string;
  };
  Quota: {
    limit?: number;
    object: 'quota';
    quota: 'storage' | 'spaces' | 'members' | 'sites' | 'imports-running' | 'imports-per-day';
    source: 'default' | 'organization';
    usage: number;
  };
  ReceiveGitWebhookResponse: { reason?: string; requested: boolean };
  RegenerateSitePublishingAuthByIdBody: { overlapSeconds?: number };
  RenamePasskeyBody: { title: string };
  RenderedBlocks: { blocks: { html: string; key?: string }[]; outline: { id: string; level: number; title: string }[] };
  RenewRecoveryCodesBody: { passkey?: { ceremony: string; response: Record<string, unknown> }; password?: string };
  RenewRecoveryCodesResponse: { codes: string[]; object: 'recovery-codes' };
  ReportChangeRequestCheckBody: { name: string; revision?: string; status: 'pending' | 'passed' | 'failed'; title?: string; url?: string };
  RequestPasswordResetBody: { email: string };
  RequestReviewersForChangeRequestBody: {
    description?: { data?: Record<string, unknown>; nodes: { object: 'block'; type: string }[]; object: 'document' };
    subject?: string;
    teams?: string[];
    users: string[];
  };
  RequestReviewersForChangeRequestResponse: { teams: Schemas['ChangeRequestRequestedTeam'][]; users: Schemas['ChangeRequestRequestedReviewer'][] };
  ResetPasswordBody: { password: string };
  ResolvePublishedContentByUrlBody: {
    redirectOnError?: boolean;
    url: string;
    visitor?: { jwtToken?: string; type?: 'human' | 'agent'; unsignedClaims?: Record<string, unknown> };
  };
  ResolvePublishedContentByUrlResponse: Schemas['PublishedSiteContent'] | Schemas['PublishedContentRedirect'];
  ResolveTargetsInChangeRequestBody: {
    page?: string;
    reusableContent?: string;
    targets: {
      kind?:
        | 'link'
        | 'image'
        | 'file'
        | 'drawing'
        | 'include'
        | 'content-ref'
        | 'mention'
        | 'embed'
        | 'button'
        | 'openapi'
        | 'swagger'
        | 'cover'
        | 'meta-link';
      target: string;
    }[];
  };
  ResolveTargetsInChangeRequestResponse: { items: Schemas['Link'][] };
  ResolveTargetsInSpaceBody: {
    page?: string;
    reusableContent?: string;
    targets: {
      kind?:
        | 'link'
        | 'image'
        | 'file'
        | 'drawing'
        | 'include'
        | 'content-ref'
        | 'mention'
        | 'embed'
        | 'button'
        | 'openapi'
        | 'swagger'
        | 'cover'
        | 'meta-link';
      target: string;
    }[];
  };
  ResolveTargetsInSpaceResponse: { items: Schemas['Link'][] };
  RestoreDeletedPageBody: { at?: number; changeRequest?: string; into?: string | null };
  RestoreDeletedPageResponse: {
    changes: ({ object: 'created_page'; page: Schemas['PageReference']; ref?: string } | {
      keyPrefixes?: Record<string, string>;
      keys?: Record<string, string>;
      merged?: (
        | { at: { key: string }; nodes: { type: string }[]; operation: 'replace'; path: number[] }
        | { after: { key: string } | null; at: { key: string } | null; nodes: { type: string }[]; operation: 'insert'; path: number[] }
        | { after: { key: string } | null; at: { key: string }; into: { key: string } | null; operation: 'move'; path: number[] }
        | { at: { key: string }; operation: 'delete' })[];
      object: 'updated_page';
      page: Schemas['PageReference'];
    } | { object: 'deleted_page'; page: string })[];
    insertedFiles?: Schemas['File'][];
    insertedReusableContents?: Schemas['ReusableContent'][];
    revision: string;
    updatedReusableContents?: {
      id: string;
      keyPrefixes?: Record<string, string>;
      keys?: Record<string, string>;
      merged?: (
        | { at: { key: string }; nodes: { type: string }[]; operation: 'replace'; path: number[] }
        | { after: { key: string } | null; at: { key: string } | null; nodes: { type: string }[]; operation: 'insert'; path: number[] }
        | { after: { key: string } | null; at: { key: string }; into: { key: string } | null; operation: 'move'; path: number[] }
        | { at: { key: string }; operation: 'delete' })[];
    }[];
    warnings?: Schemas['PageWarning'][];
  };
  ResumeGitConnectionBody: { force?: boolean };
  ReusableContent: { document: string; git?: Schemas['GitBlob']; id: string; title: string };
  RevertChangeRequestBody: { subject?: string };
  Revision: {
    createdAt: string;
    files: Schemas['File'][];
    git?: Schemas['RevisionGit'];
    id: string;
    mergedFrom?: { id: string; number: number; object: 'change-request' };
    object: 'revision';
    pages: Schemas['Page'][];
    parents: string[];
    reusableContents: Schemas['ReusableContent'][];
    tags: { color: string; emoji?: string; icon?: string; label: string; slug: string }[];
    type: string;
    urls: { app: string };
    variables: Record<string, string | number | boolean>;
  };
  RevisionContext: { revision: { id: string; object: 'revision'; type: string; urls: { app: string } }; type: 'revision' };
  RevisionGit: { createdByGitBook: boolean; createdByService: boolean; message: string; oid: string; ref?: string; url?: string };
  RollbackToRevisionResponse: { revision: string };
  SamlProvider: {
    certificate: string;
    createdAt: string;
    defaultRole: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    defaultTeam?: Schemas['Team'];
    entityID: string;
    id: string;
    label: string;
    object: 'saml-provider';
    service: { acsURL: string; entityID: string; startURL: string };
    ssoURL: string;
    status: 'pending' | 'active';
    urls: { location: string };
  };
  SamlProviderList: { count: number; items: Schemas['SamlProvider'][]; next?: { page: string } };
  ScheduleChangeRequestMergeBody: { at: string };
  SearchSiteContentBody: {
    query: string;
    scope:
      | { currentSiteSpace?: string; includedSiteSpaces?: string[]; mode: 'default'; restrictTo?: 'currentSiteSpace' | 'otherSiteSpaces' }
      | { mode: 'specific'; siteSpaceIds: string[] }
      | { mode: 'all' };
  } | { mode: 'current'; query: string; siteSpaceId: string } | { mode: 'all'; query: string } | { mode?: 'specific'; query: string; siteSpaceIds: string[] };
  SearchedPage: {
    ancestors: { title: string }[];
    description: string;
    emoji?: string;
    icon?: string;
    id: string;
    path: string;
    rank: number;
    resultType: 'page' | 'section';
    score: number;
    sections: { body: string; id: string; path: string; resultType: 'page' | 'section'; score: number; title: string; urls: { app: string } }[];
    title: string;
    urls: { app: string };
  };
  SearchedPageList: { count: number; items: Schemas['SearchedPage'][]; next?: { page: string } };
  SearchedSpace: { id: string; pages: Schemas['SearchedPage'][]; score: number; title: string; type: 'space' };
  SearchedSpaceList: { count: number; items: Schemas['SearchedSpace'][]; next?: { page: string } };
  SendInstanceTestMailBody: { to: string };
  SendInstanceTestMailResponse: { error?: string; from: string; sent: boolean };
  Session: {
    csrfToken: string;
    expiresAt: string;
    id: string;
    method: 'password' | 'token' | 'saml' | 'oidc' | 'ldap' | 'passkey';
    object: 'session';
    user?: Schemas['User'];
  };
  ShareLink: { active?: boolean; createdAt: string; expiresAt?: string; id: string; name?: string; object: 'share-link'; urls: { published?: string } };
  ShareLinkList: { count: number; items: Schemas['ShareLink'][]; next?: { page: string } };
  SignInByPasskeyBody: { ceremony: string; response: Record<string, unknown> };
  Site: {
    adaptiveContent: { enabled: boolean };
    agentsContext: 'excluded';
    apiRequests: { enabled: boolean; ownServers: boolean };
    appliedType: 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium';
    basename: string;
    createdAt: string;
    defaultLevel: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'inherit' | null;
    features: { frozen: boolean; id: string; plan: 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium' }[];
    hostname?: string;
    id: string;
    object: 'site';
    pendingHostname?: string;
    permissions: {
      access: boolean;
      admin: boolean;
      create: boolean;
      edit: boolean;
      editAdaptiveSchema: boolean;
      installIntegration: boolean;
      view: boolean;
      viewAdaptiveSchema: boolean;
    };
    published: boolean;
    publishedAt?: string;
    readers?: { kind: 'members' } | { kind: 'teams'; teams: string[] } | { kind: 'password'; passwordChangedAt: string };
    siteSpaces: number;
    title: string;
    type: 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium';
    urls: { app: string; location: string; preview: string; published?: string };
    visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
  };
  SiteAdaptiveSchema: {
    jsonSchema: { '$schema'?: string; additionalProperties: false; properties: Record<string, unknown>; type: 'object' };
    object: 'site-adaptive-schema';
    updatedAt: string;
  };
  SiteAnnouncement: {
    enabled: boolean;
    link?: Schemas['SiteContentLink'];
    localizedMessage?: Record<string, string>;
    message: string;
    style: 'info' | 'warning' | 'danger' | 'success';
  };
  SiteCondition: {
    claims?: string[];
    condition: string;
    holds: 'never' | 'always' | 'sometimes' | 'unknown';
    message?: string;
    place: {
      headerLink?: number;
      page?: string;
      reusableContent?: string;
      siteExternalLink?: string;
      siteSection?: string;
      siteSpace?: string;
      type: 'section' | 'site-space' | 'external-link' | 'header-link' | 'page' | 'block' | 'variable';
      variable?: string;
    };
    problem?: 'invalid' | 'unknown-claim' | 'never' | 'always';
  };
  SiteConditionList: { count: number; items: Schemas['SiteCondition'][]; next?: { page: string } };
  SiteContentLink: { localizedTitle?: Record<string, string>; title: string; to: Schemas['LinkTarget'] };
  SiteCustomization: {
    advancedCustomization: { enabled: boolean };
    ai: {
      greeting?: string;
      instructions?: string;
      localizedGreeting?: Record<string, string>;
      mode: 'none' | 'search' | 'assistant';
      suggestions?: string[];
    };
    announcement?: Schemas['SiteAnnouncement'];
    contributors: { enabled: boolean };
    externalLinks: { target: 'self' | 'blank' };
    externalPictures: { mode: 'proxy' | 'direct' | 'none' };
    favicon: Schemas['SiteFavicon'];
    feedback: { enabled: boolean };
    footer: {
      copyright?: string;
      groups: { links: Schemas['SiteContentLink'][]; localizedTitle?: Record<string, string>; title: string }[];
      logo?: { dark: string; light: string };
    };
    git: { showEditLink: boolean };
    hasOverrides?: boolean;
    header: {
      backgroundColor?: { dark: string; light: string };
      linkColor?: { dark: string; light: string };
      links: {
        condition?: string;
        links: Schemas['SiteContentLink'][];
        localizedTitle?: Record<string, string>;
        style?: 'link' | 'button-primary' | 'button-secondary';
        title: string;
        to: Schemas['LinkTarget'] | null;
      }[];
      logo?: { dark: string; light: string };
      preset: 'default' | 'bold' | 'contrast' | 'custom' | 'none';
      primaryLink?: Schemas['LinkTarget'];
    };
    insights: { trackingCookie: boolean };
    internationalization: { locale: 'en' | 'fr' | 'es' | 'zh' | 'ja' | 'de' | 'nl' | 'no' | 'pt-br' | 'ru' };
    localizedTitle?: Record<string, string>;
    pageActions: { externalAI: boolean; items: ('assistant' | 'external-ai' | 'markdown' | 'mcp' | 'git' | 'pdf')[]; markdown: boolean; mcp: boolean };
    pagination: { enabled: boolean };
    pdf: { enabled: boolean };
    privacyPolicy: { url?: string };
    socialAccounts: {
      display: { footer: boolean; header: boolean };
      handle: string;
      platform:
        | 'twitter'
        | 'instagram'
        | 'facebook'
        | 'linkedin'
        | 'github'
        | 'discord'
        | 'slack'
        | 'youtube'
        | 'tiktok'
        | 'reddit'
        | 'bluesky'
        | 'mastodon'
        | 'threads'
        | 'medium';
    }[];
    socialPreview: { url?: string };
    styling: {
      background: 'plain' | 'match';
      codeTheme: {
        default: { dark: Schemas['CodeTheme']; light: Schemas['CodeTheme'] };
        openapi: { dark: Schemas['CodeTheme']; light: Schemas['CodeTheme'] };
      };
      corners: 'straight' | 'rounded' | 'circular';
      dangerColor: { dark: string; light: string };
      depth: 'subtle' | 'flat';
      font: Schemas['Font'];
      headingFont?: Schemas['Font'];
      icons: 'regular' | 'solid' | 'duotone' | 'light' | 'thin';
      infoColor: { dark: string; light: string };
      links: 'default' | 'accent';
      monospaceFont:
        | 'FiraCode' | 'IBMPlexMono' | 'JetBrainsMono' | 'SourceCodePro' | 'RobotoMono' | 'SpaceMono' | 'DMMono' | 'Inconsolata'
        | Schemas['CustomFont'];
      primaryColor: { dark: string; light: string };
      search: 'prominent' | 'subtle';
      sidebar: { background: 'default' | 'filled'; list: 'default' | 'pill' | 'line' };
      successColor: { dark: string; light: string };
      theme: 'clean' | 'muted' | 'bold' | 'gradient';
      tint?: { color: { dark: string; light: string } };
      warningColor: { dark: string; light: string };
    };
    themes: { default: 'light' | 'dark' | 'system'; toggeable: boolean };
    title?: string;
    trademark: { enabled: boolean };
    updatedAt?: string;
    warnings: Schemas['SiteWarning'][];
  };
  SiteExternalLink: {
    condition?: string;
    description?: string;
    draft: boolean;
    icon?: string;
    id: string;
    localizedDescription?: Record<string, string>;
    localizedTitle?: Record<string, string>;
    object: 'site-external-link';
    sectionGroup?: string;
    title: string;
    url: string;
    warnings?: Schemas['SiteWarning'][];
  };
  SiteFavicon: { emoji?: string; icon?: { dark: string; light: string } };
  SiteFile: {
    contentType: string;
    dimensions?: { height: number; width: number };
    id: string;
    name: string;
    object: 'site-file';
    size: number;
    url: string;
  };
  SiteInsights: { object: 'site-insights'; recording: boolean; retentionDays: number; usage: { perDay: number; stored: number; today: number } };
  SiteItem: { id: string; type: 'site-space' | 'site-section' | 'site-section-group' | 'site-external-link' };
  SiteList: { count: number; items: Schemas['Site'][]; next?: { page: string } };
  SitePublishingAuth: { backend: 'custom'; fallbackURL?: string; logoutURL?: string; object: 'publishing-auth'; previousKeyUntil?: string; privateKey: string };
  SiteRedirect: {
    captureWildcard: boolean;
    createdAt: string;
    destination:
      | { kind: 'site-section'; siteSectionId: string }
      | { kind: 'site-space'; siteSpaceId: string }
      | { kind: 'site-page'; pageId: string; siteSpaceId: string }
      | { kind: 'external'; url: string };
    draft: boolean;
    id: string;
    lastUsedAt?: string;
    object: 'site-redirect';
    permanent: boolean;
    source: string;
    updatedAt?: string;
    uses?: number;
    warnings?: { message: string; path: string }[];
  };
  SiteRedirectList: { count: number; items: Schemas['SiteRedirect'][]; next?: { page: string } };
  SiteRedirectTarget:
    | { kind: 'site-section'; siteSectionId: string }
    | { kind: 'site-space'; siteSpaceId: string }
    | { kind: 'site-page'; pageId: string; siteSpaceId: string }
    | { kind: 'external'; url: string }
    | { kind: 'path'; path: string; spaceId: string }
    | { kind: 'site-path'; path: string };
  SiteRenderer: { lastCall?: { at: string; problem?: string }; object: 'site-renderer'; url: string };
  SiteSection: {
    condition?: string;
    default: boolean;
    description?: string;
    draft: boolean;
    icon?: string;
    id: string;
    localizedDescription?: Record<string, string>;
    localizedTitle?: Record<string, string>;
    object: 'site-section';
    path: string;
    sectionGroup?: string;
    siteSpaces: Schemas['SiteSpace'][];
    title: string;
    urls: { published?: string };
    warnings?: Schemas['SiteWarning'][];
  };
  SiteSectionGroup: {
    children: (Schemas['SiteSection'] | Schemas['SiteSectionGroup'] | Schemas['SiteExternalLink'])[];
    draft: boolean;
    icon?: string;
    id: string;
    localizedTitle?: Record<string, string>;
    object: 'site-section-group';
    sectionGroup?: string;
    sections: Schemas['SiteSection'][];
    title: string;
  };
  SiteSectionGroupList: { count: number; items: Schemas['SiteSectionGroup'][]; next?: { page: string } };
  SiteSectionList: { count: number; items: Schemas['SiteSection'][]; next?: { page: string } };
  SiteSpace: {
    condition?: string;
    default: boolean;
    draft: boolean;
    hasAdvancedCustomizationFeature: true;
    hidden: boolean;
    id: string;
    localizedTitle?: Record<string, string>;
    object: 'site-space';
    pageId?: string | null;
    path: string;
    section?: string;
    space: Schemas['Space'];
    title: string;
    urls: { published?: string };
    warnings?: Schemas['SiteWarning'][];
  };
  SiteSpaceList: { count: number; items: Schemas['SiteSpace'][]; next?: { page: string } };
  SiteStructure:
    | { structure: (Schemas['SiteSection'] | Schemas['SiteSectionGroup'] | Schemas['SiteExternalLink'])[]; type: 'sections' }
    | { structure: Schemas['SiteSpace'][]; type: 'siteSpaces' };
  SiteWarning: { message: string; path: string };
  SortSiteStructureBody: { item: Schemas['SiteItem']; position: { after?: Schemas['SiteItem']; before?: Schemas['SiteItem'] } };
  SortSiteStructureResponse: Schemas['SiteSpace'] | Schemas['SiteSection'] | Schemas['SiteSectionGroup'] | Schemas['SiteExternalLink'];
  Space: {
    changeRequests: number;
    changeRequestsDraft: number;
    changeRequestsOpen: number;
    comments: number;
    createdAt: string;
    defaultLevel: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'inherit' | null;
    deletedAt?: string;
    editMode: 'live' | 'locked';
    emoji: string;
    gitSync?: Schemas['GitSync'];
    id: string;
    language?:
      | 'en'
      | 'fr'
      | 'de'
      | 'es'
      | 'it'
      | 'pt'
      | 'pt-br'
      | 'ru'
      | 'ja'
      | 'zh'
      | 'zh-tw'
      | 'yue'
      | 'ko'
      | 'ar'
      | 'hi'
      | 'nl'
      | 'pl'
      | 'tr'
      | 'sv'
      | 'no'
      | 'da'
      | 'fi'
      | 'el'
      | 'cs'
      | 'hu'
      | 'ro'
      | 'th'
      | 'vi'
      | 'id'
      | 'ms'
      | 'he'
      | 'uk'
      | 'sk'
      | 'bg'
      | 'hr'
      | 'lt'
      | 'lv'
      | 'et'
      | 'sl';
    mergeRules: Schemas['SpaceMergeRules'];
    object: 'space';
    organization: string;
    parent?: string;
    permissions: {
      access: boolean;
      admin: boolean;
      comment: boolean;
      edit: boolean;
      installIntegration: boolean;
      merge: boolean;
      review: boolean;
      triggerGitSync: boolean;
      view: boolean;
      viewInviteLinks: boolean;
    };
    revision: string;
    title: string;
    updatedAt: string;
    urls: { app: string; icon?: string; location: string; public?: string; published?: string };
    visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth' | 'in-collection' | 'private';
  };
  SpaceEvent: {
    actor?: string;
    at: string;
    base: string;
    changeRequest?: string;
    files: string[];
    id: string;
    omitted: number;
    pages: { blocks?: string[]; changes: ('created' | 'edited' | 'moved' | 'deleted')[]; page: string; removedBlocks?: string[] }[];
    reusableContents: string[];
    revision: string;
    type: 'content';
  } | {
    actor?: string;
    at: string;
    change: 'created' | 'opened' | 'updated' | 'drafted' | 'archived' | 'merged' | 'scheduled' | 'unscheduled';
    changeRequest?: string;
    id: string;
    status: 'draft' | 'open' | 'archived' | 'merged';
    type: 'change_request';
  } | { actor?: string; at: string; changeRequest?: string; id: string; type: 'reviewers' } | { actor?: string; at: string; changeRequest?: string; id: string; review: string; status: string; type: 'review' } | { actor?: string; at: string; changeRequest?: string; id: string; type: 'checks' } | { actor?: string; at: string; changeRequest?: string; check: string; id: string; revision: string; status: string; type: 'check' } | { actor?: string; at: string; changeRequest?: string; id: string; type: 'preview_links' } | { actor?: string; at: string; changeRequest?: string; id: string; revision: string; type: 'seen' } | {
    actor?: string;
    at: string;
    change: 'created' | 'edited' | 'deleted';
    changeRequest?: string;
    comment: string;
    id: string;
    page?: string;
    reply?: string;
    type: 'comment';
  } | {
    actor?: string;
    at: string;
    change: 'opened' | 'changed' | 'settled';
    changeRequest?: string;
    editConflict: string;
    id: string;
    page: string;
    type: 'edit_conflict';
  } | {
    actor?: string;
    at: string;
    change: 'created' | 'read' | 'unread' | 'all-read';
    changeRequest?: string;
    id: string;
    kind?: string;
    notification?: string;
    type: 'notification';
  } | {
    change: 'all';
    present: {
      block?: string;
      caret?: { length?: number; offset: number };
      changeRequest?: string;
      page?: string;
      since: string;
      tab?: string;
      user: string;
    }[];
    type: 'presence';
  } | {
    block?: string;
    caret?: { length?: number; offset: number };
    change: 'here';
    changeRequest?: string;
    page?: string;
    since: string;
    tab?: string;
    type: 'presence';
    user: string;
  } | { change: 'gone'; tab?: string; type: 'presence'; user: string } | { heartbeatSeconds: number; id: string; type: 'open' } | { id: string; type: 'reset' };
  SpaceList: { count: number; items: Schemas['Space'][]; next?: { page: string } };
  SpaceMergeRules: { type: 'inherit' } | { type: 'none' } | Schemas['MergeRules'];
  Subdomain: { isActive: boolean; object: 'subdomain'; subdomain: string; target: { organization: string; type: 'organization' } };
  SubmitChangeRequestReviewBody: {
    comment?:
      | { markdown: string }
      | { document: { data?: Record<string, unknown>; nodes: Schemas['DocumentBlock'][]; object: 'document' } }
      | Record<string, unknown>;
    status: 'approved' | 'changes-requested';
  };
  SuggestedChange: {
    after?: { definition?: string; key?: string; path?: number[]; record?: string } | null;
    at?: { definition?: string; key?: string; path?: number[]; record?: string } | null;
    id?: string;
    into?: { definition?: string; key?: string; path?: number[]; record?: string } | null;
    nodes?: unknown[];
    operation: 'replace' | 'insert' | 'delete' | 'move';
  } | { at: { definition?: string; key?: string; path?: number[]; record?: string }; insert?: string; offset: number; remove?: number };
  Suggestion: {
    appliedIn?: string;
    blocks?: (Record<string, unknown>)[];
    decidedAt?: string;
    decidedBy?: Schemas['User'];
    revision: string;
    state: 'open' | 'applied' | 'dismissed';
    text?: (Record<string, unknown>)[];
  };
  SuspendInstanceOrganizationBody: { reason: string };
  SyncGitRepositoryBody: { force?: boolean; timestamp?: string };
  Team: {
    createdAt: string;
    id: string;
    members: number;
    object: 'team';
    permissions: { admin: boolean; view: boolean };
    spaces: number;
    title: string;
    urls: { location: string };
  };
  TeamList: { count: number; items: Schemas['Team'][]; next?: { page: string } };
  TeamMember: { organization: Schemas['Member']; permissions: { view: boolean }; team: { role: 'owner' | 'member' } };
  TeamMemberList: { count: number; items: Schemas['TeamMember'][]; next?: { page: string } };
  TextBody: { markdown: string } | { document: { data?: Record<string, unknown>; nodes: Schemas['DocumentBlock'][]; object: 'document' } };
  Token: {
    createdAt: string;
    createdBy?: string;
    expiresAt?: string;
    id: string;
    lastUsedAt?: string;
    object: 'token';
    organization?: string;
    role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    scopes: ('read' | 'write' | 'admin')[];
    title: string;
    token?: string;
    urls: { location: string };
  };
  TokenList: { count: number; items: Schemas['Token'][]; next?: { page: string } };
  TrackEventsInSiteByIdBody: {
    events: ({ id?: string; location: Schemas['EventLocation']; session: Schemas['EventSession']; timestamp?: string; type: 'page_view' } | {
      id?: string;
      location: Schemas['EventLocation'];
      markdownSource?: 'page-action';
      session: Schemas['EventSession'];
      timestamp?: string;
      type: 'page_markdown_request';
    } | { id?: string; location: Schemas['EventLocation']; session: Schemas['EventSession']; timestamp?: string; type: 'search_open' } | {
      id?: string;
      location: Schemas['EventLocation'];
      query: string;
      results?: number;
      session: Schemas['EventSession'];
      timestamp?: string;
      type: 'search_type_query';
    } | {
      id?: string;
      location: Schemas['EventLocation'];
      query: string;
      result: { pageId: string; spaceId: string } | { recordId: string };
      session: Schemas['EventSession'];
      timestamp?: string;
      type: 'search_open_result';
    } | {
      feedback: { rating: 'bad' | 'ok' | 'good' };
      id?: string;
      location: Schemas['EventLocation'];
      session: Schemas['EventSession'];
      timestamp?: string;
      type: 'page_post_feedback';
    } | {
      feedback: { comment: string; rating: 'bad' | 'ok' | 'good' };
      id?: string;
      location: Schemas['EventLocation'];
      session: Schemas['EventSession'];
      timestamp?: string;
      type: 'page_post_feedback_comment';
    } | { id?: string; location: Schemas['EventLocation']; session: Schemas['EventSession']; timestamp?: string; type: 'agent_feedback' } | {
      goal?: string;
      id?: string;
      location: Schemas['EventLocation'];
      query: string;
      session: Schemas['EventSession'];
      timestamp?: string;
      type: 'ask_question';
    } | { id?: string; location: Schemas['EventLocation']; session: Schemas['EventSession']; timestamp?: string; type: 'ask_view' } | {
      id?: string;
      location: Schemas['EventLocation'];
      query: string;
      rating: 1 | -1;
      responseId: string;
      session: Schemas['EventSession'];
      timestamp?: string;
      type: 'ask_rate_response';
    } | {
      id?: string;
      link: { position: 'announcement' | 'header' | 'footer' | 'sidebar' | 'content'; target: { kind: string; url?: string } & Record<string, string> };
      location: Schemas['EventLocation'];
      session: Schemas['EventSession'];
      timestamp?: string;
      type: 'link_click';
    } | {
      id?: string;
      location: Schemas['EventLocation'];
      operation: { method: string; path: string };
      session: Schemas['EventSession'];
      timestamp?: string;
      type: 'api_client_open';
    } | {
      id?: string;
      location: Schemas['EventLocation'];
      operation: { method: string; path: string };
      session: Schemas['EventSession'];
      timestamp?: string;
      type: 'api_client_request';
    } | {
      ad: Schemas['Ad'];
      id?: string;
      location: Schemas['EventLocation'];
      session: Schemas['EventSession'];
      timestamp?: string;
      type: 'ad_click';
    } | {
      ad: Schemas['Ad'];
      id?: string;
      location: Schemas['EventLocation'];
      session: Schemas['EventSession'];
      timestamp?: string;
      type: 'ad_display';
    } | {
      id?: string;
      location: Schemas['EventLocation'];
      placement: 'sidebar' | 'ad' | 'footer' | 'pdf' | 'embed';
      session: Schemas['EventSession'];
      timestamp?: string;
      type: 'trademark_click';
    } | {
      id?: string;
      llmsVariant: 'standard' | 'full';
      location: Schemas['EventLocation'];
      session: Schemas['EventSession'];
      timestamp?: string;
      type: 'llms_request';
    } | { id?: string; location: Schemas['EventLocation']; session: Schemas['EventSession']; timestamp?: string; type: 'mcp_request' } | { id?: string; location: Schemas['EventLocation']; session: Schemas['EventSession']; timestamp?: string; type: 'rss_request' } | { id?: string; location: Schemas['EventLocation']; session: Schemas['EventSession']; timestamp?: string; type: 'code_copy' })[];
  };
  TransferSpaceBody: { organization: string };
  TranslatedLanguage: {
    changeRequest?: string;
    language:
      | 'en'
      | 'fr'
      | 'de'
      | 'es'
      | 'it'
      | 'pt'
      | 'pt-br'
      | 'ru'
      | 'ja'
      | 'zh'
      | 'zh-tw'
      | 'yue'
      | 'ko'
      | 'ar'
      | 'hi'
      | 'nl'
      | 'pl'
      | 'tr'
      | 'sv'
      | 'no'
      | 'da'
      | 'fi'
      | 'el'
      | 'cs'
      | 'hu'
      | 'ro'
      | 'th'
      | 'vi'
      | 'id'
      | 'ms'
      | 'he'
      | 'uk'
      | 'sk'
      | 'bg'
      | 'hr'
      | 'lt'
      | 'lv'
      | 'et'
      | 'sl';
    object: 'translated-language';
    pages: { behind: number; current: number; edited: number; missing: number };
    problem?: string;
    resumesAt?: string;
    space: string;
    updatedAt: string;
  };
  TranslatedLanguageList: { count: number; items: Schemas['TranslatedLanguage'][]; next?: { page: string } };
  TranslatedPage: {
    behind: number;
    blocks: number;
    edited: number;
    failed: number;
    language:
      | 'en'
      | 'fr'
      | 'de'
      | 'es'
      | 'it'
      | 'pt'
      | 'pt-br'
      | 'ru'
      | 'ja'
      | 'zh'
      | 'zh-tw'
      | 'yue'
      | 'ko'
      | 'ar'
      | 'hi'
      | 'nl'
      | 'pl'
      | 'tr'
      | 'sv'
      | 'no'
      | 'da'
      | 'fi'
      | 'el'
      | 'cs'
      | 'hu'
      | 'ro'
      | 'th'
      | 'vi'
      | 'id'
      | 'ms'
      | 'he'
      | 'uk'
      | 'sk'
      | 'bg'
      | 'hr'
      | 'lt'
      | 'lv'
      | 'et'
      | 'sl';
    missing: number;
    object: 'translated-page';
    page: string;
    space: string;
    status: 'current' | 'behind' | 'edited' | 'missing';
    title: string;
  };
  TranslatedPageList: { count: number; items: Schemas['TranslatedPage'][]; next?: { page: string } };
  TranslationEstimate: {
    blocks: number;
    calls: number;
    characters: number;
    charactersLeft: number | null;
    cost: number | null;
    languages: {
      blocks: number;
      calls: number;
      characters: number;
      language:
        | 'en'
        | 'fr'
        | 'de'
        | 'es'
        | 'it'
        | 'pt'
        | 'pt-br'
        | 'ru'
        | 'ja'
        | 'zh'
        | 'zh-tw'
        | 'yue'
        | 'ko'
        | 'ar'
        | 'hi'
        | 'nl'
        | 'pl'
        | 'tr'
        | 'sv'
        | 'no'
        | 'da'
        | 'fi'
        | 'el'
        | 'cs'
        | 'hu'
        | 'ro'
        | 'th'
        | 'vi'
        | 'id'
        | 'ms'
        | 'he'
        | 'uk'
        | 'sk'
        | 'bg'
        | 'hr'
        | 'lt'
        | 'lv'
        | 'et'
        | 'sl';
      remembered: number;
      units: number;
    }[];
    object: 'translation-estimate';
    provider: string | null;
    remembered: number;
    units: number;
  };
  TranslationImport: {
    changeRequest?: string;
    object: 'translation-import';
    open: number;
    refused: {
      message: string;
      reason: 'source-changed' | 'source-differs' | 'translation-changed' | 'translation-removed' | 'placeholders' | 'unknown-unit' | 'duplicate-unit';
      unit: string;
    }[];
    remembered: number;
    revision: string;
    unchanged: number;
    written: number;
  };
  TranslationSettings: {
    createdAt: string;
    id: string;
    instructions: Schemas['Document'];
    language?:
      | 'en'
      | 'fr'
      | 'de'
      | 'es'
      | 'it'
      | 'pt'
      | 'pt-br'
      | 'ru'
      | 'ja'
      | 'zh'
      | 'zh-tw'
      | 'yue'
      | 'ko'
      | 'ar'
      | 'hi'
      | 'nl'
      | 'pl'
      | 'tr'
      | 'sv'
      | 'no'
      | 'da'
      | 'fi'
      | 'el'
      | 'cs'
      | 'hu'
      | 'ro'
      | 'th'
      | 'vi'
      | 'id'
      | 'ms'
      | 'he'
      | 'uk'
      | 'sk'
      | 'bg'
      | 'hr'
      | 'lt'
      | 'lv'
      | 'et'
      | 'sl';
    languages: (
      | 'en'
      | 'fr'
      | 'de'
      | 'es'
      | 'it'
      | 'pt'
      | 'pt-br'
      | 'ru'
      | 'ja'
      | 'zh'
      | 'zh-tw'
      | 'yue'
      | 'ko'
      | 'ar'
      | 'hi'
      | 'nl'
      | 'pl'
      | 'tr'
      | 'sv'
      | 'no'
      | 'da'
      | 'fi'
      | 'el'
      | 'cs'
      | 'hu'
      | 'ro'
      | 'th'
      | 'vi'
      | 'id'
      | 'ms'
      | 'he'
      | 'uk'
      | 'sk'
      | 'bg'
      | 'hr'
      | 'lt'
      | 'lv'
      | 'et'
      | 'sl')[];
    object: 'translation-settings';
    permissions: { edit: boolean; view: boolean };
    provider: 'openai' | 'deepl' | 'libretranslate' | 'manual' | null;
    source?: Schemas['TranslationSource'];
    stats: {
      latestPages: number;
      latestRunDuration: number;
      latestWords: number;
      runs: number;
      totalDuration: number;
      totalPages: number;
      totalWords: number;
    };
    status: 'pending' | 'running' | 'completed';
    tellsReaders: boolean;
    title: string;
    tone: 'default' | 'formal' | 'informal';
    updatedAt: string;
    urls: { location: string };
  };
  TranslationSettingsList: { count: number; items: Schemas['TranslationSettings'][]; next?: { page: string } };
  TranslationSource: {
    language:
      | 'en'
      | 'fr'
      | 'de'
      | 'es'
      | 'it'
      | 'pt'
      | 'pt-br'
      | 'ru'
      | 'ja'
      | 'zh'
      | 'zh-tw'
      | 'yue'
      | 'ko'
      | 'ar'
      | 'hi'
      | 'nl'
      | 'pl'
      | 'tr'
      | 'sv'
      | 'no'
      | 'da'
      | 'fi'
      | 'el'
      | 'cs'
      | 'hu'
      | 'ro'
      | 'th'
      | 'vi'
      | 'id'
      | 'ms'
      | 'he'
      | 'uk'
      | 'sk'
      | 'bg'
      | 'hr'
      | 'lt'
      | 'lv'
      | 'et'
      | 'sl';
    space: string;
  };
  TreePage: {
    emoji?: string;
    hidden?: true;
    href?: string;
    icon?: string;
    id: string;
    linkTitle?: string;
    pages?: Schemas['TreePage'][];
    target?: Schemas['ContentRef'];
    title: string;
    type: 'document' | 'group' | 'link' | 'computed';
  };
  UnsavedContentBody: { markdown?: string; nodes?: Schemas['DocumentBlock'][]; page?: string; reusableContent?: string };
  UpdateChangeRequestByIdBody: {
    description?: { data?: Record<string, unknown>; nodes: { object: 'block'; type: string }[]; object: 'document' } | null;
    links?: { id?: string; ref: { kind: 'url'; url: string }; title?: string }[] | null;
    status?: 'draft' | 'open' | 'archived';
    subject?: string | null;
  };
  UpdateChangeRequestContentResponse: Schemas['ChangeRequest'] | {
    changeRequest: Schemas['ChangeRequest'];
    changes: ({ object: 'created_page'; page: Schemas['PageReference']; ref?: string } | {
      keyPrefixes?: Record<string, string>;
      keys?: Record<string, string>;
      merged?: (
        | { at: { key: string }; nodes: { type: string }[]; operation: 'replace'; path: number[] }
        | { after: { key: string } | null; at: { key: string } | null; nodes: { type: string }[]; operation: 'insert'; path: number[] }
        | { after: { key: string } | null; at: { key: string }; into: { key: string } | null; operation: 'move'; path: number[] }
        | { at: { key: string }; operation: 'delete' })[];
      object: 'updated_page';
      page: Schemas['PageReference'];
    } | { object: 'deleted_page'; page: string })[];
    insertedFiles?: Schemas['File'][];
    insertedReusableContents?: Schemas['ReusableContent'][];
    updatedReusableContents?: {
      id: string;
      keyPrefixes?: Record<string, string>;
      keys?: Record<string, string>;
      merged?: (
        | { at: { key: string }; nodes: { type: string }[]; operation: 'replace'; path: number[] }
        | { after: { key: string } | null; at: { key: string } | null; nodes: { type: string }[]; operation: 'insert'; path: number[] }
        | { after: { key: string } | null; at: { key: string }; into: { key: string } | null; operation: 'move'; path: number[] }
        | { at: { key: string }; operation: 'delete' })[];
    }[];
    warnings?: Schemas['PageWarning'][];
  };
  UpdateChangeRequestResponse: { conflicts?: Schemas['ChangeRequestConflict'][]; result: 'update' | 'conflicts'; revision: string };
  UpdateCollectionByIdBody: {
    defaultLevel?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'inherit' | null;
    description?: string | null;
    title?: string | null;
  };
  UpdateCommentBody: { addedReactions?: string[]; body?: Schemas['TextBody']; removedReactions?: string[]; resolved?: boolean };
  UpdateCommentReplyInChangeRequestBody: { addedReactions?: string[]; body?: Schemas['TextBody']; removedReactions?: string[]; resolved?: unknown };
  UpdateCommentReplyInSpaceBody: { addedReactions?: string[]; body?: Schemas['TextBody']; removedReactions?: string[]; resolved?: unknown };
  UpdateConversationSettingsBody: { maskingRules?: { pattern: string; title: string }[] | null; retentionDays?: number | null };
  UpdateConversationTaskBody: { description?: string | null; state?: 'backlog' | 'started' | 'completed' | 'cancelled'; title?: string };
  UpdateGlossaryEntriesBody: {
    operations: (
      | { translations: Record<string, string>; type: 'insert' }
      | { id: string; translations: Record<string, string>; type: 'update' }
      | { id: string; type: 'delete' })[];
  };
  UpdateInstanceUserBody: { blocked?: boolean; instanceAdministrator?: boolean };
  UpdateMemberInOrganizationByIdBody: { role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null };
  UpdateMembersInOrganizationTeamBody: { add?: string[]; memberships?: Record<string, { role: 'owner' | 'member' }>; remove?: string[] };
  UpdateNotificationBody: { read: boolean };
  UpdateNotificationPreferencesBody: {
    'changes-requested'?: { inApp?: boolean; mail?: boolean };
    mentioned?: { inApp?: boolean; mail?: boolean };
    merged?: { inApp?: boolean; mail?: boolean };
    'openapi-breaking'?: { mail?: boolean };
    'review-requested'?: { inApp?: boolean; mail?: boolean };
    'scheduled-merge-failed'?: { inApp?: boolean; mail?: boolean };
    'sync-conflict'?: { inApp?: boolean; mail?: boolean };
  };
  UpdateOidcProviderBody: {
    clientId?: string;
    clientSecret?: string | null;
    defaultRole?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    defaultTeam?: string | null;
    emailDomains?: Schemas['OidcEmailDomains'];
    endsProviderSession?: Schemas['OidcEndsProviderSession'];
    groupRoles?: Schemas['OidcGroupRoles'];
    groupTeams?: Schemas['OidcGroupTeams'];
    groupsClaim?: string | null;
    issuer?: string;
    label?: string;
    scopes?: Schemas['OidcScopes'];
  };
  UpdateOpenAPISpecBySlugBody: { visibility: 'private' | 'public' };
  UpdateOrganizationByIdBody: {
    ai?: boolean | null;
    defaultContent?: { site: string; type: 'site' } | null;
    defaultRole?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    emailDomains?: string[] | null;
    hostname?: string | null;
    inviteLinks?: boolean | null;
    logo?: string | null;
    mergeRules?: { type: 'none' } | Schemas['MergeRules'] | null;
    sso?: boolean | null;
    timeZone?: string | null;
    title?: string | null;
  };
  UpdateOrganizationInsightsBody: { retentionDays?: number };
  UpdateOrganizationInviteByIdBody: {
    expiresAt?: string | null;
    level?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
  };
  UpdateOrganizationMemberLastSeenAtResponse: { gitbookVisitorClaims?: string; serviceVisitorClaims?: string };
  UpdateOrganizationSAMLProviderBody: {
    certificate?: string | null;
    defaultRole?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
    defaultTeam?: string | null;
    entityID?: string | null;
    label?: string | null;
    ssoURL?: string | null;
  };
  UpdateOrganizationTokenBody: { role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null; title?: string };
  UpdateSiteAdaptiveSchemaBody: { jsonSchema: { properties: Record<string, unknown>; type: 'object' } };
  UpdateSiteByIdBody: {
    adaptiveContent?: { enabled: boolean };
    agentsContext?: 'excluded' | 'included';
    apiRequests?: { enabled: boolean; ownServers?: boolean };
    basename?: string;
    defaultLevel?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'inherit' | null;
    defaultSiteSection?: string;
    defaultSiteSpace?: string;
    hostname?: string | null;
    proxy?: string | null;
    readers?: { kind: 'members' } | { kind: 'teams'; teams: string[] } | { kind: 'password'; password?: string } | null;
    styleguide?: string | null;
    title?: string;
    visibility?: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
  };
  UpdateSiteCustomizationByIdBody: {
    advancedCustomization?: { enabled?: boolean };
    ai?: {
      greeting?: string;
      instructions?: string;
      localizedGreeting?: Record<string, string>;
      mode?: 'none' | 'search' | 'assistant';
      suggestions?: string[];
    };
    announcement?: Schemas['SiteAnnouncement'];
    contributors?: { enabled?: boolean };
    externalLinks?: { target?: 'self' | 'blank' };
    externalPictures?: { mode?: 'proxy' | 'direct' | 'none' };
    favicon?: Schemas['SiteFavicon'];
    feedback?: { enabled?: boolean };
    footer?: {
      copyright?: string;
      groups?: { links: Schemas['SiteContentLink'][]; localizedTitle?: Record<string, string>; title: string }[];
      logo?: { dark: string; light: string };
    };
    git?: { showEditLink: boolean };
    header?: {
      backgroundColor?: { dark: string; light: string };
      linkColor?: { dark: string; light: string };
      links?: {
        condition?: string;
        links: Schemas['SiteContentLink'][];
        localizedTitle?: Record<string, string>;
        style?: 'link' | 'button-primary' | 'button-secondary';
        title: string;
        to: Schemas['LinkTarget'] | null;
      }[];
      logo?: { dark: string; light: string };
      preset?: 'default' | 'bold' | 'contrast' | 'custom' | 'none';
      primaryLink?: Schemas['LinkTarget'];
    };
    insights?: { trackingCookie?: boolean };
    internationalization?: { locale?: 'en' | 'fr' | 'es' | 'zh' | 'ja' | 'de' | 'nl' | 'no' | 'pt-br' | 'ru' };
    localizedTitle?: Record<string, string>;
    pageActions?: { externalAI?: boolean; items?: ('assistant' | 'external-ai' | 'markdown' | 'mcp' | 'git' | 'pdf')[]; markdown?: boolean; mcp?: boolean };
    pagination?: { enabled?: boolean };
    pdf?: { enabled: boolean };
    privacyPolicy?: { url?: string };
    socialAccounts?: {
      display: { footer: boolean; header: boolean };
      handle: string;
      platform:
        | 'twitter'
        | 'instagram'
        | 'facebook'
        | 'linkedin'
        | 'github'
        | 'discord'
        | 'slack'
        | 'youtube'
        | 'tiktok'
        | 'reddit'
        | 'bluesky'
        | 'mastodon'
        | 'threads'
        | 'medium';
    }[];
    socialPreview?: { url?: string };
    styling?: {
      background?: 'plain' | 'match';
      codeTheme?: {
        default?: { dark: Schemas['CodeTheme']; light: Schemas['CodeTheme'] };
        openapi?: { dark: Schemas['CodeTheme']; light: Schemas['CodeTheme'] };
      };
      corners?: 'straight' | 'rounded' | 'circular';
      dangerColor?: { dark: string; light: string };
      depth?: 'subtle' | 'flat';
      font?: Schemas['Font'];
      headingFont?: Schemas['Font'] | null;
      icons?: 'regular' | 'solid' | 'duotone' | 'light' | 'thin';
      infoColor?: { dark: string; light: string };
      links?: 'default' | 'accent';
      monospaceFont?:
        | 'FiraCode' | 'IBMPlexMono' | 'JetBrainsMono' | 'SourceCodePro' | 'RobotoMono' | 'SpaceMono' | 'DMMono' | 'Inconsolata'
        | Schemas['CustomFont'];
      primaryColor?: { dark: string; light: string };
      search?: 'prominent' | 'subtle';
      sidebar?: { background?: 'default' | 'filled'; list?: 'default' | 'pill' | 'line' };
      successColor?: { dark: string; light: string };
      theme?: 'clean' | 'muted' | 'bold' | 'gradient';
      tint?: { color: { dark: string; light: string } };
      warningColor?: { dark: string; light: string };
    };
    themes?: { default?: 'light' | 'dark' | 'system'; toggeable?: boolean };
    title?: string;
    trademark?: { enabled?: boolean };
  };
  UpdateSiteExternalLinkByIdBody: {
    condition?: string | null;
    description?: string | null;
    draft?: boolean;
    icon?: string | null;
    localizedDescription?: Record<string, string> | null;
    localizedTitle?: Record<string, string> | null;
    parent?: string | null;
    title?: string;
    url?: string;
  };
  UpdateSiteInsightsBody: { recording?: boolean };
  UpdateSitePublishingAuthByIdBody: { backend?: 'custom' | 'integration'; fallbackURL?: string | null; logoutURL?: string | null };
  UpdateSiteRedirectByIdBody: { captureWildcard?: boolean; destination?: Schemas['SiteRedirectTarget']; draft?: boolean; permanent?: boolean; source?: string };
  UpdateSiteSectionByIdBody: {
    condition?: string | null;
    defaultSiteSpace?: string;
    description?: string | null;
    draft?: boolean;
    icon?: string | null;
    localizedDescription?: Record<string, string> | null;
    localizedTitle?: Record<string, string> | null;
    path?: string;
    siteSectionGroupId?: string | null;
    title?: string;
  };
  UpdateSiteSectionGroupByIdBody: {
    draft?: boolean;
    icon?: string | null;
    localizedTitle?: Record<string, string> | null;
    parentSectionGroupId?: string | null;
    title?: string;
  };
  UpdateSiteShareLinkByIdBody: { active?: boolean; expiresAt?: string | null; name?: string };
  UpdateSiteSpaceByIdBody: {
    condition?: string | null;
    draft?: boolean;
    hidden?: boolean;
    localizedTitle?: Record<string, string> | null;
    pageId?: string | null;
    path?: string;
    spaceId?: string;
    title?: string | null;
  };
  UpdateSiteWeeklyMailBody: { subscribed: boolean };
  UpdateSiteWeeklyMailResponse: { subscribed: boolean };
  UpdateSpaceByIdBody: {
    defaultLevel?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'inherit' | null;
    editMode?: 'live' | 'locked' | null;
    emoji?: string | null;
    icon?: string | null;
    language?:
      | 'en'
      | 'fr'
      | 'de'
      | 'es'
      | 'it'
      | 'pt'
      | 'pt-br'
      | 'ru'
      | 'ja'
      | 'zh'
      | 'zh-tw'
      | 'yue'
      | 'ko'
      | 'ar'
      | 'hi'
      | 'nl'
      | 'pl'
      | 'tr'
      | 'sv'
      | 'no'
      | 'da'
      | 'fi'
      | 'el'
      | 'cs'
      | 'hu'
      | 'ro'
      | 'th'
      | 'vi'
      | 'id'
      | 'ms'
      | 'he'
      | 'uk'
      | 'sk'
      | 'bg'
      | 'hr'
      | 'lt'
      | 'lv'
      | 'et'
      | 'sl' | null;
    mergeRules?: Schemas['SpaceMergeRules'] | null;
    title?: string | null;
  };
  UpdateSpaceContentResponse: {
    changes: ({ object: 'created_page'; page: Schemas['PageReference']; ref?: string } | {
      keyPrefixes?: Record<string, string>;
      keys?: Record<string, string>;
      merged?: (
        | { at: { key: string }; nodes: { type: string }[]; operation: 'replace'; path: number[] }
        | { after: { key: string } | null; at: { key: string } | null; nodes: { type: string }[]; operation: 'insert'; path: number[] }
        | { after: { key: string } | null; at: { key: string }; into: { key: string } | null; operation: 'move'; path: number[] }
        | { at: { key: string }; operation: 'delete' })[];
      object: 'updated_page';
      page: Schemas['PageReference'];
    } | { object: 'deleted_page'; page: string })[];
    insertedFiles?: Schemas['File'][];
    insertedReusableContents?: Schemas['ReusableContent'][];
    revision: string;
    updatedReusableContents?: {
      id: string;
      keyPrefixes?: Record<string, string>;
      keys?: Record<string, string>;
      merged?: (
        | { at: { key: string }; nodes: { type: string }[]; operation: 'replace'; path: number[] }
        | { after: { key: string } | null; at: { key: string } | null; nodes: { type: string }[]; operation: 'insert'; path: number[] }
        | { after: { key: string } | null; at: { key: string }; into: { key: string } | null; operation: 'move'; path: number[] }
        | { at: { key: string }; operation: 'delete' })[];
    }[];
    warnings?: Schemas['PageWarning'][];
  };
  UpdateTeamInOrganizationByIdBody: { title: string };
  UpdateTeamPermissionInCollectionBody: { role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null };
  UpdateTeamPermissionInSiteBody: { role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null };
  UpdateTeamPermissionInSpaceBody: { role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null };
  UpdateTokenBody: { title?: string };
  UpdateTranslationBody: {
    instructions?: { data?: Record<string, unknown>; nodes: { object: 'block'; type: string }[]; object: 'document' };
    language?:
      | 'en'
      | 'fr'
      | 'de'
      | 'es'
      | 'it'
      | 'pt'
      | 'pt-br'
      | 'ru'
      | 'ja'
      | 'zh'
      | 'zh-tw'
      | 'yue'
      | 'ko'
      | 'ar'
      | 'hi'
      | 'nl'
      | 'pl'
      | 'tr'
      | 'sv'
      | 'no'
      | 'da'
      | 'fi'
      | 'el'
      | 'cs'
      | 'hu'
      | 'ro'
      | 'th'
      | 'vi'
      | 'id'
      | 'ms'
      | 'he'
      | 'uk'
      | 'sk'
      | 'bg'
      | 'hr'
      | 'lt'
      | 'lv'
      | 'et'
      | 'sl';
    languages?: (
      | 'en'
      | 'fr'
      | 'de'
      | 'es'
      | 'it'
      | 'pt'
      | 'pt-br'
      | 'ru'
      | 'ja'
      | 'zh'
      | 'zh-tw'
      | 'yue'
      | 'ko'
      | 'ar'
      | 'hi'
      | 'nl'
      | 'pl'
      | 'tr'
      | 'sv'
      | 'no'
      | 'da'
      | 'fi'
      | 'el'
      | 'cs'
      | 'hu'
      | 'ro'
      | 'th'
      | 'vi'
      | 'id'
      | 'ms'
      | 'he'
      | 'uk'
      | 'sk'
      | 'bg'
      | 'hr'
      | 'lt'
      | 'lv'
      | 'et'
      | 'sl')[];
    provider?: 'openai' | 'deepl' | 'libretranslate' | 'manual' | null;
    source?: Schemas['TranslationSource'];
    tellsReaders?: boolean;
    title?: string;
    tone?: 'default' | 'formal' | 'informal';
  };
  UpdateUserByIdBody: { displayName?: string | null; photoURL?: string | null };
  UpdateUserPermissionInCollectionBody: { role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null };
  UpdateUserPermissionInSiteBody: { role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null };
  UpdateUserPermissionInSpaceBody: { role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null };
  UpdateWebhookBody: {
    enabled?: boolean | null;
    events?: (
      | 'revision.created'
      | 'page.created'
      | 'page.edited'
      | 'page.moved'
      | 'page.deleted'
      | 'change_request.opened'
      | 'change_request.updated'
      | 'change_request.reviewed'
      | 'change_request.checked'
      | 'change_request.merged'
      | 'change_request.archived'
      | 'comment.created'
      | 'openapi_spec.version_created'
      | 'audit_event.recorded')[];
    title?: string;
    url?: string;
  };
  Upload: {
    contentType: string;
    dimensions?: { height: number; width: number };
    expiresAt: string;
    id: string;
    name: string;
    sha256: string;
    size: number;
  };
  UploadFileBody: { file?: string };
  UploadFileForChangeRequestBody: { file?: string };
  UploadFileForImportBody: { file?: string };
  UploadSiteFileBody: { file?: string };
  UploadSiteRedirectsBody: { csv: string };
  UploadSiteRedirectsResponse: { created: number; deleted: number; unchanged: number; updated: number; warnings: { message: string; path: string }[] };
  User: {
    displayName: string;
    email?: string;
    id: string;
    instanceAdministrator?: true;
    object: 'user';
    photoURL?: string;
    urls: { location: string };
  };
  UserEvent: {
    actor?: string;
    at: string;
    change: 'created' | 'read' | 'unread' | 'all-read';
    changeRequest?: string;
    id: string;
    kind?: string;
    notification?: string;
    space: string;
    type: 'notification';
  } | { actor?: string; at: string; changeRequest?: string; id: string; revision: string; space: string; type: 'seen' } | { heartbeatSeconds: number; id: string; type: 'open' } | { id: string; type: 'reset' };
  UserSession: {
    address?: string;
    createdAt: string;
    expiresAt: string;
    id: string;
    isCurrent: boolean;
    lastUsedAt?: string;
    method: 'password' | 'token' | 'saml' | 'oidc' | 'ldap' | 'passkey';
    object: 'user-session';
    organization?: string;
    urls: { location: string };
    userAgent?: string;
  };
  UserSessionList: { count: number; items: Schemas['UserSession'][]; next?: { page: string } };
  VisitorClaims: { claims: ('email' | 'displayName' | 'role' | 'teams' | 'teamTitles')[]; key?: string; object: 'visitor-claims' };
  VisitorPreview: {
    comparedWith?: Schemas['VisitorView'];
    differences?: {
      comparedWith: boolean;
      condition?: string;
      id: string;
      space?: string;
      type: 'site-section' | 'site-section-group' | 'site-space' | 'site-external-link' | 'page' | 'block';
      visitor: boolean;
    }[];
    object: 'visitor-preview';
    visitor: Schemas['VisitorView'];
  };
  VisitorSegment: { claims: Record<string, unknown>; events: number; sessions: number; title: string; visitors: number };
  VisitorSegmentList: { count: number; items: Schemas['VisitorSegment'][]; next?: { page: string } };
  VisitorView: {
    claims: Record<string, unknown>;
    spaces: {
      blocks: { condition: string; page: string; shown: boolean; values?: { path: string; value?: unknown }[] }[];
      hiddenPages: { id: string; path: string; reason: Schemas['HiddenReason']; title: string }[];
      more: boolean;
      restricted: boolean;
      siteSpace: string;
      space: string;
      visiblePages: number;
    }[];
    structure: {
      id: string;
      reason?: Schemas['HiddenReason'];
      shown: boolean;
      title: string;
      type: 'site-section' | 'site-section-group' | 'site-space' | 'site-external-link';
    }[];
  };
  Webhook: {
    createdAt: string;
    createdBy?: string;
    disabledReason?: string;
    enabled: boolean;
    events: string[];
    failingSince?: string;
    id: string;
    object: 'webhook';
    previousSecretUntil?: string;
    secret?: string;
    title: string;
    updatedAt: string;
    url: string;
    urls: { location: string };
  };
  WebhookDelivery: {
    attempts: { at: string; error?: string; milliseconds: number; response?: string; status?: number }[];
    createdAt: string;
    endedAt?: string;
    event: { id: string; type: string };
    id: string;
    nextAttemptAt?: string;
    object: 'webhook-delivery';
    space?: string;
    state: 'waiting' | 'delivered' | 'failed';
    urls: { location: string };
    webhook: string;
  };
  WebhookDeliveryDetails: {
    attempts: { at: string; error?: string; milliseconds: number; response?: string; status?: number }[];
    createdAt: string;
    endedAt?: string;
    event: { id: string; type: string };
    id: string;
    nextAttemptAt?: string;
    object: 'webhook-delivery';
    payload: Schemas['WebhookEvent'];
    space?: string;
    state: 'waiting' | 'delivered' | 'failed';
    urls: { location: string };
    webhook: string;
  };
  WebhookDeliveryList: { count: number; items: Schemas['WebhookDelivery'][]; next?: { page: string } };
  WebhookEvent: {
    actor: { id?: string; type: 'user' | 'service-account' | 'system' };
    createdAt: string;
    id: string;
    organization: string;
    space?: { id: string; title: string; urls: { app: string; location: string } };
    type:
      | 'revision.created'
      | 'page.created'
      | 'page.edited'
      | 'page.moved'
      | 'page.deleted'
      | 'change_request.opened'
      | 'change_request.updated'
      | 'change_request.reviewed'
      | 'change_request.checked'
      | 'change_request.merged'
      | 'change_request.archived'
      | 'comment.created'
      | 'openapi_spec.version_created'
      | 'audit_event.recorded'
      | 'webhook.test';
    version: 1;
  };
  WebhookList: { count: number; items: Schemas['Webhook'][]; next?: { page: string } };
  WorkingCopy: {
    baseRevision: string;
    changeRequest?: string;
    createdAt: string;
    document?: Schemas['Document'];
    markdown?: string;
    object: 'working-copy';
    page: string;
    updatedAt: string;
    version: string;
  };
}

export interface Paths {
  '/v1/': {
    /** getApiInformation */
    get: {
      request: Record<never, never>;
      response: Schemas['GetApiInformationResponse'];
      reason: CommonReason;
    };
  };
  '/v1/collections/{collectionId}': {
    /** deleteCollectionById */
    delete: {
      request: {
        path: { collectionId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'collection-not-empty' | 'collection-not-found' | 'insufficient-role' | 'organization-suspended' | 'sso-required';
    };
    /** getCollectionById */
    get: {
      request: {
        path: { collectionId: string };
      };
      response: Schemas['Collection'];
      reason: CommonReason | 'collection-not-found' | 'insufficient-role' | 'organization-suspended' | 'sso-required';
    };
    /** updateCollectionById */
    patch: {
      request: {
        path: { collectionId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateCollectionByIdBody'];
      };
      response: Schemas['Collection'];
      reason: ChangeReason | 'collection-not-found' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/collections/{collectionId}/move': {
    /** moveCollection */
    post: {
      request: {
        path: { collectionId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['MoveBody'];
      };
      response: Schemas['Collection'];
      reason: ChangeReason | 'collection-cycle' | 'collection-not-found' | 'collections-too-deep' | 'insufficient-role' | 'invalid-position' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/collections/{collectionId}/permissions': {
    /** inviteToCollection */
    post: {
      request: {
        path: { collectionId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['InviteBody'];
      };
      response: undefined;
      reason: ChangeReason | 'collection-not-found' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/collections/{collectionId}/permissions/aggregate': {
    /** listPermissionsAggregateInCollection */
    get: {
      request: {
        path: { collectionId: string };
        query?: { page?: string; limit?: number; role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read'; user?: string };
      };
      response: Schemas['ListPermissionsAggregateInCollectionResponse'];
      reason: CommonReason | 'collection-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/collections/{collectionId}/permissions/teams': {
    /** listTeamPermissionsInCollection */
    get: {
      request: {
        path: { collectionId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ListTeamPermissionsInCollectionResponse'];
      reason: CommonReason | 'collection-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/collections/{collectionId}/permissions/teams/{teamId}': {
    /** removeTeamFromCollection */
    delete: {
      request: {
        path: { collectionId: string; teamId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'collection-not-found' | 'insufficient-role' | 'organization-suspended' | 'permission-not-found' | 'sso-required' | 'team-not-found';
    };
    /** updateTeamPermissionInCollection */
    patch: {
      request: {
        path: { collectionId: string; teamId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateTeamPermissionInCollectionBody'];
      };
      response: undefined;
      reason: ChangeReason | 'collection-not-found' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'team-not-found' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/collections/{collectionId}/permissions/users': {
    /** listUserPermissionsInCollection */
    get: {
      request: {
        path: { collectionId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ListUserPermissionsInCollectionResponse'];
      reason: CommonReason | 'collection-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/collections/{collectionId}/permissions/users/{userId}': {
    /** removeUserFromCollection */
    delete: {
      request: {
        path: { collectionId: string; userId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'collection-not-found' | 'insufficient-role' | 'member-not-found' | 'organization-suspended' | 'permission-not-found' | 'sso-required';
    };
    /** updateUserPermissionInCollection */
    patch: {
      request: {
        path: { collectionId: string; userId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateUserPermissionInCollectionBody'];
      };
      response: undefined;
      reason: ChangeReason | 'collection-not-found' | 'insufficient-role' | 'member-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/collections/{collectionId}/spaces': {
    /** listSpacesInCollectionById */
    get: {
      request: {
        path: { collectionId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['SpaceList'];
      reason: CommonReason | 'collection-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/custom-hostnames/{hostname}': {
    /** removeCustomHostname */
    delete: {
      request: {
        path: { hostname: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'hostname-not-found' | 'insufficient-role';
    };
    /** getCustomHostname */
    get: {
      request: {
        path: { hostname: string };
      };
      response: Schemas['CustomHostname'];
      reason: CommonReason | 'hostname-not-found';
    };
    /** dnsRevalidateCustomHostname */
    patch: {
      request: {
        path: { hostname: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'hostname-not-found' | 'hostname-not-proven' | 'hostname-record-differs' | 'hostname-taken' | 'insufficient-role';
    };
  };
  '/v1/custom-hostnames/{hostname}/reach': {
    /** getCustomHostnameReach */
    get: {
      request: {
        path: { hostname: string };
      };
      response: Schemas['HostnameReach'];
      reason: CommonReason | 'hostname-not-found';
    };
  };
  '/v1/email-verifications/{ticket}': {
    /** verifyEmail */
    put: {
      request: {
        path: { ticket: string };
      };
      response: undefined;
      reason: CommonReason | 'email-taken' | 'link-expired' | 'maintenance';
    };
  };
  '/v1/git/webhooks/{webhookToken}': {
    /** receiveGitWebhook */
    post: {
      request: {
        path: { webhookToken: string };
      };
      response: Schemas['ReceiveGitWebhookResponse'];
      reason: CommonReason | 'git-webhook-not-authentic' | 'git-webhook-not-found' | 'maintenance' | 'payload-too-large' | 'unsupported-media-type';
    };
  };
  '/v1/instance': {
    /** getInstance */
    get: {
      request: Record<never, never>;
      response: Schemas['Instance'];
      reason: CommonReason | 'instance-administrator-required' | 'user-required';
    };
  };
  '/v1/instance/health': {
    /** getInstanceHealth */
    get: {
      request: Record<never, never>;
      response: Schemas['InstanceHealth'];
      reason: CommonReason | 'instance-administrator-required' | 'user-required';
    };
  };
  '/v1/instance/job-kinds': {
    /** listInstanceJobKinds */
    get: {
      request: Record<never, never>;
      response: Schemas['ListInstanceJobKindsResponse'];
      reason: CommonReason | 'instance-administrator-required' | 'user-required';
    };
  };
  '/v1/instance/jobs': {
    /** listInstanceJobs */
    get: {
      request: {
        query?: { page?: string; limit?: number; state?: 'failed' | 'failing' | 'running' | 'waiting'; kind?: string; organization?: string };
      };
      response: Schemas['InstanceJobList'];
      reason: CommonReason | 'instance-administrator-required' | 'invalid-cursor' | 'user-required';
    };
  };
  '/v1/instance/jobs/{jobId}': {
    /** discardInstanceJob */
    delete: {
      request: {
        path: { jobId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'instance-administrator-required' | 'job-not-found' | 'user-required';
    };
  };
  '/v1/instance/jobs/{jobId}/retry': {
    /** retryInstanceJob */
    post: {
      request: {
        path: { jobId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'instance-administrator-required' | 'job-not-found' | 'user-required';
    };
  };
  '/v1/instance/ldap': {
    /** listInstanceLdapDirectories */
    get: {
      request: Record<never, never>;
      response: Schemas['ListInstanceLdapDirectoriesResponse'];
      reason: CommonReason | 'instance-administrator-required' | 'user-required';
    };
  };
  '/v1/instance/maintenance': {
    /** endMaintenance */
    delete: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: CommonReason | 'cross-site-request' | 'idempotency-key-reused' | 'instance-administrator-required' | 'request-in-progress' | 'response-lost' | 'too-many-changes' | 'user-required';
    };
    /** beginMaintenance */
    put: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['BeginMaintenanceBody'];
      };
      response: Schemas['Maintenance'];
      reason: CommonReason | 'cross-site-request' | 'idempotency-key-reused' | 'instance-administrator-required' | 'payload-too-large' | 'request-in-progress' | 'response-lost' | 'too-many-changes' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/instance/oidc': {
    /** listInstanceOidcProviders */
    get: {
      request: Record<never, never>;
      response: Schemas['ListInstanceOidcProvidersResponse'];
      reason: CommonReason | 'instance-administrator-required' | 'user-required';
    };
  };
  '/v1/instance/organization-imports': {
    /** listOrganizationArchiveImports */
    get: {
      request: {
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ArchiveImportList'];
      reason: CommonReason | 'instance-administrator-required' | 'invalid-cursor' | 'user-required';
    };
    /** importOrganization */
    post: {
      request: {
        query: { administrator: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['ArchiveImport'];
      reason: ChangeReason | 'instance-administrator-required' | 'payload-too-large' | 'too-many-values' | 'unsupported-media-type' | 'user-not-found' | 'user-required';
    };
  };
  '/v1/instance/organization-imports/{organizationId}': {
    /** getOrganizationArchiveImport */
    get: {
      request: {
        path: { organizationId: string };
      };
      response: Schemas['ArchiveImport'];
      reason: CommonReason | 'instance-administrator-required' | 'organization-import-not-found' | 'user-required';
    };
  };
  '/v1/instance/organizations': {
    /** listInstanceOrganizations */
    get: {
      request: {
        query?: { page?: string; limit?: number; search?: string; deleted?: boolean };
      };
      response: Schemas['InstanceOrganizationList'];
      reason: CommonReason | 'instance-administrator-required' | 'invalid-cursor' | 'user-required';
    };
    /** createInstanceOrganization */
    post: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateInstanceOrganizationBody'];
      };
      response: Schemas['InstanceOrganization'];
      reason: ChangeReason | 'instance-administrator-required' | 'payload-too-large' | 'too-many-values' | 'unsupported-media-type' | 'user-not-found' | 'user-required';
    };
  };
  '/v1/instance/organizations/{organizationId}': {
    /** deleteInstanceOrganization */
    delete: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'instance-administrator-required' | 'organization-not-found' | 'user-required';
    };
  };
  '/v1/instance/organizations/{organizationId}/exports': {
    /** exportInstanceOrganization */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['OrganizationExport'];
      reason: ChangeReason | 'instance-administrator-required' | 'organization-export-running' | 'organization-not-found' | 'user-required';
    };
  };
  '/v1/instance/organizations/{organizationId}/exports/{exportId}': {
    /** getInstanceOrganizationExport */
    get: {
      request: {
        path: { organizationId: string; exportId: string };
      };
      response: Schemas['OrganizationExport'];
      reason: CommonReason | 'instance-administrator-required' | 'organization-export-not-found' | 'user-required';
    };
  };
  '/v1/instance/organizations/{organizationId}/exports/{exportId}/archive': {
    /** downloadInstanceOrganizationExport */
    get: {
      request: {
        path: { organizationId: string; exportId: string };
      };
      response: Response;
      media: 'application/zip';
      reason: CommonReason | 'instance-administrator-required' | 'organization-export-not-found' | 'organization-export-not-ready' | 'organization-not-found' | 'user-required';
    };
  };
  '/v1/instance/organizations/{organizationId}/quotas': {
    /** listInstanceQuotas */
    get: {
      request: {
        path: { organizationId: string };
      };
      response: Schemas['ListInstanceQuotasResponse'];
      reason: CommonReason | 'instance-administrator-required' | 'organization-not-found' | 'user-required';
    };
    /** changeQuotas */
    patch: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ChangeQuotasBody'];
      };
      response: Schemas['ChangeQuotasResponse'];
      reason: ChangeReason | 'instance-administrator-required' | 'organization-not-found' | 'payload-too-large' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/instance/organizations/{organizationId}/restore': {
    /** restoreInstanceOrganization */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'instance-administrator-required' | 'organization-not-deleted' | 'organization-not-found' | 'quota-exceeded' | 'retention-over' | 'user-required';
    };
  };
  '/v1/instance/organizations/{organizationId}/resume': {
    /** resumeInstanceOrganization */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'instance-administrator-required' | 'organization-not-found' | 'organization-not-suspended' | 'user-required';
    };
  };
  '/v1/instance/organizations/{organizationId}/suspend': {
    /** suspendInstanceOrganization */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['SuspendInstanceOrganizationBody'];
      };
      response: undefined;
      reason: ChangeReason | 'instance-administrator-required' | 'organization-not-found' | 'payload-too-large' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/instance/settings': {
    /** listInstanceSettings */
    get: {
      request: Record<never, never>;
      response: Schemas['ListInstanceSettingsResponse'];
      reason: CommonReason | 'instance-administrator-required' | 'user-required';
    };
  };
  '/v1/instance/storage': {
    /** getInstanceStorage */
    get: {
      request: Record<never, never>;
      response: Schemas['InstanceStorage'];
      reason: CommonReason | 'instance-administrator-required' | 'user-required';
    };
  };
  '/v1/instance/test-mail': {
    /** sendInstanceTestMail */
    post: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['SendInstanceTestMailBody'];
      };
      response: Schemas['SendInstanceTestMailResponse'];
      reason: CommonReason | 'cross-site-request' | 'idempotency-key-reused' | 'instance-administrator-required' | 'payload-too-large' | 'request-in-progress' | 'response-lost' | 'too-many-changes' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/instance/users': {
    /** listInstanceUsers */
    get: {
      request: {
        query?: { page?: string; limit?: number; search?: string; state?: 'active' | 'blocked' | 'invited' | 'administrator' };
      };
      response: Schemas['InstanceUserList'];
      reason: CommonReason | 'instance-administrator-required' | 'invalid-cursor' | 'user-required';
    };
  };
  '/v1/instance/users/{userId}': {
    /** getInstanceUser */
    get: {
      request: {
        path: { userId: string };
      };
      response: Schemas['InstanceUser'];
      reason: CommonReason | 'instance-administrator-required' | 'user-not-found' | 'user-required';
    };
    /** updateInstanceUser */
    patch: {
      request: {
        path: { userId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateInstanceUserBody'];
      };
      response: Schemas['InstanceUser'];
      reason: ChangeReason | 'instance-administrator-required' | 'last-instance-administrator' | 'own-account' | 'payload-too-large' | 'too-many-values' | 'unsupported-media-type' | 'user-not-found' | 'user-required';
    };
  };
  '/v1/instance/users/{userId}/data': {
    /** exportDataOfInstanceUser */
    get: {
      request: {
        path: { userId: string };
      };
      response: Response;
      media: 'application/zip';
      reason: CommonReason | 'instance-administrator-required' | 'user-not-found' | 'user-required';
    };
  };
  '/v1/instance/users/{userId}/password-link': {
    /** createPasswordLinkForInstanceUser */
    post: {
      request: {
        path: { userId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['PasswordLink'];
      reason: ChangeReason | 'instance-administrator-required' | 'user-not-found' | 'user-required';
    };
  };
  '/v1/instance/users/{userId}/second-factor': {
    /** removeSecondFactorOfInstanceUser */
    delete: {
      request: {
        path: { userId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'instance-administrator-required' | 'second-factor-not-found' | 'user-not-found' | 'user-required';
    };
  };
  '/v1/instance/users/{userId}/sessions': {
    /** signOutInstanceUser */
    delete: {
      request: {
        path: { userId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: CommonReason | 'cross-site-request' | 'idempotency-key-reused' | 'instance-administrator-required' | 'request-in-progress' | 'response-lost' | 'too-many-changes' | 'user-not-found' | 'user-required';
    };
  };
  '/v1/invitations/{ticket}': {
    /** acceptInvitation */
    post: {
      request: {
        path: { ticket: string };
        body: Schemas['AcceptInvitationBody'];
      };
      response: Schemas['AcceptedInvitation'];
      reason: CommonReason | 'invitation-expired' | 'maintenance' | 'organization-suspended' | 'other-account-required' | 'other-invitation-first' | 'password-sign-in-required' | 'payload-too-large' | 'sign-in-busy' | 'sign-in-required' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/maintenance': {
    /** getMaintenance */
    get: {
      request: Record<never, never>;
      response: Schemas['Maintenance'];
      reason: CommonReason;
    };
  };
  '/v1/orgs': {
    /** listOrganizationsForAuthenticatedUser */
    get: {
      request: {
        query?: { page?: string; limit?: number };
      };
      response: Schemas['OrganizationList'];
      reason: CommonReason | 'invalid-cursor';
    };
    /** createOrganization */
    post: {
      request: {
        query?: { withDefaultSite?: boolean; openapiUrl?: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateOrganizationBody'];
      };
      response: Schemas['Organization'];
      reason: ChangeReason | 'organization-creation-off' | 'password-sign-in-required' | 'payload-too-large' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/orgs/{organizationId}': {
    /** deleteOrganization */
    delete: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** getOrganizationById */
    get: {
      request: {
        path: { organizationId: string };
      };
      response: Schemas['Organization'];
      reason: CommonReason | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** updateOrganizationById */
    patch: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateOrganizationByIdBody'];
      };
      response: Schemas['Organization'];
      reason: ChangeReason | 'hostname-taken' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/audit-event-actions': {
    /** listOrganizationAuditEventActions */
    get: {
      request: {
        path: { organizationId: string };
      };
      response: Schemas['ListOrganizationAuditEventActionsResponse'];
      reason: CommonReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/audit-events': {
    /** listOrganizationAuditEvents */
    get: {
      request: {
        path: { organizationId: string };
        query?: { page?: string; limit?: number; from?: string; to?: string; action?: string; actor?: string; target?: string };
      };
      response: Schemas['ListOrganizationAuditEventsResponse'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/audit-events/export': {
    /** exportAuditEvents */
    get: {
      request: {
        path: { organizationId: string };
        query: { format: 'jsonl' | 'csv'; after?: string; from?: string; to?: string; action?: string; actor?: string; target?: string };
      };
      response: Response;
      media: 'application/x-ndjson' | 'text/csv';
      reason: CommonReason | 'audit-event-not-found' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/audit-events/{auditEventId}': {
    /** getOrganizationAuditEvent */
    get: {
      request: {
        path: { organizationId: string; auditEventId: string };
      };
      response: Schemas['AuditEventDetails'];
      reason: CommonReason | 'audit-event-not-found' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/change-requests': {
    /** listChangeRequestsForOrganization */
    get: {
      request: {
        path: { organizationId: string };
        query?: {
          page?: string;
          limit?: number;
          status?: ('draft' | 'open' | 'archived' | 'merged')[];
          space?: string;
          site?: string;
          styleguideRun?: string;
          finding?: 'none' | 'all';
          creator?: string;
          contributor?: string;
          requestedReviewer?: string;
          awaitedReviewer?: string;
          mentioned?: string;
          changedPage?: string;
          query?: string;
          unread?: boolean;
          orderBy?: 'updatedAt' | 'createdAt';
          topic?: string;
        };
      };
      response: Schemas['ChangeRequestList'];
      reason: CommonReason | 'changed-pages-unknown' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'read-quota-exceeded' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/collections': {
    /** listCollectionsInOrganizationById */
    get: {
      request: {
        path: { organizationId: string };
        query?: { page?: string; limit?: number; nested?: boolean };
      };
      response: Schemas['CollectionList'];
      reason: CommonReason | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** createCollection */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateCollectionBody'];
      };
      response: Schemas['Collection'];
      reason: ChangeReason | 'collection-not-found' | 'collections-too-deep' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/conversations': {
    /** deleteConversation */
    delete: {
      request: {
        path: { organizationId: string };
        query: { source: string; id: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'conversation-not-found' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** ingestConversation */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['IngestConversationBody'];
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/conversations-clusters': {
    /** listConversationsIssuesClusters */
    get: {
      request: {
        path: { organizationId: string };
        query?: {
          page?: string;
          limit?: number;
          order?: 'asc' | 'desc';
          orderBy?: 'updatedAt' | 'issues' | 'conversations' | 'tasksTotal' | 'tasksBacklog' | 'tasksStarted';
          status?: 'pending' | 'analysing';
          gap?: boolean;
        };
      };
      response: Schemas['ConversationsIssuesClusterList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/conversations-clusters/{clusterId}': {
    /** getConversationsIssuesCluster */
    get: {
      request: {
        path: { organizationId: string; clusterId: string };
      };
      response: Schemas['ConversationsIssuesCluster'];
      reason: CommonReason | 'conversations-cluster-not-found' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/conversations-clusters/{clusterId}/issues': {
    /** listConversationsIssuesInCluster */
    get: {
      request: {
        path: { organizationId: string; clusterId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ListConversationsIssuesInClusterResponse'];
      reason: CommonReason | 'conversations-cluster-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/conversations-clusters/{clusterId}/pages': {
    /** listConversationsClusterPages */
    get: {
      request: {
        path: { organizationId: string; clusterId: string };
        query?: { limit?: number };
      };
      response: Schemas['ListConversationsClusterPagesResponse'];
      reason: CommonReason | 'conversations-cluster-not-found' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'read-quota-exceeded' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/conversations-clusters/{clusterId}/tasks': {
    /** listConversationTasks */
    get: {
      request: {
        path: { organizationId: string; clusterId: string };
        query?: { page?: string; limit?: number; state?: 'backlog' | 'started' | 'completed' | 'cancelled' };
      };
      response: Schemas['ConversationTaskList'];
      reason: CommonReason | 'conversations-cluster-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** createConversationTask */
    post: {
      request: {
        path: { organizationId: string; clusterId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateConversationTaskBody'];
      };
      response: Schemas['ConversationTask'];
      reason: ChangeReason | 'conversations-cluster-not-found' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-conversation-tasks' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/conversations-clusters/{clusterId}/tasks/{taskId}': {
    /** deleteConversationTask */
    delete: {
      request: {
        path: { organizationId: string; clusterId: string; taskId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'conversation-task-not-found' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** getConversationTask */
    get: {
      request: {
        path: { organizationId: string; clusterId: string; taskId: string };
      };
      response: Schemas['ConversationTask'];
      reason: CommonReason | 'conversation-task-not-found' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** updateConversationTask */
    patch: {
      request: {
        path: { organizationId: string; clusterId: string; taskId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateConversationTaskBody'];
      };
      response: Schemas['ConversationTask'];
      reason: ChangeReason | 'conversation-task-not-found' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/conversations-issues/{issueId}': {
    /** getConversationsIssue */
    get: {
      request: {
        path: { organizationId: string; issueId: string };
      };
      response: Schemas['ConversationIssue'];
      reason: CommonReason | 'conversation-issue-not-found' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/conversations-settings': {
    /** getConversationSettings */
    get: {
      request: {
        path: { organizationId: string };
      };
      response: Schemas['ConversationSettings'];
      reason: CommonReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** updateConversationSettings */
    patch: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateConversationSettingsBody'];
      };
      response: Schemas['ConversationSettings'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/conversations/{conversationId}': {
    /** getConversation */
    get: {
      request: {
        path: { organizationId: string; conversationId: string };
      };
      response: Schemas['ConversationDetails'];
      reason: CommonReason | 'conversation-not-found' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/domains': {
    /** listEmailDomains */
    get: {
      request: {
        path: { organizationId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['EmailDomainList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/domains/{domain}': {
    /** getEmailDomain */
    get: {
      request: {
        path: { organizationId: string; domain: string };
      };
      response: Schemas['EmailDomain'];
      reason: CommonReason | 'domain-not-found' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/domains/{domain}/verification': {
    /** verifyEmailDomain */
    post: {
      request: {
        path: { organizationId: string; domain: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['EmailDomain'];
      reason: ChangeReason | 'domain-not-found' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'public-mail-provider' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/exports': {
    /** listOrganizationExports */
    get: {
      request: {
        path: { organizationId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['OrganizationExportList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** exportOrganization */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['OrganizationExport'];
      reason: ChangeReason | 'insufficient-role' | 'organization-export-running' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/exports/{exportId}': {
    /** deleteOrganizationExport */
    delete: {
      request: {
        path: { organizationId: string; exportId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-export-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** getOrganizationExport */
    get: {
      request: {
        path: { organizationId: string; exportId: string };
      };
      response: Schemas['OrganizationExport'];
      reason: CommonReason | 'insufficient-role' | 'organization-export-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/exports/{exportId}/archive': {
    /** downloadOrganizationExport */
    get: {
      request: {
        path: { organizationId: string; exportId: string };
      };
      response: Response;
      media: 'application/zip';
      reason: CommonReason | 'insufficient-role' | 'organization-export-not-found' | 'organization-export-not-ready' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/imports': {
    /** listOrganizationImports */
    get: {
      request: {
        path: { organizationId: string };
        query?: { page?: string; limit?: number; dryRun?: boolean };
      };
      response: Schemas['OrganizationImportList'];
      reason: CommonReason | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** importIntoOrganization */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ImportIntoOrganizationBody'];
      };
      response: Schemas['OrganizationImport'];
      reason: ChangeReason | 'collection-not-found' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'quota-exceeded' | 'space-locked' | 'space-not-found' | 'sso-required' | 'too-many-imports' | 'too-many-values' | 'unsupported-media-type' | 'upload-not-found';
    };
  };
  '/v1/orgs/{organizationId}/imports/files': {
    /** uploadFileForImport */
    post: {
      request: {
        path: { organizationId: string };
        query?: { name?: string; space?: string; parent?: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['Upload'];
      reason: ChangeReason | 'collection-not-found' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'quota-exceeded' | 'space-not-found' | 'sso-required' | 'too-many-uploads' | 'too-many-values' | 'unsupported-media-type' | 'upload-not-found';
    };
  };
  '/v1/orgs/{organizationId}/imports/{importId}': {
    /** cancelOrganizationImport */
    delete: {
      request: {
        path: { organizationId: string; importId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'import-not-found' | 'import-not-running' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** getOrganizationImport */
    get: {
      request: {
        path: { organizationId: string; importId: string };
      };
      response: Schemas['OrganizationImport'];
      reason: CommonReason | 'import-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/insights': {
    /** getOrganizationInsights */
    get: {
      request: {
        path: { organizationId: string };
      };
      response: Schemas['OrganizationInsights'];
      reason: CommonReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** updateOrganizationInsights */
    patch: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateOrganizationInsightsBody'];
      };
      response: Schemas['OrganizationInsights'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/invitations': {
    /** listPendingInvitations */
    get: {
      request: {
        path: { organizationId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['PendingInvitationList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/invites': {
    /** inviteUsersToOrganization */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['InviteUsersToOrganizationBody'];
      };
      response: Schemas['InvitedUsers'];
      reason: ChangeReason | 'concurrent-change' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'quota-exceeded' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/invites/{inviteId}': {
    /** joinOrganizationWithInvite */
    post: {
      request: {
        path: { organizationId: string; inviteId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Record<string, unknown>;
      reason: ChangeReason | 'account-deleted' | 'invite-expired' | 'invite-links-off' | 'invite-not-found' | 'invited-by-email' | 'organization-not-found' | 'organization-suspended' | 'password-sign-in-required' | 'quota-exceeded' | 'user-required';
    };
  };
  '/v1/orgs/{organizationId}/join': {
    /** joinOrganization */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'organization-not-found' | 'organization-suspended' | 'password-sign-in-required' | 'quota-exceeded' | 'user-required' | 'verified-domain-required';
    };
  };
  '/v1/orgs/{organizationId}/link-invites': {
    /** listOrganizationInviteLinks */
    get: {
      request: {
        path: { organizationId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['LinkInviteList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** createOrganizationInvite */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateOrganizationInviteBody'];
      };
      response: Schemas['LinkInvite'];
      reason: ChangeReason | 'collection-not-found' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/link-invites/{inviteId}': {
    /** deleteOrganizationInviteById */
    delete: {
      request: {
        path: { organizationId: string; inviteId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'invite-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** getOrganizationInviteLink */
    get: {
      request: {
        path: { organizationId: string; inviteId: string };
      };
      response: Schemas['LinkInvite'];
      reason: CommonReason | 'insufficient-role' | 'invite-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** updateOrganizationInviteById */
    patch: {
      request: {
        path: { organizationId: string; inviteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateOrganizationInviteByIdBody'];
      };
      response: Schemas['LinkInvite'];
      reason: ChangeReason | 'insufficient-role' | 'invite-not-found' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/logo': {
    /** uploadOrganizationLogo */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['Organization'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'picture-type' | 'quota-exceeded' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/logo/{pictureId}': {
    /** getOrganizationLogo */
    get: {
      request: {
        path: { organizationId: string; pictureId: string };
      };
      response: Response;
      media: 'image/webp';
      reason: CommonReason | 'picture-not-found';
    };
  };
  '/v1/orgs/{organizationId}/members': {
    /** listMembersInOrganizationById */
    get: {
      request: {
        path: { organizationId: string };
        query?: {
          page?: string;
          limit?: number;
          order?: 'asc' | 'desc';
          sort?: 'joinedAt' | 'lastSeenAt' | 'name';
          role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'guest';
          search?: string;
        };
      };
      response: Schemas['MemberList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/members/{userId}': {
    /** removeMemberFromOrganizationById */
    delete: {
      request: {
        path: { organizationId: string; userId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'last-administrator' | 'member-not-found' | 'not-a-user' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** getMemberInOrganizationById */
    get: {
      request: {
        path: { organizationId: string; userId: string };
      };
      response: Schemas['Member'];
      reason: CommonReason | 'insufficient-role' | 'member-not-found' | 'not-a-user' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** updateMemberInOrganizationById */
    patch: {
      request: {
        path: { organizationId: string; userId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateMemberInOrganizationByIdBody'];
      };
      response: Schemas['Member'];
      reason: ChangeReason | 'insufficient-role' | 'last-administrator' | 'member-not-found' | 'not-a-user' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'quota-exceeded' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/members/{userId}/invitation': {
    /** withdrawMemberInvitation */
    delete: {
      request: {
        path: { organizationId: string; userId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'invitation-not-found' | 'last-administrator' | 'member-not-found' | 'not-a-user' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** getMemberInvitation */
    get: {
      request: {
        path: { organizationId: string; userId: string };
      };
      response: Schemas['Invitation'];
      reason: CommonReason | 'insufficient-role' | 'invitation-not-found' | 'member-not-found' | 'not-a-user' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** inviteMemberAgain */
    post: {
      request: {
        path: { organizationId: string; userId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['Invitation'];
      reason: ChangeReason | 'already-joined' | 'insufficient-role' | 'invitation-not-found' | 'member-not-found' | 'not-a-user' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/members/{userId}/sessions': {
    /** deleteMemberSessions */
    delete: {
      request: {
        path: { organizationId: string; userId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'member-not-found' | 'not-a-user' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** listMemberSessions */
    get: {
      request: {
        path: { organizationId: string; userId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['MemberSessionList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'member-not-found' | 'not-a-user' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/members/{userId}/sessions/{sessionId}': {
    /** deleteMemberSession */
    delete: {
      request: {
        path: { organizationId: string; userId: string; sessionId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'member-not-found' | 'not-a-user' | 'organization-not-found' | 'organization-suspended' | 'session-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/members/{userId}/spaces': {
    /** listSpacesForOrganizationMember */
    get: {
      request: {
        path: { organizationId: string; userId: string };
        query?: { page?: string; limit?: number; order?: 'asc' | 'desc'; title?: string };
      };
      response: Schemas['ListSpacesForOrganizationMemberResponse'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'member-not-found' | 'not-a-user' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/members/{userId}/sso': {
    /** setUserAsSSOMemberForOrganization */
    post: {
      request: {
        path: { organizationId: string; userId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['Member'];
      reason: ChangeReason | 'insufficient-role' | 'member-not-found' | 'not-a-user' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/members/{userId}/teams': {
    /** listTeamsForOrganizationMember */
    get: {
      request: {
        path: { organizationId: string; userId: string };
        query?: { page?: string; limit?: number; title?: string };
      };
      response: Schemas['ListTeamsForOrganizationMemberResponse'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'member-not-found' | 'not-a-user' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/oidc': {
    /** listOidcProviders */
    get: {
      request: {
        path: { organizationId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['OidcProviderList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** createOidcProvider */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateOidcProviderBody'];
      };
      response: Schemas['OidcProvider'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'role-above-own' | 'sso-required' | 'too-many-oidc-providers' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/oidc/{oidcProviderId}': {
    /** deleteOidcProvider */
    delete: {
      request: {
        path: { organizationId: string; oidcProviderId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'oidc-provider-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** getOidcProvider */
    get: {
      request: {
        path: { organizationId: string; oidcProviderId: string };
      };
      response: Schemas['OidcProvider'];
      reason: CommonReason | 'insufficient-role' | 'oidc-provider-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** updateOidcProvider */
    patch: {
      request: {
        path: { organizationId: string; oidcProviderId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateOidcProviderBody'];
      };
      response: Schemas['OidcProvider'];
      reason: ChangeReason | 'insufficient-role' | 'oidc-provider-not-found' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'role-above-own' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/oidc/{oidcProviderId}/test': {
    /** testOidcProvider */
    post: {
      request: {
        path: { organizationId: string; oidcProviderId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'oidc-provider-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/openapi': {
    /** listOpenAPISpecs */
    get: {
      request: {
        path: { organizationId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['OpenAPISpecList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** createOpenAPISpec */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateOpenAPISpecBody'];
      };
      response: Schemas['OpenAPISpec'];
      reason: ChangeReason | 'insufficient-role' | 'openapi-spec-exists' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-openapi-specs' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}': {
    /** deleteOpenAPISpecBySlug */
    delete: {
      request: {
        path: { organizationId: string; specSlug: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** getOpenAPISpecBySlug */
    get: {
      request: {
        path: { organizationId: string; specSlug: string };
      };
      response: Schemas['OpenAPISpec'];
      reason: CommonReason | 'insufficient-role' | 'openapi-spec-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** updateOpenAPISpecBySlug */
    patch: {
      request: {
        path: { organizationId: string; specSlug: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateOpenAPISpecBySlugBody'];
      };
      response: Schemas['OpenAPISpec'];
      reason: ChangeReason | 'insufficient-role' | 'openapi-spec-not-found' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
    /** createOrUpdateOpenAPISpecBySlug */
    put: {
      request: {
        path: { organizationId: string; specSlug: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateOrUpdateOpenAPISpecBySlugBody'];
      };
      response: Schemas['OpenAPISpec'];
      reason: ChangeReason | 'insufficient-role' | 'openapi-spec-exists' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-openapi-sources' | 'too-many-openapi-specs' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}/changes.atom': {
    /** getPublishedOpenAPISpecFeed */
    get: {
      request: {
        path: { organizationId: string; specSlug: string };
      };
      response: Response;
      media: 'application/atom+xml';
      reason: CommonReason | 'openapi-spec-not-found' | 'openapi-spec-version-not-found';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}/published': {
    /** getPublishedOpenAPISpec */
    get: {
      request: {
        path: { organizationId: string; specSlug: string };
      };
      response: unknown;
      media: 'application/yaml';
      reason: CommonReason | 'openapi-spec-not-found' | 'openapi-spec-version-not-found';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}/versions': {
    /** listOpenAPISpecVersions */
    get: {
      request: {
        path: { organizationId: string; specSlug: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['OpenAPISpecVersionList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'openapi-spec-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest': {
    /** getLatestOpenAPISpecVersion */
    get: {
      request: {
        path: { organizationId: string; specSlug: string };
      };
      response: Schemas['OpenAPISpecVersion'];
      reason: CommonReason | 'insufficient-role' | 'openapi-spec-not-found' | 'openapi-spec-version-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/change-requests': {
    /** createLatestOpenAPISpecVersionChangeRequest */
    post: {
      request: {
        path: { organizationId: string; specSlug: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateLatestOpenAPISpecVersionChangeRequestBody'];
      };
      response: Schemas['ChangeRequest'];
      reason: ChangeReason | 'insufficient-role' | 'no-touched-pages' | 'openapi-spec-not-found' | 'openapi-spec-version-not-found' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/changes': {
    /** getLatestOpenAPISpecVersionChanges */
    get: {
      request: {
        path: { organizationId: string; specSlug: string };
        query?: { base?: string; class?: 'breaking' | 'non-breaking' | 'documentation' };
      };
      response: Schemas['OpenAPISpecChanges'];
      reason: CommonReason | 'insufficient-role' | 'openapi-spec-not-found' | 'openapi-spec-version-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content': {
    /** getLatestOpenAPISpecVersionContent */
    get: {
      request: {
        path: { organizationId: string; specSlug: string };
      };
      response: Schemas['OpenAPISpecContent'];
      reason: CommonReason | 'insufficient-role' | 'openapi-spec-not-found' | 'openapi-spec-version-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content/raw': {
    /** getLatestOpenAPISpecVersionContentRaw */
    get: {
      request: {
        path: { organizationId: string; specSlug: string };
      };
      response: Schemas['OpenAPISpecRawContent'];
      reason: CommonReason | 'insufficient-role' | 'openapi-spec-not-found' | 'openapi-spec-version-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/document': {
    /** getLatestOpenAPISpecVersionDocument */
    get: {
      request: {
        path: { organizationId: string; specSlug: string };
      };
      response: unknown;
      media: 'application/yaml';
      reason: CommonReason | 'insufficient-role' | 'openapi-spec-not-found' | 'openapi-spec-version-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/pages': {
    /** listLatestOpenAPISpecVersionPages */
    get: {
      request: {
        path: { organizationId: string; specSlug: string };
        query?: { base?: string; class?: 'breaking' | 'non-breaking' | 'documentation'; page?: string; limit?: number };
      };
      response: Schemas['OpenAPISpecTouchedPages'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'openapi-spec-not-found' | 'openapi-spec-version-not-found' | 'organization-not-found' | 'organization-suspended' | 'read-quota-exceeded' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}': {
    /** getOpenAPISpecVersionById */
    get: {
      request: {
        path: { organizationId: string; specSlug: string; versionId: string };
      };
      response: Schemas['OpenAPISpecVersion'];
      reason: CommonReason | 'insufficient-role' | 'openapi-spec-not-found' | 'openapi-spec-version-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/change-requests': {
    /** createOpenAPISpecVersionChangeRequestById */
    post: {
      request: {
        path: { organizationId: string; specSlug: string; versionId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateOpenAPISpecVersionChangeRequestByIdBody'];
      };
      response: Schemas['ChangeRequest'];
      reason: ChangeReason | 'insufficient-role' | 'no-touched-pages' | 'openapi-spec-not-found' | 'openapi-spec-version-not-found' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/changes': {
    /** getOpenAPISpecVersionChangesById */
    get: {
      request: {
        path: { organizationId: string; specSlug: string; versionId: string };
        query?: { base?: string; class?: 'breaking' | 'non-breaking' | 'documentation' };
      };
      response: Schemas['OpenAPISpecChanges'];
      reason: CommonReason | 'insufficient-role' | 'openapi-spec-not-found' | 'openapi-spec-version-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content': {
    /** getOpenAPISpecVersionContentById */
    get: {
      request: {
        path: { organizationId: string; specSlug: string; versionId: string };
      };
      response: Schemas['OpenAPISpecContent'];
      reason: CommonReason | 'insufficient-role' | 'openapi-spec-not-found' | 'openapi-spec-version-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content/raw': {
    /** getOpenAPISpecVersionContentRawById */
    get: {
      request: {
        path: { organizationId: string; specSlug: string; versionId: string };
      };
      response: Schemas['OpenAPISpecRawContent'];
      reason: CommonReason | 'insufficient-role' | 'openapi-spec-not-found' | 'openapi-spec-version-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/document': {
    /** getOpenAPISpecVersionDocumentById */
    get: {
      request: {
        path: { organizationId: string; specSlug: string; versionId: string };
      };
      response: unknown;
      media: 'application/yaml';
      reason: CommonReason | 'insufficient-role' | 'openapi-spec-not-found' | 'openapi-spec-version-not-found' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/pages': {
    /** listOpenAPISpecVersionPagesById */
    get: {
      request: {
        path: { organizationId: string; specSlug: string; versionId: string };
        query?: { base?: string; class?: 'breaking' | 'non-breaking' | 'documentation'; page?: string; limit?: number };
      };
      response: Schemas['OpenAPISpecTouchedPages'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'openapi-spec-not-found' | 'openapi-spec-version-not-found' | 'organization-not-found' | 'organization-suspended' | 'read-quota-exceeded' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/ping': {
    /** updateOrganizationMemberLastSeenAt */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['UpdateOrganizationMemberLastSeenAtResponse'];
      reason: ChangeReason | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'user-required';
    };
  };
  '/v1/orgs/{organizationId}/quotas': {
    /** listQuotas */
    get: {
      request: {
        path: { organizationId: string };
      };
      response: Schemas['ListQuotasResponse'];
      reason: CommonReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/saml': {
    /** listSAMLProvidersInOrganizationById */
    get: {
      request: {
        path: { organizationId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['SamlProviderList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** createOrganizationSAMLProvider */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateOrganizationSAMLProviderBody'];
      };
      response: Schemas['SamlProvider'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-saml-providers' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/saml/{samlProviderId}': {
    /** deleteOrganizationSAMLProvider */
    delete: {
      request: {
        path: { organizationId: string; samlProviderId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'saml-provider-not-found' | 'sso-required';
    };
    /** getOrganizationSAMLProviderById */
    get: {
      request: {
        path: { organizationId: string; samlProviderId: string };
      };
      response: Schemas['SamlProvider'];
      reason: CommonReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'saml-provider-not-found' | 'sso-required';
    };
    /** updateOrganizationSAMLProvider */
    patch: {
      request: {
        path: { organizationId: string; samlProviderId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateOrganizationSAMLProviderBody'];
      };
      response: Schemas['SamlProvider'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'role-above-own' | 'saml-provider-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/search': {
    /** searchOrganizationContent */
    get: {
      request: {
        path: { organizationId: string };
        query: { query: string; page?: string; limit?: number };
      };
      response: Schemas['SearchedSpaceList'];
      reason: CommonReason | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'read-quota-exceeded' | 'search-not-ready' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites': {
    /** listSites */
    get: {
      request: {
        path: { organizationId: string };
        query?: {
          page?: string;
          limit?: number;
          space?: string;
          title?: string;
          published?: boolean;
          type?:
            | 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium'
            | ('basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium')[];
        };
      };
      response: Schemas['SiteList'];
      reason: CommonReason | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** createSite */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateSiteBody'];
      };
      response: Schemas['Site'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'quota-exceeded' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}': {
    /** deleteSiteById */
    delete: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
    /** getSiteById */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
      };
      response: Schemas['Site'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
    /** updateSiteById */
    patch: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateSiteByIdBody'];
      };
      response: Schemas['Site'];
      reason: ChangeReason | 'basename-taken' | 'insufficient-role' | 'not-implemented' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'site-section-not-found' | 'site-space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema': {
    /** getSiteAdaptiveSchema */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
      };
      response: Schemas['SiteAdaptiveSchema'];
      reason: CommonReason | 'adaptive-schema-not-found' | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
    /** updateSiteAdaptiveSchema */
    put: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateSiteAdaptiveSchemaBody'];
      };
      response: Schemas['SiteAdaptiveSchema'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions': {
    /** listSiteAdaptiveTemplateConditions */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
      };
      response: Schemas['ListSiteAdaptiveTemplateConditionsResponse'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/conditions': {
    /** listSiteConditions */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: { page?: string; limit?: number; space?: string; problems?: boolean };
      };
      response: Schemas['SiteConditionList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'site-not-found' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/customization': {
    /** getSiteCustomizationById */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: { unmasked?: boolean };
      };
      response: Schemas['SiteCustomization'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
    /** updateSiteCustomizationById */
    put: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateSiteCustomizationByIdBody'];
      };
      response: Schemas['SiteCustomization'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-file-not-fetched' | 'site-not-found' | 'sso-required' | 'too-many-site-files' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/customization/preview': {
    /** previewSiteCustomization */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['PreviewSiteCustomizationBody'];
      };
      response: Schemas['PreviewSiteCustomizationResponse'];
      reason: CommonReason | 'cross-site-request' | 'idempotency-key-reused' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'request-in-progress' | 'response-lost' | 'site-not-found' | 'site-space-not-found' | 'sso-required' | 'too-many-changes' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/external-links': {
    /** addExternalLinkToSite */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { prefer?: string; 'Idempotency-Key'?: string };
        body: Schemas['AddExternalLinkToSiteBody'];
      };
      response: Schemas['SiteExternalLink'] | undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'site-section-group-not-found' | 'site-structure-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}': {
    /** deleteSiteExternalLinkById */
    delete: {
      request: {
        path: { organizationId: string; siteId: string; siteExternalLinkId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'site-external-link-not-found' | 'site-not-found' | 'sso-required';
    };
    /** updateSiteExternalLinkById */
    patch: {
      request: {
        path: { organizationId: string; siteId: string; siteExternalLinkId: string };
        headers?: { prefer?: string; 'Idempotency-Key'?: string };
        body: Schemas['UpdateSiteExternalLinkByIdBody'];
      };
      response: Schemas['SiteExternalLink'] | undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-external-link-not-found' | 'site-not-found' | 'site-section-group-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/fetched-files': {
    /** fetchSiteFile */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['FetchSiteFileBody'];
      };
      response: Schemas['SiteFile'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'quota-exceeded' | 'site-file-not-fetched' | 'site-file-type' | 'site-not-found' | 'sso-required' | 'too-many-site-files' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/files': {
    /** uploadSiteFile */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: { name?: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['SiteFile'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'quota-exceeded' | 'site-file-type' | 'site-not-found' | 'sso-required' | 'too-many-site-files' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights': {
    /** getSiteInsights */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
      };
      response: Schemas['SiteInsights'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
    /** updateSiteInsights */
    patch: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateSiteInsightsBody'];
      };
      response: Schemas['SiteInsights'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/answers/agents': {
    /** compareSiteAgents */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: {
          range?: 'lastYear' | 'last3Months' | 'last30Days' | 'last7Days' | 'last24Hours';
          from?: string;
          to?: string;
          section?: string;
          variant?: string;
          language?: string;
          claim?: string;
          claimValue?: string;
          bots?: 'exclude' | 'include' | 'only';
          limit?: number;
          format?: 'json' | 'csv' | 'ndjson';
        };
      };
      response: Schemas['CompareSiteAgentsResponse'];
      media: 'application/x-ndjson' | 'text/csv';
      reason: CommonReason | 'insights-busy' | 'insights-timeout' | 'insights-unavailable' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/answers/breakdown': {
    /** getSiteTrafficBreakdown */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: {
          range?: 'lastYear' | 'last3Months' | 'last30Days' | 'last7Days' | 'last24Hours';
          from?: string;
          to?: string;
          section?: string;
          variant?: string;
          language?: string;
          claim?: string;
          claimValue?: string;
          bots?: 'exclude' | 'include' | 'only';
          limit?: number;
          format?: 'json' | 'csv' | 'ndjson';
          by?: 'section' | 'variant' | 'language' | 'country' | 'device' | 'browser' | 'os' | 'referrer' | 'campaign' | 'claim';
        };
      };
      response: Schemas['GetSiteTrafficBreakdownResponse'];
      media: 'application/x-ndjson' | 'text/csv';
      reason: CommonReason | 'insights-busy' | 'insights-timeout' | 'insights-unavailable' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/answers/broken-links': {
    /** listSiteBrokenExternalLinks */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: {
          range?: 'lastYear' | 'last3Months' | 'last30Days' | 'last7Days' | 'last24Hours';
          from?: string;
          to?: string;
          section?: string;
          variant?: string;
          language?: string;
          claim?: string;
          claimValue?: string;
          bots?: 'exclude' | 'include' | 'only';
          limit?: number;
          format?: 'json' | 'csv' | 'ndjson';
        };
      };
      response: Schemas['ListSiteBrokenExternalLinksResponse'];
      media: 'application/x-ndjson' | 'text/csv';
      reason: CommonReason | 'insights-busy' | 'insights-timeout' | 'insights-unavailable' | 'insufficient-role' | 'link-checks-off' | 'organization-suspended' | 'read-quota-exceeded' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/answers/entry-pages': {
    /** listSiteEntryPages */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: {
          range?: 'lastYear' | 'last3Months' | 'last30Days' | 'last7Days' | 'last24Hours';
          from?: string;
          to?: string;
          section?: string;
          variant?: string;
          language?: string;
          claim?: string;
          claimValue?: string;
          bots?: 'exclude' | 'include' | 'only';
          limit?: number;
          format?: 'json' | 'csv' | 'ndjson';
        };
      };
      response: Schemas['ListSiteEntryPagesResponse'];
      media: 'application/x-ndjson' | 'text/csv';
      reason: CommonReason | 'insights-busy' | 'insights-timeout' | 'insights-unavailable' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/answers/exit-pages': {
    /** listSiteExitPages */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: {
          range?: 'lastYear' | 'last3Months' | 'last30Days' | 'last7Days' | 'last24Hours';
          from?: string;
          to?: string;
          section?: string;
          variant?: string;
          language?: string;
          claim?: string;
          claimValue?: string;
          bots?: 'exclude' | 'include' | 'only';
          limit?: number;
          format?: 'json' | 'csv' | 'ndjson';
        };
      };
      response: Schemas['ListSiteExitPagesResponse'];
      media: 'application/x-ndjson' | 'text/csv';
      reason: CommonReason | 'insights-busy' | 'insights-timeout' | 'insights-unavailable' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/answers/feedback': {
    /** listSitePoorlyRatedPages */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: {
          range?: 'lastYear' | 'last3Months' | 'last30Days' | 'last7Days' | 'last24Hours';
          from?: string;
          to?: string;
          section?: string;
          variant?: string;
          language?: string;
          claim?: string;
          claimValue?: string;
          bots?: 'exclude' | 'include' | 'only';
          limit?: number;
          format?: 'json' | 'csv' | 'ndjson';
        };
      };
      response: Schemas['ListSitePoorlyRatedPagesResponse'];
      media: 'application/x-ndjson' | 'text/csv';
      reason: CommonReason | 'insights-busy' | 'insights-timeout' | 'insights-unavailable' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/answers/missing-pages': {
    /** listSiteMissingPages */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: {
          range?: 'lastYear' | 'last3Months' | 'last30Days' | 'last7Days' | 'last24Hours';
          from?: string;
          to?: string;
          section?: string;
          variant?: string;
          language?: string;
          claim?: string;
          claimValue?: string;
          bots?: 'exclude' | 'include' | 'only';
          limit?: number;
          format?: 'json' | 'csv' | 'ndjson';
        };
      };
      response: Schemas['ListSiteMissingPagesResponse'];
      media: 'application/x-ndjson' | 'text/csv';
      reason: CommonReason | 'insights-busy' | 'insights-timeout' | 'insights-unavailable' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/answers/searches': {
    /** listSiteSearches */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: {
          range?: 'lastYear' | 'last3Months' | 'last30Days' | 'last7Days' | 'last24Hours';
          from?: string;
          to?: string;
          section?: string;
          variant?: string;
          language?: string;
          claim?: string;
          claimValue?: string;
          bots?: 'exclude' | 'include' | 'only';
          limit?: number;
          format?: 'json' | 'csv' | 'ndjson';
          only?: 'without-result' | 'without-click';
        };
      };
      response: Schemas['ListSiteSearchesResponse'];
      media: 'application/x-ndjson' | 'text/csv';
      reason: CommonReason | 'insights-busy' | 'insights-timeout' | 'insights-unavailable' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/answers/top-pages': {
    /** listSiteTopPages */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: {
          range?: 'lastYear' | 'last3Months' | 'last30Days' | 'last7Days' | 'last24Hours';
          from?: string;
          to?: string;
          section?: string;
          variant?: string;
          language?: string;
          claim?: string;
          claimValue?: string;
          bots?: 'exclude' | 'include' | 'only';
          limit?: number;
          format?: 'json' | 'csv' | 'ndjson';
        };
      };
      response: Schemas['ListSiteTopPagesResponse'];
      media: 'application/x-ndjson' | 'text/csv';
      reason: CommonReason | 'insights-busy' | 'insights-timeout' | 'insights-unavailable' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/answers/traffic': {
    /** getSiteTraffic */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: {
          range?: 'lastYear' | 'last3Months' | 'last30Days' | 'last7Days' | 'last24Hours';
          from?: string;
          to?: string;
          section?: string;
          variant?: string;
          language?: string;
          claim?: string;
          claimValue?: string;
          bots?: 'exclude' | 'include' | 'only';
          limit?: number;
          format?: 'json' | 'csv' | 'ndjson';
          interval?: 'hour' | 'day' | 'week' | 'month';
        };
      };
      response: Schemas['GetSiteTrafficResponse'];
      media: 'application/x-ndjson' | 'text/csv';
      reason: CommonReason | 'insights-busy' | 'insights-timeout' | 'insights-unavailable' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/answers/unread-pages': {
    /** listSiteUnreadPages */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: {
          range?: 'lastYear' | 'last3Months' | 'last30Days' | 'last7Days' | 'last24Hours';
          from?: string;
          to?: string;
          section?: string;
          variant?: string;
          language?: string;
          claim?: string;
          claimValue?: string;
          bots?: 'exclude' | 'include' | 'only';
          limit?: number;
          format?: 'json' | 'csv' | 'ndjson';
        };
      };
      response: Schemas['ListSiteUnreadPagesResponse'];
      media: 'application/x-ndjson' | 'text/csv';
      reason: CommonReason | 'insights-busy' | 'insights-timeout' | 'insights-unavailable' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/events': {
    /** trackEventsInSiteById */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        body: Schemas['TrackEventsInSiteByIdBody'];
      };
      response: undefined;
      reason: CommonReason | 'events-budget-exceeded' | 'events-overload' | 'events-quota-exceeded' | 'maintenance' | 'payload-too-large' | 'site-not-found' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/events/aggregate': {
    /** aggregateSiteEvents */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['AggregateSiteEventsBody'];
      };
      response: Schemas['InsightsAggregation'];
      reason: CommonReason | 'cross-site-request' | 'idempotency-key-reused' | 'insights-busy' | 'insights-timeout' | 'insights-unavailable' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'request-in-progress' | 'response-lost' | 'site-not-found' | 'sso-required' | 'too-many-changes' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/events/export': {
    /** exportSiteEvents */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: { range?: 'lastYear' | 'last3Months' | 'last30Days' | 'last7Days' | 'last24Hours'; from?: string; to?: string };
      };
      response: Response;
      media: 'application/x-ndjson';
      reason: CommonReason | 'insights-unavailable' | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/visitor-segments': {
    /** listSiteVisitorSegments */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['VisitorSegmentList'];
      reason: CommonReason | 'insights-busy' | 'insights-timeout' | 'insights-unavailable' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/visitors/delete': {
    /** deleteSiteVisitor */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['DeleteSiteVisitorBody'];
      };
      response: Schemas['DeleteSiteVisitorResponse'];
      reason: ChangeReason | 'insights-unavailable' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/weekly-mail': {
    /** getSiteWeeklyMail */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
      };
      response: Schemas['GetSiteWeeklyMailResponse'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'sso-required' | 'user-required';
    };
    /** updateSiteWeeklyMail */
    put: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateSiteWeeklyMailBody'];
      };
      response: Schemas['UpdateSiteWeeklyMailResponse'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/permissions': {
    /** inviteToSite */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['InviteBody'];
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/permissions/aggregate': {
    /** listPermissionsAggregateInSite */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: {
          page?: string;
          limit?: number;
          role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'guest';
          search?: string;
          team?: string;
          order?: 'asc' | 'desc';
          sort?: 'joinedAt' | 'lastSeenAt' | 'name';
        };
      };
      response: Schemas['ListPermissionsAggregateInSiteResponse'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/permissions/teams': {
    /** listTeamPermissionsInSite */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ListTeamPermissionsInSiteResponse'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}': {
    /** removeTeamFromSite */
    delete: {
      request: {
        path: { organizationId: string; siteId: string; teamId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'permission-not-found' | 'site-not-found' | 'sso-required' | 'team-not-found';
    };
    /** updateTeamPermissionInSite */
    patch: {
      request: {
        path: { organizationId: string; siteId: string; teamId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateTeamPermissionInSiteBody'];
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'sso-required' | 'team-not-found' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/permissions/users': {
    /** listUserPermissionsInSite */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ListUserPermissionsInSiteResponse'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}': {
    /** removeUserFromSite */
    delete: {
      request: {
        path: { organizationId: string; siteId: string; userId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'member-not-found' | 'organization-suspended' | 'permission-not-found' | 'site-not-found' | 'sso-required';
    };
    /** updateUserPermissionInSite */
    patch: {
      request: {
        path: { organizationId: string; siteId: string; userId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateUserPermissionInSiteBody'];
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'member-not-found' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/publish': {
    /** publishSite */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['Site'];
      reason: ChangeReason | 'insufficient-role' | 'nothing-to-publish' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/published': {
    /** getPublishedContentSite */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: { shareKey?: string };
      };
      response: Schemas['PublishedContentSite'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth': {
    /** getSitePublishingAuthById */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
      };
      response: Schemas['SitePublishingAuth'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
    /** updateSitePublishingAuthById */
    patch: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateSitePublishingAuthByIdBody'];
      };
      response: Schemas['SitePublishingAuth'];
      reason: ChangeReason | 'insufficient-role' | 'not-implemented' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate': {
    /** regenerateSitePublishingAuthById */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['RegenerateSitePublishingAuthByIdBody'];
      };
      response: Schemas['SitePublishingAuth'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/publishing/preview': {
    /** getSitePublishingPreviewById */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: { siteSpace?: string; claims?: string; draft?: boolean; target?: string; changeRequest?: string; revision?: string };
      };
      response: Schemas['GetSitePublishingPreviewByIdResponse'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'revision-not-found' | 'site-not-found' | 'site-space-not-found' | 'space-not-found' | 'sso-required';
    };
    /** frameSitePage */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['FrameSitePageBody'];
      };
      response: Schemas['FrameSitePageResponse'];
      reason: CommonReason | 'cross-site-request' | 'idempotency-key-reused' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'request-in-progress' | 'response-lost' | 'site-not-found' | 'site-space-not-found' | 'sso-required' | 'too-many-changes' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/redirect': {
    /** getSiteRedirectBySource */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query: { source: string; shareKey?: string | null };
      };
      response: Schemas['GetSiteRedirectBySourceResponse'];
      reason: CommonReason | 'insufficient-role' | 'no-redirect' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/redirects': {
    /** listSiteRedirects */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: { page?: string; limit?: number; search?: string; draft?: boolean; orderBy?: 'createdAt' | 'updatedAt' | 'source' };
      };
      response: Schemas['SiteRedirectList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
    /** createSiteRedirect */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateSiteRedirectBody'];
      };
      response: Schemas['SiteRedirect'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'redirect-loop' | 'redirect-source-taken' | 'site-not-found' | 'sso-required' | 'too-many-redirects' | 'too-many-values' | 'unsupported-media-type';
    };
    /** bulkUpsertSiteRedirects */
    put: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['BulkUpsertSiteRedirectsBody'];
      };
      response: Schemas['BulkUpsertSiteRedirectsResponse'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/redirects.csv': {
    /** downloadSiteRedirects */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
      };
      response: Response;
      media: 'text/csv';
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
    /** uploadSiteRedirects */
    put: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: { replace?: boolean; dryRun?: boolean };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UploadSiteRedirectsBody'];
      };
      response: Schemas['UploadSiteRedirectsResponse'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'sso-required' | 'too-many-redirects' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}': {
    /** deleteSiteRedirectById */
    delete: {
      request: {
        path: { organizationId: string; siteId: string; siteRedirectId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'redirect-not-found' | 'site-not-found' | 'sso-required';
    };
    /** getSiteRedirectById */
    get: {
      request: {
        path: { organizationId: string; siteId: string; siteRedirectId: string };
      };
      response: Schemas['SiteRedirect'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'redirect-not-found' | 'site-not-found' | 'sso-required';
    };
    /** updateSiteRedirectById */
    patch: {
      request: {
        path: { organizationId: string; siteId: string; siteRedirectId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateSiteRedirectByIdBody'];
      };
      response: Schemas['SiteRedirect'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'redirect-loop' | 'redirect-not-found' | 'redirect-source-taken' | 'site-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/renderer': {
    /** deleteSiteRenderer */
    delete: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'renderer-not-found' | 'site-not-found' | 'sso-required';
    };
    /** getSiteRenderer */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
      };
      response: Schemas['SiteRenderer'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'renderer-not-found' | 'site-not-found' | 'sso-required';
    };
    /** putSiteRenderer */
    put: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['PutSiteRendererBody'];
      };
      response: Schemas['SiteRenderer'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/search': {
    /** searchSiteContent */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: { page?: string; limit?: number };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['SearchSiteContentBody'];
      };
      response: Schemas['SearchedSpaceList'];
      reason: CommonReason | 'cross-site-request' | 'idempotency-key-reused' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'payload-too-large' | 'read-quota-exceeded' | 'request-in-progress' | 'response-lost' | 'search-not-ready' | 'site-not-found' | 'sso-required' | 'too-many-changes' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/search/prewarm': {
    /** prewarmSiteSearch */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: CommonReason | 'cross-site-request' | 'idempotency-key-reused' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'request-in-progress' | 'response-lost' | 'search-not-ready' | 'site-not-found' | 'sso-required' | 'too-many-changes';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/section-groups': {
    /** listSiteSectionGroups */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['SiteSectionGroupList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
    /** addSectionGroupToSite */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { prefer?: string; 'Idempotency-Key'?: string };
        body: Schemas['AddSectionGroupToSiteBody'];
      };
      response: Schemas['SiteSectionGroup'] | undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'site-section-group-not-found' | 'site-section-not-found' | 'site-structure-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}': {
    /** deleteSiteSectionGroupById */
    delete: {
      request: {
        path: { organizationId: string; siteId: string; siteSectionGroupId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'site-section-group-not-found' | 'sso-required';
    };
    /** updateSiteSectionGroupById */
    patch: {
      request: {
        path: { organizationId: string; siteId: string; siteSectionGroupId: string };
        headers?: { prefer?: string; 'Idempotency-Key'?: string };
        body: Schemas['UpdateSiteSectionGroupByIdBody'];
      };
      response: Schemas['SiteSectionGroup'] | undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'section-group-cycle' | 'site-not-found' | 'site-section-group-not-found' | 'site-structure-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move': {
    /** moveSiteSectionGroup */
    post: {
      request: {
        path: { organizationId: string; siteId: string; siteSectionGroupId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['MoveSiteSectionGroupBody'];
      };
      response: Schemas['SiteSectionGroup'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'section-group-cycle' | 'site-not-found' | 'site-section-group-not-found' | 'site-section-not-found' | 'site-structure-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections': {
    /** addSectionToGroup */
    post: {
      request: {
        path: { organizationId: string; siteId: string; siteSectionGroupId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['AddSectionToGroupBody'];
      };
      response: Schemas['SiteSectionGroup'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'site-section-group-not-found' | 'site-section-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}': {
    /** removeSectionFromGroup */
    delete: {
      request: {
        path: { organizationId: string; siteId: string; siteSectionGroupId: string; siteSectionId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'site-section-group-not-found' | 'site-section-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/sections': {
    /** listSiteSections */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: { page?: string; limit?: number; shareKey?: string };
      };
      response: Schemas['SiteSectionList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
    /** addSectionToSite */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { prefer?: string; 'Idempotency-Key'?: string };
        body: Schemas['AddSectionToSiteBody'];
      };
      response: Schemas['SiteSection'] | undefined;
      reason: ChangeReason | 'insufficient-role' | 'not-implemented' | 'organization-suspended' | 'page-not-found' | 'payload-too-large' | 'site-not-found' | 'site-section-group-not-found' | 'site-structure-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}': {
    /** deleteSiteSectionById */
    delete: {
      request: {
        path: { organizationId: string; siteId: string; siteSectionId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'last-section' | 'organization-suspended' | 'site-not-found' | 'site-section-not-found' | 'sso-required';
    };
    /** updateSiteSectionById */
    patch: {
      request: {
        path: { organizationId: string; siteId: string; siteSectionId: string };
        headers?: { prefer?: string; 'Idempotency-Key'?: string };
        body: Schemas['UpdateSiteSectionByIdBody'];
      };
      response: Schemas['SiteSection'] | undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'site-path-taken' | 'site-section-group-not-found' | 'site-section-not-found' | 'site-space-not-found' | 'site-structure-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move': {
    /** moveSiteSection */
    post: {
      request: {
        path: { organizationId: string; siteId: string; siteSectionId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['MoveSiteSectionBody'];
      };
      response: Schemas['SiteSection'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'site-section-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/share-links': {
    /** listSiteShareLinks */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: { page?: string; limit?: number; search?: string };
      };
      response: Schemas['ShareLinkList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
    /** createSiteShareLink */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateSiteShareLinkBody'];
      };
      response: Schemas['ShareLink'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'sso-required' | 'too-many-share-links' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}': {
    /** deleteSiteShareLinkById */
    delete: {
      request: {
        path: { organizationId: string; siteId: string; shareLinkId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'share-link-not-found' | 'site-not-found' | 'sso-required';
    };
    /** getSiteShareLinkById */
    get: {
      request: {
        path: { organizationId: string; siteId: string; shareLinkId: string };
      };
      response: Schemas['ShareLink'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'share-link-not-found' | 'site-not-found' | 'sso-required';
    };
    /** updateSiteShareLinkById */
    patch: {
      request: {
        path: { organizationId: string; siteId: string; shareLinkId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateSiteShareLinkByIdBody'];
      };
      response: Schemas['ShareLink'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'share-link-not-found' | 'site-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces': {
    /** listSiteSpaces */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: { page?: string; limit?: number; shareKey?: string; default?: boolean };
      };
      response: Schemas['SiteSpaceList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
    /** addSpaceToSite */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { prefer?: string; 'Idempotency-Key'?: string };
        body: Schemas['AddSpaceToSiteBody'];
      };
      response: Schemas['SiteSpace'] | undefined;
      reason: ChangeReason | 'insufficient-role' | 'not-implemented' | 'organization-suspended' | 'page-not-found' | 'payload-too-large' | 'quota-exceeded' | 'site-not-found' | 'site-section-not-found' | 'site-structure-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}': {
    /** deleteSiteSpaceById */
    delete: {
      request: {
        path: { organizationId: string; siteId: string; siteSpaceId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'site-space-not-found' | 'sso-required';
    };
    /** updateSiteSpaceById */
    patch: {
      request: {
        path: { organizationId: string; siteId: string; siteSpaceId: string };
        headers?: { prefer?: string; 'Idempotency-Key'?: string };
        body: Schemas['UpdateSiteSpaceByIdBody'];
      };
      response: Schemas['SiteSpace'] | undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'payload-too-large' | 'site-not-found' | 'site-path-taken' | 'site-space-not-found' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization': {
    /** deleteSiteSpaceCustomizationById */
    delete: {
      request: {
        path: { organizationId: string; siteId: string; siteSpaceId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'site-space-not-found' | 'sso-required';
    };
    /** getSiteSpaceCustomizationById */
    get: {
      request: {
        path: { organizationId: string; siteId: string; siteSpaceId: string };
        query?: { unmasked?: boolean };
      };
      response: Schemas['SiteCustomization'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'site-space-not-found' | 'sso-required';
    };
    /** overrideSiteSpaceCustomizationById */
    patch: {
      request: {
        path: { organizationId: string; siteId: string; siteSpaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['OverrideSiteSpaceCustomizationByIdBody'];
      };
      response: Schemas['SiteCustomization'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-file-not-fetched' | 'site-not-found' | 'site-space-not-found' | 'sso-required' | 'too-many-site-files' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/duplicate': {
    /** duplicateSiteSpace */
    post: {
      request: {
        path: { organizationId: string; siteId: string; siteSpaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['DuplicateSiteSpaceBody'];
      };
      response: Schemas['SiteSpace'];
      reason: ChangeReason | 'collection-not-found' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'quota-exceeded' | 'site-not-found' | 'site-space-not-found' | 'site-structure-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move': {
    /** moveSiteSpace */
    post: {
      request: {
        path: { organizationId: string; siteId: string; siteSpaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['MoveSiteSpaceBody'];
      };
      response: Schemas['SiteSpace'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'site-path-taken' | 'site-space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/structure': {
    /** getSiteStructure */
    get: {
      request: {
        path: { organizationId: string; siteId: string };
        query?: { shareKey?: string };
      };
      response: Schemas['SiteStructure'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/structure/sort': {
    /** sortSiteStructure */
    patch: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { prefer?: string; 'Idempotency-Key'?: string };
        body: Schemas['SortSiteStructureBody'];
      };
      response: Schemas['SortSiteStructureResponse'] | undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'section-group-cycle' | 'site-external-link-not-found' | 'site-not-found' | 'site-path-taken' | 'site-section-group-not-found' | 'site-section-not-found' | 'site-space-not-found' | 'site-structure-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/unpublish': {
    /** unpublishSite */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['Site'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/visitor-preview': {
    /** previewSiteVisitor */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['PreviewSiteVisitorBody'];
      };
      response: Schemas['VisitorPreview'];
      reason: CommonReason | 'cross-site-request' | 'idempotency-key-reused' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'read-quota-exceeded' | 'request-in-progress' | 'response-lost' | 'site-not-found' | 'sso-required' | 'too-many-changes' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sites/{siteId}/withdraw-revisions': {
    /** withdrawSiteRevisions */
    post: {
      request: {
        path: { organizationId: string; siteId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['Site'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'site-not-found' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/spaces': {
    /** listSpacesInOrganizationById */
    get: {
      request: {
        path: { organizationId: string };
        query?: { page?: string; limit?: number; deleted?: boolean };
      };
      response: Schemas['SpaceList'];
      reason: CommonReason | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** createSpace */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateSpaceBody'];
      };
      response: Schemas['Space'];
      reason: ChangeReason | 'collection-not-found' | 'insufficient-role' | 'not-implemented' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'quota-exceeded' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/sso': {
    /** listSSOProviderLoginsInOrganization */
    get: {
      request: {
        path: { organizationId: string };
      };
      response: Schemas['ListSSOProviderLoginsInOrganizationResponse'];
      reason: CommonReason | 'organization-not-found';
    };
  };
  '/v1/orgs/{organizationId}/teams': {
    /** listTeamsInOrganizationById */
    get: {
      request: {
        path: { organizationId: string };
        query?: { page?: string; limit?: number; owner?: string; title?: string };
      };
      response: Schemas['TeamList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'not-a-user' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** createOrganizationTeam */
    put: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateOrganizationTeamBody'];
      };
      response: Schemas['Team'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'team-not-found' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/teams/{teamId}': {
    /** removeTeamFromOrganizationById */
    delete: {
      request: {
        path: { organizationId: string; teamId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'team-not-found';
    };
    /** getTeamInOrganizationById */
    get: {
      request: {
        path: { organizationId: string; teamId: string };
      };
      response: Schemas['Team'];
      reason: CommonReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'team-not-found';
    };
    /** updateTeamInOrganizationById */
    patch: {
      request: {
        path: { organizationId: string; teamId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateTeamInOrganizationByIdBody'];
      };
      response: Schemas['Team'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'team-not-found' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/teams/{teamId}/members': {
    /** listTeamMembersInOrganizationById */
    get: {
      request: {
        path: { organizationId: string; teamId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['TeamMemberList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'team-not-found';
    };
    /** updateMembersInOrganizationTeam */
    put: {
      request: {
        path: { organizationId: string; teamId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateMembersInOrganizationTeamBody'];
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'team-not-found' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}': {
    /** deleteMemberFromOrganizationTeamById */
    delete: {
      request: {
        path: { organizationId: string; teamId: string; userId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'not-a-user' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'team-member-not-found' | 'team-not-found';
    };
    /** addMemberToOrganizationTeamById */
    put: {
      request: {
        path: { organizationId: string; teamId: string; userId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['AddMemberToOrganizationTeamByIdBody'];
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'member-not-found' | 'not-a-user' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'quota-exceeded' | 'sso-required' | 'team-not-found' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/teams/{teamId}/permissions': {
    /** listPermissionsOfTeam */
    get: {
      request: {
        path: { organizationId: string; teamId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ListPermissionsOfTeamResponse'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'team-not-found';
    };
  };
  '/v1/orgs/{organizationId}/tokens': {
    /** listOrganizationTokens */
    get: {
      request: {
        path: { organizationId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['TokenList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** createOrganizationToken */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateOrganizationTokenBody'];
      };
      response: Schemas['Token'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'outlives-token' | 'payload-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/tokens/{tokenId}': {
    /** deleteOrganizationToken */
    delete: {
      request: {
        path: { organizationId: string; tokenId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'token-not-found';
    };
    /** getOrganizationToken */
    get: {
      request: {
        path: { organizationId: string; tokenId: string };
      };
      response: Schemas['Token'];
      reason: CommonReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'token-not-found';
    };
    /** updateOrganizationToken */
    patch: {
      request: {
        path: { organizationId: string; tokenId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateOrganizationTokenBody'];
      };
      response: Schemas['Token'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'token-not-found' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/translations': {
    /** listTranslations */
    get: {
      request: {
        path: { organizationId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['TranslationSettingsList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** createTranslation */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateTranslationBody'];
      };
      response: Schemas['TranslationSettings'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-translation-settings' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/translations-glossary': {
    /** listGlossaryEntries */
    get: {
      request: {
        path: { organizationId: string };
        query?: {
          page?: string;
          limit?: number;
          orderBy?:
            | 'en'
            | 'fr'
            | 'de'
            | 'es'
            | 'it'
            | 'pt'
            | 'pt-br'
            | 'ru'
            | 'ja'
            | 'zh'
            | 'zh-tw'
            | 'yue'
            | 'ko'
            | 'ar'
            | 'hi'
            | 'nl'
            | 'pl'
            | 'tr'
            | 'sv'
            | 'no'
            | 'da'
            | 'fi'
            | 'el'
            | 'cs'
            | 'hu'
            | 'ro'
            | 'th'
            | 'vi'
            | 'id'
            | 'ms'
            | 'he'
            | 'uk'
            | 'sk'
            | 'bg'
            | 'hr'
            | 'lt'
            | 'lv'
            | 'et'
            | 'sl';
        };
      };
      response: Schemas['GlossaryEntryList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** updateGlossaryEntries */
    put: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateGlossaryEntriesBody'];
      };
      response: undefined;
      reason: ChangeReason | 'glossary-too-large' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/translations-glossary/{glossaryEntryId}': {
    /** getGlossaryEntry */
    get: {
      request: {
        path: { organizationId: string; glossaryEntryId: string };
      };
      response: Schemas['GlossaryEntry'];
      reason: CommonReason | 'glossary-entry-not-found' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
  };
  '/v1/orgs/{organizationId}/translations/{translationSettingsId}': {
    /** deleteTranslation */
    delete: {
      request: {
        path: { organizationId: string; translationSettingsId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'translation-settings-not-found';
    };
    /** getTranslation */
    get: {
      request: {
        path: { organizationId: string; translationSettingsId: string };
      };
      response: Schemas['TranslationSettings'];
      reason: CommonReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'translation-settings-not-found';
    };
    /** updateTranslation */
    put: {
      request: {
        path: { organizationId: string; translationSettingsId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateTranslationBody'];
      };
      response: Schemas['TranslationSettings'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'translation-settings-not-found' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/translations/{translationSettingsId}/estimate': {
    /** estimateTranslation */
    post: {
      request: {
        path: { organizationId: string; translationSettingsId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['TranslationEstimate'];
      reason: CommonReason | 'cross-site-request' | 'idempotency-key-reused' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'request-in-progress' | 'response-lost' | 'sso-required' | 'too-many-changes' | 'translation-settings-not-found' | 'translation-without-source';
    };
  };
  '/v1/orgs/{organizationId}/translations/{translationSettingsId}/languages': {
    /** listTranslatedLanguages */
    get: {
      request: {
        path: { organizationId: string; translationSettingsId: string };
      };
      response: Schemas['TranslatedLanguageList'];
      reason: CommonReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'translation-settings-not-found';
    };
  };
  '/v1/orgs/{organizationId}/translations/{translationSettingsId}/languages/{language}/export': {
    /** exportTranslation */
    get: {
      request: {
        path: { organizationId: string; translationSettingsId: string; language: string };
        query?: { format?: 'xliff' | 'po'; all?: boolean; page?: string };
      };
      response: Response;
      media: 'application/xliff+xml' | 'text/x-gettext-translation';
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'translated-space-not-found' | 'translation-settings-not-found' | 'translation-without-source';
    };
  };
  '/v1/orgs/{organizationId}/translations/{translationSettingsId}/languages/{language}/import': {
    /** importTranslation */
    post: {
      request: {
        path: { organizationId: string; translationSettingsId: string; language: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ImportTranslationBody'];
      };
      response: Schemas['TranslationImport'];
      reason: ChangeReason | 'content-changed' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'quota-exceeded' | 'space-locked' | 'sso-required' | 'too-many-values' | 'translated-space-not-found' | 'translation-settings-not-found' | 'translation-without-source' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/translations/{translationSettingsId}/pages': {
    /** listTranslatedPages */
    get: {
      request: {
        path: { organizationId: string; translationSettingsId: string };
        query?: {
          page?: string;
          limit?: number;
          language?:
            | 'en'
            | 'fr'
            | 'de'
            | 'es'
            | 'it'
            | 'pt'
            | 'pt-br'
            | 'ru'
            | 'ja'
            | 'zh'
            | 'zh-tw'
            | 'yue'
            | 'ko'
            | 'ar'
            | 'hi'
            | 'nl'
            | 'pl'
            | 'tr'
            | 'sv'
            | 'no'
            | 'da'
            | 'fi'
            | 'el'
            | 'cs'
            | 'hu'
            | 'ro'
            | 'th'
            | 'vi'
            | 'id'
            | 'ms'
            | 'he'
            | 'uk'
            | 'sk'
            | 'bg'
            | 'hr'
            | 'lt'
            | 'lv'
            | 'et'
            | 'sl';
          status?: 'current' | 'behind' | 'edited' | 'missing';
        };
      };
      response: Schemas['TranslatedPageList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'translation-settings-not-found';
    };
  };
  '/v1/orgs/{organizationId}/translations/{translationSettingsId}/run': {
    /** runTranslation */
    post: {
      request: {
        path: { organizationId: string; translationSettingsId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'translation-settings-not-found' | 'translation-without-source';
    };
  };
  '/v1/orgs/{organizationId}/visitor-claims': {
    /** deleteVisitorClaims */
    delete: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** getVisitorClaims */
    get: {
      request: {
        path: { organizationId: string };
      };
      response: Schemas['VisitorClaims'];
      reason: CommonReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** putVisitorClaims */
    put: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['PutVisitorClaimsBody'];
      };
      response: Schemas['VisitorClaims'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/webhooks': {
    /** listWebhooks */
    get: {
      request: {
        path: { organizationId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['WebhookList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required';
    };
    /** createWebhook */
    post: {
      request: {
        path: { organizationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateWebhookBody'];
      };
      response: Schemas['Webhook'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-values' | 'too-many-webhooks' | 'unsupported-media-type';
    };
  };
  '/v1/orgs/{organizationId}/webhooks/{webhookId}': {
    /** deleteWebhook */
    delete: {
      request: {
        path: { organizationId: string; webhookId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'webhook-not-found';
    };
    /** getWebhook */
    get: {
      request: {
        path: { organizationId: string; webhookId: string };
      };
      response: Schemas['Webhook'];
      reason: CommonReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'webhook-not-found';
    };
    /** updateWebhook */
    patch: {
      request: {
        path: { organizationId: string; webhookId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateWebhookBody'];
      };
      response: Schemas['Webhook'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'sso-required' | 'too-many-values' | 'unsupported-media-type' | 'webhook-not-found';
    };
  };
  '/v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries': {
    /** listWebhookDeliveries */
    get: {
      request: {
        path: { organizationId: string; webhookId: string };
        query?: { page?: string; limit?: number; state?: 'waiting' | 'delivered' | 'failed' };
      };
      response: Schemas['WebhookDeliveryList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'webhook-not-found';
    };
  };
  '/v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}': {
    /** getWebhookDelivery */
    get: {
      request: {
        path: { organizationId: string; webhookId: string; deliveryId: string };
      };
      response: Schemas['WebhookDeliveryDetails'];
      reason: CommonReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'webhook-delivery-not-found';
    };
  };
  '/v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver': {
    /** redeliverWebhookDelivery */
    post: {
      request: {
        path: { organizationId: string; webhookId: string; deliveryId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['WebhookDelivery'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'webhook-delivery-not-found' | 'webhook-disabled' | 'webhook-not-found';
    };
  };
  '/v1/orgs/{organizationId}/webhooks/{webhookId}/secret': {
    /** rotateWebhookSecret */
    post: {
      request: {
        path: { organizationId: string; webhookId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['Webhook'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'webhook-not-found';
    };
  };
  '/v1/orgs/{organizationId}/webhooks/{webhookId}/test': {
    /** testWebhook */
    post: {
      request: {
        path: { organizationId: string; webhookId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['WebhookDelivery'];
      reason: ChangeReason | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'sso-required' | 'webhook-not-found';
    };
  };
  '/v1/password-resets': {
    /** requestPasswordReset */
    post: {
      request: {
        body: Schemas['RequestPasswordResetBody'];
      };
      response: undefined;
      reason: CommonReason | 'email-not-configured' | 'maintenance' | 'payload-too-large' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/password-resets/{ticket}': {
    /** resetPassword */
    put: {
      request: {
        path: { ticket: string };
        body: Schemas['ResetPasswordBody'];
      };
      response: undefined;
      reason: CommonReason | 'link-expired' | 'maintenance' | 'payload-too-large' | 'sign-in-busy' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/session': {
    /** deleteSession */
    delete: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: CommonReason | 'cross-site-request' | 'idempotency-key-reused' | 'no-session' | 'request-in-progress' | 'response-lost' | 'too-many-changes';
    };
    /** getSession */
    get: {
      request: Record<never, never>;
      response: Schemas['Session'];
      reason: CommonReason | 'no-session';
    };
    /** createSession */
    post: {
      request: {
        body: Schemas['CreateSessionBody'];
      };
      response: Schemas['Session'];
      reason: CommonReason | 'code-required' | 'cross-site-request' | 'incorrect-code' | 'incorrect-credentials' | 'password-changed' | 'payload-too-large' | 'sign-in-busy' | 'sign-in-revoked' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/session/passkey': {
    /** signInByPasskey */
    post: {
      request: {
        body: Schemas['SignInByPasskeyBody'];
      };
      response: undefined;
      reason: CommonReason | 'cross-site-request' | 'passkey-not-accepted' | 'payload-too-large' | 'sign-in-revoked' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/session/passkey-options': {
    /** beginPasskeySignIn */
    post: {
      request: Record<never, never>;
      response: Schemas['BeginPasskeySignInResponse'];
      reason: CommonReason;
    };
  };
  '/v1/spaces/{spaceId}': {
    /** deleteSpaceById */
    delete: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** getSpaceById */
    get: {
      request: {
        path: { spaceId: string };
        query?: { shareKey?: string };
      };
      response: Schemas['Space'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** updateSpaceById */
    patch: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateSpaceByIdBody'];
      };
      response: Schemas['Space'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/change-requests': {
    /** listChangeRequestsForSpace */
    get: {
      request: {
        path: { spaceId: string };
        query?: {
          page?: string;
          limit?: number;
          status?: ('draft' | 'open' | 'archived' | 'merged')[];
          creator?: string;
          contributor?: string;
          requestedReviewer?: string;
          awaitedReviewer?: string;
          mentioned?: string;
          changedPage?: string;
          query?: string;
          unread?: boolean;
          orderBy?: 'updatedAt' | 'createdAt';
          topic?: string;
        };
      };
      response: Schemas['ChangeRequestList'];
      reason: CommonReason | 'changed-pages-unknown' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
    /** createChangeRequest */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateChangeRequestBody'];
      };
      response: Schemas['ChangeRequest'];
      reason: ChangeReason | 'insufficient-role' | 'not-implemented' | 'organization-suspended' | 'payload-too-large' | 'revision-not-found' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}': {
    /** getChangeRequestById */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
      };
      response: Schemas['ChangeRequest'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** updateChangeRequestById */
    patch: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateChangeRequestByIdBody'];
      };
      response: Schemas['ChangeRequest'];
      reason: ChangeReason | 'change-request-merged' | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes': {
    /** getChangeRequestChanges */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        query?: { limit?: number; base?: string };
      };
      response: Schemas['GetChangeRequestChangesResponse'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'revision-not-found' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes/pages': {
    /** listChangeRequestChangedPages */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        query?: { page?: string; limit?: number; base?: string };
      };
      response: Schemas['ChangedPageList'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'read-quota-exceeded' | 'revision-not-found' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes/pages/{pageId}': {
    /** getChangeRequestPageChanges */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string; pageId: string };
        query?: { html?: boolean; marks?: boolean; base?: string };
      };
      response: Schemas['GetChangeRequestPageChangesResponse'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'read-quota-exceeded' | 'revision-not-found' | 'space-not-found' | 'sso-required' | 'too-busy-to-render';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/checks': {
    /** listChangeRequestChecks */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
      };
      response: Schemas['ListChangeRequestChecksResponse'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
    /** reportChangeRequestCheck */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ReportChangeRequestCheckBody'];
      };
      response: Schemas['ChangeRequestCheck'];
      reason: ChangeReason | 'change-request-archived' | 'change-request-merged' | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'revision-not-found' | 'space-not-found' | 'sso-required' | 'too-many-checks' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters': {
    /** listCommentersInChangeRequest */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['MemberList'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments': {
    /** listCommentsInChangeRequest */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        query?: {
          page?: string;
          limit?: number;
          format?: 'document' | 'markdown' | 'html';
          order?: 'asc' | 'desc';
          status?: 'all' | 'open' | 'resolved';
          targetPage?: string;
          authors?: string | string[];
        };
      };
      response: Schemas['CommentList'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
    /** postCommentInChangeRequest */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        query?: { format?: 'document' | 'markdown' | 'html' };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['PostCommentBody'];
      };
      response: Schemas['Comment'];
      reason: ChangeReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'page-too-large' | 'payload-too-large' | 'revision-not-found' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}': {
    /** deleteCommentInChangeRequest */
    delete: {
      request: {
        path: { spaceId: string; changeRequestId: string; commentId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'change-request-not-found' | 'comment-not-found' | 'comment-of-another' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** getCommentInChangeRequest */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string; commentId: string };
        query?: { format?: 'document' | 'markdown' | 'html' };
      };
      response: Schemas['Comment'];
      reason: CommonReason | 'change-request-not-found' | 'comment-not-found' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
    /** updateCommentInChangeRequest */
    put: {
      request: {
        path: { spaceId: string; changeRequestId: string; commentId: string };
        query?: { format?: 'document' | 'markdown' | 'html' };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateCommentBody'];
      };
      response: Schemas['Comment'];
      reason: ChangeReason | 'change-request-not-found' | 'comment-not-found' | 'insufficient-role' | 'may-not-resolve' | 'not-author' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-reactions' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/apply': {
    /** applySuggestionInChangeRequest */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string; commentId: string };
        query?: { format?: 'document' | 'markdown' | 'html' };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['Comment'];
      reason: ChangeReason | 'change-request-archived' | 'change-request-merged' | 'change-request-not-found' | 'changes-refused' | 'comment-not-found' | 'content-changed' | 'edit-conflicts' | 'insufficient-role' | 'organization-suspended' | 'page-too-large' | 'revision-not-found' | 'space-locked' | 'space-not-found' | 'sso-required' | 'suggestion-decided' | 'suggestion-not-found';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/dismiss': {
    /** dismissSuggestionInChangeRequest */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string; commentId: string };
        query?: { format?: 'document' | 'markdown' | 'html' };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['Comment'];
      reason: ChangeReason | 'change-request-not-found' | 'comment-not-found' | 'insufficient-role' | 'may-not-dismiss' | 'organization-suspended' | 'space-not-found' | 'sso-required' | 'suggestion-decided' | 'suggestion-not-found';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies': {
    /** listCommentRepliesInChangeRequest */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string; commentId: string };
        query?: { page?: string; limit?: number; format?: 'document' | 'markdown' | 'html' };
      };
      response: Schemas['CommentReplyList'];
      reason: CommonReason | 'change-request-not-found' | 'comment-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** postCommentReplyInChangeRequest */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string; commentId: string };
        query?: { format?: 'document' | 'markdown' | 'html' };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['PostCommentReplyInChangeRequestBody'];
      };
      response: Schemas['CommentReply'];
      reason: ChangeReason | 'change-request-not-found' | 'comment-not-found' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}': {
    /** deleteCommentReplyInChangeRequest */
    delete: {
      request: {
        path: { spaceId: string; changeRequestId: string; commentId: string; commentReplyId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'change-request-not-found' | 'comment-not-found' | 'comment-of-another' | 'comment-reply-not-found' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** getCommentReplyInChangeRequest */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string; commentId: string; commentReplyId: string };
        query?: { format?: 'document' | 'markdown' | 'html' };
      };
      response: Schemas['CommentReply'];
      reason: CommonReason | 'change-request-not-found' | 'comment-not-found' | 'comment-reply-not-found' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** updateCommentReplyInChangeRequest */
    put: {
      request: {
        path: { spaceId: string; changeRequestId: string; commentId: string; commentReplyId: string };
        query?: { format?: 'document' | 'markdown' | 'html' };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateCommentReplyInChangeRequestBody'];
      };
      response: Schemas['CommentReply'];
      reason: ChangeReason | 'change-request-not-found' | 'comment-not-found' | 'comment-reply-not-found' | 'insufficient-role' | 'not-author' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-reactions' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts': {
    /** listChangeRequestConflicts */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        query?: { html?: boolean };
      };
      response: Schemas['ChangeRequestConflictList'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts/{conflictId}/answer': {
    /** deleteChangeRequestConflictAnswer */
    delete: {
      request: {
        path: { spaceId: string; changeRequestId: string; conflictId: string };
        headers?: { 'If-Match'?: string; 'Idempotency-Key'?: string };
      };
      response: Schemas['ChangeRequestConflict'];
      reason: ChangeReason | 'change-request-merged' | 'change-request-not-found' | 'conflict-answered' | 'conflict-not-found' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** answerChangeRequestConflict */
    put: {
      request: {
        path: { spaceId: string; changeRequestId: string; conflictId: string };
        headers?: { 'If-Match'?: string; 'Idempotency-Key'?: string };
        body: Schemas['ConflictAnswerBody'];
      };
      response: Schemas['ChangeRequestConflict'];
      reason: ChangeReason | 'change-request-merged' | 'change-request-not-found' | 'changes-refused' | 'conflict-answered' | 'conflict-not-found' | 'insufficient-role' | 'organization-suspended' | 'page-too-large' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts/{conflictId}/preview': {
    /** previewChangeRequestConflictAnswer */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string; conflictId: string };
        query?: { nodes?: boolean };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ConflictAnswerBody'];
      };
      response: Schemas['PreviewChangeRequestConflictAnswerResponse'];
      reason: CommonReason | 'change-request-merged' | 'change-request-not-found' | 'changes-refused' | 'conflict-not-found' | 'cross-site-request' | 'idempotency-key-reused' | 'insufficient-role' | 'organization-suspended' | 'page-too-large' | 'payload-too-large' | 'read-quota-exceeded' | 'request-in-progress' | 'response-lost' | 'space-not-found' | 'sso-required' | 'too-busy-to-render' | 'too-many-changes' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content': {
    /** getRevisionOfChangeRequestById */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        query?: { metadata?: boolean; computed?: boolean };
      };
      response: Schemas['Revision'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
    /** updateChangeRequestContent */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        query?: { compat?: boolean };
        headers?: { 'If-Match'?: string; 'Idempotency-Key'?: string };
        body: Schemas['ContentChangesBody'];
      };
      response: Schemas['UpdateChangeRequestContentResponse'];
      reason: ChangeReason | 'change-request-archived' | 'change-request-merged' | 'change-request-not-found' | 'changes-refused' | 'content-changed' | 'edit-conflicts' | 'insufficient-role' | 'organization-suspended' | 'page-too-large' | 'payload-too-large' | 'quota-exceeded' | 'revision-not-found' | 'space-locked' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type' | 'upload-not-found';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files': {
    /** listFilesInChangeRequestById */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        query?: { page?: string; limit?: number; metadata?: boolean; computed?: boolean };
      };
      response: Schemas['FileList'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}': {
    /** getFileInChangeRequestById */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string; fileId: string };
        query?: { metadata?: boolean; computed?: boolean };
      };
      response: Schemas['File'];
      reason: CommonReason | 'change-request-not-found' | 'file-not-found' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks': {
    /** listChangeRequestFileBacklinks */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string; fileId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ContentLocationList'];
      reason: CommonReason | 'change-request-not-found' | 'file-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import': {
    /** importContentInChangeRequest */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ImportContentBody'];
      };
      response: Schemas['ImportRun'] | Schemas['ImportResult'];
      reason: ChangeReason | 'change-request-archived' | 'change-request-merged' | 'change-request-not-found' | 'content-changed' | 'edit-conflicts' | 'import-archive-bomb' | 'import-archive-damaged' | 'import-archive-encrypted' | 'import-archive-path-unsafe' | 'import-cancelled' | 'import-failed' | 'import-format-mismatch' | 'import-interrupted' | 'import-not-found' | 'import-nothing-found' | 'import-robots-disallow' | 'import-source-refused' | 'import-source-too-complex' | 'import-source-too-large' | 'import-source-unavailable' | 'import-source-wrong-type' | 'import-target-gone' | 'import-timed-out' | 'insufficient-role' | 'not-implemented' | 'organization-suspended' | 'payload-too-large' | 'quota-exceeded' | 'space-locked' | 'space-not-found' | 'sso-required' | 'too-many-imports' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}': {
    /** getPageInChangeRequestById */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string; pageId: string };
        query?: {
          metadata?: boolean;
          computed?: boolean;
          evaluated?: 'true' | 'false' | 'deterministic-only';
          dereferenced?: 'true' | 'false' | 'reusable-contents';
          format?: 'document' | 'markdown';
          ranges?: boolean;
          'format.markdown.refs'?: 'relative' | 'stable';
        };
      };
      response: Schemas['Page'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required' | 'too-busy-to-render';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks': {
    /** listChangeRequestPageBacklinks */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string; pageId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ContentLocationList'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'page-not-found' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/import': {
    /** importContentInChangeRequestPageById */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string; pageId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ImportContentBody'];
      };
      response: Schemas['ImportRun'] | Schemas['ImportResult'];
      reason: ChangeReason | 'change-request-archived' | 'change-request-merged' | 'change-request-not-found' | 'content-changed' | 'edit-conflicts' | 'import-archive-bomb' | 'import-archive-damaged' | 'import-archive-encrypted' | 'import-archive-path-unsafe' | 'import-cancelled' | 'import-failed' | 'import-format-mismatch' | 'import-interrupted' | 'import-not-found' | 'import-nothing-found' | 'import-robots-disallow' | 'import-source-refused' | 'import-source-too-complex' | 'import-source-too-large' | 'import-source-unavailable' | 'import-source-wrong-type' | 'import-target-gone' | 'import-timed-out' | 'insufficient-role' | 'not-implemented' | 'organization-suspended' | 'page-not-found' | 'payload-too-large' | 'quota-exceeded' | 'space-locked' | 'space-not-found' | 'sso-required' | 'too-many-imports' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links': {
    /** listPageLinksInChangeRequest */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string; pageId: string };
        query?: {
          page?: string;
          limit?: number;
          status?: 'ok' | 'broken' | 'in-app';
          external?: 'ok' | 'broken' | 'unknown';
          brokenContext?: 'change-request' | 'space';
        };
      };
      response: Schemas['ListPageLinksInChangeRequestResponse'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'page-not-found' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/meta-links': {
    /** listChangeRequestPageMetaLinks */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string; pageId: string };
      };
      response: Schemas['PageMetaLinks'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages': {
    /** listPagesInChangeRequest */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        query?: { metadata?: boolean; computed?: boolean };
      };
      response: Schemas['ListPagesInChangeRequestResponse'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}': {
    /** getPageInChangeRequestByPath */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string; pagePath: string };
        query?: {
          metadata?: boolean;
          computed?: boolean;
          evaluated?: 'true' | 'false' | 'deterministic-only';
          dereferenced?: 'true' | 'false' | 'reusable-contents';
          format?: 'document' | 'markdown';
          ranges?: boolean;
          'format.markdown.refs'?: 'relative' | 'stable';
          cachedMetadata?: boolean;
        };
      };
      response: Schemas['Page'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required' | 'too-busy-to-render';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/render': {
    /** renderContentInChangeRequest */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UnsavedContentBody'];
      };
      response: Schemas['RenderedBlocks'];
      reason: CommonReason | 'change-request-not-found' | 'changes-refused' | 'cross-site-request' | 'document-not-found' | 'idempotency-key-reused' | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'page-too-large' | 'payload-too-large' | 'read-quota-exceeded' | 'request-in-progress' | 'response-lost' | 'reusable-content-not-found' | 'space-not-found' | 'sso-required' | 'too-busy-to-render' | 'too-many-changes' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/resolve': {
    /** resolveTargetsInChangeRequest */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ResolveTargetsInChangeRequestBody'];
      };
      response: Schemas['ResolveTargetsInChangeRequestResponse'];
      reason: CommonReason | 'change-request-not-found' | 'cross-site-request' | 'idempotency-key-reused' | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'payload-too-large' | 'read-quota-exceeded' | 'request-in-progress' | 'response-lost' | 'space-not-found' | 'sso-required' | 'too-many-changes' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}': {
    /** getReusableContentInChangeRequestById */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string; reusableContentId: string };
        query?: { metadata?: boolean; computed?: boolean };
      };
      response: Schemas['ReusableContent'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'reusable-content-not-found' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/tree': {
    /** getPageTreeInChangeRequest */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        query?: { computed?: boolean };
      };
      response: Schemas['GetPageTreeInChangeRequestResponse'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors': {
    /** getContributorsByChangeRequestId */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
      };
      response: Schemas['GetContributorsByChangeRequestIdResponse'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/events': {
    /** streamChangeRequestEvents */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        query?: { since?: string; duration?: number; tab?: string };
      };
      response: Response;
      media: 'text/event-stream';
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required' | 'too-many-streams';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/files': {
    /** uploadFileForChangeRequest */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        query?: { name?: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['Upload'];
      reason: ChangeReason | 'change-request-archived' | 'change-request-merged' | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'quota-exceeded' | 'space-not-found' | 'sso-required' | 'too-many-uploads' | 'too-many-values' | 'unsupported-media-type' | 'upload-not-found';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/links': {
    /** listChangeRequestLinks */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        query?: {
          page?: string;
          limit?: number;
          status?: 'ok' | 'broken' | 'in-app';
          external?: 'ok' | 'broken' | 'unknown';
          brokenContext?: 'change-request' | 'space';
        };
      };
      response: Schemas['ListChangeRequestLinksResponse'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge': {
    /** mergeChangeRequest */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['MergeChangeRequestResponse'];
      reason: ChangeReason | 'change-request-archived' | 'change-request-not-found' | 'content-changed' | 'insufficient-role' | 'merge-rules-not-met' | 'organization-suspended' | 'quota-exceeded' | 'space-locked' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/preview-links': {
    /** listPreviewLinks */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
      };
      response: Schemas['PreviewLinkList'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** createPreviewLink */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreatePreviewLinkBody'];
      };
      response: Schemas['CreatePreviewLinkResponse'];
      reason: ChangeReason | 'change-request-archived' | 'change-request-merged' | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'site-not-found' | 'space-not-found' | 'space-not-on-site' | 'sso-required' | 'too-many-preview-links' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/preview-links/{previewLinkId}': {
    /** deletePreviewLink */
    delete: {
      request: {
        path: { spaceId: string; changeRequestId: string; previewLinkId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'preview-link-not-found' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers': {
    /** getRequestedReviewersByChangeRequestId */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ChangeRequestRequestedReviewerList'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** requestReviewersForChangeRequest */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['RequestReviewersForChangeRequestBody'];
      };
      response: Schemas['RequestReviewersForChangeRequestResponse'];
      reason: ChangeReason | 'change-request-archived' | 'change-request-merged' | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}': {
    /** removeRequestedReviewerFromChangeRequest */
    delete: {
      request: {
        path: { spaceId: string; changeRequestId: string; userId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'reviewer-not-found' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-teams': {
    /** listRequestedTeams */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ChangeRequestRequestedTeamList'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-teams/{teamId}': {
    /** removeRequestedTeam */
    delete: {
      request: {
        path: { spaceId: string; changeRequestId: string; teamId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required' | 'team-reviewer-not-found';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/revert': {
    /** revertChangeRequest */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['RevertChangeRequestBody'];
      };
      response: Schemas['ChangeRequest'];
      reason: ChangeReason | 'change-request-not-found' | 'change-request-not-merged' | 'insufficient-role' | 'nothing-to-revert' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews': {
    /** getReviewsByChangeRequestId */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        query?: { page?: string; limit?: number; format?: 'document' | 'markdown'; outdated?: boolean };
      };
      response: Schemas['ChangeRequestReviewList'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** submitChangeRequestReview */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['SubmitChangeRequestReviewBody'];
      };
      response: Schemas['ChangeRequestReview'];
      reason: ChangeReason | 'change-request-archived' | 'change-request-merged' | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'own-change-request' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}': {
    /** getChangeRequestReviewById */
    get: {
      request: {
        path: { spaceId: string; changeRequestId: string; reviewId: string };
        query?: { format?: 'document' | 'markdown' };
      };
      response: Schemas['ChangeRequestReview'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'review-not-found' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/schedule': {
    /** unscheduleChangeRequestMerge */
    delete: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** scheduleChangeRequestMerge */
    put: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ScheduleChangeRequestMergeBody'];
      };
      response: Schemas['ChangeRequest'];
      reason: ChangeReason | 'change-request-archived' | 'change-request-merged' | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/seen': {
    /** markChangeRequestAsSeen */
    put: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['MarkChangeRequestAsSeenBody'];
      };
      response: Schemas['MarkChangeRequestAsSeenResponse'];
      reason: ChangeReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'revision-not-found' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/update': {
    /** updateChangeRequest */
    post: {
      request: {
        path: { spaceId: string; changeRequestId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['UpdateChangeRequestResponse'];
      reason: ChangeReason | 'change-request-archived' | 'change-request-merged' | 'change-request-not-found' | 'content-changed' | 'insufficient-role' | 'organization-suspended' | 'space-locked' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/commenters': {
    /** listCommentersInSpace */
    get: {
      request: {
        path: { spaceId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['MemberList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/comments': {
    /** listCommentsInSpace */
    get: {
      request: {
        path: { spaceId: string };
        query?: {
          page?: string;
          limit?: number;
          format?: 'document' | 'markdown' | 'html';
          order?: 'asc' | 'desc';
          status?: 'all' | 'open' | 'resolved';
          targetPage?: string;
          authors?: string | string[];
        };
      };
      response: Schemas['CommentList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
    /** postCommentInSpace */
    post: {
      request: {
        path: { spaceId: string };
        query?: { format?: 'document' | 'markdown' | 'html' };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['PostCommentBody'];
      };
      response: Schemas['Comment'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'page-too-large' | 'payload-too-large' | 'revision-not-found' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/comments/{commentId}': {
    /** deleteCommentInSpace */
    delete: {
      request: {
        path: { spaceId: string; commentId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'comment-not-found' | 'comment-of-another' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** getCommentInSpace */
    get: {
      request: {
        path: { spaceId: string; commentId: string };
        query?: { format?: 'document' | 'markdown' | 'html' };
      };
      response: Schemas['Comment'];
      reason: CommonReason | 'comment-not-found' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
    /** updateCommentInSpace */
    put: {
      request: {
        path: { spaceId: string; commentId: string };
        query?: { format?: 'document' | 'markdown' | 'html' };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateCommentBody'];
      };
      response: Schemas['Comment'];
      reason: ChangeReason | 'comment-not-found' | 'insufficient-role' | 'may-not-resolve' | 'not-author' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-reactions' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/comments/{commentId}/apply': {
    /** applySuggestionInSpace */
    post: {
      request: {
        path: { spaceId: string; commentId: string };
        query?: { format?: 'document' | 'markdown' | 'html' };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['Comment'];
      reason: ChangeReason | 'changes-refused' | 'comment-not-found' | 'content-changed' | 'edit-conflicts' | 'insufficient-role' | 'organization-suspended' | 'page-too-large' | 'revision-not-found' | 'space-locked' | 'space-not-found' | 'sso-required' | 'suggestion-decided' | 'suggestion-not-found';
    };
  };
  '/v1/spaces/{spaceId}/comments/{commentId}/dismiss': {
    /** dismissSuggestionInSpace */
    post: {
      request: {
        path: { spaceId: string; commentId: string };
        query?: { format?: 'document' | 'markdown' | 'html' };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['Comment'];
      reason: ChangeReason | 'comment-not-found' | 'insufficient-role' | 'may-not-dismiss' | 'organization-suspended' | 'space-not-found' | 'sso-required' | 'suggestion-decided' | 'suggestion-not-found';
    };
  };
  '/v1/spaces/{spaceId}/comments/{commentId}/replies': {
    /** listCommentRepliesInSpace */
    get: {
      request: {
        path: { spaceId: string; commentId: string };
        query?: { page?: string; limit?: number; format?: 'document' | 'markdown' | 'html' };
      };
      response: Schemas['CommentReplyList'];
      reason: CommonReason | 'comment-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** postCommentReplyInSpace */
    post: {
      request: {
        path: { spaceId: string; commentId: string };
        query?: { format?: 'document' | 'markdown' | 'html' };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['PostCommentReplyInSpaceBody'];
      };
      response: Schemas['CommentReply'];
      reason: ChangeReason | 'comment-not-found' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}': {
    /** deleteCommentReplyInSpace */
    delete: {
      request: {
        path: { spaceId: string; commentId: string; commentReplyId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'comment-not-found' | 'comment-of-another' | 'comment-reply-not-found' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** getCommentReplyInSpace */
    get: {
      request: {
        path: { spaceId: string; commentId: string; commentReplyId: string };
        query?: { format?: 'document' | 'markdown' | 'html' };
      };
      response: Schemas['CommentReply'];
      reason: CommonReason | 'comment-not-found' | 'comment-reply-not-found' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** updateCommentReplyInSpace */
    put: {
      request: {
        path: { spaceId: string; commentId: string; commentReplyId: string };
        query?: { format?: 'document' | 'markdown' | 'html' };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateCommentReplyInSpaceBody'];
      };
      response: Schemas['CommentReply'];
      reason: ChangeReason | 'comment-not-found' | 'comment-reply-not-found' | 'insufficient-role' | 'not-author' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-reactions' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/content': {
    /** getCurrentRevision */
    get: {
      request: {
        path: { spaceId: string };
        query?: { metadata?: boolean; computed?: boolean };
      };
      response: Schemas['Revision'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
    /** updateSpaceContent */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'If-Match'?: string; 'Idempotency-Key'?: string };
        body: Schemas['ContentChangesBody'];
      };
      response: Schemas['UpdateSpaceContentResponse'];
      reason: ChangeReason | 'changes-refused' | 'content-changed' | 'edit-conflicts' | 'insufficient-role' | 'organization-suspended' | 'page-too-large' | 'payload-too-large' | 'quota-exceeded' | 'revision-not-found' | 'space-locked' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type' | 'upload-not-found';
    };
  };
  '/v1/spaces/{spaceId}/content/computed/document': {
    /** getComputedDocument */
    post: {
      request: {
        path: { spaceId: string };
        query?: { schema?: 'current' };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['GetComputedDocumentBody'];
      };
      response: Schemas['Document'];
      reason: CommonReason | 'cross-site-request' | 'document-not-found' | 'idempotency-key-reused' | 'insufficient-role' | 'not-implemented' | 'openapi-spec-not-found' | 'organization-suspended' | 'payload-too-large' | 'read-quota-exceeded' | 'request-in-progress' | 'response-lost' | 'space-not-found' | 'sso-required' | 'too-many-changes' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/content/computed/revision': {
    /** getComputedRevision */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['GetComputedRevisionBody'];
      };
      response: Schemas['ComputedRevision'];
      reason: CommonReason | 'cross-site-request' | 'idempotency-key-reused' | 'insufficient-role' | 'not-implemented' | 'openapi-spec-not-found' | 'organization-suspended' | 'payload-too-large' | 'read-quota-exceeded' | 'request-in-progress' | 'response-lost' | 'space-not-found' | 'sso-required' | 'too-many-changes' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/content/files': {
    /** listFiles */
    get: {
      request: {
        path: { spaceId: string };
        query?: { page?: string; limit?: number; metadata?: boolean; computed?: boolean };
      };
      response: Schemas['FileList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/content/files/{fileId}': {
    /** getFileById */
    get: {
      request: {
        path: { spaceId: string; fileId: string };
        query?: { metadata?: boolean; computed?: boolean };
      };
      response: Schemas['File'];
      reason: CommonReason | 'file-not-found' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/content/files/{fileId}/backlinks': {
    /** listSpaceFileBacklinks */
    get: {
      request: {
        path: { spaceId: string; fileId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ContentLocationList'];
      reason: CommonReason | 'file-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/content/import': {
    /** importContent */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ImportContentBody'];
      };
      response: Schemas['ImportRun'] | Schemas['ImportResult'];
      reason: ChangeReason | 'content-changed' | 'edit-conflicts' | 'import-archive-bomb' | 'import-archive-damaged' | 'import-archive-encrypted' | 'import-archive-path-unsafe' | 'import-cancelled' | 'import-failed' | 'import-format-mismatch' | 'import-interrupted' | 'import-not-found' | 'import-nothing-found' | 'import-robots-disallow' | 'import-source-refused' | 'import-source-too-complex' | 'import-source-too-large' | 'import-source-unavailable' | 'import-source-wrong-type' | 'import-target-gone' | 'import-timed-out' | 'insufficient-role' | 'not-implemented' | 'organization-suspended' | 'payload-too-large' | 'quota-exceeded' | 'space-locked' | 'space-not-found' | 'sso-required' | 'too-many-imports' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/content/imports': {
    /** listContentImports */
    get: {
      request: {
        path: { spaceId: string };
        query?: { page?: string; limit?: number; status?: 'active' | 'pending' | 'in-progress' | 'completed' | 'failed' | 'cancelled' };
      };
      response: Schemas['ImportRunList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/content/imports/{importId}': {
    /** cancelContentImport */
    delete: {
      request: {
        path: { spaceId: string; importId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'import-not-found' | 'import-not-running' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** getContentImport */
    get: {
      request: {
        path: { spaceId: string; importId: string };
      };
      response: Schemas['ImportRun'];
      reason: CommonReason | 'import-not-found' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/content/page/{pageId}': {
    /** getPageById */
    get: {
      request: {
        path: { spaceId: string; pageId: string };
        query?: {
          metadata?: boolean;
          computed?: boolean;
          evaluated?: 'true' | 'false' | 'deterministic-only';
          dereferenced?: 'true' | 'false' | 'reusable-contents';
          format?: 'document' | 'markdown';
          ranges?: boolean;
          'format.markdown.refs'?: 'relative' | 'stable';
        };
      };
      response: Schemas['Page'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required' | 'too-busy-to-render';
    };
  };
  '/v1/spaces/{spaceId}/content/page/{pageId}/backlinks': {
    /** listSpacePageBacklinks */
    get: {
      request: {
        path: { spaceId: string; pageId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ContentLocationList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'page-not-found' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/content/page/{pageId}/import': {
    /** importContentInPageById */
    post: {
      request: {
        path: { spaceId: string; pageId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ImportContentBody'];
      };
      response: Schemas['ImportRun'] | Schemas['ImportResult'];
      reason: ChangeReason | 'content-changed' | 'edit-conflicts' | 'import-archive-bomb' | 'import-archive-damaged' | 'import-archive-encrypted' | 'import-archive-path-unsafe' | 'import-cancelled' | 'import-failed' | 'import-format-mismatch' | 'import-interrupted' | 'import-not-found' | 'import-nothing-found' | 'import-robots-disallow' | 'import-source-refused' | 'import-source-too-complex' | 'import-source-too-large' | 'import-source-unavailable' | 'import-source-wrong-type' | 'import-target-gone' | 'import-timed-out' | 'insufficient-role' | 'not-implemented' | 'organization-suspended' | 'page-not-found' | 'payload-too-large' | 'quota-exceeded' | 'space-locked' | 'space-not-found' | 'sso-required' | 'too-many-imports' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/content/page/{pageId}/links': {
    /** listPageLinksInSpace */
    get: {
      request: {
        path: { spaceId: string; pageId: string };
        query?: {
          page?: string;
          limit?: number;
          status?: 'ok' | 'broken' | 'in-app';
          external?: 'ok' | 'broken' | 'unknown';
          brokenContext?: 'change-request' | 'space';
        };
      };
      response: Schemas['ListPageLinksInSpaceResponse'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'page-not-found' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/content/page/{pageId}/meta-links': {
    /** listSpacePageMetaLinks */
    get: {
      request: {
        path: { spaceId: string; pageId: string };
      };
      response: Schemas['PageMetaLinks'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/content/pages': {
    /** listPages */
    get: {
      request: {
        path: { spaceId: string };
        query?: { metadata?: boolean; computed?: boolean };
      };
      response: Schemas['ListPagesResponse'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/content/path/{pagePath}': {
    /** getPageByPath */
    get: {
      request: {
        path: { spaceId: string; pagePath: string };
        query?: {
          metadata?: boolean;
          computed?: boolean;
          evaluated?: 'true' | 'false' | 'deterministic-only';
          dereferenced?: 'true' | 'false' | 'reusable-contents';
          format?: 'document' | 'markdown';
          ranges?: boolean;
          'format.markdown.refs'?: 'relative' | 'stable';
          cachedMetadata?: boolean;
        };
      };
      response: Schemas['Page'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required' | 'too-busy-to-render';
    };
  };
  '/v1/spaces/{spaceId}/content/render': {
    /** renderContentInSpace */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UnsavedContentBody'];
      };
      response: Schemas['RenderedBlocks'];
      reason: CommonReason | 'changes-refused' | 'cross-site-request' | 'document-not-found' | 'idempotency-key-reused' | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'page-too-large' | 'payload-too-large' | 'read-quota-exceeded' | 'request-in-progress' | 'response-lost' | 'reusable-content-not-found' | 'space-not-found' | 'sso-required' | 'too-busy-to-render' | 'too-many-changes' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/content/resolve': {
    /** resolveTargetsInSpace */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ResolveTargetsInSpaceBody'];
      };
      response: Schemas['ResolveTargetsInSpaceResponse'];
      reason: CommonReason | 'cross-site-request' | 'idempotency-key-reused' | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'payload-too-large' | 'read-quota-exceeded' | 'request-in-progress' | 'response-lost' | 'space-not-found' | 'sso-required' | 'too-many-changes' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}': {
    /** getReusableContentById */
    get: {
      request: {
        path: { spaceId: string; reusableContentId: string };
        query?: { metadata?: boolean; computed?: boolean };
      };
      response: Schemas['ReusableContent'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'reusable-content-not-found' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/content/tree': {
    /** getPageTree */
    get: {
      request: {
        path: { spaceId: string };
        query?: { computed?: boolean };
      };
      response: Schemas['GetPageTreeResponse'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/documents/{documentId}': {
    /** getDocumentById */
    get: {
      request: {
        path: { spaceId: string; documentId: string };
        query?: { evaluated?: 'true' | 'false' | 'deterministic-only'; dereferenced?: 'true' | 'false' | 'reusable-contents'; schema?: 'current' };
      };
      response: Schemas['Document'];
      reason: CommonReason | 'document-not-found' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required' | 'too-busy-to-render';
    };
  };
  '/v1/spaces/{spaceId}/duplicate': {
    /** duplicateSpace */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['Space'];
      reason: ChangeReason | 'collection-not-found' | 'insufficient-role' | 'organization-suspended' | 'quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/edit-conflicts': {
    /** listEditConflicts */
    get: {
      request: {
        path: { spaceId: string };
        query: { page: string; changeRequest?: string };
      };
      response: Schemas['EditConflictList'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** postEditConflict */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['PostEditConflictBody'];
      };
      response: Schemas['EditConflict'];
      reason: ChangeReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'payload-too-large' | 'revision-not-found' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/edit-conflicts/{editConflictId}': {
    /** deleteEditConflict */
    delete: {
      request: {
        path: { spaceId: string; editConflictId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'edit-conflict-not-found' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** putEditConflict */
    put: {
      request: {
        path: { spaceId: string; editConflictId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['PutEditConflictBody'];
      };
      response: Schemas['EditConflict'];
      reason: ChangeReason | 'edit-conflict-not-found' | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'payload-too-large' | 'revision-not-found' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/embed': {
    /** getEmbedByUrlInSpace */
    get: {
      request: {
        path: { spaceId: string };
        query: { url: string };
      };
      response: Schemas['Embed'];
      reason: CommonReason | 'embed-not-found' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/events': {
    /** streamSpaceEvents */
    get: {
      request: {
        path: { spaceId: string };
        query?: { since?: string; duration?: number; tab?: string };
      };
      response: Response;
      media: 'text/event-stream';
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required' | 'too-many-streams';
    };
  };
  '/v1/spaces/{spaceId}/files': {
    /** uploadFile */
    post: {
      request: {
        path: { spaceId: string };
        query?: { name?: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['Upload'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'quota-exceeded' | 'space-not-found' | 'sso-required' | 'too-many-uploads' | 'too-many-values' | 'unsupported-media-type' | 'upload-not-found';
    };
  };
  '/v1/spaces/{spaceId}/git': {
    /** deleteGitConnection */
    delete: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'git-not-connected' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** getGitConnection */
    get: {
      request: {
        path: { spaceId: string };
      };
      response: Schemas['GitConnection'];
      reason: CommonReason | 'git-not-connected' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** putGitConnection */
    put: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['PutGitConnectionBody'];
      };
      response: Schemas['GitConnection'];
      reason: ChangeReason | 'git-host-key-unknown' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/git/branches': {
    /** listGitBranches */
    get: {
      request: {
        path: { spaceId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['GitBranchList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/git/check': {
    /** checkGitRepository */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CheckGitRepositoryBody'];
      };
      response: Schemas['GitCheck'];
      reason: CommonReason | 'cross-site-request' | 'git-host-key-unknown' | 'idempotency-key-reused' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'request-in-progress' | 'response-lost' | 'space-not-found' | 'sso-required' | 'too-many-changes' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/git/deploy-keys': {
    /** createGitDeployKey */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['GitDeployKey'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/git/export': {
    /** exportToGitRepository */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ExportToGitRepositoryBody'];
      };
      response: undefined;
      reason: ChangeReason | 'git-connected-elsewhere' | 'git-existing-documentation' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'space-locked' | 'space-not-found' | 'sso-required' | 'stale-timestamp' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/git/import': {
    /** importGitRepository */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ImportGitRepositoryBody'];
      };
      response: undefined;
      reason: ChangeReason | 'git-connected-elsewhere' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'quota-exceeded' | 'space-locked' | 'space-not-found' | 'sso-required' | 'stale-timestamp' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/git/info': {
    /** getSpaceGitInfo */
    get: {
      request: {
        path: { spaceId: string };
      };
      response: Schemas['GitSync'];
      reason: CommonReason | 'git-not-connected' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/git/operations': {
    /** listGitOperations */
    get: {
      request: {
        path: { spaceId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['GitOperationList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/git/operations/{gitOperationId}': {
    /** getGitOperation */
    get: {
      request: {
        path: { spaceId: string; gitOperationId: string };
      };
      response: Schemas['GitOperationDetails'];
      reason: CommonReason | 'git-operation-not-found' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/git/pause': {
    /** pauseGitConnection */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['GitConnection'];
      reason: ChangeReason | 'git-not-connected' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/git/previews': {
    /** previewGitConnection */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['PreviewGitConnectionBody'];
      };
      response: Schemas['GitPreview'];
      reason: ChangeReason | 'git-host-key-unknown' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-git-previews' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/git/previews/{gitPreviewId}': {
    /** cancelGitPreview */
    delete: {
      request: {
        path: { spaceId: string; gitPreviewId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'git-preview-not-found' | 'git-preview-not-running' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** getGitPreview */
    get: {
      request: {
        path: { spaceId: string; gitPreviewId: string };
      };
      response: Schemas['GitPreview'];
      reason: CommonReason | 'git-preview-not-found' | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/git/resume': {
    /** resumeGitConnection */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ResumeGitConnectionBody'];
      };
      response: Schemas['GitConnection'];
      reason: ChangeReason | 'git-not-connected' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/git/sync': {
    /** syncGitRepository */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['SyncGitRepositoryBody'];
      };
      response: Schemas['GitOperation'];
      reason: ChangeReason | 'git-connection-paused' | 'git-not-connected' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'space-locked' | 'space-not-found' | 'sso-required' | 'stale-timestamp' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/links': {
    /** listSpaceLinks */
    get: {
      request: {
        path: { spaceId: string };
        query?: {
          page?: string;
          limit?: number;
          status?: 'ok' | 'broken' | 'in-app';
          external?: 'ok' | 'broken' | 'unknown';
          brokenContext?: 'change-request' | 'space';
        };
      };
      response: Schemas['ListSpaceLinksResponse'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/move': {
    /** moveSpace */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['MoveBody'];
      };
      response: Schemas['Space'];
      reason: ChangeReason | 'collection-not-found' | 'insufficient-role' | 'invalid-position' | 'organization-suspended' | 'payload-too-large' | 'role-above-own' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/permissions': {
    /** inviteToSpace */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['InviteBody'];
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/permissions/aggregate': {
    /** listPermissionsAggregateInSpace */
    get: {
      request: {
        path: { spaceId: string };
        query?: { page?: string; limit?: number; role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read'; user?: string };
      };
      response: Schemas['ListPermissionsAggregateInSpaceResponse'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/permissions/teams': {
    /** listTeamPermissionsInSpace */
    get: {
      request: {
        path: { spaceId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ListTeamPermissionsInSpaceResponse'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/permissions/teams/{teamId}': {
    /** removeTeamFromSpace */
    delete: {
      request: {
        path: { spaceId: string; teamId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'permission-not-found' | 'space-not-found' | 'sso-required' | 'team-not-found';
    };
    /** updateTeamPermissionInSpace */
    patch: {
      request: {
        path: { spaceId: string; teamId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateTeamPermissionInSpaceBody'];
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'team-not-found' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/permissions/users': {
    /** listUserPermissionsInSpace */
    get: {
      request: {
        path: { spaceId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ListUserPermissionsInSpaceResponse'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/permissions/users/{userId}': {
    /** removeUserFromSpace */
    delete: {
      request: {
        path: { spaceId: string; userId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'member-not-found' | 'organization-suspended' | 'permission-not-found' | 'space-not-found' | 'sso-required';
    };
    /** updateUserPermissionInSpace */
    patch: {
      request: {
        path: { spaceId: string; userId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateUserPermissionInSpaceBody'];
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'member-not-found' | 'organization-suspended' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/presence': {
    /** deletePresence */
    delete: {
      request: {
        path: { spaceId: string };
        query?: { tab?: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** listPresence */
    get: {
      request: {
        path: { spaceId: string };
      };
      response: Schemas['PresenceList'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
    /** putPresence */
    put: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['PutPresenceBody'];
      };
      response: Schemas['Presence'];
      reason: ChangeReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'payload-too-large' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/restore': {
    /** restoreSpace */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['Space'];
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'quota-exceeded' | 'space-not-deleted' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/revisions': {
    /** listRevisions */
    get: {
      request: {
        path: { spaceId: string };
        query?: { page?: string; limit?: number; changedPage?: string };
      };
      response: Schemas['ListRevisionsResponse'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/revisions/{revisionId}': {
    /** getRevisionById */
    get: {
      request: {
        path: { spaceId: string; revisionId: string };
        query?: { metadata?: boolean; computed?: boolean };
      };
      response: Schemas['Revision'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'revision-not-found' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/revisions/{revisionId}/changes': {
    /** getRevisionSemanticChanges */
    get: {
      request: {
        path: { spaceId: string; revisionId: string };
        query?: { limit?: number; base?: string; metadata?: boolean; computed?: boolean };
      };
      response: Schemas['GetRevisionSemanticChangesResponse'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'revision-not-found' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/revisions/{revisionId}/changes/pages': {
    /** listRevisionChangedPages */
    get: {
      request: {
        path: { spaceId: string; revisionId: string };
        query?: { page?: string; limit?: number; base?: string };
      };
      response: Schemas['ChangedPageList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'read-quota-exceeded' | 'revision-not-found' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/revisions/{revisionId}/changes/pages/{pageId}': {
    /** getRevisionPageChanges */
    get: {
      request: {
        path: { spaceId: string; revisionId: string; pageId: string };
        query?: { html?: boolean; marks?: boolean; base?: string };
      };
      response: Schemas['GetRevisionPageChangesResponse'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'read-quota-exceeded' | 'revision-not-found' | 'space-not-found' | 'sso-required' | 'too-busy-to-render';
    };
  };
  '/v1/spaces/{spaceId}/revisions/{revisionId}/files': {
    /** listFilesInRevisionById */
    get: {
      request: {
        path: { spaceId: string; revisionId: string };
        query?: { page?: string; limit?: number; metadata?: boolean; computed?: boolean };
      };
      response: Schemas['FileList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'read-quota-exceeded' | 'revision-not-found' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}': {
    /** getFileInRevisionById */
    get: {
      request: {
        path: { spaceId: string; revisionId: string; fileId: string };
        query?: { metadata?: boolean; computed?: boolean };
      };
      response: Schemas['File'];
      reason: CommonReason | 'file-not-found' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'revision-not-found' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}': {
    /** getPageInRevisionById */
    get: {
      request: {
        path: { spaceId: string; revisionId: string; pageId: string };
        query?: {
          metadata?: boolean;
          computed?: boolean;
          evaluated?: 'true' | 'false' | 'deterministic-only';
          dereferenced?: 'true' | 'false' | 'reusable-contents';
          format?: 'document' | 'markdown';
          ranges?: boolean;
          'format.markdown.refs'?: 'relative' | 'stable';
        };
      };
      response: Schemas['Page'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'read-quota-exceeded' | 'revision-not-found' | 'space-not-found' | 'sso-required' | 'too-busy-to-render';
    };
  };
  '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document': {
    /** getPageDocumentInRevisionById */
    get: {
      request: {
        path: { spaceId: string; revisionId: string; pageId: string };
        query?: { evaluated?: 'true' | 'false' | 'deterministic-only'; dereferenced?: 'true' | 'false' | 'reusable-contents'; schema?: 'current' };
      };
      response: Schemas['Document'];
      reason: CommonReason | 'document-not-found' | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'read-quota-exceeded' | 'revision-not-found' | 'space-not-found' | 'sso-required' | 'too-busy-to-render';
    };
  };
  '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/html': {
    /** getPageHtmlInRevisionById */
    get: {
      request: {
        path: { spaceId: string; revisionId: string; pageId: string };
        query?: { block?: string };
      };
      response: Schemas['GetPageHtmlInRevisionByIdResponse'];
      reason: CommonReason | 'block-not-found' | 'document-not-found' | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'read-quota-exceeded' | 'revision-not-found' | 'space-not-found' | 'sso-required' | 'too-busy-to-render';
    };
  };
  '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links': {
    /** listRevisionPageMetaLinks */
    get: {
      request: {
        path: { spaceId: string; revisionId: string; pageId: string };
      };
      response: Schemas['PageMetaLinks'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'read-quota-exceeded' | 'revision-not-found' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/revisions/{revisionId}/pages': {
    /** listPagesInRevisionById */
    get: {
      request: {
        path: { spaceId: string; revisionId: string };
        query?: { metadata?: boolean; computed?: boolean };
      };
      response: Schemas['ListPagesInRevisionByIdResponse'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'revision-not-found' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}': {
    /** getPageInRevisionByPath */
    get: {
      request: {
        path: { spaceId: string; revisionId: string; pagePath: string };
        query?: {
          metadata?: boolean;
          computed?: boolean;
          evaluated?: 'true' | 'false' | 'deterministic-only';
          dereferenced?: 'true' | 'false' | 'reusable-contents';
          format?: 'document' | 'markdown';
          ranges?: boolean;
          'format.markdown.refs'?: 'relative' | 'stable';
          cachedMetadata?: boolean;
        };
      };
      response: Schemas['Page'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'read-quota-exceeded' | 'revision-not-found' | 'space-not-found' | 'sso-required' | 'too-busy-to-render';
    };
  };
  '/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}': {
    /** getReusableContentInRevisionById */
    get: {
      request: {
        path: { spaceId: string; revisionId: string; reusableContentId: string };
        query?: { metadata?: boolean; computed?: boolean };
      };
      response: Schemas['ReusableContent'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'reusable-content-not-found' | 'revision-not-found' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document': {
    /** getReusableContentDocumentInRevisionById */
    get: {
      request: {
        path: { spaceId: string; revisionId: string; reusableContentId: string };
        query?: { evaluated?: 'true' | 'false' | 'deterministic-only'; dereferenced?: 'true' | 'false' | 'reusable-contents'; schema?: 'current' };
      };
      response: Schemas['Document'];
      reason: CommonReason | 'document-not-found' | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'reusable-content-not-found' | 'revision-not-found' | 'space-not-found' | 'sso-required' | 'too-busy-to-render';
    };
  };
  '/v1/spaces/{spaceId}/revisions/{revisionId}/rollback': {
    /** rollbackToRevision */
    post: {
      request: {
        path: { spaceId: string; revisionId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['RollbackToRevisionResponse'];
      reason: ChangeReason | 'content-changed' | 'insufficient-role' | 'organization-suspended' | 'revision-not-found' | 'space-locked' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/revisions/{revisionId}/tree': {
    /** getPageTreeInRevision */
    get: {
      request: {
        path: { spaceId: string; revisionId: string };
        query?: { computed?: boolean };
      };
      response: Schemas['GetPageTreeInRevisionResponse'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'read-quota-exceeded' | 'revision-not-found' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/search': {
    /** searchSpaceContent */
    get: {
      request: {
        path: { spaceId: string };
        query: { query: string; page?: string; limit?: number };
      };
      response: Schemas['SearchedPageList'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'read-quota-exceeded' | 'search-not-ready' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/transfer': {
    /** transferSpace */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['TransferSpaceBody'];
      };
      response: Schemas['Space'];
      reason: ChangeReason | 'already-in-organization' | 'concurrent-change' | 'git-operation-running' | 'insufficient-role' | 'organization-not-found' | 'organization-suspended' | 'payload-too-large' | 'quota-exceeded' | 'space-not-found' | 'space-on-site' | 'sso-required' | 'too-many-values' | 'transfer-failed' | 'transfer-running' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/trash': {
    /** listDeletedPages */
    get: {
      request: {
        path: { spaceId: string };
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ListDeletedPagesResponse'];
      reason: CommonReason | 'insufficient-role' | 'invalid-cursor' | 'organization-suspended' | 'read-quota-exceeded' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/trash/{pageId}/restore': {
    /** restoreDeletedPage */
    post: {
      request: {
        path: { spaceId: string; pageId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['RestoreDeletedPageBody'];
      };
      response: Schemas['RestoreDeletedPageResponse'];
      reason: ChangeReason | 'change-request-archived' | 'change-request-merged' | 'change-request-not-found' | 'changes-refused' | 'content-changed' | 'deleted-page-not-found' | 'edit-conflicts' | 'insufficient-role' | 'organization-suspended' | 'page-exists' | 'payload-too-large' | 'quota-exceeded' | 'revision-not-found' | 'space-locked' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'unsupported-media-type';
    };
  };
  '/v1/spaces/{spaceId}/uploads': {
    /** createResumableUpload */
    post: {
      request: {
        path: { spaceId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'checksum-mismatch' | 'insufficient-role' | 'organization-suspended' | 'payload-too-large' | 'piece-type-required' | 'quota-exceeded' | 'space-not-found' | 'sso-required' | 'too-many-pieces' | 'too-many-uploads' | 'too-many-values' | 'tus-version-required' | 'unsupported-media-type' | 'upload-not-found' | 'upload-offset-mismatch' | 'upload-too-large';
    };
  };
  '/v1/spaces/{spaceId}/uploads/{uploadId}': {
    /** deleteResumableUpload */
    delete: {
      request: {
        path: { spaceId: string; uploadId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required' | 'tus-version-required' | 'upload-not-found';
    };
    /** continueResumableUpload */
    patch: {
      request: {
        path: { spaceId: string; uploadId: string };
      };
      response: undefined;
      reason: CommonReason | 'checksum-mismatch' | 'cross-site-request' | 'insufficient-role' | 'maintenance' | 'organization-suspended' | 'payload-too-large' | 'piece-type-required' | 'quota-exceeded' | 'space-not-found' | 'sso-required' | 'too-many-changes' | 'too-many-pieces' | 'too-many-values' | 'tus-version-required' | 'unsupported-media-type' | 'upload-not-found' | 'upload-offset-mismatch';
    };
    /** overrideResumableUpload */
    post: {
      request: {
        path: { spaceId: string; uploadId: string };
      };
      response: undefined;
      reason: CommonReason | 'checksum-mismatch' | 'cross-site-request' | 'insufficient-role' | 'maintenance' | 'method-not-allowed' | 'organization-suspended' | 'payload-too-large' | 'piece-type-required' | 'quota-exceeded' | 'space-not-found' | 'sso-required' | 'too-many-changes' | 'too-many-pieces' | 'too-many-values' | 'tus-version-required' | 'unsupported-media-type' | 'upload-not-found' | 'upload-offset-mismatch';
    };
  };
  '/v1/spaces/{spaceId}/working-copies': {
    /** listWorkingCopies */
    get: {
      request: {
        path: { spaceId: string };
      };
      response: Schemas['ListWorkingCopiesResponse'];
      reason: CommonReason | 'insufficient-role' | 'organization-suspended' | 'space-not-found' | 'sso-required';
    };
  };
  '/v1/spaces/{spaceId}/working-copies/{pageId}': {
    /** deleteWorkingCopy */
    delete: {
      request: {
        path: { spaceId: string; pageId: string };
        query?: { changeRequest?: string };
        headers?: { 'If-Match'?: string; 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'space-not-found' | 'sso-required' | 'working-copy-changed' | 'working-copy-not-found';
    };
    /** getWorkingCopy */
    get: {
      request: {
        path: { spaceId: string; pageId: string };
        query?: { changeRequest?: string };
      };
      response: Schemas['WorkingCopy'];
      reason: CommonReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'space-not-found' | 'sso-required' | 'working-copy-not-found';
    };
    /** putWorkingCopy */
    put: {
      request: {
        path: { spaceId: string; pageId: string };
        query?: { changeRequest?: string };
        headers?: { 'If-Match'?: string; 'Idempotency-Key'?: string };
        body: Schemas['PutWorkingCopyBody'];
      };
      response: Schemas['WorkingCopy'];
      reason: ChangeReason | 'change-request-not-found' | 'insufficient-role' | 'organization-suspended' | 'page-not-found' | 'payload-too-large' | 'revision-not-found' | 'space-not-found' | 'sso-required' | 'too-many-values' | 'too-many-working-copies' | 'unsupported-media-type' | 'working-copy-changed' | 'working-copy-not-found';
    };
  };
  '/v1/subdomains/{subdomain}': {
    /** getSubdomain */
    get: {
      request: {
        path: { subdomain: string };
      };
      response: Schemas['Subdomain'];
      reason: CommonReason | 'subdomain-not-found';
    };
  };
  '/v1/unsubscribe/{ticket}': {
    /** unsubscribe */
    post: {
      request: {
        path: { ticket: string };
      };
      response: undefined;
      reason: CommonReason | 'maintenance' | 'unsubscribe-link-not-found';
    };
  };
  '/v1/urls/content': {
    /** getContentByUrl */
    get: {
      request: {
        query: { url: string };
      };
      response: Schemas['GetContentByUrlResponse'];
      reason: CommonReason | 'no-content-at-url';
    };
  };
  '/v1/urls/embed': {
    /** getEmbedByUrl */
    get: {
      request: {
        query: { url: string };
      };
      response: Schemas['Embed'];
      reason: CommonReason | 'embed-not-found';
    };
  };
  '/v1/urls/published': {
    /** getPublishedContentByUrl */
    get: {
      request: {
        query: { url: string; visitorAuthToken?: string; redirectOnError?: boolean };
      };
      response: Schemas['GetPublishedContentByUrlResponse'];
      reason: CommonReason | 'content-not-found' | 'invalid-visitor-token' | 'share-link-ended' | 'site-membership-required' | 'site-password-required' | 'visitor-authentication-required';
    };
    /** resolvePublishedContentByUrl */
    post: {
      request: {
        body: Schemas['ResolvePublishedContentByUrlBody'];
      };
      response: Schemas['ResolvePublishedContentByUrlResponse'];
      reason: CommonReason | 'content-not-found' | 'invalid-visitor-token' | 'payload-too-large' | 'share-link-ended' | 'site-membership-required' | 'site-password-required' | 'too-many-values' | 'unsupported-media-type' | 'visitor-authentication-required';
    };
  };
  '/v1/user': {
    /** getAuthenticatedUser */
    get: {
      request: Record<never, never>;
      response: Schemas['User'];
      reason: CommonReason | 'not-a-user';
    };
  };
  '/v1/user/credentials': {
    /** getCredentials */
    get: {
      request: Record<never, never>;
      response: Schemas['Credentials'];
      reason: CommonReason | 'account-deleted' | 'password-sign-in-required' | 'user-required';
    };
  };
  '/v1/user/data': {
    /** exportOwnData */
    get: {
      request: Record<never, never>;
      response: Response;
      media: 'application/zip';
      reason: CommonReason | 'password-sign-in-required' | 'user-required';
    };
  };
  '/v1/user/email': {
    /** changeEmail */
    put: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ChangeEmailBody'];
      };
      response: Schemas['Credentials'];
      reason: ChangeReason | 'account-deleted' | 'email-taken' | 'incorrect-passkey' | 'incorrect-password' | 'password-not-set' | 'password-sign-in-required' | 'payload-too-large' | 'sign-in-busy' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/user/email/verification': {
    /** requestEmailVerification */
    post: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'account-deleted' | 'email-already-verified' | 'email-not-configured' | 'password-sign-in-required' | 'user-required';
    };
  };
  '/v1/user/events': {
    /** streamUserEvents */
    get: {
      request: {
        query?: { since?: string; duration?: number };
      };
      response: Response;
      media: 'text/event-stream';
      reason: CommonReason | 'too-many-streams' | 'user-required';
    };
  };
  '/v1/user/favorites': {
    /** listFavorites */
    get: {
      request: {
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ListFavoritesResponse'];
      reason: CommonReason | 'invalid-cursor' | 'user-required';
    };
    /** putFavorite */
    put: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['PutFavoriteBody'];
      };
      response: Schemas['PutFavoriteResponse'];
      reason: ChangeReason | 'object-not-found' | 'payload-too-large' | 'too-many-favorites' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/user/favorites/{favoriteId}': {
    /** deleteFavorite */
    delete: {
      request: {
        path: { favoriteId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'favorite-not-found' | 'user-required';
    };
  };
  '/v1/user/notification-preferences': {
    /** getNotificationPreferences */
    get: {
      request: Record<never, never>;
      response: Schemas['NotificationPreferences'];
      reason: CommonReason | 'user-required';
    };
    /** updateNotificationPreferences */
    put: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateNotificationPreferencesBody'];
      };
      response: Schemas['NotificationPreferences'];
      reason: ChangeReason | 'password-sign-in-required' | 'payload-too-large' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/user/notifications': {
    /** listNotifications */
    get: {
      request: {
        query?: {
          page?: string;
          limit?: number;
          unread?: boolean;
          kind?: ('review-requested' | 'changes-requested' | 'merged' | 'mentioned' | 'sync-conflict' | 'scheduled-merge-failed')[];
        };
      };
      response: Schemas['NotificationList'];
      reason: CommonReason | 'invalid-cursor' | 'user-required';
    };
  };
  '/v1/user/notifications/read-all': {
    /** readAllNotifications */
    post: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'user-required';
    };
  };
  '/v1/user/notifications/{notificationId}': {
    /** updateNotification */
    put: {
      request: {
        path: { notificationId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateNotificationBody'];
      };
      response: Schemas['Notification'];
      reason: ChangeReason | 'notification-not-found' | 'payload-too-large' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/user/passkeys': {
    /** listPasskeys */
    get: {
      request: Record<never, never>;
      response: Schemas['ListPasskeysResponse'];
      reason: CommonReason | 'password-sign-in-required' | 'user-required';
    };
    /** addPasskey */
    post: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['AddPasskeyBody'];
      };
      response: Schemas['Passkey'];
      reason: ChangeReason | 'account-deleted' | 'passkey-refused' | 'password-sign-in-required' | 'payload-too-large' | 'too-many-passkeys' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/user/passkeys/confirmation-options': {
    /** beginPasskeyConfirmation */
    post: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['BeginPasskeyConfirmationResponse'];
      reason: ChangeReason | 'no-passkeys' | 'password-sign-in-required' | 'user-required';
    };
  };
  '/v1/user/passkeys/options': {
    /** beginPasskey */
    post: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['BeginPasskeyBody'];
      };
      response: Schemas['BeginPasskeyResponse'];
      reason: ChangeReason | 'account-deleted' | 'incorrect-passkey' | 'incorrect-password' | 'password-not-set' | 'password-sign-in-required' | 'payload-too-large' | 'sign-in-busy' | 'too-many-passkeys' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/user/passkeys/{passkeyId}': {
    /** deletePasskey */
    delete: {
      request: {
        path: { passkeyId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['DeletePasskeyBody'];
      };
      response: undefined;
      reason: ChangeReason | 'account-deleted' | 'incorrect-passkey' | 'incorrect-password' | 'passkey-not-found' | 'password-not-set' | 'password-sign-in-required' | 'payload-too-large' | 'sign-in-busy' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
    /** renamePasskey */
    patch: {
      request: {
        path: { passkeyId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['RenamePasskeyBody'];
      };
      response: Schemas['Passkey'];
      reason: ChangeReason | 'account-deleted' | 'passkey-not-found' | 'password-sign-in-required' | 'payload-too-large' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/user/password': {
    /** changePassword */
    put: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ChangePasswordBody'];
      };
      response: undefined;
      reason: ChangeReason | 'account-deleted' | 'concurrent-change' | 'incorrect-passkey' | 'incorrect-password' | 'outlives-token' | 'password-not-set' | 'password-sign-in-required' | 'payload-too-large' | 'sign-in-busy' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/user/recent': {
    /** listRecent */
    get: {
      request: {
        query?: { page?: string; limit?: number };
      };
      response: Schemas['ListRecentResponse'];
      reason: CommonReason | 'invalid-cursor' | 'user-required';
    };
    /** noteRecent */
    post: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['NoteRecentBody'];
      };
      response: undefined;
      reason: ChangeReason | 'object-not-found' | 'payload-too-large' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/user/sessions': {
    /** deleteUserSessions */
    delete: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: CommonReason | 'cross-site-request' | 'idempotency-key-reused' | 'request-in-progress' | 'response-lost' | 'too-many-changes' | 'user-required';
    };
    /** listUserSessions */
    get: {
      request: {
        query?: { page?: string; limit?: number };
      };
      response: Schemas['UserSessionList'];
      reason: CommonReason | 'invalid-cursor' | 'user-required';
    };
  };
  '/v1/user/sessions/{sessionId}': {
    /** deleteUserSession */
    delete: {
      request: {
        path: { sessionId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: CommonReason | 'cross-site-request' | 'idempotency-key-reused' | 'request-in-progress' | 'response-lost' | 'session-not-found' | 'too-many-changes' | 'user-required';
    };
    /** getUserSession */
    get: {
      request: {
        path: { sessionId: string };
      };
      response: Schemas['UserSession'];
      reason: CommonReason | 'session-not-found' | 'user-required';
    };
  };
  '/v1/user/tokens': {
    /** listTokens */
    get: {
      request: {
        query?: { page?: string; limit?: number };
      };
      response: Schemas['TokenList'];
      reason: CommonReason | 'invalid-cursor' | 'user-required';
    };
    /** createToken */
    post: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['CreateTokenBody'];
      };
      response: Schemas['Token'];
      reason: ChangeReason | 'outlives-token' | 'payload-too-large' | 'too-many-values' | 'unsupported-media-type' | 'user-left' | 'user-required';
    };
  };
  '/v1/user/tokens/{tokenId}': {
    /** deleteToken */
    delete: {
      request: {
        path: { tokenId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: undefined;
      reason: ChangeReason | 'token-not-found' | 'user-required';
    };
    /** getToken */
    get: {
      request: {
        path: { tokenId: string };
      };
      response: Schemas['Token'];
      reason: CommonReason | 'token-not-found' | 'user-required';
    };
    /** updateToken */
    patch: {
      request: {
        path: { tokenId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateTokenBody'];
      };
      response: Schemas['Token'];
      reason: ChangeReason | 'payload-too-large' | 'token-not-found' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/user/totp': {
    /** deleteTotp */
    delete: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['DeleteTotpBody'];
      };
      response: undefined;
      reason: ChangeReason | 'account-deleted' | 'incorrect-passkey' | 'incorrect-password' | 'password-not-set' | 'password-sign-in-required' | 'payload-too-large' | 'second-factor-not-found' | 'sign-in-busy' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
    /** beginTotp */
    post: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['BeginTotpBody'];
      };
      response: Schemas['BeginTotpResponse'];
      reason: ChangeReason | 'account-deleted' | 'email-not-verified' | 'incorrect-passkey' | 'incorrect-password' | 'password-not-set' | 'password-sign-in-required' | 'payload-too-large' | 'second-factor-already-on' | 'sign-in-busy' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
    /** confirmTotp */
    put: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['ConfirmTotpBody'];
      };
      response: Schemas['ConfirmTotpResponse'];
      reason: ChangeReason | 'account-deleted' | 'password-sign-in-required' | 'payload-too-large' | 'second-factor-already-on' | 'second-factor-not-started' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/user/totp/recovery-codes': {
    /** renewRecoveryCodes */
    post: {
      request: {
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['RenewRecoveryCodesBody'];
      };
      response: Schemas['RenewRecoveryCodesResponse'];
      reason: ChangeReason | 'account-deleted' | 'incorrect-passkey' | 'incorrect-password' | 'password-not-set' | 'password-sign-in-required' | 'payload-too-large' | 'second-factor-not-found' | 'sign-in-busy' | 'too-many-values' | 'unsupported-media-type' | 'user-required';
    };
  };
  '/v1/users/{userId}': {
    /** deleteUser */
    delete: {
      request: {
        path: { userId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['DeleteUserBody'];
      };
      response: undefined;
      reason: ChangeReason | 'account-deleted' | 'concurrent-change' | 'incorrect-passkey' | 'incorrect-password' | 'last-administrator' | 'own-account-only' | 'password-not-set' | 'password-sign-in-required' | 'payload-too-large' | 'sign-in-busy' | 'too-many-values' | 'unsupported-media-type' | 'user-not-found' | 'user-required';
    };
    /** getUserById */
    get: {
      request: {
        path: { userId: string };
      };
      response: Schemas['User'];
      reason: CommonReason | 'not-a-user' | 'user-not-found';
    };
    /** updateUserById */
    patch: {
      request: {
        path: { userId: string };
        headers?: { 'Idempotency-Key'?: string };
        body: Schemas['UpdateUserByIdBody'];
      };
      response: Schemas['User'];
      reason: ChangeReason | 'own-account-only' | 'password-sign-in-required' | 'payload-too-large' | 'too-many-values' | 'unsupported-media-type' | 'user-not-found' | 'user-required';
    };
  };
  '/v1/users/{userId}/picture': {
    /** uploadUserPicture */
    post: {
      request: {
        path: { userId: string };
        headers?: { 'Idempotency-Key'?: string };
      };
      response: Schemas['User'];
      reason: ChangeReason | 'own-account-only' | 'password-sign-in-required' | 'payload-too-large' | 'picture-type' | 'quota-exceeded' | 'too-many-values' | 'unsupported-media-type' | 'user-not-found' | 'user-required';
    };
  };
  '/v1/users/{userId}/picture/{pictureId}': {
    /** getUserPicture */
    get: {
      request: {
        path: { userId: string; pictureId: string };
      };
      response: Response;
      media: 'image/webp';
      reason: CommonReason | 'picture-not-found';
    };
  };
}
