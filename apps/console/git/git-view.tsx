import { useQuery } from '@tanstack/react-query';
import type { Space } from '../api/queries.ts';
import { RouteError } from '../app/route-error.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { ConnectForm } from './connect-form.tsx';
import { ConnectionView } from './connection-view.tsx';
import { connectionQuery } from './git-queries.ts';

/** The Git connection of a space. */
export function GitView({ owner: space }: PartProps<Space>) {
  const { data: connection, error } = useQuery(connectionQuery(space.id));
  if (error && connection === undefined) return <RouteError error={error} />;
  return (
    <View title={t('git')} viewKey={`git ${space.id}`} lead={t('gitLead')}>
      {connection === undefined && <Loading label={t('loading')} />}
      {connection === null &&
        (space.permissions.admin ? (
          <ConnectForm spaceId={space.id} />
        ) : (
          <EmptyState title={t('gitNone')} text={t('gitNoneText')} />
        ))}
      {connection && <ConnectionView space={space} connection={connection} />}
    </View>
  );
}
