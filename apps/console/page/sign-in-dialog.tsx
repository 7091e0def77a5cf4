import { ApiError } from '@lectern/client/api-error';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api, PREFIX } from '../api/client.ts';
import { wordsOf } from '../api/errors.ts';
import { t } from '../messages/messages.ts';
import styles from './page.module.css';

/**
 * Signs in over the page, whose text stays as it is. Whoever signs in with single sign-on does so in another window;
 * the page goes on when they come back.
 */
export function SignInDialog({ onSignedIn }: { onSignedIn(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<string>();
  const [needsCode, setNeedsCode] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
    const onFocus = (): void => {
      void api.get('/v1/session').then(onSignedIn, () => undefined);
    };
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [onSignedIn]);
  const signIn = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string): string => String(fields.get(name) ?? '');
    const code = text('code').trim();
    try {
      await api.post('/v1/session', {
        body: { email: text('email'), password: text('password'), ...(code === '' ? {} : { code }) },
      });
      onSignedIn();
    } catch (thrown) {
      const asksForCode =
        thrown instanceof ApiError &&
        thrown.details.some((detail) => 'path' in detail && detail.path === 'code');
      if (asksForCode && !needsCode) setNeedsCode(true);
      else setError(wordsOf(thrown));
    }
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="sign-in-title"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="sign-in-title">{t('signIn')}</h2>
      <p>{t('signInKept')}</p>
      <form onSubmit={(event) => void signIn(event)}>
        <label>
          {t('email')}
          <input name="email" autoComplete="username" required />
        </label>
        <label>
          {t('password')}
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        {needsCode && (
          <label>
            {t('signInCode')}
            <input name="code" autoComplete="one-time-code" inputMode="numeric" required />
          </label>
        )}
        {error !== undefined && (
          <p role="alert" className={styles.bad}>
            {error}
          </p>
        )}
        <button type="submit" className={styles.primary}>
          {t('signIn')}
        </button>
      </form>
      <a href={`${PREFIX}/app/sign-in`} target="_blank" rel="noreferrer">
        {t('signInElsewhere')}
      </a>
    </dialog>
  );
}
