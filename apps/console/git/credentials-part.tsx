import { useState } from 'react';
import { Button } from '../app/button.tsx';
import { showToast } from '../app/toasts.tsx';
import { Form } from '../forms/form.tsx';
import { CopyField } from '../forms/secret.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import { changeConnection } from './connection-body.ts';
import styles from './git.module.css';
import type { GitConnection } from './git-queries.ts';
import { hostOf } from './hosts.ts';
import { SignInFields } from './sign-in-fields.tsx';
import { useSignIn } from './use-sign-in.ts';

interface ConnectionProps {
  spaceId: string;
  connection: GitConnection;
}

/** How Lectern signs in, and replacing it. */
export function CredentialsPart({
  spaceId,
  connection,
  isOpen,
  onOpen,
}: ConnectionProps & { isOpen: boolean; onOpen(isOpen: boolean): void }) {
  const { hasCredentials, publicKey, fingerprint } = connection;
  /** The fingerprint of the key that was replaced. */
  const [replaced, setReplaced] = useState<string>();
  const text =
    publicKey !== undefined
      ? t('gitCredentialsKey')
      : hasCredentials
        ? t('gitCredentialsSet')
        : t('gitCredentialsNone');
  return (
    <Section
      title={t('gitCredentials')}
      text={text}
      actions={!isOpen && <Button onClick={() => onOpen(true)}>{t('gitCredentialsReplace')}</Button>}
    >
      {publicKey !== undefined && !isOpen && (
        <div className={styles.panel}>
          <CopyField label={t('gitKey')} value={publicKey} />
          {fingerprint !== undefined && (
            <p className={styles.soft}>{t('gitKeyFingerprint', { fingerprint })}</p>
          )}
        </div>
      )}
      {replaced !== undefined && !isOpen && (
        <p role="status" className={styles.good}>
          {t('gitKeyRemoveOld', { fingerprint: replaced })}
        </p>
      )}
      {isOpen && (
        <Replace
          spaceId={spaceId}
          connection={connection}
          onDone={(isOtherKey) => {
            setReplaced(isOtherKey ? fingerprint : undefined);
            onOpen(false);
          }}
        />
      )}
    </Section>
  );
}

/** The new key or token is checked before it is stored. */
function Replace({ spaceId, connection, onDone }: ConnectionProps & { onDone(isOtherKey: boolean): void }) {
  const { publicKey, fingerprint } = connection;
  const signIn = useSignIn(spaceId, 'replacement', {
    host: hostOf(connection).name,
    address: connection.url,
    ...(publicKey !== undefined && fingerprint !== undefined ? { stored: { publicKey, fingerprint } } : {}),
  });
  const isGood = signIn.checked?.state === 'success';
  const save = async (): Promise<void> => {
    if (!isGood) return signIn.check();
    const isOtherKey = signIn.method !== 'key' || signIn.key !== undefined;
    await changeConnection(spaceId, connection, signIn.access());
    signIn.forget();
    showToast(t('gitCredentialsReplaced'));
    onDone(isOtherKey);
  };
  return (
    <Form
      done={null}
      label={t('gitCredentials')}
      submit={isGood ? t('gitCredentialsReplace') : t('gitCheck')}
      onSubmit={save}
      actions={
        <Button
          onClick={() => {
            signIn.forget();
            onDone(false);
          }}
        >
          {t('cancel')}
        </Button>
      }
    >
      <SignInFields signIn={signIn} isFixed />
    </Form>
  );
}
