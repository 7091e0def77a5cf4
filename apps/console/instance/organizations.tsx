import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { api } from '../api/client.ts';
import { type InstanceOrganization, instanceOrganizationsQuery } from '../api/instance.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { askFirst, showDialog } from '../app/dialogs.tsx';
import { Time } from '../app/time.tsx';
import { showToast } from '../app/toasts.tsx';
import { EmptyState, View } from '../app/view.tsx';
import { TextField } from '../forms/fields.tsx';
import { Filters, SearchFilter, SelectFilter } from '../forms/filters.tsx';
import { PagedTable } from '../forms/paged-table.tsx';
import { Badge } from '../forms/section.tsx';
import type { Column } from '../forms/table.tsx';
import { currentLocale, t } from '../messages/messages.ts';
import styles from './instance.module.css';

/** All organizations of the instance. Deleted ones can be restored. */
export function InstanceOrganizations() {
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<'active' | 'deleted'>('active');
  const isDeleted = shown === 'deleted';
  const list = useInfiniteQuery(instanceOrganizationsQuery({ search, isDeleted }));
  return (
    <View title={t('partOrganizations')} lead={t('organizationsLead')} isWide>
      <Filters>
        <SearchFilter label={t('searchOrganizations')} onChange={setSearch} />
        <SelectFilter
          label={t('organizationsShown')}
          value={shown}
          onChange={setShown}
          options={[
            ['active', t('organizationsActive')],
            ['deleted', t('organizationsDeleted')],
          ]}
        />
      </Filters>
      <PagedTable
        list={list}
        label={t('partOrganizations')}
        keyOf={({ id }) => id}
        columns={isDeleted ? deletedColumns() : columns()}
        empty={
          isDeleted && search === '' ? (
            <EmptyState title={t('noDeletedOrganizations')} text={t('noDeletedOrganizationsHint')} />
          ) : (
            <EmptyState title={t('noOrganizationsFound')} text={t('noOrganizationsFoundHint')} />
          )
        }
      />
    </View>
  );
}

const title: Column<InstanceOrganization>['cell'] = ({ title: name, suspension }) => (
  <span className={styles.people}>
    {name}
    {suspension && (
      <>
        <Badge tone="warn">{t('organizationIsSuspended')}</Badge>
        <span>{suspension.reason}</span>
      </>
    )}
  </span>
);

const administrators = (): Column<InstanceOrganization> => ({
  label: t('instanceColumnAdministrators'),
  cell: ({ administrators: people }) => (
    <span className={styles.people}>
      {people.map(({ id, displayName, email }) => (
        <Link key={id} to="/instance/$part/$itemId" params={{ part: 'users', itemId: id }} title={email}>
          {displayName}
        </Link>
      ))}
    </span>
  ),
});

const columns = (): Column<InstanceOrganization>[] => [
  { label: t('instanceColumnTitle'), cell: title },
  administrators(),
  ...(
    [
      ['instanceColumnMembers', 'members'],
      ['instanceColumnSpaces', 'spaces'],
      ['instanceColumnSites', 'sites'],
    ] as const
  ).map(([label, count]) => ({
    label: t(label),
    isNumber: true,
    cell: (organization: InstanceOrganization) => organization[count].toLocaleString(currentLocale()),
  })),
  { label: t('instanceColumnCreated'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    label: '',
    cell: (organization) => (
      <div className={styles.actions}>
        <Button onClick={() => changeQuotas(organization)}>{t('quotas')}</Button>
        {organization.suspension ? (
          <Button onClick={() => resume(organization)}>{t('resumeOrganization')}</Button>
        ) : (
          <Button onClick={() => suspend(organization)}>{t('suspendOrganization')}</Button>
        )}
      </div>
    ),
  },
];

const deletedColumns = (): Column<InstanceOrganization>[] => [
  { label: t('instanceColumnTitle'), cell: title },
  administrators(),
  {
    label: t('instanceColumnRestorable'),
    cell: ({ restorableUntil }) => restorableUntil && <Time at={restorableUntil} />,
  },
  {
    label: '',
    cell: (organization) => (
      <div className={styles.actions}>
        <Button onClick={() => restore(organization)}>{t('restoreOrganization')}</Button>
      </div>
    ),
  },
];

const QuotasDialog = lazy(async () => ({ default: (await import('./quotas-dialog.tsx')).QuotasDialog }));

const changeQuotas = (organization: InstanceOrganization): void =>
  showDialog((close) => <QuotasDialog organization={organization} onClose={close} />);

const suspend = ({ id, title: name }: InstanceOrganization): void =>
  showDialog((close) => (
    <Dialog title={t('suspendOrganizationTitle', { title: name })} onClose={close}>
      <DialogForm
        submit={t('suspendOrganization')}
        isDanger
        onClose={close}
        onSubmit={async (fields) => {
          await api.post('/v1/instance/organizations/{organizationId}/suspend', {
            path: { organizationId: id },
            body: { reason: String(fields.get('reason')).trim() },
          });
          await queries.invalidateQueries({ queryKey: ['instance'] });
          showToast(t('organizationSuspended', { title: name }));
          close();
        }}
      >
        <p>{t('suspendOrganizationText')}</p>
        <TextField
          name="reason"
          label={t('suspendReason')}
          hint={t('suspendReasonHint')}
          required
          maxLength={500}
          autoFocus
        />
      </DialogForm>
    </Dialog>
  ));

const resume = ({ id, title: name }: InstanceOrganization): void =>
  askFirst(
    {
      title: t('resumeOrganizationTitle', { title: name }),
      text: t('resumeOrganizationText'),
      submit: t('resumeOrganization'),
    },
    async () => {
      await api.post('/v1/instance/organizations/{organizationId}/resume', { path: { organizationId: id } });
      await queries.invalidateQueries({ queryKey: ['instance'] });
      showToast(t('organizationResumed', { title: name }));
    },
  );

const restore = ({ id, title: name }: InstanceOrganization): void =>
  askFirst(
    {
      title: t('restoreOrganizationTitle', { title: name }),
      text: t('restoreOrganizationText'),
      submit: t('restoreOrganization'),
    },
    async () => {
      await api.post('/v1/instance/organizations/{organizationId}/restore', { path: { organizationId: id } });
      await queries.invalidateQueries({ queryKey: ['instance'] });
      showToast(t('organizationRestored', { title: name }));
    },
  );
