import { Type } from 'typebox';
import { Id, Timestamp, Url } from '../../../../platform/http/schemas.ts';
import { REACHES } from './check-reach.ts';

export const CustomHostnameSchema = Type.Object(
  {
    object: Type.Literal('custom-hostname'),
    hostname: Type.String(),
    target: Type.Object({ type: Type.Literal('site'), site: Id }),
    isActive: Type.Boolean({ description: 'Whether the site is served under the hostname.' }),
    status: Type.Enum(['dns_passed', 'dns_no_cname'], {
      description: '`dns_passed`: the DNS record was found.',
    }),
    record: Type.Object(
      { type: Type.Literal('TXT'), name: Type.String(), value: Type.String() },
      {
        description: 'The DNS record that verifies the hostname. Keep it in place: it is checked every day.',
      },
    ),
    addressRecord: Type.Object(
      { type: Type.Literal('CNAME'), name: Type.String(), value: Type.String() },
      {
        description:
          'The DNS record that leads readers to the service. An `A` record with the address of that host works, too.',
      },
    ),
    verifiedAt: Type.Optional(Timestamp),
    checkedAt: Type.Optional(Timestamp),
    missingSince: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'The time since which the record has been missing. Three days later, the site is no longer served under the hostname.',
      }),
    ),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'CustomHostname' },
);

export const HostnameReachSchema = Type.Object(
  {
    object: Type.Literal('hostname-reach'),
    hostname: Type.String(),
    state: Type.Enum(['unverified', ...REACHES], {
      description:
        '`ready`: a server with a valid certificate responds. `no-address`: the name has no address in DNS. `no-certificate`: a server responds, but without a valid certificate. `unreachable`: nothing responds. `unknown`: the service may not contact the address. `unverified`: the hostname is not verified yet, so nothing was tried.',
    }),
  },
  { $id: 'HostnameReach' },
);

export const SubdomainSchema = Type.Object(
  {
    object: Type.Literal('subdomain'),
    subdomain: Type.String({ examples: ['acme-docs'] }),
    target: Type.Object({ type: Type.Literal('organization'), organization: Id }),
    isActive: Type.Boolean({ description: 'Whether the site is published.' }),
  },
  { $id: 'Subdomain' },
);

export const HostnameParams = Type.Object({
  hostname: Type.String({ maxLength: 512, examples: ['docs.example.com'] }),
});
export const SubdomainParams = Type.Object({
  subdomain: Type.String({ maxLength: 64, examples: ['acme-docs'] }),
});
export const AskQuery = Type.Object({ domain: Type.String({ maxLength: 512 }) });
