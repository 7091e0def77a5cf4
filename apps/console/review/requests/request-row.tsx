import { type CSSProperties, memo } from 'react';
import { PREFIX } from '../../api/client.ts';
import type { ListedRequest, RequestStatus } from '../../api/request-page.ts';
import { Icon, type IconName } from '../../app/icons.tsx';
import { MenuButton } from '../../app/menu.tsx';
import { Time } from '../../app/time.tsx';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { AppLink } from './app-link.tsx';
import styles from './requests.module.css';
import { subjectOf } from './subject-of.ts';
import type { RequestActions } from './use-request-actions.ts';

const STATES: Record<RequestStatus, { name: keyof Messages; icon: IconName }> = {
  draft: { name: 'changeRequestDraft', icon: 'draft' },
  open: { name: 'changeRequestOpen', icon: 'change' },
  merged: { name: 'changeRequestMerged', icon: 'merged' },
  archived: { name: 'changeRequestArchived', icon: 'archive' },
};
const MOST_REVIEWERS = 4;

/** One change request of a list. */
export const RequestRow = memo(function RequestRow({
  request,
  position,
  count,
  style,
  spaceTitle,
  actions,
  onFocus,
}: {
  request: ListedRequest;
  position: number;
  count: number;
  style: CSSProperties;
  /** Undefined: the list is that of one space. */
  spaceTitle: string | undefined;
  actions: RequestActions;
  onFocus: (id: string) => void;
}) {
  const { id, number, status, createdBy, updatedAt, comments, reviewers = [], space, outdated } = request;
  const subject = subjectOf(request);
  const path = `/s/${space}/change-requests/${number}`;
  const { name, icon } = STATES[status];
  return (
    <li
      data-row={id}
      data-unread={request.unread}
      className={styles.row}
      style={style}
      aria-posinset={position}
      aria-setsize={count}
      onFocus={() => onFocus(id)}
    >
      <span className={styles.state} data-status={status}>
        <Icon name={icon} />
      </span>
      <div className={styles.what}>
        <AppLink path={path} className={styles.subject} data-empty={request.subject.trim() === ''}>
          {request.unread && <span className="visually-hidden">{t('unread')}: </span>}
          {subject}
        </AppLink>
        <p className={styles.facts}>
          <span className={styles.stateName} data-status={status}>
            {t(name)}
          </span>
          <span>#{number}</span>
          <span>{createdBy.displayName || t('somebody')}</span>
          <span>
            {t('updated')} <Time at={updatedAt} />
          </span>
          {spaceTitle !== undefined && <span className={styles.space}>{spaceTitle}</span>}
          {outdated && (status === 'open' || status === 'draft') && <span>{t('requestBehind')}</span>}
        </p>
      </div>
      <div className={styles.signs}>
        {reviewers.length > 0 && <Reviewers reviewers={reviewers} />}
        {comments > 0 && (
          <span className={styles.comments} title={t('openComments', { count: comments })}>
            <Icon name="comment" />
            <span aria-hidden="true">{comments}</span>
            <span className="visually-hidden">{t('openComments', { count: comments })}</span>
          </span>
        )}
      </div>
      <span className={styles.menu}>
        <MenuButton
          label={t('requestMenu', { title: subject })}
          groups={() => [
            {
              items: [
                { label: t('open'), icon: 'change', href: `${PREFIX}/app${path}` },
                ...(request.unread
                  ? [
                      {
                        label: t('markRead'),
                        icon: 'check',
                        keys: 'U',
                        run: () => void actions.markSeen(request),
                      } as const,
                    ]
                  : []),
                ...(status === 'merged'
                  ? []
                  : [
                      {
                        label: t(status === 'archived' ? 'reopenRequest' : 'archiveRequest'),
                        icon: 'archive',
                        keys: 'E',
                        run: () => void actions.toggleArchived(request),
                      } as const,
                    ]),
              ],
            },
          ]}
        />
      </span>
    </li>
  );
});

type Reviewer = NonNullable<ListedRequest['reviewers']>[number];

/** The reviewers, each with what they decided. */
function Reviewers({ reviewers }: { reviewers: readonly Reviewer[] }) {
  const shown = reviewers.slice(0, reviewers.length > MOST_REVIEWERS ? MOST_REVIEWERS - 1 : MOST_REVIEWERS);
  const left = reviewers.length - shown.length;
  return (
    <span className={styles.reviewers}>
      {shown.map((reviewer) => (
        <ReviewerSign key={reviewer.user.id} reviewer={reviewer} />
      ))}
      {left > 0 && (
        <span className={styles.reviewer}>
          <span aria-hidden="true">+{left}</span>
          <span className="visually-hidden">{t('moreReviewers', { count: left })}</span>
        </span>
      )}
    </span>
  );
}

function ReviewerSign({ reviewer: { user, status, outdated } }: { reviewer: Reviewer }) {
  const name = user.displayName || t('somebody');
  const decision = outdated === true ? undefined : status;
  const text = t(DECISIONS[decision ?? (status === undefined ? 'asked' : 'outdated')], { name });
  return (
    <span className={styles.reviewer} data-decision={decision} title={text}>
      <span aria-hidden="true">{[...name][0]?.toUpperCase()}</span>
      {decision !== undefined && (
        <span className={styles.decision}>
          <Icon name={decision === 'approved' ? 'check' : 'close'} size={10} />
        </span>
      )}
      <span className="visually-hidden">{text}</span>
    </span>
  );
}

const DECISIONS = {
  approved: 'reviewerApproved',
  'changes-requested': 'reviewerWantsChanges',
  asked: 'reviewerAsked',
  outdated: 'reviewerOutdated',
} as const;
