import type { RequestOf } from '@lectern/client/client';
import { api } from '../api/client.ts';
import type { Session } from '../api/queries.ts';
import { sendPicture } from '../api/send-picture.ts';
import { View } from '../app/view.tsx';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { PortraitField } from '../forms/portrait-field.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { refreshAccount } from './account-queries.ts';

/** How others see the user. */
export function Profile({ owner: { user } }: PartProps<Session>) {
  return (
    <View title={t('accountProfile')} lead={t('accountProfileLead')}>
      <PortraitField
        label={t('accountPicture')}
        hint={t('accountPictureHelp')}
        name={user?.displayName ?? ''}
        url={user?.photoURL}
        isRound
        onUpload={async (picture) => {
          await sendPicture('/v1/users/me/picture', picture);
          await refreshAccount();
        }}
        onRemove={() => update({ photoURL: null })}
      />
      <Form onSubmit={(fields) => update({ displayName: String(fields.get('displayName')).trim() || null })}>
        <TextField
          name="displayName"
          label={t('name')}
          hint={t('accountNameHelp')}
          defaultValue={user?.displayName}
          maxLength={64}
          autoComplete="name"
        />
      </Form>
    </View>
  );
}

async function update(body: RequestOf<'/v1/users/{userId}', 'patch'>['body']): Promise<void> {
  await api.patch('/v1/users/{userId}', { path: { userId: 'me' }, body });
  await refreshAccount();
}
