import { ApiError } from '@lectern/client/api-error';
import { useQuery } from '@tanstack/react-query';
import { api, PREFIX } from '../api/client.ts';
import { organizationsQuery, type Session } from '../api/queries.ts';
import { RouteError } from '../app/route-error.tsx';
import { Loading, View } from '../app/view.tsx';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { t } from '../messages/messages.ts';
import styles from '../people/people.module.css';
import type { PartProps } from '../settings/area-part.ts';
import { credentialsQuery } from './account-queries.ts';
import { ProofField, readProof } from './proof.tsx';

/** Deletes the account of the user, after saying what is lost. */
export function DeleteAccount({ owner: { method } }: PartProps<Session>) {
  const isBound = method === 'saml' || method === 'oidc';
  const { data: credentials, error } = useQuery({ ...credentialsQuery, enabled: !isBound });
  const { data: organizations = [] } = useQuery(organizationsQuery);
  if (isBound)
    return (
      <View title={t('accountDelete')} lead={t('accountDeleteLead')}>
        <p className={styles.notice}>{t('accountBound')}</p>
      </View>
    );
  if (!credentials)
    return (
      <View title={t('accountDelete')} lead={t('accountDeleteLead')}>
        {error ? <RouteError error={error} /> : <Loading label={t('loading')} />}
      </View>
    );
  const { email, hasPassword } = credentials;
  return (
    <View title={t('accountDelete')} lead={t('accountDeleteLead')}>
      <div className={styles.body}>
        <p className={styles.note}>{t('accountDeleteLost')}</p>
        <ul>
          <li>{t('accountDeleteName')}</li>
          {organizations.length > 0 && (
            <li>
              {t('accountDeleteMemberships', {
                organizations: organizations.map(({ title }) => title || t('untitled')).join(', '),
              })}
            </li>
          )}
          <li>{t('accountDeleteTokens')}</li>
        </ul>
        <p className={styles.note}>{t('accountDeleteKept')}</p>
        <Form
          submit={t('accountDeleteSubmit')}
          isDanger
          onSubmit={async (fields) => {
            const typed = String(fields.get('confirm')).trim();
            if (typed.toLowerCase() !== email.toLowerCase()) throw new Error(t('accountDeleteWrong'));
            const proof = hasPassword ? await readProof(fields) : {};
            try {
              await api.delete('/v1/users/{userId}', {
                path: { userId: 'me' },
                body: proof,
              });
            } catch (error) {
              if (error instanceof ApiError && error.reason === 'last-administrator')
                throw new Error(t('accountDeleteLastAdmin'));
              throw error;
            }
            // Nothing of the account may stay in this tab. The form must not ask about its changes.
            setTimeout(() => location.assign(`${PREFIX}/app/sign-in`));
          }}
        >
          <TextField name="confirm" label={t('accountDeleteConfirm')} required maxLength={254} />
          {hasPassword && <ProofField />}
        </Form>
      </div>
    </View>
  );
}
