import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type SettingInForce, settingsInForceQuery } from '../api/instance.ts';
import { RouteError } from '../app/route-error.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { CheckFilter, Filters, SearchFilter } from '../forms/filters.tsx';
import { Badge } from '../forms/section.tsx';
import { Table } from '../forms/table.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import styles from './instance.module.css';

const SOURCES: Record<SettingInForce['source'], { label: keyof Messages; tone: 'plain' | 'info' }> = {
  environment: { label: 'fromEnvironment', tone: 'info' },
  file: { label: 'fromFile', tone: 'plain' },
  default: { label: 'fromDefault', tone: 'plain' },
};

/** The settings that the service was started with, and where each comes from. */
export function InstanceSettings() {
  const { data, error } = useQuery(settingsInForceQuery);
  const [search, setSearch] = useState('');
  const [isOnlyGiven, setOnlyGiven] = useState(false);
  if (error && !data) return <RouteError error={error} />;
  const shown = (data?.items ?? []).filter(
    ({ name, source }) => name.includes(search.toUpperCase()) && (!isOnlyGiven || source !== 'default'),
  );
  return (
    <View title={t('partSettingsInForce')} lead={t('settingsInForceLead')} isWide>
      <Filters>
        <SearchFilter label={t('filterSettings')} onChange={setSearch} />
        <CheckFilter label={t('onlyChangedSettings')} isChecked={isOnlyGiven} onChange={setOnlyGiven} />
      </Filters>
      {!data ? (
        <Loading label={t('loading')} />
      ) : shown.length === 0 ? (
        <EmptyState title={t('noSettingsFound')} text={t('noSettingsFoundHint')} />
      ) : (
        <Table
          label={t('partSettingsInForce')}
          rows={shown}
          keyOf={({ name }) => name}
          columns={[
            {
              label: t('instanceColumnSetting'),
              cell: ({ name }) => <span className={styles.value}>{name}</span>,
            },
            { label: t('instanceColumnValue'), cell: (setting) => <Value setting={setting} /> },
            {
              label: t('instanceColumnSource'),
              cell: ({ source }) => <Badge tone={SOURCES[source].tone}>{t(SOURCES[source].label)}</Badge>,
            },
          ]}
        />
      )}
    </View>
  );
}

function Value({ setting: { value, secret, source } }: { setting: SettingInForce }) {
  if (value !== undefined) return <span className={styles.value}>{value}</span>;
  const isSecret = secret && source !== 'default';
  return <span className={styles.soft}>{t(isSecret ? 'secretValue' : 'passwordIsNotSet')}</span>;
}
