import type { AuditEvent } from './audit-queries.ts';

const COLUMNS = [
  'time',
  'action',
  'actor',
  'actorId',
  'actorType',
  'target',
  'targetId',
  'targetType',
  'source',
  'event',
];

/** A spreadsheet would run a text that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function toCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes events as a table with comma-separated values. */
const writeCsv = (events: readonly AuditEvent[]): string =>
  [
    COLUMNS,
    ...events.map(({ id, occurredAt, action, actor, target, source }) => [
      occurredAt,
      action,
      actor.label ?? '',
      actor.id,
      actor.type,
      target.label ?? '',
      target.id,
      target.type,
      source,
      id,
    ]),
  ]
    .map((cells) => `${cells.map(toCell).join(',')}\r\n`)
    .join('');

/** Writes events as the API returns them. */
const writeJson = (events: readonly AuditEvent[]): string => `${JSON.stringify(events, undefined, 2)}\n`;

export type AuditFormat = 'csv' | 'json';

/** The forms in which events are saved, by the ending of the file. */
export const AUDIT_FORMATS: Readonly<
  Record<AuditFormat, { type: string; write(events: readonly AuditEvent[]): string }>
> = {
  csv: { type: 'text/csv', write: writeCsv },
  json: { type: 'application/json', write: writeJson },
};
