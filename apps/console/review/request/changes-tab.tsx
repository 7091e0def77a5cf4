import { EmptyState } from '../../app/view.tsx';
import { t } from '../../messages/messages.ts';
import type { OpenRequest } from './request-parts.ts';

/** What the change request changes, page by page. */
export function ChangesTab({ base }: { opened: OpenRequest; base: string | undefined }) {
  return <EmptyState title={t(base === undefined ? 'nothingChanged' : 'nothingChangedSince')} />;
}
