import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queries } from '../api/queries.ts';
import { fullTime, Time } from '../app/time.tsx';
import { Loading } from '../app/view.tsx';
import { Badge, Section } from '../forms/section.tsx';
import { MoreButton } from '../forms/table.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import { ChangeList, Counts } from './change-list.tsx';
import styles from './git.module.css';
import { type GitOperation, isRunning, operationQuery, operationsQuery, WATCH_MS } from './git-queries.ts';
import { Notes } from './notes.tsx';
import { Problem } from './problem.tsx';

const TONES = { running: 'info', success: 'good', failure: 'bad', timeout: 'bad' } as const;

/** The last syncs, with what each did. `lastId`: the newest one; when it is another one, the list is read again. */
export function Operations({
  spaceId,
  lastId,
  isWatched = false,
}: {
  spaceId: string;
  lastId: string | undefined;
  /** Whether nothing else looks at the operations while one runs. */
  isWatched?: boolean;
}) {
  const list = useInfiniteQuery({
    ...operationsQuery(spaceId),
    refetchInterval: ({ state: { data } }) =>
      isWatched && data?.pages.some(({ items }) => items.some(isRunning)) ? WATCH_MS : false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: operationsQuery(spaceId).queryKey });
  }, [spaceId, lastId]);
  const operations = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Section title={t('gitOperations')}>
      {!operations && <Loading label={t('loading')} rows={2} />}
      {operations?.length === 0 && <p className={styles.soft}>{t('gitOperationsNone')}</p>}
      {operations && operations.length > 0 && (
        <ol className={styles.reports}>
          {operations.map((operation) => (
            <Row key={operation.id} spaceId={spaceId} operation={operation} />
          ))}
        </ol>
      )}
      <MoreButton list={list} />
    </Section>
  );
}

function Row({ spaceId, operation }: { spaceId: string; operation: GitOperation }) {
  const [isOpen, setOpen] = useState(false);
  const { state, trigger, direction, startedAt, endedAt, isUnchanged, changeCounts, reason, error } =
    operation;
  return (
    <li>
      <div className={styles.line}>
        <Badge tone={TONES[state]}>{t(`gitResult-${state}` as keyof Messages)}</Badge>
        <span>
          {trigger === undefined
            ? t(`gitOperation-${direction}` as keyof Messages)
            : t(`gitTrigger-${trigger}` as keyof Messages)}
        </span>
        {changeCounts && !isUnchanged && <Counts counts={changeCounts} />}
        {isUnchanged && <span className={styles.soft}>{t('gitUnchanged')}</span>}
        <Time at={endedAt ?? startedAt} />
      </div>
      {!isRunning(operation) && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>
            {t('gitShowReport')} <span className="visually-hidden">{fullTime(startedAt)}</span>
          </summary>
          {isOpen &&
            (state === 'success' ? (
              <Report spaceId={spaceId} operationId={operation.id} />
            ) : (
              <div className={styles.report}>
                <Problem reason={reason ?? (state === 'timeout' ? 'timeout' : undefined)} error={error} />
              </div>
            ))}
        </details>
      )}
    </li>
  );
}

function Report({ spaceId, operationId }: { spaceId: string; operationId: string }) {
  const { data: operation } = useQuery(operationQuery(spaceId, operationId));
  if (!operation) return <Loading label={t('loading')} rows={2} />;
  const { changes = [], changesTotal = 0, report = [], reportTotal = 0 } = operation;
  const request = changes.find(({ changeRequest }) => changeRequest !== undefined)?.changeRequest;
  return (
    <div className={styles.report}>
      {changes.length === 0 && <p className={styles.soft}>{t('gitUnchanged')}</p>}
      {(['space', 'repository'] as const).map((side) => {
        const own = changes.filter((change) => change.side === side);
        if (own.length === 0) return null;
        return (
          <div key={side}>
            <strong>{side === 'space' ? t('gitReportSpace') : t('gitReportRepository')}</strong>
            <ChangeList
              changes={own}
              total={changesTotal > changes.length ? own.length + changesTotal - changes.length : own.length}
            />
          </div>
        );
      })}
      {request !== undefined && (
        <Link
          to="/s/$spaceId/change-requests/$changeRequestId"
          params={{ spaceId, changeRequestId: request }}
        >
          {t('gitReportRequest')}
        </Link>
      )}
      {reportTotal > 0 && (
        <div>
          <strong>{t('gitReportNotes')}</strong>
          <Notes report={report} total={reportTotal} />
        </div>
      )}
    </div>
  );
}
