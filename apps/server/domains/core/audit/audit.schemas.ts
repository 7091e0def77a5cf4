import { Type } from 'typebox';
import { Id, ListQuery, listOf, refTo, Timestamp, Url } from '../../../platform/http/schemas.ts';

/** The largest page that the clients request; a page of events is for people to read. */
const MAX_EVENTS = 100;

const label = (description: string) => Type.Optional(Type.String({ description }));

const AuditEventFields = {
  object: Type.Literal('audit-event'),
  id: Id,
  occurredAt: Timestamp,
  action: Type.String({ description: 'The action, as listed by `audit-event-actions`.' }),
  actor: Type.Object({
    type: Type.Enum(['user', 'integration', 'system'], {
      description:
        '`user`: a user. `integration`: a service account. `system`: the service itself, or an operator on the command line.',
    }),
    id: Type.String(),
    label: label('Its name at the time of the event.'),
  }),
  source: Type.Enum(['api', 'ui', 'script'], {
    description:
      '`api`: the API. `ui`: the console, or another page of this service. `script`: the command line.',
  }),
  target: Type.Object({
    type: Type.String(),
    id: Type.String(),
    label: label('Its name at the time of the event.'),
  }),
  urls: Type.Object({ location: Url }),
};

export const AuditEventSchema = Type.Object(AuditEventFields, { $id: 'AuditEvent' });

export const AuditEventDetailsSchema = Type.Object(
  {
    ...AuditEventFields,
    schemaVersion: Type.Integer({ minimum: 1 }),
    payload: Type.Object(
      {
        before: Type.Optional(Type.Unknown()),
        after: Type.Optional(Type.Unknown()),
        address: Type.Optional(Type.String({ description: 'The network address of the request.' })),
      },
      { additionalProperties: true },
    ),
  },
  { $id: 'AuditEventDetails' },
);

export const AuditEventActionSchema = Type.Object(
  { object: Type.Literal('audit-event-action'), id: Type.String(), label: Type.String() },
  { $id: 'AuditEventAction' },
);

export const OrganizationParams = Type.Object({ organizationId: Id });
export const AuditEventParams = Type.Object({ organizationId: Id, auditEventId: Id });

const exactly = (what: string) =>
  Type.Optional(Type.String({ description: `Only events with this ${what}.` }));

export const ListAuditEventsQuery = Type.Object({
  page: ListQuery.page,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_EVENTS, default: 20 })),
  from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only events at or after this time.' }),
  ),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Only events at or before this time.' })),
  action: exactly('action'),
  actor: exactly('actor id'),
  target: exactly('target id'),
});

const { next, items } = listOf(refTo(AuditEventSchema)).properties;

export const AuditEventListSchema = Type.Object({
  next,
  count: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'The number of matching events. Absent if there are more than 10,000.',
    }),
  ),
  items,
});

export const AuditEventActionsSchema = Type.Object({ items: Type.Array(refTo(AuditEventActionSchema)) });
