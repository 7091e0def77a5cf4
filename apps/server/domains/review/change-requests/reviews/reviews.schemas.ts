import { type Static, Type } from 'typebox';
import { REVIEW_QUERY_FIELDS } from '../../../../compat/unsupported-fields.ts';
import { NoTextBodySchema, TextBodySchema } from '../../../../content/revisions/content.schemas.ts';
import { Id, ListQuery, refTo, Timestamp, Url } from '../../../../platform/http/schemas.ts';
import { UserSchema } from '../../../identity/users/users.schemas.ts';
import { ChangeRequestParamFields, DescriptionSchema } from '../change-requests.schemas.ts';

const ReviewStatus = Type.Enum(['approved', 'changes-requested']);

export const ReviewSchema = Type.Object(
  {
    object: Type.Literal('change-request-review'),
    id: Id,
    revision: Type.String({ description: 'The revision that was reviewed.' }),
    reviewer: refTo(UserSchema),
    requestedBy: Type.Optional(refTo(UserSchema)),
    status: ReviewStatus,
    outdated: Type.Boolean({
      description:
        'Whether the content has changed since the review, or the reviewer has submitted a newer review.',
    }),
    comment: Type.Optional(
      Type.Unsafe<object>(
        Type.Ref('Comment', { description: 'What the reviewer wrote, unless it was deleted.' }),
      ),
    ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: Type.Object({ location: Url }),
  },
  { $id: 'ChangeRequestReview' },
);

export const RequestedReviewerSchema = Type.Object(
  {
    object: Type.Literal('change-request-requested-reviewer'),
    kind: Type.Literal('user'),
    user: refTo(UserSchema),
    revision: Type.String({ description: 'The revision when the review was requested.' }),
    requestedBy: refTo(UserSchema),
    createdAt: Timestamp,
  },
  { $id: 'ChangeRequestRequestedReviewer' },
);

/** Teams are listed separately, because clients expect a user in each requested reviewer. */
export const RequestedTeamSchema = Type.Object(
  {
    object: Type.Literal('change-request-requested-team'),
    team: Type.Object({ id: Id, title: Type.String() }),
    revision: Type.String({ description: 'The revision when the review was requested.' }),
    requestedBy: refTo(UserSchema),
    createdAt: Timestamp,
    awaited: Type.Boolean({
      description: 'Whether none of its members has reviewed the current content since.',
    }),
    reviewer: Type.Optional(
      Type.Unsafe<Static<typeof UserSchema>>(
        Type.Ref('User', { description: 'The member whose review counts; absent if none has reviewed.' }),
      ),
    ),
    status: Type.Optional(ReviewStatus),
    outdated: Type.Optional(
      Type.Boolean({ description: 'Whether the content has changed since that review.' }),
    ),
  },
  { $id: 'ChangeRequestRequestedTeam' },
);

const MAX_USERS = 100;

export const RequestReviewersBody = Type.Object({
  users: Type.Array(Type.String(), {
    maxItems: MAX_USERS,
    description: 'The ids of members who can read the space.',
  }),
  teams: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: MAX_USERS,
      description:
        'The ids of teams. The review of any of their members who can read the space counts, except of the author of the change request.',
    }),
  ),
  subject: Type.Optional(
    Type.String({ maxLength: 100, description: 'A new subject of the change request.' }),
  ),
  description: Type.Optional(
    Type.Object(DescriptionSchema.properties, { description: 'A new description of the change request.' }),
  ),
});

export const ReviewQuery = Type.Object(REVIEW_QUERY_FIELDS);
export const ListReviewsQuery = Type.Object({
  ...ListQuery,
  ...ReviewQuery.properties,
  outdated: Type.Optional(
    Type.Boolean({ description: 'If true, only outdated reviews; if false, only current ones.' }),
  ),
});

export const SubmitReviewBody = Type.Object({
  status: ReviewStatus,
  comment: Type.Optional(
    Type.Union([...TextBodySchema.anyOf, NoTextBodySchema], {
      description: 'A comment to post with the review. An empty comment is ignored.',
    }),
  ),
});

export const ReviewParams = Type.Object({ ...ChangeRequestParamFields, reviewId: Id });
export const TeamReviewerParams = Type.Object({ ...ChangeRequestParamFields, teamId: Id });
export const ReviewerParams = Type.Object({ ...ChangeRequestParamFields, userId: Id });
