import type { Actor } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import { emitEvent } from '../webhooks/emit-event.ts';
import {
  clearOutbox,
  deleteOutbox,
  hasOutbox,
  listOutbox,
  type OutboxRow,
} from './audit-outbox.repository.ts';
import { maxBytesOf, sendSyslog } from './send-syslog.ts';
import { writeSyslogMessage } from './syslog-message.ts';

const AUDIT_STREAM = 'audit-stream' as const;

const SECOND_MS = 1000;
const INTERVAL_MS = 10 * SECOND_MS;
const BATCH = 200;

type StreamContext = Pick<Context, 'db' | 'transact' | 'clock' | 'config' | 'log'>;

/**
 * Sends audit events to the webhooks that want them and to the syslog server of the instance, each in their order. An
 * event is forgotten after it was sent; a process that ends in between sends it again.
 */
export const createAuditStreamJob = (context: StreamContext) =>
  defineRecurringJob(context, {
    kind: AUDIT_STREAM,
    lane: 'short',
    schedule: { firstDelayMs: SECOND_MS, intervalMs: INTERVAL_MS, hasWork: hasOutbox },
    run: async (_job, signal) => {
      await tellWebhooks(context, signal);
      await tellSyslog(context, signal);
    },
  });

/** The deliveries are stored in the transaction that forgets the events, so that each is delivered as one event. */
async function tellWebhooks({ transact }: StreamContext, signal: AbortSignal): Promise<void> {
  for (let isMore = true; isMore; ) {
    signal.throwIfAborted();
    isMore = await transact(async (unit) => {
      const rows = await listOutbox(unit.trx, 'webhooks', BATCH);
      await deleteOutbox(
        unit.trx,
        'webhooks',
        rows.map(({ place }) => place),
      );
      for (const row of rows) {
        const { organization_id: organizationId } = row;
        await emitEvent(
          unit,
          { organizationId, queueId: organizationId },
          {
            type: 'audit_event.recorded',
            actor: actorOf(row),
            at: row.occurred_at,
            payload: {
              auditEvent: {
                id: row.event_id,
                action: row.action,
                source: row.source,
                target: { type: row.target_type, id: row.target_id },
              },
            },
          },
        );
      }
      return rows.length === BATCH;
    });
  }
}

async function tellSyslog({ db, config, log }: StreamContext, signal: AbortSignal): Promise<void> {
  const { auditSyslog: receiver, baseUrl } = config;
  if (!receiver) return clearOutbox(db, 'syslog');
  const maxBytes = maxBytesOf(receiver);
  for (let isMore = true; isMore; ) {
    const rows = await listOutbox(db, 'syslog', BATCH);
    isMore = rows.length === BATCH;
    if (rows.length === 0) return;
    try {
      const messages = rows.map((row) => writeSyslogMessage(row, { baseUrl, maxBytes }));
      await sendSyslog(receiver, messages, signal);
    } catch (error) {
      signal.throwIfAborted();
      // The next run tries again; the events wait.
      log.warn({ reason: (error as Error).message }, 'audit events could not be sent to the syslog server');
      return;
    }
    await deleteOutbox(
      db,
      'syslog',
      rows.map(({ place }) => place),
    );
  }
}

function actorOf({
  actor_type: type,
  actor_id: id,
  organization_id: organizationId,
}: OutboxRow): Actor | undefined {
  if (type === 'user') return { kind: 'user', userId: id, tokenId: '', scopes: [], expiresAt: null };
  if (type === 'service')
    return { kind: 'service', organizationId, tokenId: id, role: 'read', scopes: [], expiresAt: null };
  return undefined;
}
