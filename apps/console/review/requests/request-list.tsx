import type { ListedRequest } from '../../api/request-page.ts';
import { t } from '../../messages/messages.ts';
import { RequestRow } from './request-row.tsx';
import { RowList } from './row-list.tsx';
import { useRequestActions } from './use-request-actions.ts';

const ROW_REMS = { wide: 4.25, small: 7 };

/** Change requests as an endless list. */
export function RequestList({
  count,
  spaceTitles,
  onFilter,
  onCreate,
  ...list
}: {
  /** Distinguishes lists. */
  name: string;
  items: readonly ListedRequest[];
  /** How many there are, with those that are not read yet. */
  count: number;
  hasMore: boolean;
  isReading: boolean;
  readMore: () => void;
  /** The titles of spaces by their ids, if the list has change requests of several. */
  spaceTitles: ReadonlyMap<string, string> | undefined;
  onFilter: () => void;
  onCreate: (() => void) | undefined;
}) {
  const actions = useRequestActions();
  return (
    <RowList
      {...list}
      label={t('changeRequests')}
      rems={ROW_REMS}
      keys={{
        e: (request) => request && void actions.toggleArchived(request),
        u: (request) => request && void actions.markSeen(request),
        '/': onFilter,
        ...(onCreate ? { c: onCreate } : {}),
      }}
    >
      {(request, place) => (
        <RequestRow
          key={request.id}
          request={request}
          count={count}
          spaceTitle={spaceTitles && (spaceTitles.get(request.space) ?? t('untitled'))}
          actions={actions}
          {...place}
        />
      )}
    </RowList>
  );
}
