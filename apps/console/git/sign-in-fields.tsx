import { useState } from 'react';
import { explain } from '../api/explain.ts';
import { Button } from '../app/button.tsx';
import { showError } from '../app/toasts.tsx';
import { ChoiceField, TextField } from '../forms/fields.tsx';
import { CopyField } from '../forms/secret.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import styles from './git.module.css';
import { HOSTS, type HostName, parseAddress, webAddress } from './hosts.ts';
import { Problem } from './problem.tsx';
import type { Method, SignIn } from './use-sign-in.ts';

/** Which repository, and how Lectern signs in there. */
export function SignInFields({ signIn, isFixed = false }: { signIn: SignIn; isFixed?: boolean }) {
  const { host, address, method } = signIn;
  return (
    <>
      {!isFixed && (
        <>
          <div className={styles.hosts}>
            <ChoiceField
              name="host"
              label={t('gitHost')}
              value={host.name}
              onChange={(name) => signIn.chooseHost(name as HostName)}
              choices={HOSTS.map(({ name, label }) => ({ value: name, label: label ?? t('gitOtherHost') }))}
            />
          </div>
          <TextField
            name="url"
            label={t('gitRepositoryAddress')}
            hint={t('gitAddressHint', { example: host.example })}
            value={address}
            onChange={({ currentTarget }) => signIn.setAddress(currentTarget.value)}
            required
            spellCheck={false}
            inputMode="url"
          />
        </>
      )}
      <ChoiceField
        name="method"
        label={t('gitSignIn')}
        value={method}
        onChange={(chosen) => signIn.setMethod(chosen as Method)}
        choices={[
          {
            value: 'key',
            label: t('gitWithKey'),
            hint: host.keysCanWrite
              ? t('gitWithKeyHint')
              : t('gitWithKeyReadOnly', { host: host.label ?? host.name }),
          },
          { value: 'token', label: t('gitWithToken'), hint: t('gitWithTokenHint') },
          { value: 'none', label: t('gitWithNothing'), hint: t('gitWithNothingHint') },
        ]}
      />
      {method === 'key' && <KeyPart signIn={signIn} />}
      {method === 'token' && <TokenPart signIn={signIn} />}
      <HostKeyPart signIn={signIn} />
      <CheckResult signIn={signIn} />
    </>
  );
}

function KeyPart({ signIn: { host, address, key, stored, createKey } }: { signIn: SignIn }) {
  const [isBusy, setBusy] = useState(false);
  const web = webAddress(address);
  const page = host.paths && web !== undefined && parseAddress(address) ? web + host.paths.keys : undefined;
  if (!key)
    return (
      <div className={styles.actions}>
        {stored && <p className={styles.soft}>{t('gitKeyStays', { fingerprint: stored.fingerprint })}</p>}
        <Button
          disabled={isBusy}
          onClick={() => {
            setBusy(true);
            createKey()
              .catch((error: unknown) => showError(explain(error)))
              .finally(() => setBusy(false));
          }}
        >
          {isBusy ? t('gitKeyMaking') : t('gitKeyMake')}
        </Button>
      </div>
    );
  return (
    <div className={styles.panel}>
      <CopyField label={t('gitKey')} value={key.publicKey} />
      <p>{t(`gitKeyWords-${host.name}` as keyof Messages)}</p>
      <p className={styles.soft}>{t('gitKeyFingerprint', { fingerprint: key.fingerprint })}</p>
      {page !== undefined && (
        <a href={page} target="_blank" rel="noreferrer">
          {t('gitKeyOpen', { host: host.label ?? host.name })}
        </a>
      )}
    </div>
  );
}

function TokenPart({ signIn: { host, user, setUser, token, setToken } }: { signIn: SignIn }) {
  return (
    <div className={styles.panel}>
      <p>{t(`gitTokenWords-${host.name}` as keyof Messages)}</p>
      <TextField
        name="password"
        label={t('gitAccessToken')}
        type="password"
        autoComplete="new-password"
        value={token}
        onChange={({ currentTarget }) => setToken(currentTarget.value)}
        required
      />
      <TextField
        name="username"
        label={t('gitTokenUser')}
        hint={t('gitTokenUserHint')}
        value={user}
        onChange={({ currentTarget }) => setUser(currentTarget.value)}
        spellCheck={false}
      />
    </div>
  );
}

function HostKeyPart({ signIn: { host, address, hostKey, check } }: { signIn: SignIn }) {
  const [isBusy, setBusy] = useState(false);
  if (!hostKey) return null;
  const name = parseAddress(address)?.hostname ?? '';
  return (
    <div role="alert" className={styles.question}>
      <strong>{t('gitHostKey', { host: name })}</strong>
      <p>{t('gitHostKeyText', { host: name })}</p>
      <code>{hostKey.fingerprint}</code>
      <div className={styles.actions}>
        <Button
          look="primary"
          disabled={isBusy}
          onClick={() => {
            setBusy(true);
            check(hostKey)
              .catch((error: unknown) => showError(explain(error)))
              .finally(() => setBusy(false));
          }}
        >
          {t('gitHostKeyAccept')}
        </Button>
        {host.fingerprints !== undefined && (
          <a href={host.fingerprints} target="_blank" rel="noreferrer">
            {t('gitHostKeyPublished', { host: host.label ?? name })}
          </a>
        )}
      </div>
    </div>
  );
}

function CheckResult({ signIn: { checked } }: { signIn: SignIn }) {
  if (!checked) return null;
  if (checked.state === 'failure') return <Problem reason={checked.reason} error={checked.error} />;
  if (checked.canWrite)
    return (
      <p role="status" className={styles.good}>
        {t('gitCheckedWrite')}
      </p>
    );
  return (
    <div role="status" className={styles.question}>
      <strong>{t('gitCheckedRead')}</strong>
      <p>{t('gitCheckedReadText')}</p>
    </div>
  );
}
