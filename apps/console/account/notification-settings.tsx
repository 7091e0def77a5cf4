import type { Session } from '../api/queries.ts';
import { View } from '../app/view.tsx';
import { t } from '../messages/messages.ts';
import { NotificationPreferences } from '../review/requests/notification-preferences.tsx';
import type { PartProps } from '../settings/area-part.ts';

/** Of what the user is told; the same as beside the list of notifications. */
export const NotificationSettings = (_: PartProps<Session>) => (
  <View title={t('accountNotifications')} lead={t('accountNotificationsLead')}>
    <NotificationPreferences />
  </View>
);
