import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { sessionQuery } from '../../api/queries.ts';
import { memberNamesQuery } from '../../api/request-lists.ts';
import type { ListedRequest } from '../../api/request-page.ts';
import { useCurrent } from '../../app/current.ts';
import { Icon } from '../../app/icons.tsx';
import { t } from '../../messages/messages.ts';
import {
  isFiltered,
  NO_FILTERS,
  type RequestFilters,
  type RequestState,
  readFilters,
  STATE_NAMES,
  STATES,
  toSearch,
  VIEW_NAMES,
  VIEWS,
} from './filters.ts';
import { PageChip } from './page-chip.tsx';
import styles from './requests.module.css';
import { ViewLinks } from './view-links.tsx';

const TYPING_MS = 250;

interface FilterBarProps {
  filters: RequestFilters;
  onChange: (filters: RequestFilters, options?: { replaces?: boolean }) => void;
  organizationId: string | undefined;
  /** Of the page that they change, unless the address names it. */
  spaceId: string | undefined;
  /** How many change requests are unread. */
  unread: number;
  /** The change requests that are listed, whose people can be chosen. */
  items: readonly ListedRequest[];
  field: RefObject<HTMLInputElement | null>;
}

/** Chooses which change requests are listed. */
export function RequestFilterBar({
  filters,
  onChange,
  organizationId,
  spaceId = filters.space,
  unread,
  items,
  field,
}: FilterBarProps) {
  const people = usePeople(organizationId, items);
  return (
    <search aria-label={t('filterRequests')} className={styles.filters}>
      <ViewLinks
        label={t('requestViews')}
        views={VIEWS.map((view) => ({
          name: t(VIEW_NAMES[view]),
          ...(view === 'unread' ? { count: unread } : {}),
          search: toSearch({ ...filters, view }),
          isCurrent: view === filters.view,
        }))}
        onChoose={(search) => onChange(readFilters(search))}
      />
      <QueryField filters={filters} onChange={onChange} field={field} />
      <div className={styles.choices}>
        <Choice
          label={t('requestState')}
          value={filters.status}
          options={STATES.map((state) => ({ value: state, name: t(STATE_NAMES[state]) }))}
          onChange={(status) => onChange({ ...filters, status: status as RequestState })}
        />
        {filters.view !== 'mine' && (
          <Choice
            label={t('requestAuthor')}
            value={filters.author}
            options={[{ value: '', name: t('anybody') }, ...people]}
            onChange={(author) => onChange({ ...filters, author })}
          />
        )}
        <Choice
          label={t('requestReviewer')}
          value={filters.reviewer}
          options={[{ value: '', name: t('anybody') }, ...people]}
          onChange={(reviewer) => onChange({ ...filters, reviewer })}
        />
        {filters.page !== '' && (
          <PageChip
            spaceId={spaceId}
            pageId={filters.page}
            onRemove={() => onChange({ ...filters, page: '', space: '' })}
          />
        )}
        {/* The page has a button of its own. */}
        {isFiltered({ ...filters, page: '', space: '' }) && (
          <button
            type="button"
            className={styles.clear}
            onClick={() => onChange({ ...NO_FILTERS, view: filters.view })}
          >
            {t('clearFilters')}
          </button>
        )}
      </div>
    </search>
  );
}

/** Filters while it is typed into. */
function QueryField({ filters, onChange, field }: Pick<FilterBarProps, 'filters' | 'onChange' | 'field'>) {
  const [text, setText] = useState(filters.query);
  useEffect(() => setText(filters.query), [filters.query]);
  useEffect(() => {
    if (text.trim() === filters.query) return;
    const timer = setTimeout(
      () => onChange({ ...filters, query: text.trim() }, { replaces: true }),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [text, filters, onChange]);
  return (
    <label className={styles.query}>
      <span className="visually-hidden">{t('filterBySubject')}</span>
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        autoComplete="off"
        placeholder={t('filterBySubject')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: { value: string; name: string }[];
  onChange: (value: string) => void;
}) {
  const isKnown = options.some((option) => option.value === value);
  return (
    <label className={styles.choice}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {!isKnown && <option value={value}>{t('somebody')}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The people who can be chosen: the user, the members if they may be listed, and those of the list. */
function usePeople(
  organizationId: string | undefined,
  items: readonly ListedRequest[],
): { value: string; name: string }[] {
  const { organization } = useCurrent();
  const { data: session } = useQuery(sessionQuery);
  const { data: members = [] } = useQuery({
    ...memberNamesQuery(organizationId ?? ''),
    enabled: organizationId !== undefined && organization?.permissions.listMembers === true,
  });
  const names = new Map(members.map(({ id, name }) => [id, name]));
  for (const { createdBy, reviewers = [] } of items)
    for (const { id, displayName } of [createdBy, ...reviewers.map(({ user }) => user)])
      if (!names.has(id)) names.set(id, displayName);
  const own = session?.user?.id;
  const others = [...names].flatMap(([value, name]) =>
    value === own ? [] : [{ value, name: name || t('somebody') }],
  );
  return [
    ...(own === undefined ? [] : [{ value: 'me', name: t('me') }]),
    ...others.sort((a, b) => a.name.localeCompare(b.name)),
  ];
}
