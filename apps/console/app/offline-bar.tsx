import { Suspense, useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { isOffline } from '../api/connection.ts';
import { queries } from '../api/queries.ts';
import { useStore } from '../api/store.ts';
import { t, withTexts } from '../messages/messages.ts';
import styles from './offline-bar.module.css';
import { optionalPart } from './optional-part.ts';
import { checkRelease, isOutdated, reload } from './release.ts';
import { whenIdle } from './when-idle.ts';

const RETRY_MILLISECONDS = 4000;
/** The first view does not wait for what is rarely shown. */
const IDLE_MILLISECONDS = 3000;

const MaintenanceBar = optionalPart(
  async () => (await withTexts('refusals', () => import('../refusals/maintenance-bar.tsx'))).MaintenanceBar,
);

/**
 * A bar that tells the user when the service is unreachable or was upgraded. It also polls until the service is back.
 */
export function OfflineBar() {
  const offline = useStore(isOffline);
  const outdated = useStore(isOutdated);
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true), IDLE_MILLISECONDS), []);
  useEffect(() => {
    const lose = (): void => isOffline.set(true);
    const tryAgain = (): void => void api.get('/v1/session').catch(() => undefined);
    const stop = isOffline.subscribe(() => {
      if (isOffline.get()) return;
      // The service may have been upgraded during the outage.
      checkRelease();
      void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
    });
    window.addEventListener('offline', lose);
    window.addEventListener('online', tryAgain);
    return () => {
      stop();
      window.removeEventListener('offline', lose);
      window.removeEventListener('online', tryAgain);
    };
  }, []);
  useEffect(() => {
    if (!offline) return;
    const timer = setInterval(() => void api.get('/v1/session').catch(() => undefined), RETRY_MILLISECONDS);
    return () => clearInterval(timer);
  }, [offline]);
  return (
    <div role="status" aria-label={t('connection')}>
      {offline && <p className={styles.bar}>{t('offline')}</p>}
      {isIdle && !offline && (
        <Suspense>
          <MaintenanceBar />
        </Suspense>
      )}
      {outdated && !offline && (
        <p className={styles.bar}>
          {t('newVersion')}{' '}
          <button type="button" onClick={() => void reload()}>
            {t('reload')}
          </button>
        </p>
      )}
    </div>
  );
}
