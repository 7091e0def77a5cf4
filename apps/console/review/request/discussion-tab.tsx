import { EmptyState } from '../../app/view.tsx';
import { t } from '../../messages/messages.ts';
import type { OpenRequest } from './request-parts.ts';

/** What is said about the change request. */
export function DiscussionTab({ opened: { request } }: { opened: OpenRequest }) {
  return <EmptyState title={t('openComments', { count: request.comments })} />;
}
