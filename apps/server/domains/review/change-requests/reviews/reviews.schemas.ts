import { Type } from 'typebox';
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
        'The ids of teams. Their current members who can read the space are asked, except the author of the change request.',
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
export const ReviewerParams = Type.Object({ ...ChangeRequestParamFields, userId: Id });
