import { Type } from 'typebox';

const Message = Type.String({
  minLength: 1,
  maxLength: 300,
  description: 'A sentence for everybody who is refused, such as a link to a status page.',
});

export const MaintenanceSchema = Type.Object(
  {
    object: Type.Literal('maintenance'),
    active: Type.Boolean({ description: 'Whether nothing can be changed at the moment.' }),
    until: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When it ends by itself. Absent if it is not active.',
      }),
    ),
    message: Type.Optional(Message),
  },
  { $id: 'Maintenance' },
);

export const BeginMaintenanceBody = Type.Object({
  until: Type.String({
    format: 'date-time',
    description: 'When the maintenance ends by itself: in the future, within 30 days.',
  }),
  message: Type.Optional(Message),
});
