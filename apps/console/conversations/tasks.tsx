import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { type ClusterKey, clusterTasksQuery, type Task, type TaskState } from '../api/conversations.ts';
import { explain } from '../api/explain.ts';
import { queries } from '../api/queries.ts';
import { IconButton } from '../app/button.tsx';
import { showError } from '../app/toasts.tsx';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { PagedTable } from '../forms/paged-table.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import styles from './conversations.module.css';

const STATES: readonly TaskState[] = ['backlog', 'started', 'completed', 'cancelled'];
const TASKS = '/v1/orgs/{organizationId}/conversations-clusters/{clusterId}/tasks';

/** What the team does about a topic. */
export function Tasks({ path, canEdit }: { path: ClusterKey; canEdit: boolean }) {
  const list = useInfiniteQuery(clusterTasksQuery(path));
  const refresh = () =>
    queries.invalidateQueries({ queryKey: ['organization', path.organizationId, 'cluster', path.clusterId] });
  const attempt = (act: Promise<unknown>): void => {
    act.then(refresh).catch((error: unknown) => showError(explain(error)));
  };
  return (
    <Section title={t('clusterTasks')} text={t('clusterTasksLead')}>
      <PagedTable
        list={list}
        label={t('clusterTasks')}
        keyOf={({ id }) => id}
        empty={null}
        columns={[
          { label: t('recordColumnTask'), cell: ({ title }) => title },
          {
            label: t('recordColumnState'),
            cell: (task) => (
              <StateField
                task={task}
                isDisabled={!canEdit}
                onChange={(state) =>
                  attempt(
                    api.patch(`${TASKS}/{taskId}`, { path: { ...path, taskId: task.id }, body: { state } }),
                  )
                }
              />
            ),
          },
          ...(canEdit
            ? [
                {
                  label: '',
                  cell: ({ id, title }: Task) => (
                    <IconButton
                      icon="trash"
                      label={`${t('deleteTask')}: ${title}`}
                      onClick={() =>
                        attempt(api.delete(`${TASKS}/{taskId}`, { path: { ...path, taskId: id } }))
                      }
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      {canEdit && (
        <Form
          key={list.data?.pages[0]?.count}
          label={t('addTask')}
          submit={t('addTask')}
          done={null}
          onSubmit={async (fields) => {
            await api.post(TASKS, { path, body: { title: String(fields.get('title')).trim() } });
            await refresh();
          }}
        >
          <TextField name="title" label={t('taskTitle')} required maxLength={255} />
        </Form>
      )}
    </Section>
  );
}

const StateField = ({
  task: { title, state },
  isDisabled,
  onChange,
}: {
  task: Task;
  isDisabled: boolean;
  onChange(state: TaskState): void;
}) => (
  <select
    className={styles.state}
    aria-label={t('taskState', { title })}
    disabled={isDisabled}
    value={state}
    onChange={({ target }) => onChange(target.value as TaskState)}
  >
    {STATES.map((one) => (
      <option key={one} value={one}>
        {t(`task-${one}`)}
      </option>
    ))}
  </select>
);
