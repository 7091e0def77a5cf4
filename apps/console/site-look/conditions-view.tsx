import type { ItemOf } from '@lectern/client/client';
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import type { Site } from '../api/queries.ts';
import { RouteError } from '../app/route-error.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { CheckField, SelectField } from '../forms/fields.tsx';
import { Badge } from '../forms/section.tsx';
import { MoreButton, Table } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { type SiteKey, structureQuery, useSiteKey } from '../sites/site-queries.ts';
import styles from './conditions-view.module.css';
import { customizationQuery } from './customization.ts';
import { titlesOf } from './redirects.ts';
import { sitePagesQuery, siteSpacesQuery } from './site-pages.ts';

const PATH = '/v1/orgs/{organizationId}/sites/{siteId}/conditions';
type Condition = ItemOf<typeof PATH>;

const conditionsQuery = (site: SiteKey, { space, problems }: { space: string; problems: boolean }) =>
  infiniteQueryOptions({
    queryKey: ['organization', site.organizationId, 'site', site.siteId, 'conditions', space, problems],
    queryFn: ({ pageParam }) =>
      api.get(PATH, {
        path: site,
        query: {
          limit: 100,
          problems,
          ...(space === '' ? {} : { space }),
          ...(pageParam === undefined ? {} : { page: pageParam }),
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
    staleTime: 0,
  });

/** The conditions that a site uses, with those that are probably mistakes. */
export function ConditionsView({ owner: site }: PartProps<Site>) {
  const key = useSiteKey();
  const [space, setSpace] = useState('');
  const [problems, setProblems] = useState(false);
  const list = useInfiniteQuery(conditionsQuery(key, { space, problems }));
  const { data: spaces = [] } = useQuery(siteSpacesQuery(key));
  const describe = useDescribe(key, space);
  const conditions = list.data?.pages.flatMap(({ items }) => items);
  if (list.error && !conditions) return <RouteError error={list.error} />;
  return (
    <View
      title={t('conditions')}
      lead={t('conditionsLead')}
      viewKey={site.id}
      actions={
        <Link
          to="/o/$organizationId/sites/$siteId/$part"
          params={{ ...key, part: 'visitor' }}
          className={styles.link ?? ''}
        >
          {t('visitorView')}
        </Link>
      }
    >
      <div className={styles.filter}>
        <SelectField
          name="space"
          label={t('conditionsOf')}
          value={space}
          options={[
            ['', t('conditionsOfSite')],
            ...spaces.map(({ space: { id }, title }) => [id, title] as const),
          ]}
          onChange={({ target }) => setSpace(target.value)}
        />
        <CheckField
          name="problems"
          label={t('conditionsOnlyProblems')}
          checked={problems}
          onChange={({ target }) => setProblems(target.checked)}
        />
      </div>
      {!conditions && <Loading label={t('loading')} />}
      {conditions?.length === 0 &&
        (problems ? (
          <EmptyState title={t('conditionsNoProblems')} />
        ) : (
          <EmptyState title={t('conditionsNone')} text={t('conditionsNoneText')} />
        ))}
      {conditions && conditions.length > 0 && (
        <Table<Condition & { at: number }>
          label={t('conditions')}
          rows={conditions.map((condition, at) => ({ ...condition, at }))}
          keyOf={({ at }) => String(at)}
          columns={[
            { label: t('conditionPlace'), cell: describe },
            {
              label: t('conditionText'),
              cell: ({ condition }) => <code className={styles.code}>{condition}</code>,
            },
            { label: t('conditionHolds'), cell: ({ holds }) => t(`conditionHolds-${holds}`) },
            { label: t('redirectProblem'), cell: (condition) => <Problem condition={condition} /> },
          ]}
        />
      )}
      <MoreButton list={list} />
    </View>
  );
}

function Problem({ condition: { problem, claims = [] } }: { condition: Condition }) {
  if (problem === undefined) return null;
  return (
    <Badge tone={problem === 'always' ? 'warn' : 'bad'}>
      {t(`conditionProblem-${problem}`, { claims: claims.join(', ') })}
    </Badge>
  );
}

/** Names what has a condition. */
function useDescribe(site: SiteKey, spaceId: string): (condition: Condition) => string {
  const { data: structure } = useQuery(structureQuery(site));
  const { data: customization } = useQuery(customizationQuery(site));
  const { data: pages = [] } = useQuery({ ...sitePagesQuery(spaceId), enabled: spaceId !== '' });
  const titles = titlesOf(structure);
  return ({ place }) => {
    const { type, siteSection, siteSpace, siteExternalLink, headerLink, page, reusableContent, variable } =
      place;
    const owner = siteSection ?? siteExternalLink ?? siteSpace;
    const ofPage = page === undefined ? undefined : pages.find(({ id }) => id === page)?.title;
    const ofLink = headerLink === undefined ? undefined : customization?.header.links[headerLink]?.title;
    const name =
      variable ??
      ofLink ??
      ofPage ??
      (reusableContent === undefined ? undefined : t('conditionReusable')) ??
      (owner === undefined ? undefined : titles.get(owner)) ??
      t('untitled');
    return t(`conditionAt-${type}`, { name });
  };
}
