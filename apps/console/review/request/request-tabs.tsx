import type { KeyboardEvent } from 'react';
import { t } from '../../messages/messages.ts';
import styles from './request.module.css';
import { type RequestTab, TABS } from './request-search.ts';

const LABELS = { changes: 'tabChanges', discussion: 'tabDiscussion', checks: 'tabChecks' } as const;

/** The tab that a key leads to. */
const GOALS: Record<string, (at: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => (at + 1) % TABS.length,
  Home: () => 0,
  End: () => -1,
};

/** `counts`: what a tab has to say, beside its name. */
export function RequestTabs({
  chosen,
  counts,
  onChoose,
}: {
  chosen: RequestTab;
  counts: Partial<Record<RequestTab, number>>;
  onChoose: (tab: RequestTab) => void;
}) {
  const go = (event: KeyboardEvent<HTMLElement>): void => {
    const goal = GOALS[event.key];
    if (!goal) return;
    event.preventDefault();
    const next = TABS.at(goal(TABS.indexOf(chosen))) ?? chosen;
    onChoose(next);
    event.currentTarget.parentElement?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={t('view')} className={styles.tabs}>
      {TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          aria-selected={tab === chosen}
          {...(tab === chosen ? { 'aria-controls': `panel-${tab}` } : {})}
          tabIndex={tab === chosen ? 0 : -1}
          className={styles.tab}
          onClick={() => onChoose(tab)}
          onKeyDown={go}
        >
          {t(LABELS[tab])}
          {(counts[tab] ?? 0) > 0 && (
            <span className={styles.count} aria-hidden="true">
              {counts[tab]}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
