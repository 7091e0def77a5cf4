import type { Schemas } from '@lectern/client/schema';
import { type ReactNode, useState } from 'react';
import { api, createId, repeatable } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import { announce } from './announce.tsx';
import { Dialog, DialogForm, Field } from './dialog.tsx';
import { showError, showToast } from './toasts.tsx';

type Source = Schemas['ImportContentBody']['source'];

const SOURCES: [Source, keyof Messages][] = [
  ['website', 'importWebsite'],
  ['markdown', 'importMarkdown'],
  ['html', 'importHtml'],
  ['docx', 'importWord'],
  ['zip', 'importZip'],
  ['github-wiki', 'importWiki'],
];

const POLL_MS = 2000;
/** If it takes longer, the events of the space refresh the view. */
const MOST_POLLS = 150;

type Text = (name: string) => string;

/** Fills a space with existing content: imports it once, or connects a Git repository. */
export function ImportDialog({
  spaceId,
  from,
  onClose,
}: {
  spaceId: string;
  from: 'address' | 'git';
  onClose: () => void;
}) {
  const [key] = useState(createId);
  const isGit = from === 'git';
  const send = async (fields: FormData): Promise<void> => {
    const text: Text = (name) => String(fields.get(name) ?? '').trim();
    await (isGit ? connect : importOnce)(spaceId, text, key);
    onClose();
  };
  return (
    <Dialog title={t(isGit ? 'connectGit' : 'importPages')} onClose={onClose}>
      <DialogForm submit={t(isGit ? 'connect' : 'importSubmit')} onSubmit={send} onClose={onClose}>
        <p>{t(isGit ? 'gitHelp' : 'importHelp')}</p>
        {isGit ? <GitFields /> : <AddressFields />}
      </DialogForm>
    </Dialog>
  );
}

function AddressFields(): ReactNode {
  return (
    <>
      <Field label={t('importSource')}>
        <select name="source" defaultValue="website">
          {SOURCES.map(([source, name]) => (
            <option key={source} value={source}>
              {t(name)}
            </option>
          ))}
        </select>
      </Field>
      <Field label={t('linkAddress')}>
        <input
          name="url"
          type="url"
          required
          // biome-ignore lint/a11y/noAutofocus: the dialog begins with what it needs.
          autoFocus
          autoComplete="off"
          placeholder="https://"
        />
      </Field>
    </>
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

async function importOnce(spaceId: string, text: Text, key: string): Promise<void> {
  announce(t('importing'));
  const { importedResources } = (await api.post('/v1/spaces/{spaceId}/content/import', {
    path: { spaceId },
    headers: repeatable(key),
    body: { source: text('source') as Source, url: text('url') },
  })) as { importedResources: number };
  await queries.invalidateQueries({ queryKey: ['space', spaceId] });
  showToast(importedResources > 0 ? t('imported', { count: importedResources }) : t('importGoesOn'));
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
