import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { storageQuery } from '../api/instance.ts';
import { LoadingView } from '../app/loading-view.tsx';
import { saySize } from '../app/size.ts';
import { sayTime } from '../app/time.tsx';
import { EmptyState, View } from '../app/view.tsx';
import { Section } from '../forms/section.tsx';
import { Table } from '../forms/table.tsx';
import { currentLocale, t } from '../messages/messages.ts';
import styles from './instance.module.css';

/** What the instance stores, and whose files these are. */
export function InstanceStorage() {
  const { data: storage, error } = useQuery(storageQuery);
  if (!storage) return <LoadingView error={error} title={t('partStorage')} />;
  const { database, files, disk, organizations, measuredAt } = storage;
  const largest = organizations[0]?.bytes ?? 0;
  return (
    <View title={t('partStorage')} lead={t('storageLead', { time: sayTime(measuredAt) })} isWide>
      <ul className={styles.counts}>
        <Amount amount={saySize(database.bytes)} label={t('storageDatabase')} />
        <Amount
          amount={saySize(files.bytes)}
          label={`${t('storageFiles')} · ${t('filesCount', { count: files.count })}`}
        />
        {disk && (
          <Amount
            amount={saySize(disk.freeBytes)}
            label={t('storageFreeOf', { total: saySize(disk.totalBytes) })}
          />
        )}
      </ul>
      <Section title={t('storageByOrganization')}>
        {organizations.length === 0 ? (
          <EmptyState title={t('noFilesStored')} text={t('noFilesStoredHint')} />
        ) : (
          <Table
            label={t('storageByOrganization')}
            rows={organizations}
            keyOf={({ id }) => id}
            columns={[
              { label: t('instanceColumnOrganization'), cell: ({ title }) => title },
              {
                label: t('instanceColumnShare'),
                cell: ({ bytes }) => <Bar share={largest === 0 ? 0 : bytes / largest} />,
              },
              {
                label: t('instanceColumnFiles'),
                isNumber: true,
                cell: ({ files: count }) => count.toLocaleString(currentLocale()),
              },
              { label: t('instanceColumnSize'), isNumber: true, cell: ({ bytes }) => saySize(bytes) },
            ]}
          />
        )}
      </Section>
      <Section title={t('storageTables')}>
        <Table
          label={t('storageTables')}
          rows={database.tables}
          keyOf={({ name }) => name}
          columns={[
            {
              label: t('instanceColumnTable'),
              cell: ({ name }) => <span className={styles.value}>{name}</span>,
            },
            { label: t('instanceColumnSize'), isNumber: true, cell: ({ bytes }) => saySize(bytes) },
          ]}
        />
      </Section>
    </View>
  );
}

const Amount = ({ amount, label }: { amount: string; label: string }) => (
  <li>
    <div>
      <strong>{amount}</strong>
      <span>{label}</span>
    </div>
  </li>
);

const Bar = ({ share }: { share: number }) => (
  <span
    className={styles.bar}
    aria-hidden="true"
    style={{ '--share': `${Math.max(1, Math.round(100 * share))}%` } as CSSProperties}
  />
);
