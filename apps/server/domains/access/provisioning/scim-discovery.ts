import { ENTERPRISE_SCHEMA, USER_SCHEMA } from './read-scim-user.ts';
import { GROUP_SCHEMA } from './scim-resources.ts';

/** The resources of one request. */
export const MAX_COUNT = 200;
const BASE = 'urn:ietf:params:scim:schemas:core:2.0';

/** What the service supports (RFC 7643, section 5). `base`: its address. */
export const describeService = (base: string) => ({
  schemas: [`${BASE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_COUNT },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token of a service account with the role of an administrator.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

export const describeResourceTypes = (base: string) => [
  {
    schemas: [`${BASE}:ResourceType`],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'A member of the organization',
    schema: USER_SCHEMA,
    schemaExtensions: [{ schema: ENTERPRISE_SCHEMA, required: false }],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
  },
  {
    schemas: [`${BASE}:ResourceType`],
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    description: 'A team of the organization',
    schema: GROUP_SCHEMA,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/Group` },
  },
];

interface Attribute {
  name: string;
  type: string;
  multiValued: boolean;
  required: boolean;
  caseExact: boolean;
  mutability: string;
  returned: string;
  uniqueness: string;
  description: string;
  subAttributes?: Attribute[];
}

const attribute = (name: string, description: string, options: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...options,
});

const texts = (names: Record<string, string>): Attribute[] =>
  Object.entries(names).map(([name, description]) => attribute(name, description));

const list = (
  name: string,
  description: string,
  subAttributes: Attribute[],
  options: Partial<Attribute> = {},
) => attribute(name, description, { type: 'complex', multiValued: true, subAttributes, ...options });

const typedValues = (description: string): Attribute[] => [
  attribute('value', description),
  attribute('type', 'What it is for, such as work.'),
  attribute('primary', 'Whether it is the preferred one.', { type: 'boolean' }),
];

const USER: Attribute[] = [
  attribute('userName', 'The name of the person in the directory, often the email address.', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('displayName', 'The name that Lectern shows.'),
  attribute('name', 'The parts of the name.', {
    type: 'complex',
    subAttributes: texts({
      formatted: 'The whole name.',
      familyName: 'The family name.',
      givenName: 'The given name.',
      middleName: 'The middle names.',
      honorificPrefix: 'The title before the name.',
      honorificSuffix: 'What follows the name.',
    }),
  }),
  ...texts({
    nickName: 'The casual name.',
    profileUrl: 'The address of a profile.',
    title: 'The job title.',
    userType: 'The relation to the organization.',
    preferredLanguage: 'The preferred language.',
    locale: 'The place, for formats of dates and numbers.',
    timezone: 'The time zone.',
  }),
  attribute('active', 'Whether the person is a member.', { type: 'boolean' }),
  list('emails', 'Email addresses. Lectern uses the primary one.', typedValues('The address.')),
  list('phoneNumbers', 'Telephone numbers.', typedValues('The number.')),
  list('roles', 'The role in the organization: admin, create, review, edit, comment, read or guest.', [
    attribute('value', 'The role.'),
    attribute('primary', 'Whether it counts. Otherwise, the first one does.', { type: 'boolean' }),
  ]),
  list(
    'groups',
    'The teams of the person.',
    [
      attribute('value', 'The id of the group.', { mutability: 'readOnly' }),
      attribute('display', 'The title of the team.', { mutability: 'readOnly' }),
    ],
    { mutability: 'readOnly' },
  ),
];

const ENTERPRISE = texts({
  employeeNumber: 'The number of the employee.',
  costCenter: 'The cost center.',
  organization: 'The organization.',
  division: 'The division.',
  department: 'The department.',
});

const GROUP: Attribute[] = [
  attribute('displayName', 'The title of the team.', { required: true }),
  list('members', 'The users in the team.', [
    attribute('value', 'The id of the user.', { mutability: 'immutable' }),
    attribute('display', 'The name of the user.', { mutability: 'readOnly' }),
  ]),
];

export const describeSchemas = (base: string) =>
  [
    { id: USER_SCHEMA, name: 'User', description: 'A member', attributes: USER },
    {
      id: ENTERPRISE_SCHEMA,
      name: 'EnterpriseUser',
      description: 'A member of a company',
      attributes: ENTERPRISE,
    },
    { id: GROUP_SCHEMA, name: 'Group', description: 'A team', attributes: GROUP },
  ].map((schema) => ({
    schemas: [`${BASE}:Schema`],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }));
