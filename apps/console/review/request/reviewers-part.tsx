import type { Schemas } from '@lectern/client/schema';
import { useQuery } from '@tanstack/react-query';
import {
  type RequestedReviewer,
  type RequestedTeam,
  type RequestPlace,
  type Review,
  requestedTeamsQuery,
  reviewersQuery,
  reviewsQuery,
} from '../../api/change-request.ts';
import { Button, IconButton } from '../../app/button.tsx';
import { Icon } from '../../app/icons.tsx';
import { t } from '../../messages/messages.ts';
import { type Asked, askReviewer, withdrawReviewer } from './ask-reviewers.ts';
import { Person, Team } from './person.tsx';
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
  const { data: teams = [] } = useQuery(requestedTeamsQuery(place));
  const { data: reviews } = useQuery(reviewsQuery(place));
  const reviewers = findReviewers(requested ?? [], reviews ?? []);
  const mayRequest = isInProgress(request) && space.permissions.edit;
  return (
    <section aria-labelledby="reviewers">
      <h2 id="reviewers">{t('reviewers')}</h2>
      {reviewers.length + teams.length === 0 && requested && (
        <p className={styles.soft}>{t('noReviewers')}</p>
      )}
      <ul className={styles.people}>
        {teams.map((team) => (
          <li key={team.team.id}>
            <OneTeam opened={opened} requested={team} mayRequest={mayRequest} />
          </li>
        ))}
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
  const isWaiting = isRequested && (review === undefined || review.outdated);
  return (
    <div className={styles.reviewer}>
      <Person user={user} />
      <Decision review={review} />
      <AgainAndBack
        place={place}
        asked={{ userId: user.id }}
        name={user.displayName || t('somebody')}
        mayAskAgain={mayRequest && review?.outdated === true}
        mayWithdraw={mayRequest && isWaiting}
      />
    </div>
  );
}

/** A team, with the decision of one of its members. */
function OneTeam({
  opened: { place },
  requested: { team, awaited, reviewer, status, outdated = false },
  mayRequest,
}: {
  opened: OpenRequest;
  requested: RequestedTeam;
  mayRequest: boolean;
}) {
  return (
    <div className={styles.reviewer}>
      <Team
        title={team.title}
        hint={reviewer === undefined ? t('anyMemberReviews') : reviewer.displayName || t('somebody')}
      />
      <Decision review={status === undefined ? undefined : { status, outdated }} />
      <AgainAndBack
        place={place}
        asked={{ teamId: team.id }}
        name={t('teamNamed', { name: team.title })}
        mayAskAgain={mayRequest && outdated}
        mayWithdraw={mayRequest && awaited}
      />
    </div>
  );
}

/** Requests a review again, or withdraws the request. */
function AgainAndBack({
  place,
  asked,
  name,
  mayAskAgain,
  mayWithdraw,
}: {
  place: RequestPlace;
  asked: Asked;
  name: string;
  mayAskAgain: boolean;
  mayWithdraw: boolean;
}) {
  return (
    <>
      {mayAskAgain && (
        <Button
          className={styles.small}
          onClick={() => void askReviewer(place, asked)}
          aria-label={t('requestAgainOf', { name })}
        >
          {t('requestAgain')}
        </Button>
      )}
      {mayWithdraw && (
        <IconButton
          icon="close"
          label={t('withdrawRequestOf', { name })}
          onClick={() => void withdrawReviewer(place, asked)}
        />
      )}
    </>
  );
}

/** What somebody decided, and whether it still holds. */
function Decision({ review }: { review: Pick<Review, 'status' | 'outdated'> | undefined }) {
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
