import { t } from '../messages/messages.ts';
import { RouteError } from './route-error.tsx';
import { Loading, View } from './view.tsx';

/** What a view shows until its data has arrived, or because it could not be loaded. */
export const LoadingView = ({
  error,
  title = t('loading'),
  viewKey = title,
}: {
  error: unknown;
  title?: string;
  viewKey?: string;
}) =>
  error ? (
    <RouteError error={error} />
  ) : (
    <View title={title} viewKey={viewKey}>
      <Loading label={t('loading')} />
    </View>
  );
