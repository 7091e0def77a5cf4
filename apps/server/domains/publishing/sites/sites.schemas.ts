import { type Static, Type } from 'typebox';
import { SITE_FIELDS, withoutEffect } from '../../../compat/unsupported-fields.ts';
import { SHOWN_VISIBILITIES } from '../../../platform/access/pointers.ts';
import {
  DefaultLevelSchema,
  Id,
  ListQuery,
  nullable,
  Timestamp,
  Url,
} from '../../../platform/http/schemas.ts';
import { BASENAME_LENGTHS, BASENAME_PATTERN } from './basename.ts';

const SITE_TYPES = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] as const;

const SiteType = Type.Enum([...SITE_TYPES], {
  description: 'Always `ultimate` in responses: self-hosted sites have all features.',
});
export const SiteTitle = Type.String({ minLength: 2, maxLength: 128 });

const SiteVisibilitySchema = Type.Enum([...SHOWN_VISIBILITIES], {
  description:
    'Who can read the site after it is published. `public`: anyone, including search engines. `unlisted`: anyone who knows the address. `share-link`: anyone with a share link. `visitor-auth`: visitors with a signed token, or the readers that `readers` names.',
});

/** The maximum number of teams that read a site. */
const MAX_READER_TEAMS = 50;

const SiteReadersSchema = Type.Union(
  [
    Type.Object({ kind: Type.Literal('members', { description: 'Every member of the organization.' }) }),
    Type.Object({
      kind: Type.Literal('teams', { description: 'The members of these teams.' }),
      teams: Type.Array(Id),
    }),
    Type.Object({
      kind: Type.Literal('password', { description: 'Anyone who knows the password of the site.' }),
      passwordChangedAt: Timestamp,
    }),
  ],
  {
    description:
      'Who can read a site whose `visibility` is `visitor-auth`, if not visitors with a signed token. Absent on all other sites.',
  },
);

export const SiteReadersBody = Type.Union([
  Type.Object({ kind: Type.Literal('members') }),
  Type.Object({
    kind: Type.Literal('teams'),
    teams: Type.Array(Type.String(), { minItems: 1, maxItems: MAX_READER_TEAMS, uniqueItems: true }),
  }),
  Type.Object({
    kind: Type.Literal('password'),
    password: Type.Optional(
      Type.String({
        maxLength: 4096,
        description:
          'At least ten characters. Never returned. Defaults to the current password. A new password ends all visits.',
      }),
    ),
  }),
]);

const ReadersField = {
  readers: Type.Optional(
    Type.Union([SiteReadersBody, Type.Null()], {
      description:
        'Lets all members, the members of some teams, or everyone with the password read the site, and sets `visibility` to `visitor-auth`. Null or another visibility ends this.',
    }),
  ),
};

/** A value that is accepted, but probably not intended. */
export const WarningSchema = Type.Object(
  {
    path: Type.String({ description: 'The field.' }),
    message: Type.String(),
  },
  { title: 'SiteWarning' },
);
export type Warning = Static<typeof WarningSchema>;

const SiteFeatureSchema = Type.Object({
  id: Type.String(),
  plan: Type.Enum([...SITE_TYPES]),
  frozen: Type.Boolean(),
});

export const SiteSchema = Type.Object(
  {
    object: Type.Literal('site'),
    id: Id,
    type: SiteType,
    appliedType: SiteType,
    title: SiteTitle,
    hostname: Type.Optional(
      Type.String({ description: 'The custom hostname. Present once its DNS record has been verified.' }),
    ),
    pendingHostname: Type.Optional(
      Type.String({
        description:
          'The custom hostname under which the site is served as soon as its DNS record is found: see `GET /v1/custom-hostnames/{hostname}`. Not shown to readers of the site.',
      }),
    ),
    basename: Type.String({ description: 'The name of the site in its URL on the sites origin.' }),
    visibility: SiteVisibilitySchema,
    readers: Type.Optional(SiteReadersSchema),
    defaultLevel: DefaultLevelSchema,
    permissions: Type.Object({
      view: Type.Boolean(),
      access: Type.Boolean(),
      edit: Type.Boolean(),
      create: Type.Boolean({ description: 'Whether you can change the structure of the site.' }),
      admin: Type.Boolean({ description: 'Whether you can change its settings, publish and delete it.' }),
      installIntegration: Type.Boolean(),
      viewAdaptiveSchema: Type.Boolean(),
      editAdaptiveSchema: Type.Boolean(),
    }),
    published: Type.Boolean(),
    publishedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'The time since which the site has been published. Absent while it is not. Not shown to readers of the site.',
      }),
    ),
    siteSpaces: Type.Integer({ description: 'The number of site spaces. Deleted spaces do not count.' }),
    createdAt: Timestamp,
    adaptiveContent: Type.Object({
      enabled: Type.Boolean({ description: 'Whether conditions can use visitors’ claims.' }),
    }),
    apiRequests: Type.Object({
      enabled: Type.Boolean({
        description: 'Whether readers can send requests to the servers of the APIs that the site shows.',
      }),
      ownServers: Type.Boolean({
        description:
          'Whether readers can also send them to servers of their own. Their browsers send these requests.',
      }),
    }),
    agentsContext: Type.Literal('excluded', {
      description: 'Always the same value, because this version has no agents.',
    }),
    features: Type.Array(SiteFeatureSchema),
    urls: Type.Object({
      location: Url,
      app: Url,
      published: Type.Optional(Type.String({ ...Url, description: 'Present while the site is published.' })),
      preview: Type.String({
        ...Url,
        description:
          'The URL of the preview, which shows members the site as readers see it, even before it is published.',
      }),
    }),
  },
  { $id: 'Site' },
);

