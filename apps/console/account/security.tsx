import { ApiError } from '@lectern/client/api-error';
import type { Schemas } from '@lectern/client/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, PREFIX } from '../api/client.ts';
import type { Session } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { RouteError } from '../app/route-error.tsx';
import { Time } from '../app/time.tsx';
import { showToast } from '../app/toasts.tsx';
import { Loading, View } from '../app/view.tsx';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { Badge, Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import { changeWithToast } from '../people/change-with-toast.ts';
import styles from '../people/people.module.css';
import { useFilters } from '../people/use-filters.ts';
import type { PartProps } from '../settings/area-part.ts';
import { credentialsQuery, refreshAccount } from './account-queries.ts';
import { Passkeys } from './passkeys.tsx';
import { ProofField, readProof } from './proof.tsx';
import { SecondFactor } from './second-factor.tsx';

type Credentials = Schemas['Credentials'];

/** How the user signs in: password, email address and second factor. */
export function Security({ owner: { method, user } }: PartProps<Session>) {
  // Single sign-on vouches for the user in its organization only.
  const isBound = method === 'saml' || method === 'oidc';
  const { filters } = useFilters();
  const { data: credentials, error } = useQuery({ ...credentialsQuery, enabled: !isBound });
  return (
    <View title={t('accountSecurity')} lead={t('accountSecurityLead')}>
      {filters.done === 'email-proven' && (
        <p role="status" className={styles.notice} data-tone="info">
          {t('accountEmailProven')}
        </p>
      )}
      {isBound && <p className={styles.notice}>{t('accountBound')}</p>}
      {!isBound &&
        !credentials &&
        (error ? <RouteError error={error} /> : <Loading label={t('loading')} rows={6} />)}
      {credentials && (
        <>
          <Password credentials={credentials} user={user?.email ?? credentials.email} />
          <EmailAddress credentials={credentials} />
          <SecondFactor credentials={credentials} />
          <Passkeys hasPassword={credentials.hasPassword} />
          <Section title={t('accountData')} text={t('accountDataText')}>
            <a href={`${PREFIX}/v1/user/data`} download="personal-data.zip">
              {t('accountDataDownload')}
            </a>
          </Section>
        </>
      )}
    </View>
  );
}

/** Whether the service refused a field of the body. */
const isRefused = (error: unknown, field: string): boolean =>
  error instanceof ApiError &&
  error.status === 400 &&
  error.details.some(({ path }) => path.split('/').at(-1) === field);

function Password({ credentials, user }: { credentials: Credentials; user: string }) {
  const { hasPassword, passwordChangedAt } = credentials;
  const [round, setRound] = useState(0);
  return (
    <Section
      title={t('password')}
      text={
        hasPassword
          ? passwordChangedAt !== undefined && (
              <>
                {t('accountPasswordAt')} <Time at={passwordChangedAt} />
              </>
            )
          : t('accountPasswordNone')
      }
    >
      <Form
        // Empty again after each change.
        key={round}
        label={t('password')}
        submit={t(hasPassword ? 'accountPasswordChange' : 'accountPasswordSet')}
        onSubmit={async (fields) => {
          const proof = hasPassword ? await readProof(fields, 'current') : undefined;
          try {
            await api.put('/v1/user/password', {
              body: {
                ...(proof && 'password' in proof ? { current: proof.password } : proof),
                password: String(fields.get('password')),
              },
            });
          } catch (error) {
            if (isRefused(error, 'password')) throw new Error(t('accountPasswordRefused'));
            throw error;
          }
          setRound((before) => before + 1);
          showToast(t('accountPasswordChanged'));
          await refreshAccount();
        }}
      >
        {/* Password managers file the new password under this name. */}
        <input type="text" name="username" value={user} readOnly hidden autoComplete="username" />
        {hasPassword && <ProofField name="current" />}
        <TextField
          name="password"
          label={t('accountPasswordNew')}
          hint={t('accountPasswordHelp')}
          type="password"
          required
          minLength={10}
          maxLength={1024}
          autoComplete="new-password"
        />
      </Form>
    </Section>
  );
}

function EmailAddress({ credentials }: { credentials: Credentials }) {
  const { email, isEmailVerified, hasPassword } = credentials;
  const [round, setRound] = useState(0);
  const [mailedTo, setMailedTo] = useState<string>();
  return (
    <Section
      title={t('email')}
      text={
        <span className={styles.lines}>
          {email}
          <Badge tone={isEmailVerified ? 'good' : 'warn'}>
            {t(isEmailVerified ? 'accountVerified' : 'accountUnverified')}
          </Badge>
        </span>
      }
      actions={
        !isEmailVerified && (
          <Button
            onClick={() =>
              void changeWithToast(
                () => api.post('/v1/user/email/verification'),
                t('accountVerifySent', { email }),
              )
            }
          >
            {t('accountVerify')}
          </Button>
        )
      }
    >
      {mailedTo !== undefined && (
        <p role="status" className={styles.note}>
          {t('accountEmailMailed', { email: mailedTo })}
        </p>
      )}
      {hasPassword ? (
        <Form
          // Empty again after each change.
          key={round}
          label={t('email')}
          submit={t('accountEmailChange')}
          onSubmit={async (fields) => {
            const wanted = String(fields.get('email')).trim();
            const changed = await api.put('/v1/user/email', {
              body: { ...(await readProof(fields)), email: wanted },
            });
            setRound((before) => before + 1);
            if (changed.email === email) setMailedTo(wanted);
            else showToast(t('accountEmailChanged'));
            await refreshAccount();
          }}
        >
          <TextField
            name="email"
            label={t('accountEmailNew')}
            type="email"
            required
            maxLength={254}
            autoComplete="email"
          />
          <ProofField />
        </Form>
      ) : (
        <p className={styles.note}>{t('accountEmailNeedsPassword')}</p>
      )}
    </Section>
  );
}
