import { type Static, type TSchema, Type } from 'typebox';
import { CHANGE_REQUEST_LIST_FIELDS, NEW_CHANGE_REQUEST_FIELDS } from '../../../compat/unsupported-fields.ts';
import { DocumentSchema, documentInput } from '../../../content/revisions/content.schemas.ts';
import { Id, ListQuery, nullable, refTo, Timestamp, Url, WebUrl } from '../../../platform/http/schemas.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';

const STATUSES = ['draft', 'open', 'archived', 'merged'] as const;
const StatusSchema = Type.Enum([...STATUSES], {
  description:
    '`draft`: visible to its author and to everyone who can edit. `open`: ready for review. `merged` is final; `archived` can be reopened.',
});
export const Subject = Type.String({ maxLength: 100 });

const ReviewerSchema = Type.Object(
  {
    user: refTo(UserSchema),
    requested: Type.Boolean({ description: 'Whether a review was requested of them.' }),
    status: Type.Optional(
      Type.Enum(['approved', 'changes-requested'], {
        description: 'Their last review; absent if they have not reviewed.',
      }),
    ),
    outdated: Type.Optional(
      Type.Boolean({ description: 'Whether the content has changed since that review.' }),
    ),
  },
  { title: 'ChangeRequestReviewer' },
);
export type Reviewer = Static<typeof ReviewerSchema>;
const TeamReviewerSchema = Type.Object(
  {
    team: Type.Object({ id: Id, title: Type.String() }),
    status: Type.Optional(
      Type.Enum(['approved', 'changes-requested'], {
        description: 'What its members decided last; absent if none has reviewed.',
      }),
    ),
    outdated: Type.Optional(
      Type.Boolean({ description: 'Whether the content has changed since that review.' }),
    ),
  },
  { title: 'ChangeRequestTeamReviewer' },
);
export type TeamReviewer = Static<typeof TeamReviewerSchema>;

const MAX_LINKS = 10;

/** What the caller has seen of a change request. */
export const SeenFields = {
  lastSeen: Type.Union(
    [
      Type.Object({
        revision: Type.String({ description: 'The content that you saw.' }),
        at: Timestamp,
      }),
      Type.Null(),
    ],
    { description: 'When you last marked the change request as seen; null if never.' },
  ),
  unread: Type.Boolean({
    description:
      'Whether somebody else has changed, reviewed, merged or archived the change request or commented on it since.',
  }),
};

const LinkFields = {
  ref: Type.Object({ kind: Type.Literal('url'), url: WebUrl }),
  title: Type.Optional(Type.String({ maxLength: 128 })),
};
const LinkSchema = Type.Object({ id: Type.String(), ...LinkFields });

export const ChangeRequestSchema = Type.Object(
  {
    object: Type.Literal('change-request'),
    id: Id,
    number: Type.Integer({ description: 'Numbered within the space. Can be used instead of the id.' }),
    status: StatusSchema,
    subject: Subject,
    description: Type.Optional(refTo(DocumentSchema)),
    createdBy: refTo(UserSchema),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    mergedBy: Type.Optional(refTo(UserSchema)),
    mergedAt: Type.Optional(Timestamp),
    space: Id,
    revision: Type.String({ description: 'The current revision of the change request.' }),
    revisionInitial: Type.String({ description: 'The revision that it is based on.' }),
    revisionMergedAncestor: Type.Optional(
      Type.String({ description: 'The last revision of the space that it was updated from.' }),
    ),
    revisionMerged: Type.Optional(Type.String({ description: 'The revision that the merge created.' })),
    reverts: Type.Optional(
      Type.String({ description: 'The id of the merged change request whose changes it takes back.' }),
    ),
    scheduledMerge: Type.Optional(
      Type.Object(
        { at: Timestamp, by: refTo(UserSchema) },
        { description: 'When it is to be merged, and in whose name.' },
      ),
    ),
    failedMerge: Type.Optional(
      Type.Object(
        { at: Timestamp, message: Type.String() },
        { description: 'Why the last scheduled merge did not happen.' },
      ),
    ),
    comments: Type.Integer({ description: 'The number of open comments.' }),
    outdated: Type.Boolean({ description: 'Whether the space has changed since the last update.' }),
    lastSeen: Type.Optional(SeenFields.lastSeen),
    unread: Type.Optional(SeenFields.unread),
    reviewers: Type.Optional(
      Type.Array(ReviewerSchema, {
        description: 'In lists only: those who were asked for a review or have reviewed, in this order.',
      }),
    ),
    permissions: Type.Optional(
      Type.Object(
        { review: Type.Boolean() },
        {
          description:
            'Not in lists: whether you can approve it or request changes. Authors need a merge rule that allows it.',
        },
      ),
    ),
    reviewTeams: Type.Optional(
      Type.Array(TeamReviewerSchema, {
        description: 'In lists only: the teams that were asked for a review, in this order.',
      }),
    ),
    reviewState: Type.Optional(
      Type.Enum(['waiting', 'approved', 'changes-requested'], {
        description:
          'In lists only: what the reviews of the current content say together. `waiting`: somebody who was asked has not reviewed it, or a rule requires a review. Absent if nobody has to review it.',
      }),
    ),
    checks: Type.Optional(
      Type.Object(
        { passed: Type.Integer(), failed: Type.Integer(), pending: Type.Integer() },
        {
          description:
            'In lists only: the numbers of checks that programs have reported for the current content. Checks that a rule requires and that have not been reported are pending. Absent if there are none.',
        },
      ),
    ),
    links: Type.Array(LinkSchema, { maxItems: MAX_LINKS }),
    urls: Type.Object({ app: Url, location: Url }),
  },
  { $id: 'ChangeRequest' },
);
export type ChangeRequest = Static<typeof ChangeRequestSchema>;

