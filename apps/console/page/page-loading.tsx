import { t } from '../messages/messages.ts';
import styles from './page.module.css';

/** The outline of a page while it is on its way. */
export function PageLoading() {
  return (
    <main id="view" className={styles.page} aria-label={t('page')} aria-busy="true">
      <div className={styles.column}>
        <span className="visually-hidden" role="status">
          {t('loading')}
        </span>
        <div className={styles.titlePlaceholder} />
        <div className={styles.linePlaceholder} />
        <div className={styles.linePlaceholder} />
        <div className={styles.linePlaceholder} />
      </div>
    </main>
  );
}
