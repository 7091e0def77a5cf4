import { lazy, Suspense, useEffect } from 'react';
import { isSignedOut } from '../api/connection.ts';
import { useStore } from '../api/store.ts';
import { afterSignIn } from './after-sign-in.ts';

const SignInDialog = lazy(async () => ({ default: (await import('./sign-in-dialog.tsx')).SignInDialog }));

/** Asks to sign in over the view when the session ends, so that nothing on it is lost. */
export function SignInAgain() {
  const isNeeded = useStore(isSignedOut);
  useEffect(() => {
    if (!isNeeded) return;
    // Somebody may sign in in another tab.
    const check = (): void => {
      if (document.visibilityState === 'visible') afterSignIn().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
  }, [isNeeded]);
  return <Suspense>{isNeeded && <SignInDialog />}</Suspense>;
}
