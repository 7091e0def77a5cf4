import type { ReactNode } from 'react';
import styles from './banner.module.css';

/** What should be known first, with what one can do about it. */
export const Banner = ({ tone = 'warn', children }: { tone?: 'warn' | 'good'; children: ReactNode }) => (
  <div className={styles.banner} data-tone={tone}>
    {children}
  </div>
);
