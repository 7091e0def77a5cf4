import type { ReactNode } from 'react';
import styles from './banner.module.css';

/** The most important message, with the actions that it suggests. */
export const Banner = ({ tone = 'warn', children }: { tone?: 'warn' | 'good'; children: ReactNode }) => (
  <div className={styles.banner} data-tone={tone}>
    {children}
  </div>
);
