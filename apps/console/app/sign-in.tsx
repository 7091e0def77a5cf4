import { lazy, Suspense, useEffect, useState } from 'react';
import { isSignedOut } from '../api/connection.ts';
import { useStore } from '../api/store.ts';
import { t } from '../messages/messages.ts';
import { afterSignIn } from './after-sign-in.ts';
import { announce } from './announce.tsx';
import { whenTypingPauses } from './typing.ts';

const loadDialog = () => import('./sign-in-dialog.tsx');
const SignInDialog = lazy(async () => ({ default: (await loadDialog()).SignInDialog }));

/** Asks the user to sign in in a dialog over the view when the session ends, so that unsaved text is kept. */
export function SignInAgain() {
  const isNeeded = useStore(isSignedOut);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isNeeded) return undefined;
    // The user may sign in in another tab.
    const check = (): void => {
      if (document.visibilityState === 'visible') afterSignIn().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', check);
    announce(t('signInAgain'));
    let cancel = (): void => undefined;
    let isOver = false;
    // Opening the dialog moves the focus, which must not redirect what is being typed. So load it before the pause.
    void loadDialog()
      .catch(() => undefined)
      .then(() => {
        if (!isOver) cancel = whenTypingPauses(() => setOpen(true));
      });
    return () => {
      isOver = true;
      cancel();
      setOpen(false);
      document.removeEventListener('visibilitychange', check);
    };
  }, [isNeeded]);
  return <Suspense>{isNeeded && isOpen && <SignInDialog />}</Suspense>;
}
