import type { Schemas } from '@lectern/client/schema';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { hasPasskeys } from '../app/ask-authenticator.ts';
import { Button } from '../app/button.tsx';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { showDialog } from '../app/dialogs.tsx';
import { Time } from '../app/time.tsx';
import { showToast } from '../app/toasts.tsx';
import { TextField } from '../forms/fields.tsx';
import { Section } from '../forms/section.tsx';
import { Table } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import styles from '../people/people.module.css';
import { passkeysQuery, refreshAccount } from './account-queries.ts';
import { ProofDialog } from './second-factor.tsx';

type Passkey = Schemas['Passkey'];

/** The passkeys with which the user signs in without a password. */
export function Passkeys({ hasPassword }: { hasPassword: boolean }) {
  const { data: passkeys } = useQuery(passkeysQuery);
  if (!passkeys) return null;
  return (
    <Section title={t('passkeys')} text={t('passkeysLead')}>
      {passkeys.length > 0 && (
        <Table
          label={t('passkeys')}
          rows={passkeys}
          keyOf={({ id }) => id}
          columns={[
            { label: t('passkeyName'), cell: ({ title }) => title },
            { label: t('passkeyAdded'), cell: ({ createdAt }) => <Time at={createdAt} /> },
            {
              label: t('passkeyUsed'),
              cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : t('passkeyNeverUsed')),
            },
            {
              label: '',
              cell: (passkey) => (
                <div className={styles.lines}>
                  <Button onClick={() => rename(passkey)}>{t('passkeyRename')}</Button>
                  <Button onClick={() => remove(passkey)}>{t('passkeyRemove')}</Button>
                </div>
              ),
            },
          ]}
        />
      )}
      {!hasPasskeys() ? (
        <p className={styles.note}>{t('passkeysUnavailable')}</p>
      ) : hasPassword ? (
        <div>
          <Button onClick={add}>{t('passkeyAdd')}</Button>
        </div>
      ) : (
        <p className={styles.note}>{t('passkeyNeedsPassword')}</p>
      )}
    </Section>
  );
}

const add = (): void =>
  showDialog((close) => (
    <ProofDialog
      title={t('passkeyAdd')}
      text={t('passkeyAddText')}
      more={<TextField name="title" label={t('passkeyName')} required maxLength={64} />}
      onConfirm={async (proof, fields) => {
        const { ceremony, options } = await api.post('/v1/user/passkeys/options', { body: proof });
        const { startRegistration } = await import('@simplewebauthn/browser');
        const response = await startRegistration({
          optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
        }).catch(() => {
          throw new Error(t('passkeyNotMade'));
        });
        const title = String(fields.get('title')).trim();
        await api.post('/v1/user/passkeys', { body: { ceremony, response: { ...response }, title } });
        showToast(t('passkeyIsAdded'));
        await refreshAccount();
      }}
      onClose={close}
    />
  ));

const remove = ({ id, title }: Passkey): void =>
  showDialog((close) => (
    <ProofDialog
      title={t('passkeyRemove')}
      text={t('passkeyRemoveText', { title })}
      isDanger
      onConfirm={async (proof) => {
        await api.delete('/v1/user/passkeys/{passkeyId}', { path: { passkeyId: id }, body: proof });
        showToast(t('passkeyIsRemoved'));
        await refreshAccount();
      }}
      onClose={close}
    />
  ));

const rename = ({ id, title }: Passkey): void =>
  showDialog((close) => (
    <Dialog title={t('passkeyRename')} onClose={close}>
      <DialogForm
        submit={t('passkeyRename')}
        onClose={close}
        onSubmit={async (fields) => {
          const changed = String(fields.get('title')).trim();
          await api.patch('/v1/user/passkeys/{passkeyId}', {
            path: { passkeyId: id },
            body: { title: changed },
          });
          await refreshAccount();
          close();
        }}
      >
        <TextField
          name="title"
          label={t('passkeyName')}
          required
          maxLength={64}
          defaultValue={title}
          autoFocus
        />
      </DialogForm>
    </Dialog>
  ));
