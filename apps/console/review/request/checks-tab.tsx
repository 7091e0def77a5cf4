import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Checks, checksQuery } from '../../api/change-request.ts';
import { api } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { pagesQuery, queries } from '../../api/queries.ts';
import { nameOf } from '../../app/current.ts';
import { Icon } from '../../app/icons.tsx';
import { Time } from '../../app/time.tsx';
import { EmptyState, Loading } from '../../app/view.tsx';
import type { Messages } from '../../messages/en.ts';
import { currentLocale, t } from '../../messages/messages.ts';
import { findPage } from '../../tree/pages.ts';
import { ConflictsPart } from '../conflicts/conflicts-part.tsx';
import { sayRule } from './merge-reason.ts';
import styles from './request.module.css';
import { isInProgress, type OpenRequest } from './request-parts.ts';

type Rule = Checks['checks'][number];
type BrokenLink = NonNullable<Checks['brokenLinks']>['items'][number];

/** What decides whether the change request can be merged. */
export function ChecksTab({ opened }: { opened: OpenRequest }) {
  const { place, request } = opened;
  const { data: checks, error } = useQuery({ ...checksQuery(place), enabled: isInProgress(request) });
  if (!isInProgress(request))
    return (
      <EmptyState
        title={t(request.status === 'merged' ? 'checksOfMerged' : 'checksOfArchived')}
        text={t('checksOfClosedText')}
      />
    );
  if (!checks) return error ? <EmptyState title={explain(error)} /> : <Loading label={t('loading')} />;
  const { conflicts, checks: rules, brokenLinks } = checks;
  return (
    <div className={styles.checks}>
      {/* Also when all are decided: a decision can be changed until it is used. */}
      <ConflictsPart
        {...place}
        mayDecide={opened.space.permissions.edit}
        none={<Check result="passed">{t('noConflicts')}</Check>}
      />
      {brokenLinks && <BrokenLinks opened={opened} links={brokenLinks} />}
      {!brokenLinks && conflicts > 0 && <p className={styles.soft}>{t('linksAfterConflicts')}</p>}
      {checks.external.length > 0 && <ExternalChecks checks={checks.external} />}
      {rules.length > 0 && (
        <section aria-labelledby="rules">
          <h2 id="rules">{t('mergeRules')}</h2>
          <ul className={styles.checkList}>
            {rules.map((rule, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a space can have several rules of one kind.
              <li key={`${rule.rule} ${at}`}>
                <RuleCheck opened={opened} rule={rule} />
              </li>
            ))}
          </ul>
          {checks.mayBypass && <p className={styles.soft}>{t('mayBypass')}</p>}
        </section>
      )}
    </div>
  );
}

type Result = 'passed' | 'failed' | 'pending' | 'outdated';

const RESULTS = {
  passed: 'checkPassed',
  failed: 'checkFailed',
  pending: 'checkPending',
  outdated: 'checkOutdated',
} as const satisfies Record<Result, keyof Messages>;

const ICONS = { passed: 'check', failed: 'close', pending: 'clock', outdated: 'clock' } as const;

/** A check with its result, in words for whoever does not see it. */
function Check({ result, children }: { result: Result; children: ReactNode }) {
  return (
    <div className={styles.check} data-result={result}>
      <Icon name={ICONS[result]} />
      <span className="visually-hidden">{t(RESULTS[result])}: </span>
      <div>{children}</div>
    </div>
  );
}

function RuleCheck({
  opened,
  rule: { rule, status, message, missing },
}: {
  opened: OpenRequest;
  rule: Rule;
}) {
  const hasName = rule !== 'custom';
  return (
    <Check result={status}>
      {hasName ? sayRule(rule) : message}
      {missing && missing.users.length + missing.teams.length > 0 && (
        <MissingReviewers opened={opened} missing={missing} />
      )}
    </Check>
  );
}

/** Whose approval is missing. */
function MissingReviewers({
  opened: { space },
  missing,
}: {
  opened: OpenRequest;
  missing: NonNullable<Rule['missing']>;
}) {
  const organizationId = space.organization;
  const { data: names } = useQuery({
    queryKey: ['organization', organizationId, 'names', ...missing.users, ...missing.teams],
    queryFn: () =>
      Promise.all([
        ...missing.users.map((userId) => nameOfMember(organizationId, userId)),
        ...missing.teams.map((teamId) => nameOfTeam(organizationId, teamId)),
      ]),
  });
  if (!names) return null;
  return (
    <p className={styles.soft}>
      {t('approvalMissing', { names: new Intl.ListFormat(currentLocale()).format(names) })}
    </p>
  );
}

