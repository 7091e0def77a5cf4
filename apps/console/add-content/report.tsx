import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { sessionQuery } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { Time } from '../app/time.tsx';
import { createPart, usePart } from '../app/use-part.ts';
import { Badge, Section } from '../forms/section.tsx';
import { t, withTexts } from '../messages/messages.ts';
import styles from './add-content.module.css';
import { explainFailure } from './failures.ts';
import { RootBadges, sizeOf } from './found-root.tsx';
import { type ImportRoot, type ImportRun, isActive, sourceNameOf } from './import-run.ts';
import { ProblemList } from './problem-list.tsx';

/** What an import brought, and what it could not bring along. */
export function Report({
  run,
  organizationId,
  onBack,
}: {
  run: ImportRun;
  organizationId: string;
  onBack(): void;
}) {
  return (
    <div className={styles.report}>
      <div className={styles.reportHead}>
        <StatusBadge run={run} />
        <p className={styles.soft}>
          {t('reportFrom', { source: sourceNameOf(run) })} ·{' '}
          <Author organizationId={organizationId} userId={run.createdBy} />
          {run.completedAt !== undefined && (
            <>
              {' · '}
              <Time at={run.completedAt} />
            </>
          )}
        </p>
      </div>
      {run.status === 'failed' && (
        <div role="alert" className={styles.refusal}>
          <p>{explainFailure(run.reason)}</p>
          {run.message !== undefined && <small lang="en">{run.message}</small>}
        </div>
      )}
      <ul aria-label={t('importReport')} className={styles.roots}>
        {run.roots.map((root, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change.
          <ReportedRoot key={index} root={root} />
        ))}
      </ul>
      {run.space === undefined && <Publish organizationId={organizationId} run={run} />}
      <div className={styles.buttons}>
        <Button onClick={onBack}>{t('lookElsewhere')}</Button>
      </div>
    </div>
  );
}

const publishing = createPart(
  async () => (await withTexts('sites', () => import('../sites/publish/publish-section.tsx'))).PublishSection,
);

/** Publishes what was imported: the site that the import made, or a new one with the spaces. */
function Publish({ organizationId, run }: { organizationId: string; run: ImportRun }) {
  const PublishSection = usePart(publishing);
  const [first, ...others] = run.roots.flatMap(({ space, title }) => (space ? [{ id: space, title }] : []));
  if (!first || !PublishSection) return null;
  return <PublishSection organizationId={organizationId} siteId={run.site} spaces={[first, ...others]} />;
}

function ReportedRoot({ root }: { root: ImportRoot }) {
  const { space, title, status } = root;
  return (
    <li className={styles.root}>
      <div className={styles.rootHead}>
        <div className={styles.rootFacts}>
          <strong>{title}</strong>
          <p className={styles.soft}>
            {status === 'connected'
              ? t('rootConnected')
              : [root.product, root.path, sizeOf(root)].filter(Boolean).join(' · ')}
          </p>
          <RootBadges root={root} />
        </div>
        {space !== undefined && (
          <Link
            to="/s/$spaceId"
            params={{ spaceId: space }}
            className={styles.open ?? ''}
            aria-label={t('openImported', { title })}
          >
            {t('open')}
          </Link>
        )}
      </div>
      {status === 'failed' && (
        <p className={styles.rootFailure}>
          {explainFailure(root.reason)} <small lang="en">{root.message}</small>
        </p>
      )}
      {((root.problemCount ?? 0) > 0 || (root.missingSpecs?.length ?? 0) > 0) && (
        <details className={styles.details}>
          <summary>{t('notBrought')}</summary>
          <ProblemList root={root} />
        </details>
      )}
    </li>
  );
}

/** How an import ended. */
function StatusBadge({ run }: { run: ImportRun }) {
  if (isActive(run)) return <Badge tone="info">{t('importRunning')}</Badge>;
  if (run.status === 'cancelled') return <Badge>{t('reportStopped')}</Badge>;
  if (run.status === 'failed') return <Badge tone="bad">{t('reportFailed')}</Badge>;
  const isPart = run.roots.some(({ status }) => status === 'failed');
  return <Badge tone={isPart ? 'warn' : 'good'}>{t(isPart ? 'reportInPart' : 'reportDone')}</Badge>;
}

/** Who imported: members see each other by their names. */
function Author({ organizationId, userId }: { organizationId: string; userId: string }) {
  const { data: session } = useQuery(sessionQuery);
  const { data: member } = useQuery({
    queryKey: ['organization', organizationId, 'member', userId],
    queryFn: () =>
      api.get('/v1/orgs/{organizationId}/members/{userId}', { path: { organizationId, userId } }),
    retry: false,
  });
  const name =
    member?.user.displayName ?? (session?.user?.id === userId ? session.user.displayName : undefined);
  return name === undefined ? null : <span>{t('reportBy', { name })}</span>;
}

/** The reports of earlier imports. */
export function EarlierImports({
  runs,
  onOpen,
}: {
  runs: readonly ImportRun[];
  onOpen(importId: string): void;
}) {
  if (runs.length === 0) return null;
  return (
    <Section title={t('earlierImports')}>
      <ul className={styles.earlier}>
        {runs.map((run) => (
          <li key={run.id}>
            <button type="button" onClick={() => onOpen(run.id)}>
              <span>{sourceNameOf(run)}</span>
              <span className={styles.soft}>
                <Time at={run.createdAt} />
              </span>
              <StatusBadge run={run} />
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
