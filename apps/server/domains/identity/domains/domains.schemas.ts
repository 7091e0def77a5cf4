import { Type } from 'typebox';
import { Id, ListQuery, Timestamp, Url } from '../../../platform/http/schemas.ts';

export const EmailDomainSchema = Type.Object(
  {
    object: Type.Literal('email-domain'),
    domain: Type.String(),
    state: Type.Enum(['pending', 'verified'], {
      description:
        '`verified`: the DNS record was found, and people with a verified address in the domain can join the organization.',
    }),
    record: Type.Object(
      { type: Type.Literal('TXT'), name: Type.String(), value: Type.String() },
      {
        description:
          'The DNS record that verifies the domain. Keep it in place: it is checked again every week.',
      },
    ),
    verifiedAt: Type.Optional(Timestamp),
    checkedAt: Type.Optional(Timestamp),
    problem: Type.Optional(Type.String({ description: 'The problem that the last check found.' })),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'EmailDomain' },
);

export const OrganizationParams = Type.Object({ organizationId: Id });
export const DomainParams = Type.Object({ organizationId: Id, domain: Type.String({ maxLength: 255 }) });
export const ListDomainsQuery = Type.Object(ListQuery);
