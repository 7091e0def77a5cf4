import { hostname } from 'node:os';
import { presentEventDetails } from '../audit/audit.present.ts';
import type { AuditEventRow } from '../audit/audit.queries.ts';

/** The facility “log audit” (13), with the severity “notice” (5). */
const PRIORITY = 13 * 8 + 5;
/** RFC 5424 has visible ASCII in the fields of the header. */
const NOT_VISIBLE = /[^\x21-\x7e]/g;
const MAX_HOST_LENGTH = 255;
const MAX_MESSAGE_ID_LENGTH = 32;

const field = (text: string, length: number): string => text.replace(NOT_VISIBLE, '').slice(0, length) || '-';

/**
 * An event as a message of RFC 5424, with the event as JSON. `maxBytes`: a message that would be longer has no state
 * before and after the change.
 */
export function writeSyslogMessage(
  row: AuditEventRow,
  { baseUrl, maxBytes }: { baseUrl: string; maxBytes: number },
): Buffer {
  const host = field(hostname(), MAX_HOST_LENGTH);
  const action = field(row.action, MAX_MESSAGE_ID_LENGTH);
  const head = `<${PRIORITY}>1 ${row.occurred_at.toISOString()} ${host} lectern ${process.pid} ${action} - `;
  const { payload, ...event } = presentEventDetails(row, baseUrl);
  const whole = { organization: row.organization_id, ...event };
  const message = Buffer.from(head + JSON.stringify({ ...whole, payload }));
  if (message.length <= maxBytes) return message;
  return Buffer.from(head + JSON.stringify({ ...whole, isShortened: true }));
}
