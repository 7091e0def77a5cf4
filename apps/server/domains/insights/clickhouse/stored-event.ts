import { createHash, randomBytes, randomInt } from 'node:crypto';
import { writeTime } from '../../../platform/clickhouse/compile-statement.ts';
import type { EventTexts, NewEvent } from '../event-store.ts';
import { EVENT_COLUMNS, type EventRow } from '../events/event-row.ts';

/** An event as ClickHouse reads and writes it: numbers of 64 bits are texts. */
export type StoredEvent = Record<string, unknown>;

const KEY_BYTES = 8;
/** Ids that begin here were made by `EventIds`; those of PostgreSQL are smaller. */
export const FIRST_ID = 1n << 60n;
const IDS_OF_MILLISECOND = 20n;

/**
 * Ids in the order in which events arrive at this process: only the order of events of the same millisecond depends on
 * them, and those of one visit arrive at one process. Two processes may make the same one.
 */
export class EventIds {
  #last = 0n;

  next(now: Date): string {
    const begin = FIRST_ID + (BigInt(now.getTime()) << IDS_OF_MILLISECOND) / 2n;
    this.#last = this.#last < begin ? begin : this.#last + 1n;
    return String(this.#last);
  }
}

/** The part of the key that distinguishes events of one time. One that is sent again has the same. */
function keyOf(receipt: Buffer | undefined): string {
  return String((receipt ?? randomBytes(KEY_BYTES)).readBigInt64BE(0));
}

export const toStoredEvent = ({ row, receipt, claims }: NewEvent, eventId: string): StoredEvent => ({
  ...row,
  occurred_at: writeTime(row.occurred_at),
  event_key: keyOf(receipt),
  event_id: eventId,
  version: 1,
  visitor: String(row.visitor),
  session: String(row.session),
  claims_id: row.claims_id === null ? null : String(row.claims_id),
  claims: Object.fromEntries(
    [...(claims ?? [])]
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, [...new Set(values)]]),
  ),
  geo_cell: row.geo_cell === null ? null : String(row.geo_cell),
  link_target: row.link_target === null ? null : sortKeys(row.link_target),
});

/** The same JSON for the same value, whatever the order of its keys: events are grouped by it. */
const sortKeys = (json: string): string =>
  JSON.stringify(JSON.parse(json), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

const NUMBERS: ReadonlySet<string> = new Set<keyof EventRow>([
  'type',
  'display_context',
  'bot',
  'device',
  'browser',
  'os',
  'search_results',
  'rating',
  'link_position',
  'variant',
  'not_found',
  'placement',
]);

/** The texts of an archive, in the form of PostgreSQL. */
export const toTexts = (event: StoredEvent, columns: readonly string[]): EventTexts =>
  columns.map((name) => {
    const value = event[name] ?? null;
    if (value === null) return null;
    return name === 'occurred_at' ? `${String(value)}+00` : String(value);
  });

/** Reads what `toTexts` and PostgreSQL write. `id`: in the order of the archive. */
export function fromTexts(
  texts: EventTexts,
  columns: readonly string[],
  {
    organizationId,
    id,
    claims,
  }: { organizationId: string; id: string; claims: ReadonlyMap<string, readonly string[]> | undefined },
): StoredEvent {
  const known = new Set<string>(EVENT_COLUMNS);
  const row: StoredEvent = { organization_id: organizationId };
  for (const [n, name] of columns.entries()) {
    const text = texts[n] ?? null;
    if (!known.has(name)) continue;
    row[name] = text === null ? null : readText(name, text);
  }
  return {
    ...row,
    // A portion that is sent again after an interruption replaces itself.
    event_key: keyOf(
      createHash('sha256')
        .update(JSON.stringify([texts, id]))
        .digest(),
    ),
    event_id: id,
    version: 1,
    claims: Object.fromEntries(claims ?? []),
  };
}

function readText(name: string, text: string): unknown {
  if (name === 'occurred_at') return writeTime(new Date(`${text.replace(' ', 'T').replace(/\+00$/, '')}Z`));
  if (name === 'is_authenticated') return text.startsWith('t');
  if (name === 'link_target') return sortKeys(text);
  return NUMBERS.has(name) ? Number(text) : text;
}

/** Names the rows of an insertion. */
export const newToken = (): string => `${Date.now()}-${randomInt(2 ** 47)}`;
