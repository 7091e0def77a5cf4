/** A refusal of requests that the types of the client allow. */
export interface Refusal {
  operations: readonly string[];
  /** What distinguishes the requests from the least one of their operation. */
  at: RegExp;
  status: number;
  reason: string;
  /** The field that the response names; absent if it names none. */
  field?: string;
  why: string;
}

const INVALID = { status: 400, reason: 'invalid-request' } as const;
const MISSING = { status: 501, reason: 'not-implemented' } as const;

const COMMENTS = ['Comment', 'CommentReply'].flatMap((what) =>
  ['InSpace', 'InChangeRequest'].flatMap((where) => [`post${what}${where}`, `update${what}${where}`]),
);
const POSTED_COMMENTS = ['postCommentInSpace', 'postCommentInChangeRequest'];
const COMPUTED = ['getComputedRevision', 'getComputedDocument'];
const WITH_CONDITIONS = [
  'addExternalLinkToSite',
  'updateSiteExternalLinkById',
  'updateSiteSectionById',
  'updateSiteSpaceById',
];
const MERGE_RULES = ['updateOrganizationById', 'updateSpaceById'];

export const REFUSALS: Refusal[] = [
  // What this version does not have.
  {
    ...MISSING,
    operations: ['addSectionToSite', 'addSpaceToSite', 'createChangeRequest'],
    at: /^template|^all fields$/,
    why: 'There are no templates.',
  },
  {
    ...MISSING,
    operations: ['createSpace'],
    at: /^form 2|^all fields/,
    why: 'There are no templates and no computed spaces.',
  },
  {
    ...MISSING,
    operations: COMPUTED,
    at: /^source\.form [23]/,
    why: 'Integrations compute no content, and translations are spaces of their own.',
  },
  {
    ...INVALID,
    operations: ['getDocumentById', 'getComputedDocument'],
    at: /^\?schema\."next"$/,
    field: 'schema',
    why: 'There is one schema of documents.',
  },
  {
    ...MISSING,
    operations: ['updateSiteById'],
    at: /^(?:proxy|styleguide|agentsContext)|^all fields$/,
    why: 'There are no proxies, style guides and agents.',
  },
  {
    ...MISSING,
    operations: ['updateSitePublishingAuthById'],
    at: /^form 2|backend/,
    why: 'No integrations authenticate visitors.',
  },
  {
    ...MISSING,
    operations: [
      'importContent',
      'importContentInChangeRequest',
      'importContentInChangeRequestPageById',
      'importContentInPageById',
    ],
    at: /^source\."google-docs"$/,
    why: 'Google Docs has no address that returns a document without an account.',
  },

  // Limits of the specification, which are narrower than those of the client.
  {
    ...INVALID,
    operations: ['addSectionToSite'],
    at: /^title\.form 1 128 characters$/,
    field: 'title',
    why: 'The specification allows 64 characters when a section is added.',
  },
  {
    ...INVALID,
    operations: WITH_CONDITIONS,
    at: /^condition\.form 1 0 characters$/,
    field: 'condition',
    why: 'The specification allows 1 to 1024 characters; null removes a condition.',
  },

  // Values without a meaning.
  {
    ...INVALID,
    operations: COMMENTS,
    at: /^body\.(?:blocks without blocks|empty Markdown|nothing)$/,
    field: 'body',
    why: 'A comment has a text.',
  },
  {
    ...INVALID,
    operations: POSTED_COMMENTS,
    at: /^node$/,
    field: 'page',
    why: 'A block is found in its page.',
  },
  {
    ...INVALID,
    operations: POSTED_COMMENTS,
    at: /^tableCell$/,
    field: 'node',
    why: 'A cell is found in its table.',
  },
  {
    ...INVALID,
    operations: MERGE_RULES,
    at: /^mergeRules\..*users\.empty$/,
    field: 'mergeRules.rules.0.users',
    why: 'A rule about reviewers names some.',
  },
  {
    ...INVALID,
    operations: MERGE_RULES,
    at: /^mergeRules\..*expression\.0 characters$/,
    field: 'mergeRules.rules.0.expression',
    why: 'An empty text is no expression.',
  },
  {
    ...INVALID,
    operations: ['updateChangeRequestContent'],
    at: /block\.empty$/,
    field: 'changes.0.block',
    why: 'It would revert nothing; without the field, the whole page is reverted.',
  },
  {
    ...INVALID,
    operations: ['searchSiteContent'],
    at: /siteSpaceIds\.empty$/,
    field: 'siteSpaceIds',
    why: 'The client means at least one: it writes minLength for minItems.',
  },
  {
    ...INVALID,
    operations: ['searchSiteContent'],
    at: /^form 1 scope\.form 1 (?:restrictTo|all fields)/,
    field: 'scope.restrictTo',
    why: 'No text has at least two characters and at most one: the client forbids the field in this form.',
  },
  {
    ...INVALID,
    operations: ['inviteUsersToOrganization'],
    at: /^emails\.empty$/,
    field: 'emails',
    why: 'An invitation is for somebody.',
  },
  {
    ...INVALID,
    operations: ['updateSiteAdaptiveSchema'],
    at: /enum\.empty$/,
    field: 'jsonSchema.properties.unsigned.properties.key.enum',
    why: 'No claim could have such a value.',
  },
  {
    ...INVALID,
    operations: ['createOrganization'],
    at: /^\?openapiUrl$/,
    field: 'openapiUrl',
    why: 'The specification is for the first site of the organization.',
  },

  {
    status: 404,
    reason: 'document-not-found',
    operations: ['getComputedDocument'],
    at: /^source\.form 1 props\.form [34]/,
    why: 'The spec of the test has no such page.',
  },

  // Positions before and after the same item.
  {
    status: 409,
    reason: 'invalid-position',
    operations: ['moveCollection', 'moveSpace'],
    at: /^position\.all fields$/,
    why: 'No place is both before and after the same item.',
  },
  {
    ...INVALID,
    operations: ['moveSiteSection', 'moveSiteSectionGroup', 'moveSiteSpace', 'sortSiteStructure'],
    at: /^position\.all fields$/,
    field: 'position',
    why: 'No place is both before and after the same item.',
  },

  // Questions about events that have no answer.
  {
    ...INVALID,
    operations: ['aggregateSiteEvents'],
    at: /^where\.0\.form \d+(?: values\.empty)?$/,
    field: 'where.0.column',
    why: 'Ratings are several numbers, which no value equals.',
  },
  {
    ...INVALID,
    operations: ['aggregateSiteEvents'],
    at: /^select\.0\.form \d+$/,
    field: 'groupBy',
    why: 'An event can have several claims, so that only groups of events have one.',
  },
  {
    ...INVALID,
    operations: ['aggregateSiteEvents'],
    at: /^order/,
    field: 'order.by',
    why: 'Rows are ordered by a column that they have.',
  },
];
