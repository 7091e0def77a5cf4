import type { Schemas } from '@lectern/client/schema';
import { useQuery } from '@tanstack/react-query';
import {
  type RequestedReviewer,
  type Review,
  refreshRequest,
  reviewersQuery,
  reviewsQuery,
} from '../../api/change-request.ts';
import { api, repeatable } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { Button, IconButton } from '../../app/button.tsx';
import { Icon } from '../../app/icons.tsx';
import { showError } from '../../app/toasts.tsx';
import { t } from '../../messages/messages.ts';
import { Person } from './person.tsx';
import styles from './request.module.css';
import { isInProgress, type OpenRequest } from './request-parts.ts';
import { askForReviewers } from './review-dialogs.tsx';

/** Somebody who was asked for a review, or has given one. */
interface Reviewer {
  user: Schemas['User'];
  isRequested: boolean;
  /** Their last review. */
  review: Review | undefined;
}

/** Those who were asked come first; then those who reviewed without having been asked. */
function findReviewers(requested: readonly RequestedReviewer[], reviews: readonly Review[]): Reviewer[] {
  const found = new Map<string, Reviewer>();
  for (const { user } of requested) found.set(user.id, { user, isRequested: true, review: undefined });
  // Reviews are listed newest first.
  for (const review of reviews) {
    const { reviewer: user } = review;
    const known = found.get(user.id) ?? { user, isRequested: false, review: undefined };
    known.review ??= review;
    found.set(user.id, known);
  }
  return [...found.values()];
}

/** Who was asked for a review, and what they decided. */
export function ReviewersPart({ opened }: { opened: OpenRequest }) {
  const { place, request, space } = opened;
  const { data: requested } = useQuery(reviewersQuery(place));
  const { data: reviews } = useQuery(reviewsQuery(place));
  const reviewers = findReviewers(requested ?? [], reviews ?? []);
  const mayRequest = isInProgress(request) && space.permissions.edit;
  return (
    <section aria-labelledby="reviewers">
      <h2 id="reviewers">{t('reviewers')}</h2>
      {reviewers.length === 0 && requested && <p className={styles.soft}>{t('noReviewers')}</p>}
      <ul className={styles.people}>
        {reviewers.map((reviewer) => (
          <li key={reviewer.user.id}>
            <OneReviewer opened={opened} reviewer={reviewer} mayRequest={mayRequest} />
          </li>
        ))}
      </ul>
      {mayRequest && (
        <Button icon="plus" className={styles.small} onClick={() => askForReviewers(opened)}>
          {t('requestReview')}
        </Button>
      )}
    </section>
  );
}

function OneReviewer({
  opened: { place },
  reviewer: { user, isRequested, review },
  mayRequest,
}: {
  opened: OpenRequest;
  reviewer: Reviewer;
  mayRequest: boolean;
}) {
  const name = user.displayName || t('somebody');
  const send = async (deed: () => Promise<unknown>): Promise<void> => {
    await deed().catch((error: unknown) => showError(explain(error)));
    await refreshRequest(place, ['reviewers', 'checks']);
  };
  const ask = (): Promise<void> =>
    send(() =>
      api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers', {
        path: { ...place },
        headers: repeatable(),
        body: { users: [user.id] },
      }),
    );
  const withdraw = (): Promise<void> =>
    send(() =>
      api.delete('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}', {
        path: { ...place, userId: user.id },
      }),
    );
  const isWaiting = isRequested && (review === undefined || review.outdated);
  return (
    <div className={styles.reviewer}>
      <Person user={user} />
      <Decision review={review} />
      {mayRequest && review?.outdated && (
        <Button
          className={styles.small}
          onClick={() => void ask()}
          aria-label={t('requestAgainOf', { name })}
        >
          {t('requestAgain')}
        </Button>
      )}
      {mayRequest && isWaiting && (
        <IconButton icon="close" label={t('withdrawRequestOf', { name })} onClick={() => void withdraw()} />
      )}
    </div>
  );
}

/** What somebody decided, and whether it still holds. */
function Decision({ review }: { review: Review | undefined }) {
  if (!review)
    return (
      <span className={styles.decision} data-decision="waiting">
        <Icon name="clock" size={14} /> {t('reviewAwaited')}
      </span>
    );
  const isApproved = review.status === 'approved';
  return (
    <span className={styles.decision} data-decision={review.outdated ? 'outdated' : review.status}>
      <Icon name={isApproved ? 'check' : 'change'} size={14} />{' '}
      {t(isApproved ? 'approved' : 'changesRequested')}
      {review.outdated && ` (${t('ofEarlierVersion')})`}
    </span>
  );
}
