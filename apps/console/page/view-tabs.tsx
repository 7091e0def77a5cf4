import { t } from '../messages/messages.ts';
import styles from './page.module.css';

interface ViewTabsProps {
  isSource: boolean;
  onChoose(isSource: boolean): void;
}

/** Tabs: the page as readers see it, and its Markdown. */
export function ViewTabs({ isSource, onChoose }: ViewTabsProps) {
  const tab = (label: string, own: boolean) => (
    <button
      type="button"
      role="tab"
      aria-selected={isSource === own}
      tabIndex={isSource === own ? 0 : -1}
      className={styles.tab}
      onClick={() => onChoose(own)}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft' || key === 'ArrowRight') onChoose(!isSource);
      }}
    >
      {label}
    </button>
  );
  return (
    <div role="tablist" aria-label={t('view')} className={styles.tabs}>
      {tab(t('viewPage'), false)}
      {tab(t('viewMarkdown'), true)}
    </div>
  );
}
