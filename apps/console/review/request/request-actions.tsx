import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Checks } from '../../api/change-request.ts';
import { pagesQuery, type Space, sessionQuery } from '../../api/queries.ts';
import buttons from '../../app/button.module.css';
import { Button } from '../../app/button.tsx';
import { Icon } from '../../app/icons.tsx';
import { MenuButton, type MenuItem } from '../../app/menu.tsx';
import { showToast } from '../../app/toasts.tsx';
import { t } from '../../messages/messages.ts';
import { firstPage } from '../../tree/pages.ts';
import { MergeButton, MergeReason } from './merge-button.tsx';
import styles from './request.module.css';
import { archive, revert, setStatus, updateFromSpace } from './request-deeds.ts';
import { isInProgress, type OpenRequest } from './request-parts.ts';
import { askForReview, askForTime, showPreview } from './review-dialogs.tsx';

/** What can be done with the change request as a whole. */
export function RequestActions({ opened, checks }: { opened: OpenRequest; checks: Checks | undefined }) {
  const { request, space } = opened;
  const { edit } = space.permissions;
  return (
    <>
      <EditLink opened={opened} />
      {request.status === 'draft' && edit && (
        <Button onClick={() => void setStatus(opened, 'open')}>{t('openForReview')}</Button>
      )}
      {request.status === 'archived' && edit && (
        <Button icon="undo" onClick={() => void setStatus(opened, 'open')}>
          {t('reopen')}
        </Button>
      )}
      {isInProgress(request) && space.permissions.comment && <ReviewButton opened={opened} />}
      {request.status === 'merged' && edit && <RevertButton opened={opened} />}
      {isInProgress(request) && <MergeButton opened={opened} checks={checks} />}
      <MoreMenu opened={opened} />
      {isInProgress(request) && <MergeReason opened={opened} checks={checks} />}
    </>
  );
}

/** Says something about the change request, and approves it or asks for changes. */
function ReviewButton({ opened }: { opened: OpenRequest }) {
  const { request, space } = opened;
  const { data: session } = useQuery(sessionQuery);
  const isOwn = session?.user?.id === request.createdBy.id;
  const mayDecide = space.permissions.review && (!isOwn || maySelfReview(space));
  return (
    <Button icon="check" onClick={() => askForReview(opened, mayDecide)}>
      {t('review')}
    </Button>
  );
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

/** Whether authors may review. Rules that the space inherits are not known here; the service refuses what is not allowed. */
const maySelfReview = ({ mergeRules }: Space): boolean =>
  mergeRules.type === 'inherit' ||
  (mergeRules.type === 'rules' && mergeRules.rules.some(({ rule }) => rule === 'allow_self_review'));

/** Leads to the pages within the change request. */
function EditLink({ opened: { place, request, space } }: { opened: OpenRequest }) {
  const { data: tree } = useQuery(pagesQuery(place));
  const page = tree && firstPage(tree.pages);
  if (!page) return null;
  return (
    <Link
      to="/s/$spaceId/change-requests/$changeRequestId/$pageId"
      params={{ ...place, pageId: page.id }}
      className={buttons.plain ?? ''}
    >
      <Icon name="page" />
      {t(isInProgress(request) && space.permissions.edit ? 'edit' : 'readPages')}
    </Link>
  );
}

function MoreMenu({ opened }: { opened: OpenRequest }) {
  const { request, space } = opened;
  const items: MenuItem[] = [{ label: t('preview'), icon: 'globe', run: () => showPreview(opened) }];
  if (isInProgress(request) && space.permissions.edit) {
    items.push({
      label: t('updateFromSpace'),
      icon: 'change',
      run: () => void updateFromSpace(opened),
    });
    if (request.status === 'open')
      items.push({ label: t('backToDraft'), icon: 'undo', run: () => void setStatus(opened, 'draft') });
    items.push({ label: t('archive'), icon: 'trash', run: () => void archive(opened) });
  }
  if (isInProgress(request) && space.permissions.merge)
    items.push({ label: t('scheduleMerge'), icon: 'clock', run: () => askForTime(opened) });
  return <MenuButton label={t('moreAboutRequest')} groups={() => [{ items }]} className={styles.more} />;
}
