import type { Selectable } from 'kysely';
import type { DB } from '../../db/schema.ts';

export type AuditEventRow = Selectable<DB['audit_event']>;

/** As lists show it. */
export type ListedEventRow = Omit<AuditEventRow, 'payload' | 'address'>;
