import { useQuery } from '@tanstack/react-query';
import { changeRequestQuery, spaceQuery } from '../../api/queries.ts';
import { useIds } from '../../app/current.ts';
import { RouteError } from '../../app/route-error.tsx';
import { View } from '../../app/view.tsx';
import { t } from '../../messages/messages.ts';
import { ConflictsPart } from './conflicts-part.tsx';
import { useFollowConflicts } from './follow-conflicts.ts';

/** The conflicts of a change request by themselves. */
export function ConflictsView() {
  const { spaceId = '', changeRequestId = '' } = useIds();
  const { data: request, error } = useQuery(changeRequestQuery(spaceId, changeRequestId));
  const { data: space } = useQuery(spaceQuery(spaceId));
  useFollowConflicts({ spaceId, changeRequestId });
  if (error && !request) return <RouteError error={error} />;
  return (
    <View title={t('conflicts')} lead={request?.subject}>
      <ConflictsPart
        spaceId={spaceId}
        changeRequestId={changeRequestId}
        mayDecide={space?.permissions.edit === true}
      />
    </View>
  );
}
