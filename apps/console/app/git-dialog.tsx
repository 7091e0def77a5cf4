import { type ReactNode, useState } from 'react';
import { api, createId, repeatable } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { t } from '../messages/messages.ts';
import { Dialog, DialogForm, Field } from './dialog.tsx';
import { showError, showToast } from './toasts.tsx';

const POLL_MS = 2000;
/** If it takes longer, the events of the space refresh the view. */
const MOST_POLLS = 150;

type Text = (name: string) => string;

/** Connects a space with a Git repository. */
export function GitDialog({ spaceId, onClose }: { spaceId: string; onClose: () => void }) {
  const [key] = useState(createId);
  const send = async (fields: FormData): Promise<void> => {
    await connect(spaceId, (name) => String(fields.get(name) ?? '').trim(), key);
    onClose();
  };
  return (
    <Dialog title={t('connectGit')} onClose={onClose}>
      <DialogForm submit={t('connect')} onSubmit={send} onClose={onClose}>
        <p>{t('gitHelp')}</p>
        <GitFields />
      </DialogForm>
    </Dialog>
  );
}

function GitFields(): ReactNode {
  return (
    <>
      <Field label={t('gitAddress')}>
        <input
          name="url"
          required
          // biome-ignore lint/a11y/noAutofocus: the dialog begins with what it needs.
          autoFocus
          autoComplete="off"
          placeholder="https://github.com/acme/docs.git"
        />
      </Field>
      <Field label={t('gitBranch')}>
        <input name="branch" required autoComplete="off" defaultValue="main" />
      </Field>
      <Field label={t('gitDirection')}>
        <select name="direction" defaultValue="both">
          <option value="both">{t('gitBoth')}</option>
          <option value="import">{t('gitImport')}</option>
        </select>
      </Field>
      <Field label={t('gitUser')}>
        <input name="username" autoComplete="off" />
      </Field>
      <Field label={t('gitToken')} hint={t('gitTokenHelp')}>
        <input name="password" type="password" autoComplete="new-password" />
      </Field>
    </>
  );
}

async function connect(spaceId: string, text: Text, key: string): Promise<void> {
  const password = text('password');
  await api.put('/v1/spaces/{spaceId}/git', {
    path: { spaceId },
    headers: repeatable(key),
    body: {
      url: text('url'),
      ref: `refs/heads/${text('branch')}`,
      direction: text('direction') as 'both' | 'import',
      ...(password ? { credentials: { username: text('username') || 'git', password } } : {}),
    },
  });
  showToast(t('gitStarted'));
  void followFirstSync(spaceId);
}

/** Waits for the first sync, then shows the pages or the error. */
async function followFirstSync(spaceId: string): Promise<void> {
  for (let polls = 0; polls < MOST_POLLS; polls += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const info = await api.get('/v1/spaces/{spaceId}/git/info', { path: { spaceId } }).catch(() => undefined);
    const operation = info?.operation;
    if (!operation || operation.state === 'running') continue;
    if (operation.state !== 'success') showError(t('gitFailed', { reason: operation.error ?? '' }));
    await queries.invalidateQueries({ queryKey: ['space', spaceId] });
    return;
  }
}
