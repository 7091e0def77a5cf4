import { type Static, Type } from 'typebox';
import { Id } from '../../../platform/http/schemas.ts';

const MAX = Number.MAX_SAFE_INTEGER;
const Name = Type.Enum(['storage', 'spaces', 'members', 'sites', 'imports-running', 'imports-per-day'], {
  description:
    '`storage`: the bytes of files and pictures. `spaces`: without deleted ones. `members`: with guests, without disabled ones. `imports-running` and `imports-per-day`: imports of content, of repositories and of whole organizations.',
});

export const QuotaSchema = Type.Object(
  {
    object: Type.Literal('quota'),
    quota: Name,
    usage: Type.Integer({ minimum: 0 }),
    limit: Type.Optional(Type.Integer({ minimum: 0, description: 'Absent if there is no limit.' })),
    source: Type.Enum(['default', 'organization'], {
      description: '`default`: the setting of the instance. `organization`: given to this organization.',
    }),
  },
  { $id: 'Quota' },
);

export const QuotasSchema = Type.Object({ items: Type.Array(Type.Ref('Quota')) });

const Limit = Type.Optional(
  Type.Union([Type.Integer({ minimum: 0, maximum: MAX }), Type.Enum(['unlimited', 'default'])]),
);

export const ChangeQuotasBody = Type.Object(
  {
    storage: Limit,
    spaces: Limit,
    members: Limit,
    sites: Limit,
    'imports-running': Limit,
    'imports-per-day': Limit,
  },
  {
    minProperties: 1,
    description:
      'A number is the limit of this organization, `unlimited` is no limit, and `default` is the setting of the instance.',
  },
);
export type ChangeQuotas = Static<typeof ChangeQuotasBody>;

export const QuotaParams = Type.Object({ organizationId: Id });
