import { useNavigate } from '@tanstack/react-router';
import { api, repeatable } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { View } from '../app/view.tsx';
import { Form } from '../forms/form.tsx';
import { t } from '../messages/messages.ts';
import { readTranslation, TranslationFields } from './translation-fields.tsx';

/** The form for another translation. */
export function NewTranslation({ organizationId }: { organizationId: string }) {
  const navigate = useNavigate();
  const params = { organizationId, part: 'translations' };
  return (
    <View title={t('newTranslation')}>
      <Form
        submit={t('createTranslation')}
        done={null}
        onSubmit={async (fields) => {
          const { id } = await api.post('/v1/orgs/{organizationId}/translations', {
            path: { organizationId },
            headers: repeatable(),
            body: readTranslation(fields),
          });
          void queries.invalidateQueries({ queryKey: ['organization', organizationId, 'translations'] });
          await navigate({ to: '/o/$organizationId/$part/$itemId', params: { ...params, itemId: id } });
        }}
      >
        <TranslationFields organizationId={organizationId} />
      </Form>
    </View>
  );
}
