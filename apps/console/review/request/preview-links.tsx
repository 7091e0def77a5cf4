import type { Schemas } from '@lectern/client/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, repeatable } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { Button, IconButton } from '../../app/button.tsx';
import { Time } from '../../app/time.tsx';
import { showError, showToast } from '../../app/toasts.tsx';
import { SelectField, TextField } from '../../forms/fields.tsx';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import styles from './request.module.css';
import type { OpenRequest } from './request-parts.ts';

const HOURS: [hours: number, label: keyof Messages][] = [
  [24, 'oneDay'],
  [168, 'oneWeek'],
  [720, 'thirtyDays'],
];

const linksQuery = ({ place }: OpenRequest) => ({
  queryKey: ['space', place.spaceId, 'change-request', place.changeRequestId, 'preview-links'],
  queryFn: async () =>
    (
      await api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/preview-links', {
        path: { ...place },
      })
    ).items,
});

/** Addresses that show the change request to people without an account. */
export function PreviewLinks({ opened }: { opened: OpenRequest }) {
  const { place } = opened;
  const queries = useQueryClient();
  const { data: links, error } = useQuery(linksQuery(opened));
  const [made, setMade] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const attempt = async (deed: () => Promise<void>): Promise<void> => {
    setRefusal(undefined);
    await deed().catch((thrown: unknown) => setRefusal(explain(thrown)));
    await queries.invalidateQueries({ queryKey: linksQuery(opened).queryKey });
  };
  const create = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const expiresIn = Number(new FormData(event.currentTarget).get('hours'));
    void attempt(async () => {
      const { url } = await api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/preview-links', {
        path: { ...place },
        headers: repeatable(),
        body: { expiresIn },
      });
      setMade(url);
    });
  };
  const revoke = (previewLinkId: string): void =>
    void attempt(async () => {
      await api.delete(
        '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/preview-links/{previewLinkId}',
        { path: { ...place, previewLinkId } },
      );
      setMade(undefined);
    });
  return (
    <section aria-labelledby="preview-links" className={styles.links}>
      <h3 id="preview-links">{t('previewLinks')}</h3>
      <p className={styles.soft}>{t('previewLinksText')}</p>
      {(refusal ?? (error && !links)) && <p role="alert">{refusal ?? explain(error)}</p>}
      {made !== undefined && <NewLink url={made} />}
      <ul className={styles.members}>
        {links?.map((link) => (
          <OneLink key={link.id} link={link} onRevoke={() => revoke(link.id)} />
        ))}
      </ul>
      <form onSubmit={create} className={styles.linkForm}>
        <SelectField
          name="hours"
          label={t('linkWorksFor')}
          defaultValue="168"
          options={HOURS.map(([hours, label]) => [String(hours), t(label)])}
        />
        <Button type="submit" icon="link">
          {t('createLink')}
        </Button>
      </form>
    </section>
  );
}

const copy = (url: string): Promise<void> =>
  navigator.clipboard.writeText(url).then(
    () => showToast(t('linkCopied')),
    () => showError(t('copyFailed', { text: url })),
  );

/** The address of a new link, which is shown only once. */
function NewLink({ url }: { url: string }) {
  return (
    <div className={styles.newLink}>
      <TextField
        label={t('newLinkShownOnce')}
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button onClick={() => void copy(url)}>{t('copyLink')}</Button>
    </div>
  );
}

function OneLink({ link, onRevoke }: { link: Schemas['PreviewLink']; onRevoke: () => void }) {
  const name = link.createdBy.displayName || t('somebody');
  return (
    <li>
      <span>
        {t('linkBy', { name })} <span className={styles.soft}>{t('linkExpires')} </span>
        <Time at={link.expiresAt} />
      </span>
      <IconButton icon="trash" label={t('revokeLinkBy', { name })} onClick={onRevoke} />
    </li>
  );
}
