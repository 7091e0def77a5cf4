import { Type } from 'typebox';
import { Id, ListQuery, listOf, refTo, Timestamp, Url } from '../../http/schemas.ts';

/** What the clients ask for at most; a page of events is for people to read. */
const MOST_EVENTS = 100;

const label = (description: string) => Type.Optional(Type.String({ description }));

const AuditEventFields = {
  object: Type.Literal('audit-event'),
  id: Id,
  occurredAt: Timestamp,
  action: Type.String({ description: 'One of those that `audit-event-actions` lists.' }),
  actor: Type.Object({
    type: Type.Enum(['user', 'integration', 'system'], {
      description:
        '`integration`: a service account; `system`: the service itself, or its operator at the command line.',
    }),
    id: Type.String(),
    label: label('What it was called then.'),
  }),
  source: Type.Enum(['api', 'ui', 'script'], {
    description: '`ui`: a page of the service; `script`: the command line.',
  }),
  target: Type.Object({
    type: Type.String(),
    id: Type.String(),
    label: label('What it was called then.'),
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
        address: Type.Optional(
          Type.String({ description: 'The network address that the change was asked for from.' }),
        ),
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
  Type.Optional(Type.String({ maxLength: 100, description: `Only events with exactly this ${what}.` }));

export const ListAuditEventsQuery = Type.Object({
  page: ListQuery.page,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_EVENTS, default: 20 })),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Not earlier than then.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Not later than then.' })),
  action: exactly('action'),
  actor: exactly('id of who did it'),
  target: exactly('id of what it was done to'),
});

const { next, items } = listOf(refTo(AuditEventSchema)).properties;

export const AuditEventListSchema = Type.Object({
  next,
  count: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Of all events that match; absent when there are more than 10,000.',
    }),
  ),
  items,
});

export const AuditEventActionsSchema = Type.Object({ items: Type.Array(refTo(AuditEventActionSchema)) });
