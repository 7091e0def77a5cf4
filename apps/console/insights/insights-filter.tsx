import type { RequestOf } from '@lectern/client/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../app/button.tsx';
import { SelectField, TextField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';
import { siteSpacesQuery } from '../site-look/site-pages.ts';
import { type SiteKey, structureQuery } from '../sites/site-queries.ts';
import styles from './insights.module.css';

type Query = NonNullable<
  RequestOf<'/v1/orgs/{organizationId}/sites/{siteId}/insights/answers/traffic', 'get'>['query']
>;
/** What every question about a site has. */
export type Question = Pick<
  Query,
  'bots' | 'claim' | 'claimValue' | 'from' | 'language' | 'range' | 'section' | 'to' | 'variant'
>;

const FIELDS = [
  'range',
  'from',
  'to',
  'section',
  'variant',
  'language',
  'claim',
  'claimValue',
  'bots',
  'by',
] as const;
type FieldName = (typeof FIELDS)[number];
/** The filters as they are in the address. */
export type Filters = Partial<Record<FieldName, string>>;

const RANGES = ['last24Hours', 'last7Days', 'last30Days', 'last3Months', 'lastYear'] as const;
const DEFAULT_RANGE = 'last30Days';
const BOTS = ['exclude', 'include', 'only'] as const;
export const BREAKDOWNS = [
  'referrer',
  'section',
  'variant',
  'language',
  'country',
  'device',
  'browser',
  'os',
  'campaign',
  'claim',
] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 24 * 60 * 60_000;

/** The filters of the address, and a function that changes them there. */
export function useFilters(): [Filters, (change: Filters) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const filters = Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = search[name];
      // Addresses are read as JSON: a year would be a number.
      return value === undefined || value === '' ? [] : [[name, String(value)]];
    }),
  ) as Filters;
  const change = (changed: Filters): void => {
    const next = Object.fromEntries(
      Object.entries({ ...filters, ...changed }).filter(([, value]) => value !== undefined && value !== ''),
    );
    void navigate({ to: '.', search: next as never, replace: true });
  };
  return [filters, change];
}

/** What to ask. Days override a preset; what is not a choice is left out. */
export function readQuestion(filters: Filters): Question {
  const { section, variant, language, claim, claimValue } = filters;
  const [from, to] = [dayOf(filters.from), dayOf(filters.to)];
  const range = RANGES.find((one) => one === filters.range);
  const bots = BOTS.find((one) => one === filters.bots);
  const period = from !== undefined && to !== undefined ? { from, to: dayAfter(to) } : range && { range };
  const rest = Object.entries({ section, variant, language, claim, claimValue }).filter(([, value]) => value);
  return { ...period, ...(bots && { bots }), ...Object.fromEntries(rest) };
}

/** The service reads days in the time zone of the organization. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, day.length);

const dayOf = (day: string | undefined): string | undefined =>
  day !== undefined && DAY.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined;

export const readBreakdown = ({ by }: Filters): Breakdown =>
  BREAKDOWNS.find((name) => name === by) ?? 'referrer';

/** The filters of all parts. What is chosen counts at once; what is typed, when it is sent. */
export function InsightsFilter({ site, part }: { site: SiteKey; part: string }) {
  const [filters, change] = useFilters();
  const { data: structure } = useQuery(structureQuery(site));
  const { data: spaces = [] } = useQuery(siteSpacesQuery(site));
  const hasPeriod = dayOf(filters.from) !== undefined && dayOf(filters.to) !== undefined;
  const [isOwn, setOwn] = useState(hasPeriod);
  const sections = listSections(structure?.type === 'sections' ? structure.structure : []);
  const isFiltered = FIELDS.some((name) => name !== 'by' && filters[name] !== undefined);
  const hasMore = FIELDS.some((name) => /language|claim/.test(name) && filters[name] !== undefined);
  const all = ['', t('insightsAll')] as const;
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    change(Object.fromEntries([...typed].map(([name, value]) => [name, String(value).trim()])) as Filters);
  };
  return (
    <search aria-label={t('insightsFilter')} className={styles.filter}>
      <SelectField
        name="range"
        label={t('insightsPeriod')}
        value={isOwn ? 'own' : (RANGES.find((one) => one === filters.range) ?? DEFAULT_RANGE)}
        options={[
          ...RANGES.map((range) => [range, t(`insightsRange-${range}`)] as const),
          ['own', t('insightsRange-own')],
        ]}
        onChange={({ target: { value } }) => {
          setOwn(value === 'own');
          if (value !== 'own') change({ range: value === DEFAULT_RANGE ? '' : value, from: '', to: '' });
        }}
      />
      {isOwn &&
        (['from', 'to'] as const).map((name) => (
          <TextField
            key={name}
            name={name}
            type="date"
            label={t(name === 'from' ? 'insightsFrom' : 'insightsTo')}
            defaultValue={filters[name]}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        ))}
      {sections.length > 0 && (
        <SelectField
          name="section"
          label={t('insightsSection')}
          value={filters.section ?? ''}
          options={[all, ...sections]}
          onChange={({ target }) => change({ section: target.value })}
        />
      )}
      {spaces.length > 1 && (
        <SelectField
          name="variant"
          label={t('insightsVariant')}
          value={filters.variant ?? ''}
          options={[all, ...spaces.map(({ id, title }) => [id, title] as const)]}
          onChange={({ target }) => change({ variant: target.value })}
        />
      )}
      {part !== 'agents' && (
        <SelectField
          name="bots"
          label={t('insightsReaders')}
          value={filters.bots ?? 'exclude'}
          options={BOTS.map((bots) => [bots, t(`insightsBots-${bots}`)])}
          onChange={({ target: { value } }) => change({ bots: value === 'exclude' ? '' : value })}
        />
      )}
      {isFiltered && (
        <Button
          look="quiet"
          onClick={() => {
            setOwn(false);
            change(
              Object.fromEntries(FIELDS.map((name) => [name, name === 'by' ? filters.by : ''])) as Filters,
            );
          }}
        >
          {t('insightsReset')}
        </Button>
      )}
      <details className={styles.more} open={hasMore || undefined}>
        <summary>{t('insightsMore')}</summary>
        <form onSubmit={send} className={styles.filter}>
          <TextField
            name="language"
            label={t('insightsLanguage')}
            defaultValue={filters.language}
            maxLength={64}
          />
          <TextField name="claim" label={t('insightsClaim')} defaultValue={filters.claim} maxLength={100} />
          <TextField
            name="claimValue"
            label={t('insightsClaimValue')}
            defaultValue={filters.claimValue}
            maxLength={255}
          />
          <Button type="submit">{t('visitorShow')}</Button>
        </form>
      </details>
    </search>
  );
}

interface Item {
  object: string;
  id: string;
  title: string;
  children?: readonly Item[];
}

/** The sections of a site, also those in groups. */
const listSections = (items: readonly Item[]): (readonly [id: string, title: string])[] =>
  items.flatMap(({ object, id, title, children = [] }) =>
    object === 'site-section' ? [[id, title] as const] : listSections(children),
  );
