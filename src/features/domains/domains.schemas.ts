import { Type } from 'typebox';
import { Id, ListQuery, Timestamp, Url } from '../../http/schemas.ts';

export const EmailDomainSchema = Type.Object(
  {
    object: Type.Literal('email-domain'),
    domain: Type.String(),
    state: Type.Enum(['pending', 'verified'], {
      description: '`verified`: proven by its record; who has a verified address in it may join.',
    }),
    record: Type.Object(
      { type: Type.Literal('TXT'), name: Type.String(), value: Type.String() },
      { description: 'What DNS has to say of the domain, for as long as people shall join by it.' },
    ),
    verifiedAt: Type.Optional(Timestamp),
    checkedAt: Type.Optional(Timestamp),
    problem: Type.Optional(Type.String({ description: 'What the last check found wrong.' })),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'EmailDomain' },
);

export const OrganizationParams = Type.Object({ organizationId: Id });
export const DomainParams = Type.Object({ organizationId: Id, domain: Type.String({ maxLength: 255 }) });
export const ListDomainsQuery = Type.Object(ListQuery);
