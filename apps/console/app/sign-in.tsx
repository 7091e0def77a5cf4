import { lazy, Suspense, useEffect, useState } from 'react';
import { isSignedOut } from '../api/connection.ts';
import { useStore } from '../api/store.ts';
import { t } from '../messages/messages.ts';
import { afterSignIn } from './after-sign-in.ts';
import { announce } from './announce.tsx';
import { whenTypingPauses } from './typing.ts';

const SignInDialog = lazy(async () => ({ default: (await import('./sign-in-dialog.tsx')).SignInDialog }));

/** Asks to sign in over the view when the session ends, so that nothing on it is lost. */
export function SignInAgain() {
  const isNeeded = useStore(isSignedOut);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isNeeded) return undefined;
    // Somebody may sign in in another tab.
    const check = (): void => {
      if (document.visibilityState === 'visible') afterSignIn().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', check);
    announce(t('signInAgain'));
    // The dialog takes the focus, and must not get letters that are meant for the text.
    const cancel = whenTypingPauses(() => setOpen(true));
    return () => {
      cancel();
      setOpen(false);
      document.removeEventListener('visibilitychange', check);
    };
  }, [isNeeded]);
  return <Suspense>{isNeeded && isOpen && <SignInDialog />}</Suspense>;
}
