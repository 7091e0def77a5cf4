import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, repeatable } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { ChoiceField } from '../forms/fields.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import styles from './add-content.module.css';
import type { ImportRoot, ImportRun } from './import-run.ts';

type Readers = 'public' | 'unlisted';

/** Publishes what was imported: the site that the import made, or a new one with the spaces. */
export function PublishImported({
  organizationId,
  run,
  spaces,
}: {
  organizationId: string;
  run: Pick<ImportRun, 'site'>;
  spaces: readonly Pick<ImportRoot, 'space' | 'title'>[];
}) {
  const [readers, setReaders] = useState<Readers>('unlisted');
  const publish = useMutation({
    mutationFn: async (visibility: Readers) => {
      const siteId =
        run.site ??
        (
          await api.post('/v1/orgs/{organizationId}/sites', {
            path: { organizationId },
            headers: repeatable(),
            body: {
              ...titleFor(spaces),
              visibility,
              spaces: spaces.flatMap(({ space }) => space ?? []),
            },
          })
        ).id;
      const path = { organizationId, siteId };
      if (run.site)
        await api.patch('/v1/orgs/{organizationId}/sites/{siteId}', { path, body: { visibility } });
      return api.post('/v1/orgs/{organizationId}/sites/{siteId}/publish', { path, headers: repeatable() });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['organization', organizationId] }),
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (!publish.isPending) publish.mutate(readers);
  };
  const address = publish.data?.urls.published;
  if (address !== undefined)
    return (
      <Section title={t('siteIsPublished')}>
        <p role="status">
          <a href={address} target="_blank" rel="noreferrer">
            {t('openPublished')}
          </a>{' '}
          <span className={styles.soft}>{address.replace(/^https?:\/\//, '')}</span>
        </p>
      </Section>
    );
  return (
    <Section title={t('publishIt')} text={t('publishItText')}>
      <form className={styles.publish} onSubmit={send}>
        {publish.error !== null && (
          <p role="alert" className={styles.refusal}>
            {explain(publish.error)}
          </p>
        )}
        <ChoiceField
          name="readers"
          label={t('whoReadsIt')}
          value={readers}
          onChange={(value) => setReaders(value as Readers)}
          choices={[
            { value: 'unlisted', label: t('readByAddress'), hint: t('readByAddressText') },
            { value: 'public', label: t('readByEveryone'), hint: t('readByEveryoneText') },
          ]}
        />
        <div className={styles.buttons}>
          <Button type="submit" look="primary" icon="globe" disabled={publish.isPending}>
            {t(publish.isPending ? 'publishing' : 'publishIt')}
          </Button>
        </div>
      </form>
    </Section>
  );
}

/** A site needs a title of two characters. */
const titleFor = ([first]: readonly Pick<ImportRoot, 'title'>[]): { title?: string } =>
  first && first.title.length >= 2 ? { title: first.title } : {};
