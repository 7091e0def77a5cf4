import { useRef, useState } from 'react';
import { api, repeatable } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import type { Space } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { askFirst } from '../app/dialogs.tsx';
import { Time } from '../app/time.tsx';
import { showError, showToast } from '../app/toasts.tsx';
import { Badge, Facts, Section } from '../forms/section.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import { Branches } from './branches.tsx';
import { ConnectionSettings } from './connection-settings.tsx';
import { CredentialsPart } from './credentials-part.tsx';
import styles from './git.module.css';
import { branchName, type GitConnection, isRunning, refreshGit } from './git-queries.ts';
import { OperationProgress } from './operation-progress.tsx';
import { Operations } from './operations.tsx';
import { Problem, problemOfPause } from './problem.tsx';
import { WebhookPart } from './webhook-part.tsx';

/** A connected space: its state, what was synced, and its settings. */
export function ConnectionView({ space, connection }: { space: Space; connection: GitConnection }) {
  const isAdmin = space.permissions.admin;
  const [isReplacing, setReplacing] = useState(false);
  const credentials = useRef<HTMLDivElement>(null);
  const replace = (): void => {
    setReplacing(true);
    credentials.current?.scrollIntoView({ block: 'start' });
    credentials.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <StatePart space={space} connection={connection} onReplace={isAdmin ? replace : undefined} />
      <Operations spaceId={space.id} lastId={connection.lastOperation?.id} />
      <Branches spaceId={space.id} connection={connection} />
      {isAdmin && (
        <>
          <ConnectionSettings key={connection.updatedAt} spaceId={space.id} connection={connection} />
          <div ref={credentials} tabIndex={-1}>
            <CredentialsPart
              spaceId={space.id}
              connection={connection}
              isOpen={isReplacing}
              onOpen={setReplacing}
            />
          </div>
          <WebhookPart spaceId={space.id} connection={connection} />
          <DisconnectPart spaceId={space.id} connection={connection} />
        </>
      )}
    </>
  );
}

/** The name of a repository for people. */
const nameOfRepository = ({ url }: GitConnection): string =>
  url.replace(/^[a-z]+:\/\/(?:[^@/]*@)?/i, '').replace(/\.git$/, '');

interface StateProps {
  space: Space;
  connection: GitConnection;
  /** Replaces the key or token; undefined for those who may not. */
  onReplace: (() => void) | undefined;
}

