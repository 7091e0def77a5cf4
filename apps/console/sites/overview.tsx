import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import button from '../app/button.module.css';
import { Button } from '../app/button.tsx';
import { Icon, type IconName } from '../app/icons.tsx';
import { MenuButton } from '../app/menu.tsx';
import { Time } from '../app/time.tsx';
import { Loading, View } from '../app/view.tsx';
import { CopyButton } from '../forms/secret.tsx';
import { Badge } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import styles from './overview.module.css';
import { PublishedBadge } from './published-badge.tsx';
import { explainReaders, nameOfReaders, readersOf } from './readers.ts';
import { askDelete, askPublish, askUnpublish } from './site-actions.ts';
import { type Site, type SiteKey, type SiteStructure, structureQuery, useSiteKey } from './site-queries.ts';
import { languageName } from './structure/languages.ts';
import { languagesOf, listParts, listSections, listVariants } from './structure/parts.ts';

/** How many parts of a site the overview names. */
const MOST_PARTS = 8;

/** What a site is, where readers find it, and what to do next. */
export function Overview({ owner: site }: { owner: Site }) {
  const siteKey = useSiteKey();
  const { data: structure } = useQuery(structureQuery(siteKey));
  return (
    <View title={site.title} actions={<Actions site={site} siteKey={siteKey} />}>
      <Address site={site} siteKey={siteKey} />
      <Next site={site} siteKey={siteKey} structure={structure} />
      <Content siteKey={siteKey} structure={structure} />
    </View>
  );
}

function Actions({ site, siteKey }: { site: Site; siteKey: SiteKey }) {
  const navigate = useNavigate();
  const { published, preview } = site.urls;
  const { organizationId } = siteKey;
  const leave = () => navigate({ to: '/o/$organizationId/sites', params: { organizationId } });
  return (
    <>
      {published !== undefined && (
        <a href={published} target="_blank" rel="noreferrer" className={button.primary}>
          <Icon name="external" />
          {t('siteOpen')}
        </a>
      )}
      {published === undefined && site.permissions.admin && (
        <Button
          look="primary"
          icon="globe"
          disabled={site.siteSpaces === 0}
          onClick={() => askPublish(siteKey, site)}
        >
          {t('sitePublish')}
        </Button>
      )}
      <MenuButton
        label={t('siteMore')}
        groups={() => [
          { items: [{ label: t('preview'), icon: 'hidden', href: preview }] },
          {
            items: site.permissions.admin
              ? [
                  ...(site.published
                    ? [
                        {
                          label: t('siteUnpublish'),
                          icon: 'lock' as const,
                          run: () => askUnpublish(siteKey, site),
                        },
                      ]
                    : []),
                  {
                    label: t('delete'),
                    icon: 'trash',
                    isDanger: true,
                    run: () => askDelete(siteKey, site, leave),
                  },
                ]
              : [],
          },
        ]}
      />
    </>
  );
}

function Address({ site, siteKey }: { site: Site; siteKey: SiteKey }) {
  const { published } = site.urls;
  const readers = readersOf(site);
  return (
    <section aria-label={t('siteAddress')} className={styles.address}>
      <div className={styles.state}>
        <PublishedBadge isPublished={site.published} />
        {site.publishedAt !== undefined && (
          <small>
            {t('siteSince')} <Time at={site.publishedAt} />
          </small>
        )}
      </div>
      {published === undefined ? (
        <p className={styles.url}>{t('siteNoAddress')}</p>
      ) : (
        <p className={styles.url}>
          <a href={published} target="_blank" rel="noreferrer">
            {published}
          </a>
          <CopyButton value={published} of={t('siteAddress')} />
        </p>
      )}
      <p className={styles.readers}>
        <strong>{nameOfReaders(readers)}</strong> · {explainReaders(readers)}{' '}
        {site.permissions.admin && (
          <PartLink siteKey={siteKey} part="access">
            {t('siteChangeReaders')}
          </PartLink>
        )}
      </p>
    </section>
  );
}

function PartLink({
  siteKey: { organizationId, siteId },
  part,
  children,
}: {
  siteKey: SiteKey;
  part: string;
  children: ReactNode;
}) {
  return (
    <Link to="/o/$organizationId/sites/$siteId/$part" params={{ organizationId, siteId, part }}>
      {children}
    </Link>
  );
}

interface Step {
  part: string;
  icon: IconName;
  title: string;
  text: string;
}

/** What most sites still need, the most important first. */
function Next({
  site,
  siteKey,
  structure,
}: {
  site: Site;
  siteKey: SiteKey;
  structure: SiteStructure | undefined;
}) {
  if (!structure || !site.permissions.create) return null;
  const steps: Step[] = [];
  if (structure.structure.length === 0)
    steps.push({
      part: 'structure',
      icon: 'space',
      title: t('siteNextContent'),
      text: t('siteNextContentText'),
    });
  else if (structure.type === 'siteSpaces')
    steps.push({
      part: 'structure',
      icon: 'collection',
      title: t('siteNextSections'),
      text: t('siteNextSectionsText'),
    });
  steps.push({
    part: 'customization',
    icon: 'picture',
    title: t('siteNextLook'),
    text: t('siteNextLookText'),
  });
  if (site.pendingHostname !== undefined)
    steps.unshift({
      part: 'domain',
      icon: 'globe',
      title: t('siteNextRecord'),
      text: t('siteNextRecordText', { hostname: site.pendingHostname }),
    });
  else if (site.hostname === undefined && site.permissions.admin)
    steps.push({
      part: 'domain',
      icon: 'globe',
      title: t('siteNextDomain'),
      text: t('siteNextDomainText'),
    });
  return (
    <section className={styles.section}>
      <h2>{t('siteNext')}</h2>
      <ul className={styles.steps}>
        {steps.map(({ part, icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} />
            <span>
              <PartLink siteKey={siteKey} part={part}>
                {title}
              </PartLink>
              <small>{text}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first parts of a site, with their addresses. */
function Content({ siteKey, structure }: { siteKey: SiteKey; structure: SiteStructure | undefined }) {
  if (!structure) return <Loading label={t('loading')} />;
  const top = listParts(structure).filter(({ parent }) => parent === undefined);
  if (top.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{t('siteContent')}</h2>
      <p className={styles.counts}>{countParts(structure)}</p>
      <ul className={styles.parts}>
        {top.slice(0, MOST_PARTS).map(({ part }) => {
          const address = 'urls' in part ? part.urls.published : undefined;
          return (
            <li key={part.id}>
              {address === undefined ? (
                <span>{part.title}</span>
              ) : (
                <a href={address} target="_blank" rel="noreferrer">
                  {part.title}
                </a>
              )}
              {part.draft && <Badge tone="warn">{t('siteDraft')}</Badge>}
            </li>
          );
        })}
      </ul>
      <p>
        <PartLink siteKey={siteKey} part="structure">
          {t('siteWholeStructure')}
        </PartLink>
      </p>
    </section>
  );
}

function countParts(structure: SiteStructure): string {
  const sections = listSections(structure).length;
  const counts = [
    ...(sections === 0 ? [] : [t('siteSections', { count: sections })]),
    t('siteVariants', { count: listVariants(structure).length }),
    ...languagesOf(structure).map(languageName),
  ];
  return counts.join(' · ');
}
