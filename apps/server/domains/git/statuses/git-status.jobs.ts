import type { Context } from '../../../platform/context.ts';
import { guardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { NetworkError } from '../../../platform/http/guarded-network.ts';
import type { Job, JobDefinition } from '../../../platform/jobs/job-definition.ts';
import { type ConnectionRow, findConnection } from '../connection/connection.repository.ts';
import { openCredentials } from '../connection/credentials.ts';
import { hasWaitingReport } from './git-status.queries.ts';
import { enqueueReport, GIT_STATUS, type GitStatusPayload } from './report-statuses.ts';
import { describeRequest, type StatusRequest } from './status-request.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 64_000;
const MINUTE_MS = 60_000;
/** The pauses after failures. After the last one, the statuses are given up: the next sync reports them again. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];

/** Reports statuses of a commit to the host of a connection that has a token for it. */
export const createGitStatusJob = (context: Context) =>
  ({
    kind: GIT_STATUS,
    lane: 'upkeep',
    run: async ({ organizationId, payload }: Job, signal) => {
      const report = payload as GitStatusPayload;
      const connection = await findConnection(context.db, { organizationId, spaceId: report.spaceId });
      if (!connection) return;
      const requests = describeRequests(context, connection, report);
      for (const request of requests) {
        if (await isDelivered(context, request, signal)) continue;
        await retryLater(context, organizationId, report);
        return;
      }
    },
  }) as const satisfies JobDefinition;

/** None without a token: an SSH key opens the repository, but not the API of the host. */
function describeRequests(
  { keyRing }: Pick<Context, 'keyRing'>,
  connection: ConnectionRow,
  { oid, statuses }: GitStatusPayload,
): StatusRequest[] {
  const credentials = openCredentials(keyRing, connection);
  if (!credentials || !('password' in credentials)) return [];
  const { provider, url: repositoryUrl } = connection;
  // Hosts take a token as the user name, too.
  const token = credentials.password || credentials.username;
  const target = { provider, repositoryUrl, token, oid };
  return statuses.flatMap((status) => describeRequest(target, status) ?? []);
}

/** Whether there is no point in trying again: the host has taken the status, or refuses it. */
async function isDelivered(
  { config, log }: Pick<Context, 'config' | 'log'>,
  { url, headers, body }: StatusRequest,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const { status } = await guardedFetch(url, {
      allowPrivate: config.allowPrivateNetworks,
      method: 'POST',
      headers,
      body,
      // The token is for this host alone.
      returnsRedirects: true,
      maxBytes: MAX_RESPONSE_BYTES,
      truncate: true,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    if (status >= 300) log.info({ status, host: new URL(url).host }, 'a Git host did not take a status');
    return status < 500 && status !== 429;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof NetworkError)) throw error;
    log.info({ err: error, host: new URL(url).host }, 'a status did not reach its Git host');
    return error.code === 'refused-address' || error.code === 'unsupported-url';
  }
}

async function retryLater(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  organizationId: string,
  report: GitStatusPayload,
): Promise<void> {
  const pause = PAUSES_MS[report.failures];
  if (pause === undefined) return;
  const now = clock();
  const next = { ...report, failures: report.failures + 1 };
  await transact(async (unit) => {
    // A newer report of the branch says more than this one.
    if (await hasWaitingReport(unit.trx, report)) return;
    await enqueueReport(unit, organizationId, next, now, new Date(now.getTime() + pause));
  });
}
