import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { explain, isNotFound } from '../api/explain.ts';
import type { Organization } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { NotFound } from '../app/not-found.tsx';
import { RouteError } from '../app/route-error.tsx';
import { saveFile } from '../app/save-file.ts';
import { fullTime, Time } from '../app/time.tsx';
import { showError, showToast } from '../app/toasts.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { Facts, Section } from '../forms/section.tsx';
import { MoreButton, Table } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { AUDIT_FORMATS, type AuditFormat } from './audit-formats.ts';
import {
  type AuditEvent,
  type AuditFilter,
  auditActionsQuery,
  auditEventQuery,
  auditQuery,
  listAuditEvents,
} from './audit-queries.ts';
import { changesOf, nameOfAction, nameOfActor, nameOfSource, nameOfTarget } from './audit-words.ts';
import styles from './people.module.css';
import { useFilters } from './use-filters.ts';

/** The audit log of an organization, or one event of it. */
export const Audit = ({ owner, itemId }: PartProps<Organization>) =>
  itemId === undefined ? (
    <AuditLog organizationId={owner.id} />
  ) : (
    <EventView organizationId={owner.id} auditEventId={itemId} />
  );

function AuditLog({ organizationId }: { organizationId: string }) {
  const { filters, setFilters } = useFilters();
  const { action, actor, target, from, to } = filters;
  const filter: AuditFilter = {
    ...(action ? { action } : {}),
    ...(actor ? { actor } : {}),
    ...(target ? { target } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
  const isFiltered = Object.keys(filter).length > 0;
  const list = useInfiniteQuery(auditQuery(organizationId, filter));
  const events = list.data?.pages.flatMap(({ items }) => items);
  const [first] = list.data?.pages ?? [];
  return (
    <View
      title={t('auditLog')}
      lead={t('auditLead')}
      actions={<Export organizationId={organizationId} filter={filter} isEmpty={events?.length === 0} />}
    >
      <div className={styles.body}>
        <AuditFilters organizationId={organizationId} filters={filters} setFilters={setFilters} />
        <ChosenFilters events={events ?? []} filter={filter} setFilters={setFilters} />
        {!events && list.error && <RouteError error={list.error} />}
        {!events && !list.error && <Loading label={t('loading')} rows={8} />}
        {events?.length === 0 && (
          <EmptyState
            title={t(isFiltered ? 'auditNoneMatch' : 'auditNone')}
            text={t(isFiltered ? 'auditNoneMatchText' : 'auditNoneText')}
          />
        )}
        {events && events.length > 0 && (
          <>
            <p className={styles.note} role="status">
              {first?.count === undefined ? t('auditMany') : t('auditCount', { count: first.count })}
            </p>
            <EventTable organizationId={organizationId} events={events} setFilters={setFilters} />
            <MoreButton list={list} />
          </>
        )}
      </div>
    </View>
  );
}

type SetFilters = ReturnType<typeof useFilters>['setFilters'];

function AuditFilters({
  organizationId,
  filters,
  setFilters,
}: {
  organizationId: string;
  filters: Readonly<Record<string, string>>;
  setFilters: SetFilters;
}) {
  const { data: actions = [] } = useQuery(auditActionsQuery(organizationId));
  return (
    <search className={styles.filters} aria-label={t('auditFilters')}>
      <label>
        {t('auditAction')}
        <select
          value={filters.action ?? ''}
          onChange={({ currentTarget }) => setFilters({ action: currentTarget.value })}
        >
          <option value="">{t('auditAnyAction')}</option>
          {actions
            .map(({ id, label }) => [id, nameOfAction(id, label)] as const)
            .sort(([, one], [, other]) => one.localeCompare(other))
            .map(([id, label]) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
        </select>
      </label>
      <label>
        {t('auditFrom')}
        <input
          type="date"
          value={filters.from ?? ''}
          onChange={({ currentTarget }) => setFilters({ from: currentTarget.value })}
        />
      </label>
      <label>
        {t('auditTo')}
        <input
          type="date"
          value={filters.to ?? ''}
          onChange={({ currentTarget }) => setFilters({ to: currentTarget.value })}
        />
      </label>
    </search>
  );
}

/** The filters that are chosen in the table, with a way to remove them. */
function ChosenFilters({
  events,
  filter,
  setFilters,
}: {
  events: readonly AuditEvent[];
  filter: AuditFilter;
  setFilters: SetFilters;
}) {
  const { actor, target } = filter;
  const actorName = events.find((event) => event.actor.id === actor);
  const targetName = events.find((event) => event.target.id === target);
  const chosen = [
    ...(actor
      ? [{ name: 'actor', text: t('auditActorIs', { name: actorName ? nameOfActor(actorName) : actor }) }]
      : []),
    ...(target
      ? [
          {
            name: 'target',
            text: t('auditTargetIs', { name: targetName ? nameOfTarget(targetName) : target }),
          },
        ]
      : []),
  ];
  if (Object.keys(filter).length === 0) return null;
  return (
    <div className={styles.lines}>
      {chosen.map(({ name, text }) => (
        <Button
          key={name}
          icon="close"
          aria-label={t('auditDropFilter', { filter: text })}
          onClick={() => setFilters({ [name]: '' })}
        >
          {text}
        </Button>
      ))}
      <Button
        look="quiet"
        onClick={() => setFilters({ action: '', actor: '', target: '', from: '', to: '' })}
      >
        {t('auditClear')}
      </Button>
    </div>
  );
}

const EventTable = ({
  organizationId,
  events,
  setFilters,
}: {
  organizationId: string;
  events: AuditEvent[];
  setFilters: SetFilters;
}) => (
  <Table
    label={t('auditList')}
    rows={events}
    keyOf={({ id }) => id}
    columns={[
      {
        label: t('auditAction'),
        cell: ({ id, action }) => (
          <Link to="/o/$organizationId/$part/$itemId" params={{ organizationId, part: 'audit', itemId: id }}>
            {nameOfAction(action)}
          </Link>
        ),
      },
      {
        label: t('auditWho'),
        cell: (event) => (
          <Button
            look="quiet"
            className={styles.filter ?? ''}
            title={t('auditByThem', { name: nameOfActor(event) })}
            onClick={() => setFilters({ actor: event.actor.id })}
          >
            {nameOfActor(event)}
          </Button>
        ),
      },
      {
        label: t('auditWhat'),
        cell: (event) => (
          <Button
            look="quiet"
            className={styles.filter ?? ''}
            title={t('auditOnIt', { name: nameOfTarget(event) })}
            onClick={() => setFilters({ target: event.target.id })}
          >
            {nameOfTarget(event)}
          </Button>
        ),
      },
      { label: t('auditVia'), cell: ({ source }) => nameOfSource(source) },
      { label: t('auditWhen'), cell: ({ occurredAt }) => <Time at={occurredAt} /> },
    ]}
  />
);

/** Saves all events that the filters select as a file. */
function Export({
  organizationId,
  filter,
  isEmpty,
}: {
  organizationId: string;
  filter: AuditFilter;
  isEmpty: boolean;
}) {
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (format: AuditFormat): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setCount(0);
    const events: AuditEvent[] = [];
    try {
      for await (const event of listAuditEvents(organizationId, filter, controller.signal)) {
        events.push(event);
        if (events.length % 100 === 0) setCount(events.length);
      }
      const { type, write } = AUDIT_FORMATS[format];
      saveFile(`audit.${format}`, write(events), type);
      showToast(t('auditExported', { count: events.length }));
    } catch (error) {
      if (!controller.signal.aborted) showError(explain(error));
    } finally {
      setCount(undefined);
    }
  };
  if (count === undefined)
    return (Object.keys(AUDIT_FORMATS) as AuditFormat[]).map((format) => (
      <Button key={format} disabled={isEmpty} onClick={() => void run(format)}>
        {t('auditExport', { format: format.toUpperCase() })}
      </Button>
    ));
  return (
    <>
      <span role="status">{t('auditExporting', { count })}</span>
      <Button onClick={() => running.current?.abort()}>{t('auditStop')}</Button>
    </>
  );
}

function EventView({ organizationId, auditEventId }: { organizationId: string; auditEventId: string }) {
  const { data: event, error } = useQuery(auditEventQuery(organizationId, auditEventId));
  if (error && !event) return isNotFound(error) ? <NotFound /> : <RouteError error={error} />;
  if (!event)
    return (
      <View title={t('loading')} viewKey={auditEventId}>
        <Loading label={t('loading')} />
      </View>
    );
  const { action, occurredAt, source, payload } = event;
  const changes = changesOf(payload);
  const isMember = event.target.type === 'member' || event.target.type === 'user';
  return (
    <View title={nameOfAction(action)} viewKey={event.id} lead={fullTime(occurredAt)}>
      <div className={styles.body}>
        <Facts
          facts={[
            [
              t('auditWho'),
              event.actor.type === 'user' ? (
                <Link
                  key="who"
                  to="/o/$organizationId/$part/$itemId"
                  params={{ organizationId, part: 'members', itemId: event.actor.id }}
                >
                  {nameOfActor(event)}
                </Link>
              ) : (
                nameOfActor(event)
              ),
            ],
            [
              t('auditWhat'),
              isMember && action !== 'member.removed' && action !== 'user.deleted' ? (
                <Link
                  key="what"
                  to="/o/$organizationId/$part/$itemId"
                  params={{ organizationId, part: 'members', itemId: event.target.id }}
                >
                  {nameOfTarget(event)}
                </Link>
              ) : (
                nameOfTarget(event)
              ),
            ],
            [t('auditVia'), nameOfSource(source)],
            [t('auditAddress'), payload.address ?? t('auditEmpty')],
          ]}
        />
      </div>
      <Section
        title={t('auditChanges')}
        text={(payload as { isCut?: boolean }).isCut === true ? t('auditCut') : undefined}
      >
        {changes.length === 0 ? (
          <p className={styles.note}>{t('auditNoChanges')}</p>
        ) : (
          <Table
            label={t('auditChanges')}
            rows={changes}
            keyOf={({ field }) => field}
            columns={[
              { label: t('auditField'), cell: ({ field }) => field },
              { label: t('auditBefore'), cell: ({ before }) => <span className={styles.was}>{before}</span> },
              { label: t('auditAfter'), cell: ({ after }) => after },
            ]}
          />
        )}
      </Section>
    </View>
  );
}
