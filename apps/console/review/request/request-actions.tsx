import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Checks, reviewsQuery } from '../../api/change-request.ts';
import { pagesQuery, sessionQuery } from '../../api/queries.ts';
import buttons from '../../app/button.module.css';
import { Button } from '../../app/button.tsx';
import { Icon } from '../../app/icons.tsx';
import { MenuButton, type MenuGroup, type MenuItem } from '../../app/menu.tsx';
import { showToast } from '../../app/toasts.tsx';
import { t } from '../../messages/messages.ts';
import { firstPage } from '../../tree/pages.ts';
import { MergeButton, MergeReason } from './merge-button.tsx';
import { warnOfMerge, whyNotMerge } from './merge-reason.ts';
import styles from './request.module.css';
import { archive, mergeRequest, revert, setStatus, updateFromSpace } from './request-deeds.ts';
import { isInProgress, type OpenRequest } from './request-parts.ts';
import { askForReview, askForTime, showPreview } from './review-dialogs.tsx';

/** The actions for the change request: the next step, other frequent actions beside it, and a menu. */
export function RequestActions({ opened, checks }: { opened: OpenRequest; checks: Checks | undefined }) {
  const { request, space } = opened;
  const review = useReview(opened);
  const first = useFirstPage(opened);
  const next = findNextStep(opened, review);
  const hasReview = review !== undefined && request.status === 'open';
  return (
    <>
      {first && <EditLink opened={opened} pageId={first} />}
      {hasReview && next !== 'review' && (
        <Button icon="check" className={styles.beside} onClick={review.run}>
          {t('review')}
        </Button>
      )}
      {isInProgress(request) && next !== 'merge' && (
        <MergeButton opened={opened} checks={checks} look="plain" className={styles.beside} />
      )}
      {next === 'review' && (
        <Button look="primary" icon="check" onClick={review?.run}>
          {t('review')}
        </Button>
      )}
      {next === 'open' && (
        <Button look="primary" icon="change" onClick={() => void setStatus(opened, 'open')}>
          {t('openForReview')}
        </Button>
      )}
      {next === 'reopen' && (
        <Button icon="undo" onClick={() => void setStatus(opened, 'open')}>
          {t('reopen')}
        </Button>
      )}
      {request.status === 'merged' && space.permissions.edit && <RevertButton opened={opened} />}
      {next === 'merge' && <MergeButton opened={opened} checks={checks} look="primary" />}
      <MoreMenu opened={opened} checks={checks} next={next} review={review} firstPage={first} />
      {isInProgress(request) && <MergeReason opened={opened} checks={checks} />}
    </>
  );
}

type Step = 'open' | 'review' | 'merge' | 'reopen';

/** The next step for the user. Its button stands out. */
function findNextStep({ request, space }: OpenRequest, review: ReviewStep | undefined): Step | undefined {
  const { edit } = space.permissions;
  switch (request.status) {
    case 'draft':
      return edit ? 'open' : 'merge';
    case 'open':
      return review?.isAwaited ? 'review' : 'merge';
    case 'archived':
      return edit ? 'reopen' : undefined;
    case 'merged':
      return undefined;
  }
}

interface ReviewStep {
  /** Whether the user can decide, and has not yet decided about the current content. */
  isAwaited: boolean;
  /** Opens the dialog to comment and, if the user may, to approve or request changes. */
  run: () => void;
}

/** Undefined if the user may not comment either. */
function useReview(opened: OpenRequest): ReviewStep | undefined {
  const { place, request, space } = opened;
  const { data: session } = useQuery(sessionQuery);
  const { data: reviews } = useQuery(reviewsQuery(place));
  if (!space.permissions.comment || !isInProgress(request)) return undefined;
  const userId = session?.user?.id;
  const mayDecide = request.permissions?.review === true;
  const whyNot = t(userId === request.createdBy.id ? 'ownNeedsOthers' : 'decidingNeedsRole');
  const hasDecided = reviews?.some(({ reviewer, outdated }) => reviewer.id === userId && !outdated);
  return {
    isAwaited: mayDecide && hasDecided === false && userId !== request.createdBy.id,
    run: () => askForReview(opened, mayDecide ? undefined : whyNot),
  };
}

