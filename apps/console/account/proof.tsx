import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { askAuthenticator, hasPasskeys, type PasskeyResponse } from '../app/ask-authenticator.ts';
import { Button } from '../app/button.tsx';
import { TextField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';
import styles from '../people/people.module.css';
import { passkeysQuery } from './account-queries.ts';

/** What shows that the user has not just left the browser open. */
export type Proof = { password: string } | { passkey: PasskeyResponse };

/** Asks for the password, or for a passkey if the user has one, before a change that an unattended browser must not allow. */
export function ProofField({ name = 'password', autoFocus = false }: { name?: string; autoFocus?: boolean }) {
  const { data: passkeys = [] } = useQuery(passkeysQuery);
  const [isByPasskey, setByPasskey] = useState(false);
  const canUsePasskey = passkeys.length > 0 && hasPasskeys();
  return (
    <>
      {isByPasskey ? (
        <p role="status" className={styles.note}>
          <input type="hidden" name="byPasskey" value="yes" />
          {t('proofByPasskey')}
        </p>
      ) : (
        <TextField
          name={name}
          label={t('accountPasswordNow')}
          type="password"
          required
          maxLength={1024}
          autoComplete="current-password"
          autoFocus={autoFocus}
        />
      )}
      {canUsePasskey && (
        <div>
          <Button onClick={() => setByPasskey((was) => !was)}>
            {t(isByPasskey ? 'proofUsePassword' : 'proofUsePasskey')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Reads the fields of a `ProofField`, and asks the authenticator if the user chose that. */
export async function readProof(fields: FormData, name = 'password'): Promise<Proof> {
  if (fields.get('byPasskey') === null) return { password: String(fields.get(name)) };
  const begun = await api.post('/v1/user/passkeys/confirmation-options');
  return { passkey: await askAuthenticator(begun) };
}
