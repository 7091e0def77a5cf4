import { Type } from 'typebox';
import { ORGANIZATION_FIELDS } from '../../../compat/unsupported-fields.ts';
import { OrganizationMergeRulesSchema } from '../../../platform/http/merge-rules.schemas.ts';
import {
  Id,
  ListQuery,
  nullable,
  RoleOrGuestSchema,
  Timestamp,
  Url,
  WebUrl,
} from '../../../platform/http/schemas.ts';

const Title = Type.String({
  minLength: 2,
  maxLength: 255,
  pattern: '^\\S[\\s\\S]*\\S$',
  description: '2 to 255 characters, without white space at either end.',
});
const EmailDomains = Type.Array(Type.String({ maxLength: 255 }), {
  maxItems: 100,
  description:
    'Domains whose users can join after the domain is verified. Stored in lower case and in ASCII form, without duplicates. Domains of public mail providers are rejected.',
});
const Hostname = Type.String({
  minLength: 3,
  maxLength: 32,
  pattern: '^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$',
  description: 'A subdomain label, unique on this instance.',
});
const TimeZone = Type.String({
  minLength: 3,
  maxLength: 64,
  description:
    'A time zone of the IANA database with a place, such as `Europe/Berlin`, or `UTC`, the default. Insights and weekly emails use its days and hours.',
});
const OrganizationType = Type.Enum(['business', 'community']);
const UseCase = Type.Enum([
  'internalDocs',
  'docsSite',
  'audienceControlledSite',
  'productDocs',
  'teamKnowledgeBase',
  'designSystem',
  'openSourceDocs',
  'notes',
  'other',
]);
const DefaultContent = Type.Object({ type: Type.Literal('site'), site: Id });

export const OrganizationSchema = Type.Object(
  {
    object: Type.Literal('organization'),
    id: Id,
    title: Type.String(),
    createdAt: Timestamp,
    emailDomains: Type.Array(Type.String()),
    hostname: Type.Optional(Type.String()),
    type: OrganizationType,
    useCase: Type.Optional(UseCase),
    communityType: Type.Optional(Type.Enum(['nonProfit', 'openSource', 'education'])),
    defaultRole: Type.Union(RoleOrGuestSchema.anyOf, {
      description:
        'The role of people who join by email domain or are invited without a role. Null makes them guests.',
    }),
    defaultContent: Type.Optional(DefaultContent),
    sso: Type.Boolean({
      description:
        'Whether everyone except administrators must sign in with single sign-on in the browser. Has no effect while no provider is active.',
    }),
    ai: Type.Boolean(),
    inviteLinks: Type.Boolean({ description: 'Whether invite links work.' }),
    auditLogs: Type.Literal(true, { description: 'Always true: audit events are always recorded.' }),
    plan: Type.Literal('enterprise_2024', {
      description: 'Always the same value: nothing is billed.',
    }),
    mergeRules: OrganizationMergeRulesSchema,
    timeZone: Type.String({
      description: 'The time zone of the days and hours in insights and weekly emails.',
    }),
    urls: Type.Object({ location: Url, app: Url, logo: Type.Optional(Url) }),
    trial: Type.Object({ status: Type.Literal('notapplicable'), count: Type.Literal(0) }),
    permissions: Type.Object({
      view: Type.Boolean(),
      access: Type.Boolean(),
      admin: Type.Boolean(),
      ownTeam: Type.Boolean(),
      createContent: Type.Boolean(),
      createOpenAPISpec: Type.Boolean(),
      ingestConversations: Type.Boolean(),
      viewBilling: Type.Boolean(),
      listMembers: Type.Boolean(),
      listTeams: Type.Boolean(),
      listIntegrations: Type.Boolean(),
      listInstallations: Type.Boolean(),
      installIntegration: Type.Boolean(),
    }),
  },
  { $id: 'Organization' },
);

export const OrganizationParams = Type.Object({ organizationId: Id });
export const ListOrganizationsQuery = Type.Object(ListQuery);

export const CreateOrganizationQuery = Type.Object({
  withDefaultSite: Type.Optional(
    Type.Boolean({
      description:
        'Also creates a site with one space. The site is not published, and becomes the default content of the organization.',
    }),
  ),
  openapiUrl: Type.Optional(
    Type.String({
      ...WebUrl,
      description: 'The URL of an OpenAPI spec that the default site shows. Requires `withDefaultSite`.',
    }),
  ),
});

export const CreateOrganizationBody = Type.Object({
  title: Title,
  emailDomains: Type.Optional(EmailDomains),
  ...ORGANIZATION_FIELDS,
  type: Type.Optional(OrganizationType),
  useCase: Type.Optional(UseCase),
});

export const UpdateOrganizationBody = Type.Object({
  title: Type.Optional(nullable(Title)),
  emailDomains: Type.Optional(nullable(EmailDomains)),
  hostname: Type.Optional(nullable(Hostname)),
  defaultRole: Type.Optional(RoleOrGuestSchema),
  defaultContent: Type.Optional(nullable(DefaultContent)),
  logo: Type.Optional(nullable(WebUrl)),
  sso: Type.Optional(nullable(Type.Boolean())),
  ai: Type.Optional(nullable(Type.Boolean())),
  inviteLinks: Type.Optional(nullable(Type.Boolean())),
  mergeRules: Type.Optional(nullable(OrganizationMergeRulesSchema)),
  timeZone: Type.Optional(nullable(TimeZone)),
});
