import { useState } from 'react';
import { api, createId, repeatable } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import { Button } from '../../app/button.tsx';
import { Dialog, DialogForm } from '../../app/dialog.tsx';
import { fullTime } from '../../app/time.tsx';
import { showToast } from '../../app/toasts.tsx';
import { SelectField, TextField } from '../../forms/fields.tsx';
import { CopyButton } from '../../forms/secret.tsx';
import { t } from '../../messages/messages.ts';
import { type ShareLink, type SiteKey, shareLinksQuery } from '../site-queries.ts';
import styles from './share-link-dialog.module.css';

const DAY_MS = 86_400_000;
const DAYS = [1, 7, 30, 90, 365] as const;

/** When a link ends: after some days, on a day, never, or when it does now. */
type End = `${(typeof DAYS)[number]}` | 'date' | 'never' | 'same';

/** Creates a share link, which is shown to be copied, or changes one. */
export function ShareLinkDialog({
  siteKey: path,
  link,
  onClose,
}: {
  siteKey: SiteKey;
  link: ShareLink | undefined;
  onClose: () => void;
}) {
  const [key] = useState(createId);
  const [end, setEnd] = useState<End>(link ? 'same' : 'never');
  const [made, setMade] = useState<ShareLink>();
  const save = async (fields: FormData): Promise<void> => {
    const name = String(fields.get('name')).trim();
    const expiresAt = readEnd(end, String(fields.get('date') ?? ''));
    const body = { name, ...(expiresAt === undefined ? {} : { expiresAt }) };
    const headers = repeatable(key);
    if (link) {
      await api.patch('/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}', {
        path: { ...path, shareLinkId: link.id },
        headers: repeatable(),
        body,
      });
      onClose();
      showToast(t('siteChanged', { title: name }));
    } else {
      setMade(
        await api.post('/v1/orgs/{organizationId}/sites/{siteId}/share-links', { path, headers, body }),
      );
    }
    await queries.invalidateQueries({ queryKey: shareLinksQuery(path).queryKey });
  };
  if (made) return <Made link={made} onClose={onClose} />;
  return (
    <Dialog title={t(link ? 'siteEditShareLink' : 'siteNewLink')} onClose={onClose}>
      <DialogForm submit={t(link ? 'save' : 'create')} onSubmit={save} onClose={onClose}>
        <TextField
          name="name"
          label={t('name')}
          hint={t('siteLinkNameHelp')}
          required
          autoFocus
          maxLength={50}
          defaultValue={link?.name ?? ''}
        />
        <SelectField
          label={t('siteEnds')}
          value={end}
          onChange={(event) => setEnd(event.target.value as End)}
        >
          {link && (
            <option value="same">
              {link.expiresAt === undefined ? t('siteNever') : fullTime(link.expiresAt)}
            </option>
          )}
          {(!link || link.expiresAt !== undefined) && <option value="never">{t('siteNever')}</option>}
          {DAYS.map((count) => (
            <option key={count} value={String(count)}>
              {t('siteAfterDays', { count })}
            </option>
          ))}
          <option value="date">{t('siteOnDay')}</option>
        </SelectField>
        {end === 'date' && (
          <TextField name="date" label={t('siteLastDay')} type="date" required min={dayOf(new Date())} />
        )}
      </DialogForm>
    </Dialog>
  );
}

/** The last moment of the day in the time of the browser; null for never, undefined to leave it. */
function readEnd(end: End, date: string): string | null | undefined {
  if (end === 'same') return undefined;
  if (end === 'never') return null;
  if (end !== 'date') return new Date(Date.now() + Number(end) * DAY_MS).toISOString();
  return new Date(`${date}T23:59:59`).toISOString();
}

const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

function Made({ link: { name = '', urls }, onClose }: { link: ShareLink; onClose: () => void }) {
  const { published } = urls;
  return (
    <Dialog title={t('siteLinkMade', { name })} onClose={onClose}>
      <div className={styles.made}>
        {published === undefined ? (
          <p>{t('siteShareLinksUnpublished')}</p>
        ) : (
          <>
            <p className={styles.address}>{published}</p>
            <p>{t('siteLinkOpens')}</p>
          </>
        )}
        <div className={styles.buttons}>
          <Button onClick={onClose}>{t('close')}</Button>
          {published !== undefined && <CopyButton value={published} of={name} />}
        </div>
      </div>
    </Dialog>
  );
}
