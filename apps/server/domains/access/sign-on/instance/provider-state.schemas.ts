import { Type } from 'typebox';
import { Id, nullable, RoleSchema, Timestamp } from '../../../../platform/http/schemas.ts';

const Titled = Type.Object({ id: Id, title: nullable(Type.String({ description: 'Null: it is gone.' })) });

/** What providers and directories of the instance have in common. */
export const providerFields = {
  name: Type.String({ description: 'As in the settings.' }),
  label: Type.String(),
  emailDomains: Type.Array(Type.String()),
  signUp: Type.Boolean(),
  groups: Type.Array(
    Type.Object({
      group: Type.String(),
      organization: Titled,
      role: Type.Optional(RoleSchema),
      team: Type.Optional(Titled),
    }),
  ),
  fault: Type.Optional(Type.String({ description: 'Why it cannot be used at the moment.' })),
  lastUsedAt: Type.Optional(Timestamp),
  lastProblem: Type.Optional(
    Type.Object(
      { at: Timestamp, reason: Type.String(), message: Type.String() },
      { description: 'Why somebody could not sign in the last time.' },
    ),
  ),
};
