import { useState } from 'react';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { showToast } from '../app/toasts.tsx';
import { CheckField, TextField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';
import type { SiteKey } from './customization.ts';
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
        <TextField
          name="source"
          label={t('redirectSource')}
          hint={t('redirectSourceHint')}
          required
          value={source}
          spellCheck={false}
          placeholder="/old/page"
          onChange={(event) => setSource(event.target.value)}
        />
        <TextField
          name="destination"
          label={t('redirectTarget')}
          hint={isKept ? t('redirectKeep', { target }) : t('redirectTargetHint')}
          required={!isKept}
          defaultValue={external}
          spellCheck={false}
          placeholder="/guides/install"
        />
        {source.endsWith('*') && (
          <CheckField
            name="rest"
            label={t('redirectRest')}
            defaultChecked={redirect?.captureWildcard ?? true}
          />
        )}
        <CheckField
          name="permanent"
          label={t('redirectPermanent')}
          defaultChecked={redirect?.permanent ?? false}
        />
        <CheckField name="draft" label={t('redirectDraft')} defaultChecked={redirect?.draft ?? isDraft} />
      </DialogForm>
    </Dialog>
  );
}
