import type { Selectable } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';

export type AuditEventRow = Selectable<DB['audit_event']>;

/** An event without the fields that lists omit. */
export type ListedEventRow = Omit<AuditEventRow, 'payload' | 'address'>;