export const SpaceParams = Type.Object({ spaceId: Id });
const ChangeRequestId = Type.String({
  description: 'The id of the change request, or its number in the space.',
});
export const ChangeRequestParamFields = { spaceId: Id, changeRequestId: ChangeRequestId } satisfies Record<
  string,
  TSchema
>;
export const ChangeRequestParams = Type.Object(ChangeRequestParamFields);

/** For requests that compare the content of a change request. */
export const BaseQueryField = {
  base: Type.Optional(
    Type.String({
      description:
        'The revision to compare with, such as the one that you saw last. Defaults to the content that the change request was last updated from.',
    }),
  ),
};

const Filters = {
  creator: Type.Optional(
    Type.String({ description: 'Only change requests that this user created; `me` for yourself.' }),
  ),
  contributor: Type.Optional(
    Type.String({ description: 'Only change requests that this user edited or commented on.' }),
  ),
  requestedReviewer: Type.Optional(
    Type.String({ description: 'Only change requests that this user was asked to review.' }),
  ),
  awaitedReviewer: Type.Optional(
    Type.String({
      description:
        'Only change requests that wait for this user: they were asked for a review, and have not reviewed the present content since.',
    }),
  ),
  mentioned: Type.Optional(
    Type.String({
      description: 'Only change requests in whose comments this user is mentioned; `me` for yourself.',
    }),
  ),
  changedPage: Type.Optional(
    Type.String({
      description:
        'Only change requests that change the page with this id: its text, its settings or its place. In the list of an organization, `space` is required with it.',
    }),
  ),
  query: Type.Optional(
    Type.String({
      description: 'Only change requests whose subject contains this text, or that have this number.',
    }),
  ),
  unread: Type.Optional(
    Type.Boolean({ description: 'Only those in which others have done something that you have not seen.' }),
  ),
  orderBy: Type.Optional(
    Type.Enum(['updatedAt', 'createdAt'], { default: 'updatedAt', description: 'Newest first.' }),
  ),
  topic: Type.Optional(
    Type.String({
      description: 'Accepted for compatibility. The list is then empty, because this version has no topics.',
    }),
  ),
};

const StatusesSchema = Type.Optional(
  Type.Array(Type.Enum([...STATUSES]), {
    default: ['open'],
    description: 'Only change requests with one of these statuses.',
  }),
);

export const ListInSpaceQuery = Type.Object({
  ...ListQuery,
  status: StatusesSchema,
  ...Filters,
});

export const ListInOrganizationQuery = Type.Object({
  ...ListQuery,
  status: StatusesSchema,
  space: Type.Optional(Type.String({ description: 'Only change requests of this space.' })),
  site: Type.Optional(
    Type.String({ description: 'Only change requests of spaces on this site, if you can see the site.' }),
  ),
  ...CHANGE_REQUEST_LIST_FIELDS,
  ...Filters,
});

export const DescriptionSchema = documentInput('A document, as blocks.');

export const CreateChangeRequestBody = Type.Object({
  subject: Type.Optional(Subject),
  description: Type.Optional(DescriptionSchema),
  revision: Type.Optional(
    Type.String({
      description: 'The revision of the space to start from. Defaults to the current revision.',
    }),
  ),
  ...NEW_CHANGE_REQUEST_FIELDS,
});

export const UpdateChangeRequestBody = Type.Object({
  subject: Type.Optional(nullable(Subject)),
  description: Type.Optional(nullable(DescriptionSchema)),
  links: Type.Optional(
    nullable(
      Type.Array(Type.Object({ id: Type.Optional(Type.String()), ...LinkFields }), { maxItems: MAX_LINKS }),
    ),
  ),
  status: Type.Optional(Type.Enum(['draft', 'open', 'archived'])),
});
