import { type Html, html, type Insertion } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import type { EditingParts } from '../../../domains/content/editing/editing-parts.ts';
import { describeChanges } from '../../../domains/content/history/describe-changes.ts';
import { getSpaceRow } from '../../../domains/content/spaces/spaces.service.ts';
import { isOutdated } from '../../../domains/review/change-requests/change-requests.present.ts';
import { baseOf, getChangeRequest } from '../../../domains/review/change-requests/change-requests.service.ts';
import type {
  Checks,
  createReadChecks,
} from '../../../domains/review/change-requests/merging/read-checks.ts';
import { readReviews } from '../../../domains/review/change-requests/reviews/reviews.service.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { type Crumb, spaceCrumb } from '../../parts/layout.ts';
import { nameOf } from '../../parts/name.ts';
import { findAuthorNames } from '../author-names.ts';
import { renderFacts } from '../facts.ts';
import { STATUS_LABELS, type Status } from './change-request-statuses.ts';
import { listParagraphs } from './list-paragraphs.ts';
import { renderChange } from './render-change.ts';

const MAX_CHANGES = 100;
const MAX_REVIEWS = 100;

type ReviewStatus = 'approved' | 'changes-requested';

interface Review {
  reviewer: string;
  status: ReviewStatus;
  isOutdated: boolean;
  createdAt: Date;
}

/** The first of a list, and how many more there are. */
interface Shown<T> {
  items: T[];
  more: number;
}

export interface ChangeRequestData {
  crumbs: Crumb[];
  title: string;
  number: number;
  status: Status;
  isOutdated: boolean;
  author: string;
  createdAt: Date;
  updatedAt: Date;
  merge: { by: string | undefined; at: Date; href: string | undefined } | undefined;
  openComments: number;
  contentHref: string;
  description: string[];
  reviewers: Shown<string>;
  reviews: Shown<Review>;
  /** Undefined for what can no longer be merged. */
  checks: Checks | undefined;
  changes: Shown<Html>;
}

/** `named`: the number of the change request, or its id. */
export async function readChangeRequest(
  { context, store }: EditingParts,
  readChecks: ReturnType<typeof createReadChecks>,
  addresses: Addresses,
  asked: { actor: Actor; role: RoleOrGuest; space: SpacePointer; named: string },
): Promise<ChangeRequestData> {
  const { db } = context;
  const { actor, role, space, named } = asked;
  const { organizationId, spaceId } = space;
  const row = await getChangeRequest(context, space, named, { actor, role });
  const { reviewers, reviewerCount, reviews, reviewCount } = await readReviews(
    context,
    { space, row },
    MAX_REVIEWS,
  );
  const nameOfAuthor = await findAuthorNames(context, organizationId, [
    row.author_id,
    ...(row.merged_by === null ? [] : [row.merged_by]),
    ...reviewers.map(({ user_id: userId }) => userId),
    ...reviews.map(({ reviewer_id: reviewerId }) => reviewerId),
  ]);
  const [before, after] = [await store.open(space, baseOf(row)), await store.open(space, row.revision_id)];
  const { changes, more = 0 } = await describeChanges(
    context,
    store,
    { before, after },
    { limit: MAX_CHANGES },
  );
  const hrefs = {
    before: (pageId: string) => addresses.page(spaceId, pageId, baseOf(row)),
    after: (pageId: string) => addresses.page(spaceId, pageId, row.revision_id),
  };
  const isClosed = row.status === 'merged' || row.status === 'archived';
  return {
    crumbs: [
      spaceCrumb(addresses, await getSpaceRow(db, space)),
      { title: 'Change requests', href: addresses.changeRequests(spaceId) },
    ],
    title: nameOf(row.subject),
    number: row.number,
    status: row.status,
    isOutdated: isOutdated(row),
    author: nameOfAuthor(row.author_id),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    merge:
      row.merged_at === null
        ? undefined
        : {
            by: row.merged_by === null ? undefined : nameOfAuthor(row.merged_by),
            at: row.merged_at,
            href:
              row.merged_revision_id === null
                ? undefined
                : addresses.revision(spaceId, row.merged_revision_id),
          },
    openComments: row.comments_open,
    contentHref: addresses.revision(spaceId, row.revision_id),
    description: listParagraphs(row.description),
    reviewers: {
      items: reviewers.map(({ user_id: userId }) => nameOfAuthor(userId)),
      more: reviewerCount - reviewers.length,
    },
    reviews: {
      items: reviews.map((review) => ({
        reviewer: nameOfAuthor(review.reviewer_id),
        status: review.status,
        isOutdated: review.is_outdated,
        createdAt: review.created_at,
      })),
      more: reviewCount - reviews.length,
    },
    checks: isClosed ? undefined : await readChecks({ space, row, actor, role }),
    changes: { items: changes.map((change) => renderChange(change, hrefs)), more },
  };
}

