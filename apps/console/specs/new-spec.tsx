import { useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { View } from '../app/view.tsx';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { t } from '../messages/messages.ts';
import { readSource, SourceFields } from './source-fields.tsx';

/** The form for another spec. */
export function NewSpec({ organizationId }: { organizationId: string }) {
  const navigate = useNavigate();
  return (
    <View title={t('newSpec')}>
      <Form
        submit={t('createSpec')}
        done={null}
        onSubmit={async (fields) => {
          const { slug } = await api.post('/v1/orgs/{organizationId}/openapi', {
            path: { organizationId },
            body: { slug: String(fields.get('slug')).trim(), source: await readSource(fields) },
          });
          void queries.invalidateQueries({ queryKey: ['organization', organizationId, 'specs'] });
          await navigate({
            to: '/o/$organizationId/$part/$itemId',
            params: { organizationId, part: 'specs', itemId: slug },
          });
        }}
      >
        <TextField
          name="slug"
          label={t('specName')}
          hint={t('specNameHint')}
          required
          maxLength={100}
          pattern="[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*"
        />
        <SourceFields />
      </Form>
    </View>
  );
}
