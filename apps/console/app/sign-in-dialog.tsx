import { ApiError } from '@lectern/client/api-error';
import { useState } from 'react';
import { api, PREFIX } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { queries, sessionQuery } from '../api/queries.ts';
import { TextField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';
import { afterSignIn } from './after-sign-in.ts';
import { askAuthenticator, hasPasskeys } from './ask-authenticator.ts';
import { Button } from './button.tsx';
import { Dialog, DialogForm } from './dialog.tsx';

export function SignInDialog() {
  const [needsCode, setNeedsCode] = useState(false);
  const email = queries.getQueryData(sessionQuery.queryKey)?.user?.email ?? '';
  const send = async (fields: FormData): Promise<void> => {
    const text = (name: string): string => String(fields.get(name) ?? '');
    const code = text('code').trim();
    try {
      await api.post('/v1/session', {
        body: { email: text('email'), password: text('password'), ...(code ? { code } : {}) },
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== 'code-required') throw error;
      setNeedsCode(true);
      return;
    }
    await afterSignIn();
  };
  const byPasskey = usePasskey();
  return (
    <Dialog title={t('signIn')} mayClose={false} onClose={() => undefined}>
      <DialogForm submit={t('signIn')} canCancel={false} onSubmit={send} onClose={() => undefined}>
        <p>{t('signInAgain')}</p>
        <TextField
          name="email"
          label={t('email')}
          type="email"
          required
          autoComplete="username"
          defaultValue={email}
        />
        <TextField
          name="password"
          label={t('password')}
          type="password"
          required
          autoFocus
          autoComplete="current-password"
        />
        {needsCode && (
          <TextField
            name="code"
            label={t('code')}
            required
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        )}
        {hasPasskeys() && (
          <div>
            <Button aria-disabled={byPasskey.isSending} onClick={byPasskey.send}>
              {t('signInByPasskey')}
            </Button>
            {byPasskey.problem !== undefined && <p role="alert">{byPasskey.problem}</p>}
          </div>
        )}
        <p>
          <a
            href={`${PREFIX}/app/sign-in?to=${encodeURIComponent(`${PREFIX}/app`)}`}
            target="_blank"
            rel="noreferrer"
          >
            {t('signInOtherwise')}
          </a>
        </p>
      </DialogForm>
    </Dialog>
  );
}

/** Signs in with a passkey, once at a time. */
function usePasskey() {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async (): Promise<void> => {
    if (isSending) return;
    setSending(true);
    setProblem(undefined);
    try {
      const body = await askAuthenticator(await api.post('/v1/session/passkey-options'));
      await api.post('/v1/session/passkey', { body });
      await afterSignIn();
    } catch (error) {
      setProblem(
        error instanceof ApiError && error.reason === 'passkey-not-accepted'
          ? t('passkeyNotUsed')
          : explain(error),
      );
    } finally {
      setSending(false);
    }
  };
  return { isSending, problem, send };
}
