import { type CSSProperties, memo } from 'react';
import type { ListedRequest, RequestStatus } from '../../api/request-page.ts';
import { Icon, type IconName } from '../../app/icons.tsx';
import { MenuButton } from '../../app/menu.tsx';
import { Time } from '../../app/time.tsx';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { AppLink } from './app-link.tsx';
import styles from './requests.module.css';
import { CheckState, Reviewers, ReviewState } from './row-signs.tsx';
import { subjectOf } from './subject-of.ts';
import type { RequestActions } from './use-request-actions.ts';

const STATES: Record<RequestStatus, { name: keyof Messages; icon: IconName }> = {
  draft: { name: 'changeRequestDraft', icon: 'draft' },
  open: { name: 'changeRequestOpen', icon: 'change' },
  merged: { name: 'changeRequestMerged', icon: 'merged' },
  archived: { name: 'changeRequestArchived', icon: 'archive' },
};

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
  const { id, number, status, createdBy, updatedAt, comments, space, outdated } = request;
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
        <ReviewState request={request} />
        <CheckState request={request} />
        <Reviewers request={request} />
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
                { label: t('open'), icon: 'change', to: path },
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
