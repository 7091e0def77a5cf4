import { writeCsvRow } from '@lectern/std/csv';
import { presentEventDetails } from '../audit.present.ts';
import type { AuditEventRow } from '../audit.queries.ts';

const COLUMNS = [
  'id',
  'occurredAt',
  'action',
  'actorType',
  'actorId',
  'actor',
  'source',
  'address',
  'targetType',
  'targetId',
  'target',
  'before',
  'after',
];

/** A spreadsheet would run a text that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const toCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

export const csvHeader = (): string => writeCsvRow(COLUMNS);

/** The events as rows of a table; what begins like a formula is made a text. */
export const writeCsv = (rows: readonly AuditEventRow[], baseUrl: string): string =>
  rows
    .map((row) => {
      const { id, occurredAt, action, actor, source, target, payload } = presentEventDetails(row, baseUrl);
      return [
        id,
        occurredAt,
        action,
        actor.type,
        actor.id,
        actor.label ?? '',
        source,
        payload.address ?? '',
        target.type,
        target.id,
        target.label ?? '',
        toJson(payload.before),
        toJson(payload.after),
      ];
    })
    .map((cells) => writeCsvRow(cells.map(toCell)))
    .join('');

const toJson = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

/** One object per line, as the API returns a single event. */
export const writeJsonLines = (rows: readonly AuditEventRow[], baseUrl: string): string =>
  rows.map((row) => `${JSON.stringify(presentEventDetails(row, baseUrl))}\n`).join('');
