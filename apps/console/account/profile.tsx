import { api } from '../api/client.ts';
import type { Session } from '../api/queries.ts';
import { View } from '../app/view.tsx';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { refreshAccount } from './account-queries.ts';

/** How others see the user. */
export function Profile({ owner: { user } }: PartProps<Session>) {
  return (
    <View title={t('accountProfile')} lead={t('accountProfileLead')}>
      <Form
        onSubmit={async (fields) => {
          const text = (name: string): string | null => String(fields.get(name)).trim() || null;
          await api.patch('/v1/users/{userId}', {
            path: { userId: 'me' },
            body: { displayName: text('displayName'), photoURL: text('photoURL') },
          });
          await refreshAccount();
        }}
      >
        <TextField
          name="displayName"
          label={t('name')}
          hint={t('accountNameHelp')}
          defaultValue={user?.displayName}
          maxLength={64}
          autoComplete="name"
        />
        <TextField
          name="photoURL"
          label={t('accountPicture')}
          hint={t('accountPictureHelp')}
          type="url"
          defaultValue={user?.photoURL}
          maxLength={2048}
        />
      </Form>
    </View>
  );
}
