import { useState } from 'react';
import { Dialog, DialogForm, Field } from '../app/dialog.tsx';
import { showToast } from '../app/toasts.tsx';
import { t } from '../messages/messages.ts';
import type { SiteKey } from './customization.ts';
import styles from './redirect-dialog.module.css';
import { changeRedirect, createRedirect, type Redirect, readDestination } from './redirects.ts';

/** Creates a redirect, or changes one. */
export function RedirectDialog({
  site,
  redirect,
  target,
  isDraft,
  onClose,
}: {
  site: SiteKey;
  redirect: Redirect | undefined;
  /** Where it leads now, in words. */
  target: string | undefined;
  /** Whether a new one is a draft at first. */
  isDraft: boolean;
  onClose(): void;
}) {
  const [source, setSource] = useState(redirect?.source ?? '');
  const external = redirect?.destination.kind === 'external' ? redirect.destination.url : undefined;
  const submit = async (fields: FormData): Promise<void> => {
    const typed = String(fields.get('destination') ?? '').trim();
    const body = {
      source,
      captureWildcard: source.endsWith('*') && fields.get('rest') === 'on',
      permanent: fields.get('permanent') === 'on',
      draft: fields.get('draft') === 'on',
    };
    const destination = typed === '' ? undefined : readDestination(typed);
    const saved =
      redirect === undefined
        ? await createRedirect(site, { ...body, destination: destination ?? readDestination('') })
        : await changeRedirect(site, redirect.id, { ...body, ...(destination ? { destination } : {}) });
    const [warning] = saved.warnings ?? [];
    showToast(warning?.message ?? t('redirectSaved', { source: saved.source }), {
      isBad: warning !== undefined,
    });
    onClose();
  };
  const isKept = redirect !== undefined && external === undefined && target !== undefined;
  return (
    <Dialog title={t(redirect ? 'redirectEdit' : 'redirectNew')} onClose={onClose}>
      <DialogForm submit={t('save')} onSubmit={submit} onClose={onClose}>
        <Field label={t('redirectSource')} hint={t('redirectSourceHint')}>
          <input
            name="source"
            required
            value={source}
            autoComplete="off"
            spellCheck={false}
            placeholder="/old/page"
            onChange={(event) => setSource(event.target.value)}
          />
        </Field>
        <Field
          label={t('redirectTarget')}
          hint={isKept ? t('redirectKeep', { target }) : t('redirectTargetHint')}
        >
          <input
            name="destination"
            required={!isKept}
            defaultValue={external}
            autoComplete="off"
            spellCheck={false}
            placeholder="/guides/install"
          />
        </Field>
        {source.endsWith('*') && (
          <Check name="rest" label={t('redirectRest')} isChecked={redirect?.captureWildcard ?? true} />
        )}
        <Check name="permanent" label={t('redirectPermanent')} isChecked={redirect?.permanent ?? false} />
        <Check name="draft" label={t('redirectDraft')} isChecked={redirect?.draft ?? isDraft} />
      </DialogForm>
    </Dialog>
  );
}

const Check = ({ name, label, isChecked }: { name: string; label: string; isChecked: boolean }) => (
  <label className={styles.check}>
    <input type="checkbox" name={name} defaultChecked={isChecked} />
    {label}
  </label>
);