function StatePart({ space, connection, onReplace }: StateProps) {
  const { paused, lastOperation, synced, ref, repoProjectDirectory, direction, repoWebURL, repoCommitURL } =
    connection;
  const web = repoWebURL;
  const commit = synced?.commit.slice(0, 8);
  const commitPage =
    synced && repoCommitURL ? `${repoCommitURL.replace(/\/$/, '')}/${synced.commit}` : undefined;
  return (
    <Section title={t('gitState')} actions={<Actions space={space} connection={connection} />}>
      <p className={styles.state}>
        <StateBadge connection={connection} />
        {web === undefined ? (
          <span>{nameOfRepository(connection)}</span>
        ) : (
          <a href={web} target="_blank" rel="noreferrer">
            {nameOfRepository(connection)}
          </a>
        )}
      </p>
      {isRunning(lastOperation) && lastOperation && <OperationProgress {...lastOperation} />}
      <StateProblem space={space} connection={connection} onReplace={onReplace} />
      <Facts
        facts={[
          [t('gitBranchOf'), branchName(ref)],
          ...(repoProjectDirectory === '' ? [] : [[t('gitDirectory'), repoProjectDirectory] as const]),
          [t('gitFlow'), t(`gitDirection-${direction}` as keyof Messages)],
          ...(synced
            ? [
                [
                  t('gitLastSync'),
                  <span key="commit" className={styles.line}>
                    {commitPage === undefined ? (
                      t('gitCommitAt', { commit: commit ?? '' })
                    ) : (
                      <a href={commitPage} target="_blank" rel="noreferrer">
                        {t('gitCommitAt', { commit: commit ?? '' })}
                      </a>
                    )}
                    {lastOperation?.endedAt !== undefined && <Time at={lastOperation.endedAt} />}
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
      {paused?.reason === 'user' && <p className={styles.soft}>{t('gitPaused')}</p>}
    </Section>
  );
}

function StateBadge({ connection: { paused, lastOperation, synced } }: { connection: GitConnection }) {
  if (isRunning(lastOperation)) return <Badge tone="info">{t('gitStateRunning')}</Badge>;
  if (paused) return <Badge tone="warn">{t('gitStatePaused')}</Badge>;
  if (lastOperation && lastOperation.state !== 'success')
    return <Badge tone="bad">{t('gitStateFailed')}</Badge>;
  return synced ? <Badge tone="good">{t('gitStateSynced')}</Badge> : <Badge>{t('gitStateWaiting')}</Badge>;
}

/** Calls the service, says when it has started, and reads the state again. */
function useCall(spaceId: string) {
  const [isBusy, setBusy] = useState(false);
  const call = (work: () => Promise<unknown>, said: string): void => {
    setBusy(true);
    work()
      .then(() => showToast(said))
      .catch((error: unknown) => showError(explain(error)))
      .finally(() => {
        setBusy(false);
        void refreshGit(spaceId);
      });
  };
  return { isBusy, call };
}

function Actions({ space, connection }: { space: Space; connection: GitConnection }) {
  const spaceId = space.id;
  const { isBusy, call } = useCall(spaceId);
  const { paused, lastOperation } = connection;
  const path = { spaceId };
  return (
    <>
      {!paused && space.permissions.triggerGitSync && (
        <Button
          disabled={isBusy || isRunning(lastOperation)}
          onClick={() =>
            call(
              () => api.post('/v1/spaces/{spaceId}/git/sync', { path, headers: repeatable(), body: {} }),
              t('gitSyncStarted'),
            )
          }
        >
          {lastOperation && lastOperation.state !== 'success' && lastOperation.state !== 'running'
            ? t('gitRetry')
            : t('gitSyncNow')}
        </Button>
      )}
      {space.permissions.admin &&
        (paused ? (
          <Button
            look="primary"
            disabled={isBusy}
            onClick={() =>
              call(
                () => api.post('/v1/spaces/{spaceId}/git/resume', { path, headers: repeatable(), body: {} }),
                t('gitResumed'),
              )
            }
          >
            {t('gitResume')}
          </Button>
        ) : (
          <Button
            disabled={isBusy}
            onClick={() =>
              call(
                () => api.post('/v1/spaces/{spaceId}/git/pause', { path, headers: repeatable() }),
                t('gitPaused'),
              )
            }
          >
            {t('gitPause')}
          </Button>
        ))}
    </>
  );
}

/** Why nothing is synced, and what can be done here. */
function StateProblem({ space, connection, onReplace }: StateProps) {
  const spaceId = space.id;
  const { isBusy, call } = useCall(spaceId);
  const { paused, lastOperation } = connection;
  const isFailed = lastOperation?.state === 'failure' || lastOperation?.state === 'timeout';
  if (!isFailed && (!paused || paused.reason === 'user')) return null;
  const reason = paused && paused.reason !== 'user' ? problemOfPause(paused.reason) : lastOperation?.reason;
  const force = reason === undefined ? undefined : FORCES[reason];
  return (
    <Problem
      reason={reason ?? (lastOperation?.state === 'timeout' ? 'timeout' : undefined)}
      error={lastOperation?.error}
      actions={
        reason !== undefined && REFUSALS.has(reason) && onReplace ? (
          <Button look="primary" onClick={onReplace}>
            {t('gitCredentialsReplaceNow')}
          </Button>
        ) : (
          force &&
          space.permissions.admin && (
            <Button
              disabled={isBusy}
              onClick={() =>
                askFirst(
                  { title: t(force.label), text: t(force.text), submit: t(force.label), isDanger: true },
                  () =>
                    call(
                      () =>
                        api.post('/v1/spaces/{spaceId}/git/resume', {
                          path: { spaceId },
                          headers: repeatable(),
                          body: { force: true },
                        }),
                      t('gitResumed'),
                    ),
                )
              }
            >
              {t(force.label)}
            </Button>
          )
        )
      }
    />
  );
}

/** Problems that another key or token, or a new host key, ends. */
const REFUSALS = new Set([
  'authentication-needed',
  'authentication-failed',
  'host-key-changed',
  'invalid-key',
]);

/** Problems that somebody can decide by force. */
const FORCES: Record<string, { label: keyof Messages; text: keyof Messages }> = {
  'history-rewritten': { label: 'gitResumeForce', text: 'gitResumeForceText' },
  'git-existing-documentation': { label: 'gitExportForce', text: 'gitExportForceText' },
};

function DisconnectPart({ spaceId, connection }: { spaceId: string; connection: GitConnection }) {
  return (
    <Section title={t('gitDisconnect')} text={t('gitDisconnectText')} isDanger>
      <div>
        <Button
          look="danger"
          onClick={() =>
            askFirst(
              {
                title: t('gitDisconnectQuestion', { name: nameOfRepository(connection) }),
                text: t('gitDisconnectText'),
                submit: t('gitDisconnect'),
                isDanger: true,
              },
              async () => {
                await api.delete('/v1/spaces/{spaceId}/git', { path: { spaceId }, headers: repeatable() });
                showToast(t('gitDisconnected'));
                await refreshGit(spaceId);
              },
            )
          }
        >
          {t('gitDisconnect')}
        </Button>
      </div>
    </Section>
  );
}
