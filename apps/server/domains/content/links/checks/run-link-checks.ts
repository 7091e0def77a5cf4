import { setTimeout as sleep } from 'node:timers/promises';
import { FACTS_VERSION } from '@lectern/content/facts/document-facts';
import { awaitAll } from '@lectern/std/await-all';
import { groupBy } from '@lectern/std/group-by';
import { revisionNotFound } from '../../../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../../../content/revisions/content-store.ts';
import { spaceNotFound } from '../../../../platform/access/access-errors.ts';
import type { Config } from '../../../../platform/config.ts';
import type { Context } from '../../../../platform/context.ts';
import type { NetworkPolicy } from '../../../../platform/http/guarded-network.ts';
import { holdSpacePlace } from '../../spaces/spaces.service.ts';
import { checkAddress } from './check-address.ts';
import {
  type DueLink,
  deleteUnused,
  hasDueLink,
  listDueLinks,
  listUnreadSpaces,
  postponeHost,
  replaceUses,
  type UnreadSpace,
  updateCheck,
} from './external-links.repository.ts';
import { type Finding, weighFinding } from './finding.ts';
import { HostGate } from './host-gate.ts';
import { readExternalUrls } from './read-external-urls.ts';
import { readRetryAfter } from './retry-after.ts';

/**
 * Returns a function that recognizes addresses of this service, whatever their scheme. The service does not check
 * itself.
 */
function recognizeOwn({ baseUrl, sitesUrl }: Pick<Config, 'baseUrl' | 'sitesUrl'>) {
  const hosts = new Set([baseUrl, sitesUrl].map((url) => new URL(url).host));
  return (url: string | URL): boolean => hosts.has(new URL(url).host);
}

/** Timing and network policy of the checks; tests replace them. */
export interface LinkCheckOptions {
  policy: NetworkPolicy;
  userAgent: string;
  /** The limit for one request. */
  timeoutMs: number;
  /** The pause between two requests to one host. */
  pauseMs: number;
  hostsAtOnce: number;
  /** The time after which the run starts no new work, so that other jobs get their turn. */
  sliceMs: number;
  /** The clock, in milliseconds, that measures a slice. */
  stopwatch: () => number;
}

export interface LinkChecksRun {
  context: Context;
  store: ContentStore;
  days: number;
  options: LinkCheckOptions;
  signal: AbortSignal;
}

export const DAY_MS = 86_400_000;
/** A temporary failure is rechecked after this time. */
const RETRY_MS = DAY_MS;
const PER_HOST = 30;
const AT_ONCE = 500;

/** Reads changed spaces, then checks the addresses that are due. Returns whether there is more to do immediately. */
export async function runLinkChecks(run: LinkChecksRun): Promise<{ checked: number; hasMore: boolean }> {
  const { context, signal, options } = run;
  const start = options.stopwatch();
  const isPast = (milliseconds: number): boolean => {
    signal.throwIfAborted();
    return options.stopwatch() - start > milliseconds;
  };
  // At most half of the time: spaces that change constantly must not keep addresses from being checked.
  const isAllRead = await readSpaces(run, () => isPast(options.sliceMs / 2));
  await context.transact(({ trx }) => deleteUnused(trx));
  const checked = await checkDue(run, () => isPast(options.sliceMs));
  return { checked, hasMore: !isAllRead || (await hasDueLink(context.db, context.clock())) };
}

/** Returns whether it reached the end of the waiting spaces. */
async function readSpaces(run: LinkChecksRun, isOver: () => boolean): Promise<boolean> {
  const { db, log } = run.context;
  for (const space of await listUnreadSpaces(db, FACTS_VERSION)) {
    if (isOver()) return false;
    try {
      await readSpace(run, space);
    } catch (error) {
      // It was deleted, or went to another organization.
      if (spaceNotFound.matches(error) || revisionNotFound.matches(error)) continue;
      // One space that cannot be read must not prevent the checks of all others.
      log.error({ err: error, spaceId: space.spaceId }, 'could not read the external addresses of a space');
    }
  }
  return true;
}

async function readSpace({ context, store }: LinkChecksRun, unread: UnreadSpace): Promise<void> {
  const { clock, config, pointers, transact } = context;
  const space = await pointers.spaces.find(unread.spaceId);
  if (space?.organizationId !== unread.organizationId) return;
  const { snapshot } = await store.open(space, unread.revisionId);
  const urls = await readExternalUrls(snapshot, {
    baseUrl: config.baseUrl,
    isOwn: recognizeOwn(config),
    loadParts: (hashes) => store.facts.load(unread.organizationId, 'references', hashes),
  });
  await transact(async ({ trx }) => {
    await holdSpacePlace(trx, unread);
    await replaceUses(trx, { ...unread, urls, factsVersion: FACTS_VERSION, now: clock() });
  });
}

async function checkDue(run: LinkChecksRun, isOver: () => boolean): Promise<number> {
  const { db, clock } = run.context;
  const { hostsAtOnce, pauseMs } = run.options;
  const gate = new HostGate(() => sleep(pauseMs));
  const due = await listDueLinks(db, { now: clock(), perHost: PER_HOST, limit: AT_ONCE });
  const hosts = [...groupBy(due, ({ host }) => host).values()];
  let checked = 0;
  const work = async (): Promise<void> => {
    for (let links = hosts.shift(); links; links = hosts.shift()) {
      for (const link of links) {
        if (isOver()) return;
        const isWelcome = await checkLink(run, gate, link);
        checked += 1;
        if (!isWelcome) break;
      }
    }
  };
  await awaitAll(Array.from({ length: hostsAtOnce }, work));
  return checked;
}

/** Checks one address and stores the result. Returns false if its host asks for a pause. */
async function checkLink(run: LinkChecksRun, gate: HostGate, link: DueLink): Promise<boolean> {
  const { context, options, signal } = run;
  const { db, clock, config } = context;
  const finding = await checkAddress(link.url, {
    policy: options.policy,
    gate,
    userAgent: options.userAgent,
    timeoutMs: options.timeoutMs,
    isOwn: recognizeOwn(config),
    signal,
  });
  const now = clock();
  const nextCheckAt = findNextTime(finding, now, run.days);
  await updateCheck(db, link, {
    ...weighFinding(finding, link.failures),
    ...(finding.statusCode === undefined ? {} : { statusCode: finding.statusCode }),
    ...(finding.kind === 'ok' ? {} : { reason: finding.reason }),
    checkedAt: now,
    nextCheckAt,
  });
  const isSentAway = finding.kind === 'later' && finding.host === link.host;
  if (isSentAway) await postponeHost(db, link.host, { now, until: nextCheckAt });
  return !isSentAway;
}

function findNextTime(finding: Finding, now: Date, days: number): Date {
  const regular = new Date(now.getTime() + days * DAY_MS);
  if (finding.kind === 'later') return readRetryAfter(finding.retryAfter, now, regular);
  return finding.kind === 'failing' ? new Date(now.getTime() + RETRY_MS) : regular;
}
