import type { Schemas } from '@lectern/client/schema';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import type { PagePlace } from '../api/place.ts';
import type { Space } from '../api/queries.ts';
import { InBar } from '../app/bar-slots.tsx';
import { Button, IconButton } from '../app/button.tsx';
import { Icon } from '../app/icons.tsx';
import { createPart, usePart } from '../app/use-part.ts';
import { t, withTexts } from '../messages/messages.ts';
import type { OpenEditor } from './open-editor.ts';
import styles from './page.module.css';

interface PageActionsProps {
  editor: OpenEditor;
  place: PagePlace;
  space: Space;
  changeRequest: Schemas['ChangeRequest'] | undefined;
  /** Whether the page is saved. */
  status: ReactNode;
  /** Opens the settings of the page. Undefined if they cannot be changed. */
  onSettings: (() => void) | undefined;
  children?: ReactNode;
}

const pageRequests = createPart(() =>
  withTexts('review', () => import('../review/requests/page-requests.tsx')),
);

/** The actions of a page, and the state of saving. */
export function PageActions({
  editor,
  place,
  space,
  changeRequest,
  status,
  onSettings,
  children,
}: PageActionsProps) {
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const { spaceId, pageId } = place;
  const Requests = usePart(pageRequests);
  const propose = async (): Promise<void> => {
    try {
      await editor.session.saver.flush();
      const { number } = await api.post('/v1/spaces/{spaceId}/change-requests', {
        path: { spaceId },
        body: {},
      });
      await navigate({
        to: '/s/$spaceId/change-requests/$changeRequestId/$pageId',
        params: { spaceId, changeRequestId: String(number), pageId },
      });
    } catch (thrown) {
      setError(explain(thrown));
    }
  };
  return (
    <>
      <InBar slot="state">{status}</InBar>
      <InBar slot="actions">
        {error !== undefined && (
          <span role="alert" className={styles.bad}>
            {error}
          </span>
        )}
        {children}
        {onSettings && <IconButton icon="settings" label={t('pageSettings')} onClick={onSettings} />}
        {changeRequest && (
          <Link
            to="/s/$spaceId/change-requests/$changeRequestId"
            params={{ spaceId, changeRequestId: String(changeRequest.number) }}
            className={styles.changeRequest}
            title={`${changeRequest.subject || t('untitled')} · ${t(STATUS[changeRequest.status])}`}
          >
            <Icon name="change" />
            <span>{t('changeRequestNumber', { number: changeRequest.number })}</span>
          </Link>
        )}
        {!changeRequest && Requests && (
          <Requests.PageRequests spaceId={spaceId} pageId={pageId} className={styles.changeRequest} />
        )}
        {!changeRequest && space.permissions.edit && (
          <Button icon="change" className={styles.propose} onClick={() => void propose()}>
            <span>{t('proposeChanges')}</span>
          </Button>
        )}
      </InBar>
    </>
  );
}

const STATUS = {
  draft: 'changeRequestDraft',
  open: 'changeRequestOpen',
  merged: 'changeRequestMerged',
  archived: 'changeRequestArchived',
} as const;