/** Takes a merged change request back, by another change request. */
function RevertButton({ opened }: { opened: OpenRequest }) {
  const navigate = useNavigate();
  const [isSending, setSending] = useState(false);
  const run = async (): Promise<void> => {
    setSending(true);
    const number = await revert(opened);
    setSending(false);
    if (number === undefined) return;
    showToast(t('revertCreated'));
    await navigate({
      to: '/s/$spaceId/change-requests/$changeRequestId',
      params: { spaceId: opened.place.spaceId, changeRequestId: String(number) },
    });
  };
  return (
    <Button icon="undo" disabled={isSending} onClick={() => void run()}>
      {t('revert')}
    </Button>
  );
}

/** The first page within the change request. */
function useFirstPage({ place }: OpenRequest): string | undefined {
  const { data: tree } = useQuery(pagesQuery(place));
  return tree && firstPage(tree.pages)?.id;
}

const editLabel = ({ request, space }: OpenRequest): string =>
  t(isInProgress(request) && space.permissions.edit ? 'edit' : 'readPages');

/** Leads to the pages within the change request. */
const EditLink = ({ opened, pageId }: { opened: OpenRequest; pageId: string }) => (
  <Link
    to="/s/$spaceId/change-requests/$changeRequestId/$pageId"
    params={{ ...opened.place, pageId }}
    className={`${buttons.plain ?? ''} ${styles.beside ?? ''}`}
  >
    <Icon name="page" />
    {editLabel(opened)}
  </Link>
);

/** The width below which only the next step has a button. */
const NARROW = '(max-width: 40rem)';

function MoreMenu({
  opened,
  checks,
  next,
  review,
  firstPage: pageId,
}: {
  opened: OpenRequest;
  checks: Checks | undefined;
  next: Step | undefined;
  review: ReviewStep | undefined;
  firstPage: string | undefined;
}) {
  const navigate = useNavigate();
  const { request, space, place } = opened;
  const { edit, merge } = space.permissions;
  const isOpen = isInProgress(request);
  const groups = (): MenuGroup[] => {
    const isNarrow = matchMedia(NARROW).matches;
    const often: MenuItem[] = [];
    if (isNarrow && pageId !== undefined)
      often.push({
        label: editLabel(opened),
        icon: 'page',
        run: () =>
          void navigate({
            to: '/s/$spaceId/change-requests/$changeRequestId/$pageId',
            params: { ...place, pageId },
          }),
      });
    // Drafts are not for review yet, but can be commented on.
    if (review && next !== 'review' && (isNarrow || request.status === 'draft'))
      often.push({ label: t('review'), icon: 'check', run: review.run });
    if (isNarrow && isOpen && next !== 'merge' && whyNotMerge(opened, checks) === undefined)
      often.push({
        label: t('merge'),
        icon: 'merged',
        run: () => void mergeRequest(opened, warnOfMerge(opened, checks)),
      });
    const items: MenuItem[] = [{ label: t('preview'), icon: 'globe', run: () => showPreview(opened) }];
    if (isOpen && edit) {
      items.push({
        label: t('updateFromSpace'),
        icon: 'change',
        run: () => void updateFromSpace(opened),
      });
      if (request.status === 'open')
        items.push({ label: t('backToDraft'), icon: 'undo', run: () => void setStatus(opened, 'draft') });
      items.push({ label: t('archive'), icon: 'trash', run: () => void archive(opened) });
    }
    if (isOpen && merge)
      items.push({ label: t('scheduleMerge'), icon: 'clock', run: () => askForTime(opened) });
    return [{ items: often }, { items }];
  };
  return <MenuButton label={t('moreAboutRequest')} groups={groups} className={styles.more} />;
}
