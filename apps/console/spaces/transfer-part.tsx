import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, repeatable } from '../api/client.ts';
import { organizationsQuery, queries, type Space } from '../api/queries.ts';
import { nameOf } from '../app/current.ts';
import { askFirst } from '../app/dialogs.tsx';
import { showToast } from '../app/toasts.tsx';
import { SelectField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';

/** Transfers a space to another organization of the user. */
export function TransferPart({ space }: { space: Space }) {
  const navigate = useNavigate();
  const { data: organizations = [] } = useQuery(organizationsQuery);
  const others = organizations.filter(({ id }) => id !== space.organization);
  if (others.length === 0) return null;
  const title = nameOf(space.title, t('untitled'));
  const transfer = async (organization: string): Promise<void> => {
    const { organization: current } = await api.post('/v1/spaces/{spaceId}/transfer', {
      path: { spaceId: space.id },
      headers: repeatable(),
      body: { organization },
    });
    void queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== 'session' });
    if (current !== organization) {
      showToast(t('spaceTransferRunning'));
      return;
    }
    showToast(t('spaceTransferred', { title }));
    await navigate({ to: '/s/$spaceId', params: { spaceId: space.id }, ignoreBlocker: true });
  };
  const ask = async (fields: FormData): Promise<void> => {
    const organization = String(fields.get('organization'));
    const name = nameOf(others.find(({ id }) => id === organization)?.title ?? '', t('untitled'));
    askFirst(
      {
        title: t('spaceTransferTitle', { title, name }),
        text: t('spaceTransferAsk'),
        submit: t('spaceTransferButton'),
        isDanger: true,
      },
      () => transfer(organization),
    );
  };
  return (
    <Section title={t('spaceTransfer')} text={t('spaceTransferText')} isDanger>
      <Form label={t('spaceTransfer')} submit={t('spaceTransferButton')} onSubmit={ask} done={null} isDanger>
        <SelectField
          name="organization"
          label={t('spaceTransferTo')}
          options={others.map(({ id, title: name }) => [id, nameOf(name, t('untitled'))])}
        />
      </Form>
    </Section>
  );
}
