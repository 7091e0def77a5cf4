import { useInfiniteQuery } from '@tanstack/react-query';
import { exportsQuery, hasEnded, type OrganizationExport } from '../api/archives.ts';
import { api, PREFIX } from '../api/client.ts';
import { type Organization, queries } from '../api/queries.ts';
import buttons from '../app/button.module.css';
import { Button } from '../app/button.tsx';
import { askFirst } from '../app/dialogs.tsx';
import { saySize } from '../app/size.ts';
import { Time } from '../app/time.tsx';
import { showToast } from '../app/toasts.tsx';
import { EmptyState, View } from '../app/view.tsx';
import { PagedTable } from '../forms/paged-table.tsx';
import { t } from '../messages/messages.ts';
import { changeWithToast } from '../people/change-with-toast.ts';
import styles from '../people/people.module.css';
import type { PartProps } from '../settings/area-part.ts';
import { ArchiveState } from './archive-state.tsx';

/** The archives of an organization: an administrator makes, downloads and deletes them. */
export function OrganizationExports({ owner: { id, title } }: PartProps<Organization>) {
  const list = useInfiniteQuery(exportsQuery(id));
  const exports = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isRunning = exports.some(({ status }) => !hasEnded(status));
  const start = (
    <Button look="primary" aria-disabled={isRunning} onClick={() => !isRunning && void begin(id)}>
      {t('exportStart')}
    </Button>
  );
  return (
    <View title={t('partExports')} lead={t('exportsLead')} actions={exports.length > 0 && start} isWide>
      {isRunning && <p role="status">{t('exportIsRunning')}</p>}
      <PagedTable
        list={list}
        label={t('partExports')}
        keyOf={(one) => one.id}
        empty={
          <EmptyState title={t('noExports')} text={t('noExportsHint', { title })}>
            {start}
          </EmptyState>
        }
        columns={[
          { label: t('exportColumnStarted'), cell: ({ createdAt }) => <Time at={createdAt} /> },
          {
            label: t('recordColumnState'),
            cell: ({ status, error }) => <ArchiveState status={status} why={error?.message} />,
          },
          {
            label: t('exportColumnSize'),
            isNumber: true,
            cell: ({ size }) => (size === undefined ? '' : saySize(size)),
          },
          {
            label: t('exportColumnUntil'),
            cell: ({ expiresAt }) => expiresAt !== undefined && <Time at={expiresAt} />,
          },
          { label: '', cell: (one) => <Actions organizationId={id} archive={one} /> },
        ]}
      />
    </View>
  );
}

function Actions({ organizationId, archive }: { organizationId: string; archive: OrganizationExport }) {
  const { id, status, urls } = archive;
  return (
    <div className={styles.lines}>
      {urls.archive !== undefined && (
        <a
          className={buttons.plain ?? ''}
          href={`${PREFIX}/v1/orgs/${organizationId}/exports/${id}/archive`}
          download
        >
          {t('exportDownload')}
        </a>
      )}
      {hasEnded(status) && <Button onClick={() => remove(organizationId, id)}>{t('exportDelete')}</Button>}
    </div>
  );
}

const refresh = (organizationId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['organization-exports', organizationId] });

const begin = (organizationId: string) =>
  changeWithToast(async () => {
    await api.post('/v1/orgs/{organizationId}/exports', { path: { organizationId } });
    await refresh(organizationId);
  }, t('exportStarted'));

const remove = (organizationId: string, exportId: string): void =>
  askFirst(
    {
      title: t('exportDeleteTitle'),
      text: t('exportDeleteText'),
      submit: t('exportDelete'),
      isDanger: true,
    },
    async () => {
      await api.delete('/v1/orgs/{organizationId}/exports/{exportId}', {
        path: { organizationId, exportId },
      });
      await refresh(organizationId);
      showToast(t('exportDeleted'));
    },
  );