export const SiteParams = Type.Object({ organizationId: Id, siteId: Id });
export const SitesParams = Type.Object({ organizationId: Id });

export const ListSitesQuery = Type.Object({
  ...ListQuery,
  space: Type.Optional(Type.String({ description: 'Lists only sites that contain this space.' })),
  title: Type.Optional(
    Type.String({ description: 'Lists only sites whose title contains this text, ignoring case.' }),
  ),
  published: Type.Optional(
    Type.Boolean({ description: 'Lists only published sites (true), or only unpublished ones (false).' }),
  ),
  type: Type.Optional(
    Type.Union([Type.Enum([...SITE_TYPES]), Type.Array(Type.Enum([...SITE_TYPES]), { maxItems: 10 })], {
      description: 'Every site is `ultimate`.',
    }),
  ),
});

/** The maximum number of spaces that a new site can begin with. */
const MAX_NEW_SPACES = 100;

export const CreateSiteBody = Type.Object({
  type: Type.Optional(Type.Enum([...SITE_TYPES], withoutEffect('every site is `ultimate`'))),
  title: Type.Optional(
    Type.String({
      ...SiteTitle,
      description: 'The title. Defaults to the title of the first space, or “Untitled site”.',
    }),
  ),
  visibility: Type.Optional(
    Type.Enum([...SHOWN_VISIBILITIES], {
      description:
        'The visibility. Defaults to `public`, and with `readers` to `visitor-auth`. The site is not published yet.',
    }),
  ),
  ...ReadersField,
  spaces: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: MAX_NEW_SPACES,
      uniqueItems: true,
      description:
        'The spaces to add to the site, the default one first. Requires the role `create` on each of them.',
    }),
  ),
});

export const UpdateSiteBody = Type.Object({
  title: Type.Optional(SiteTitle),
  visibility: Type.Optional(SiteVisibilitySchema),
  ...ReadersField,
  basename: Type.Optional(
    Type.String({
      ...BASENAME_LENGTHS,
      pattern: BASENAME_PATTERN,
      description:
        'The name of the site in its URL, unique on the instance. Changing it changes the URL immediately.',
    }),
  ),
  hostname: Type.Optional(
    nullable(
      Type.String({
        maxLength: 512,
        description:
          'A custom hostname, such as `docs.example.com`. Null removes it. The site is served under the hostname as soon as its DNS record is found: see `GET /v1/custom-hostnames/{hostname}`.',
      }),
    ),
  ),
  adaptiveContent: Type.Optional(Type.Object({ enabled: Type.Boolean() })),
  apiRequests: Type.Optional(
    Type.Object({
      enabled: Type.Boolean({
        description:
          'Whether readers can send requests to the servers of the APIs that the site shows. Defaults to false.',
      }),
      ownServers: Type.Optional(
        Type.Boolean({
          description:
            'Whether readers can also send them to servers of their own. Their browsers send these requests. Has no effect while `enabled` is false. Defaults to false.',
        }),
      ),
    }),
  ),
  defaultLevel: Type.Optional(DefaultLevelSchema),
  defaultSiteSpace: Type.Optional(
    Type.String({
      description:
        'The site space that is shown first, at the root or in the default section of a site with sections.',
    }),
  ),
  defaultSiteSection: Type.Optional(Type.String({ description: 'The id of the default section.' })),
  ...SITE_FIELDS,
});