export const renderChangeRequest = (
  request: ChangeRequestData,
): Html => html`<h1>${request.title} <small class="note">${request.number}</small></h1>
${renderFacts([
  ['Status', STATUS_LABELS[request.status]],
  [
    'Outdated',
    request.isOutdated && 'The space has changed since this change request was created or last updated.',
  ],
  ['Author', request.author],
  ['Created', renderTime(request.createdAt)],
  ['Updated', renderTime(request.updatedAt)],
  ['Merged', request.merge && renderMerge(request.merge)],
  ['Open comments', request.openComments],
  ['Content', html`<a href="${request.contentHref}">View the pages</a>`],
])}
${request.description.map((paragraph) => html`<p>${paragraph}</p>\n`)}
<h2>Reviews</h2>
${request.reviewers.items.length > 0 && html`<p>Requested from ${request.reviewers.items.join(', ')}${countMore(request.reviewers)}.</p>`}
${request.reviews.items.length === 0 ? html`<p>There are no reviews yet.</p>` : renderReviews(request.reviews)}
${request.checks && renderChecks(request.checks)}
<h2>Changes</h2>
${request.changes.items.length === 0 ? html`<p>This change request changes nothing.</p>` : renderChanges(request.changes)}`;

const renderMerge = ({ by, at, href }: NonNullable<ChangeRequestData['merge']>): Html => {
  const time = renderTime(at);
  return html`${href === undefined ? time : html`<a href="${href}">${time}</a>`}${by !== undefined && ` by ${by}`}`;
};

const countMore = ({ more }: Shown<unknown>): Insertion => more > 0 && ` and ${more} more`;

const REVIEW_LABELS: Record<ReviewStatus, string> = {
  approved: 'Approved',
  'changes-requested': 'Changes requested',
};

const renderReviews = ({
  items,
  more,
}: Shown<Review>): Html => html`<div class="scroll" role="region" aria-label="Reviews" tabindex="0"><table class="list">
<thead><tr><th scope="col">Reviewer</th><th scope="col">Review</th><th scope="col">Time</th></tr></thead>
<tbody>${items.map(
  ({ reviewer, status, isOutdated: isOld, createdAt }) => html`<tr>
<th scope="row">${reviewer}</th>
<td>${REVIEW_LABELS[status]}${isOld && ', outdated'}</td>
<td>${renderTime(createdAt)}</td>
</tr>\n`,
)}</tbody>
</table></div>
${more > 0 && html`<p>${more} older reviews are not shown.</p>`}`;

const renderChecks = ({ conflicts, checks, brokenLinks }: Checks): Html => html`<h2>Merging</h2>
<p>${conflicts === 0 ? 'There are no conflicts with the space.' : `${countOf(conflicts, 'conflict')} with the space ${conflicts === 1 ? 'has' : 'have'} no answer yet.`}</p>
${brokenLinks && brokenLinks.count > 0 && html`<p>The merge would break ${countOf(brokenLinks.count, 'link')}.</p>`}
${
  checks.length > 0 &&
  html`<div class="scroll" role="region" aria-label="Checks" tabindex="0"><table class="list">
<thead><tr><th scope="col">Rule</th><th scope="col">Result</th><th scope="col">Details</th></tr></thead>
<tbody>${checks.map(
    ({ rule, status, message }) => html`<tr>
<th scope="row"><code>${rule}</code></th>
<td>${status === 'passed' ? 'Passed' : 'Failed'}</td>
<td>${message}</td>
</tr>\n`,
  )}</tbody>
</table></div>`
}`;

const renderChanges = ({
  items,
  more,
}: Shown<Html>): Html => html`<ul>${items.map((change) => html`<li>${change}</li>\n`)}</ul>
${more > 0 && html`<p>${countOf(more, 'more change')} ${more === 1 ? 'is' : 'are'} not shown.</p>`}`;

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
