import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { wasUnavailable } from '../api/connection.ts';
import { maintenanceQuery } from '../api/maintenance.ts';
import styles from '../app/offline-bar.module.css';
import { fullTime } from '../app/time.tsx';
import { t } from '../messages/messages.ts';

/** Tells until when nothing can be changed. What is typed is kept and saved afterwards. */
export function MaintenanceBar() {
  const { data, refetch } = useQuery(maintenanceQuery);
  useEffect(() => wasUnavailable.subscribe(() => void refetch()), [refetch]);
  if (!data?.active) return null;
  return (
    <p className={styles.bar}>
      {t('maintenanceUntil', { time: fullTime(data.until ?? '') })} {data.message}
    </p>
  );
}
