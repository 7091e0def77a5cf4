import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { organizationsQuery, queries } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { useCurrent, useIds } from '../app/current.ts';
import { editPlace } from '../app/dialogs.tsx';
import { NotFound } from '../app/not-found.tsx';
import { RouteError } from '../app/route-error.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { MoreButton } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import styles from './add-content.module.css';
import type { AddSearch } from './add-search.ts';
import { explainFailure } from './failures.ts';
import { FoundContent } from './found-content.tsx';
import { type ImportRun, type ImportTarget, importQuery, importsQuery, isActive } from './import-run.ts';
import { RunProgress } from './progress.tsx';
import { EarlierImports, Report } from './report.tsx';
import { SourceForm } from './source-form.tsx';

/** Brings content into an organization: looks at a source, lets the user choose, imports, and reports. */
export function AddContentView() {
  const { organizationId = '' } = useIds();
  const { isPending, error } = useQuery(organizationsQuery);
  const { organization } = useCurrent();
  const search = useSearch({ strict: false }) as AddSearch;
  const navigate = useNavigate();
  const open = (next: AddSearch): void => {
    void navigate({ to: '/o/$organizationId/add', params: { organizationId }, search: next });
  };
  if (error && !organization) return <RouteError error={error} />;
  if (!organization && !isPending) return <NotFound />;
  if (!organization)
    return (
      <View title={t('addContent')}>
        <Loading label={t('loading')} />
      </View>
    );
  const target = { spaceId: search.space, parentId: search.parent };
  // The role on a space or collection is asked for by the service.
  const mayAdd =
    organization.permissions.createContent || search.space !== undefined || search.parent !== undefined;
  if (!mayAdd)
    return (
      <View title={t('addContent')}>
        <EmptyState title={t('mayNotAdd')} />
      </View>
    );
  return (
    <View
      title={t('addContent')}
      lead={t('addContentLead')}
      actions={
        target.spaceId === undefined && (
          <Button
            icon="plus"
            onClick={() => editPlace({ kind: 'space', organizationId, parent: target.parentId })}
          >
            {t('emptySpaceInstead')}
          </Button>
        )
      }
    >
      <AddContent
        organizationId={organizationId}
        target={target}
        importId={search.import}
        onOpen={(importId) => open({ ...search, import: importId })}
      />
      {search.import === undefined && (
        <Earlier
          organizationId={organizationId}
          onOpen={(importId) => open({ ...search, import: importId })}
        />
      )}
    </View>
  );
}

function Earlier({ organizationId, onOpen }: { organizationId: string; onOpen(importId: string): void }) {
  const list = useInfiniteQuery(importsQuery(organizationId));
  return (
    <div className={styles.below}>
      <EarlierImports runs={list.data?.pages.flatMap(({ items }) => items) ?? []} onOpen={onOpen} />
      <MoreButton list={list} />
    </div>
  );
}

interface AddContentProps {
  organizationId: string;
  target: ImportTarget;
  /** The look or import that is open; undefined at the beginning. */
  importId: string | undefined;
  onOpen(importId: string | undefined): void;
}

/** The assistant itself, which the first run shows, too. */
export function AddContent({ organizationId, target, importId, onOpen }: AddContentProps) {
  const { data: run, error } = useQuery({
    ...importQuery(organizationId, importId ?? ''),
    enabled: importId !== undefined,
  });
  const hasEnded = run !== undefined && !run.dryRun && !isActive(run);
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: ['organization', organizationId] });
  }, [hasEnded, organizationId]);
  const back = (): void => onOpen(undefined);
  if (importId === undefined)
    return <SourceForm organizationId={organizationId} target={target} onLook={onOpen} />;
  if (error && !run) return <RouteError error={error} />;
  if (!run) return <Loading label={t('loading')} />;
  if (isActive(run)) return <RunProgress run={run} organizationId={organizationId} />;
  if (!run.dryRun) return <Report run={run} organizationId={organizationId} onBack={back} />;
  if (run.status === 'completed')
    return <FoundContent {...{ run, organizationId, target }} onImport={onOpen} onBack={back} />;
  return (
    <SourceForm
      organizationId={organizationId}
      target={target}
      address={run.source.url}
      {...(run.status === 'failed' ? { failure: <LookFailure run={run} /> } : {})}
      onLook={onOpen}
    />
  );
}

const LookFailure = ({ run }: { run: ImportRun }) => (
  <>
    <strong>{t('lookFailed')}</strong>
    <p>{explainFailure(run.reason)}</p>
    {run.message !== undefined && <small lang="en">{run.message}</small>}
  </>
);
