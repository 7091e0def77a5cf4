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
export const writeCsv = (events: readonly AuditEvent[]): string =>
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