const nameOfMember = async (organizationId: string, userId: string): Promise<string> => {
  const path = { organizationId, userId };
  const { user } = await api.get('/v1/orgs/{organizationId}/members/{userId}', { path });
  return user.displayName || t('somebody');
};

const nameOfTeam = async (organizationId: string, teamId: string): Promise<string> => {
  const path = { organizationId, teamId };
  return (await api.get('/v1/orgs/{organizationId}/teams/{teamId}', { path })).title;
};

function BrokenLinks({
  opened,
  links: { count, items },
}: {
  opened: OpenRequest;
  links: NonNullable<Checks['brokenLinks']>;
}) {
  if (count === 0) return <Check result="passed">{t('noLinkBreaks')}</Check>;
  return (
    <section aria-labelledby="broken-links">
      <h2 id="broken-links">{t('mergeBreaksLinks', { count })}</h2>
      <ul className={styles.checkList}>
        {items.map((link, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page can have the same link twice.
          <li key={`${link.space} ${link.page?.id} ${link.target} ${at}`}>
            <Check result="failed">
              <PlaceOfLink opened={opened} link={link} />{' '}
              <span className={styles.soft}>
                {t('leadsNowhere')} <TargetOfLink opened={opened} target={link.target} />
              </span>
            </Check>
          </li>
        ))}
      </ul>
      {count > items.length && (
        <p className={styles.soft}>{t('moreLinks', { count: count - items.length })}</p>
      )}
    </section>
  );
}

/** The target of a link in words: a page by its title, with the part of it; everything else as it is written. */
function TargetOfLink({ opened: { place }, target }: { opened: OpenRequest; target: string }) {
  const { data: tree } = useQuery(pagesQuery(place));
  const [, pageId, part] = /^\/pages\/([\w-]+)(?:#(.+))?$/.exec(target) ?? [];
  if (pageId === undefined) return <code>{target}</code>;
  const page = tree && findPage(tree.pages, pageId)?.page;
  const title = page ? nameOf(page.title, t('untitled')) : t('deletedPage');
  return <>{part === undefined ? title : `${title} › ${decodeURIComponent(part)}`}</>;
}

/** What programs have reported. */
function ExternalChecks({ checks }: { checks: Checks['external'] }) {
  return (
    <section aria-labelledby="external-checks">
      <h2 id="external-checks">{t('externalChecks')}</h2>
      <ul className={styles.checkList}>
        {checks.map(({ name, revision, status, title, url, outdated, updatedAt }) => (
          <li key={`${name} ${revision}`}>
            <Check result={outdated ? 'outdated' : status}>
              {url === undefined ? (
                name
              ) : (
                <a href={url} target="_blank" rel="noopener noreferrer">
                  {name}
                </a>
              )}
              {title !== undefined && `: ${title}`}{' '}
              <span className={styles.soft}>
                {t(RESULTS[outdated ? 'outdated' : status])}, <Time at={updatedAt} />
              </span>
            </Check>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where a link stands: a page of the change request, or something elsewhere in the organization. */
function PlaceOfLink({ opened: { place }, link }: { opened: OpenRequest; link: BrokenLink }) {
  const title = nameOf((link.page ?? link.reusableContent)?.title, t('untitled'));
  if (!link.page) return <span>{title} </span>;
  const hash = link.anchor === undefined ? {} : { hash: link.anchor };
  if (link.space === place.spaceId)
    return (
      <Link
        to="/s/$spaceId/change-requests/$changeRequestId/$pageId"
        params={{ ...place, pageId: link.page.id }}
        {...hash}
      >
        {title}
      </Link>
    );
  const otherSpace = queries.getQueryData<{ title: string }>(['space', link.space])?.title;
  return (
    <Link to="/s/$spaceId/$pageId" params={{ spaceId: link.space, pageId: link.page.id }} {...hash}>
      {otherSpace === undefined ? title : `${otherSpace}: ${title}`}
    </Link>
  );
}
