import { type Static, Type } from 'typebox';
import { Id, ListQuery, nullable, Timestamp, WebUrl } from '../../../platform/http/schemas.ts';
import { SiteParams } from '../sites/sites.schemas.ts';
import { MAX_SOURCE_LENGTH } from './redirect-source.ts';

export const RedirectParams = Type.Object({ ...SiteParams.properties, siteRedirectId: Id });

const SourceSchema = Type.String({
  minLength: 2,
  maxLength: MAX_SOURCE_LENGTH,
  pattern: '^/',
  examples: ['/old/page'],
  description:
    'A path below the address of the site. A `*` at the end matches any text: `/old/*` matches `/old` and everything below it. Stored in lower case, percent-encoded and without a trailing slash.',
});

const MentionedId = Type.String({ maxLength: 64 });

const STORED_DESTINATIONS = [
  Type.Object({ kind: Type.Literal('site-section'), siteSectionId: MentionedId }),
  Type.Object({ kind: Type.Literal('site-space'), siteSpaceId: MentionedId }),
  Type.Object({
    kind: Type.Literal('site-page'),
    siteSpaceId: MentionedId,
    pageId: Type.String({ maxLength: 255 }),
  }),
  Type.Object({ kind: Type.Literal('external'), url: WebUrl }),
] as const;

const DestinationSchema = Type.Union([...STORED_DESTINATIONS]);

const InputDestinationSchema = Type.Union(
  [
    ...STORED_DESTINATIONS,
    Type.Object({
      kind: Type.Literal('path'),
      spaceId: MentionedId,
      path: Type.String({
        maxLength: 2048,
        description: 'The path of a page in the space. Stored as `site-page`.',
      }),
    }),
    Type.Object({
      kind: Type.Literal('site-path'),
      path: Type.String({
        maxLength: 2048,
        description:
          'The path of a page, section or variant below the address of the site. Stored as what is there, which keeps its redirect when it moves.',
      }),
    }),
  ],
  {
    title: 'SiteRedirectTarget',
    description:
      'A section, a site space or a page of this site, or an address that begins with `http://` or `https://`.',
  },
);

export type InputDestination = Static<typeof InputDestinationSchema>;

const WarningsSchema = Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
  description: 'Reasons why a valid redirect currently has no effect. Present only in responses to changes.',
});

const CaptureWildcard = Type.Boolean({
  description: 'Whether the part of the path that matches `*` is appended to the destination.',
});
const Permanent = Type.Boolean({
  description: 'Whether readers of a public site get a permanent redirect.',
});
const Draft = Type.Boolean({ description: 'Whether the redirect is followed only in previews.' });

export const SiteRedirectSchema = Type.Object(
  {
    object: Type.Literal('site-redirect'),
    id: Id,
    source: SourceSchema,
    draft: Draft,
    captureWildcard: CaptureWildcard,
    permanent: Permanent,
    destination: DestinationSchema,
    createdAt: Timestamp,
    updatedAt: Type.Optional(Timestamp),
    uses: Type.Optional(
      Type.Integer({
        description:
          'How often readers followed the redirect, up to a minute ago. Previews are not counted. Present only in lists.',
      }),
    ),
    lastUsedAt: Type.Optional(Timestamp),
    warnings: Type.Optional(WarningsSchema),
  },
  { $id: 'SiteRedirect' },
);

export const ListRedirectsQuery = Type.Object({
  ...ListQuery,
  search: Type.Optional(
    Type.String({
      description: 'Lists only redirects whose source contains this text.',
    }),
  ),
  draft: Type.Optional(
    Type.Boolean({ default: false, description: 'Lists drafts instead of live redirects.' }),
  ),
  orderBy: Type.Optional(
    Type.Enum(['createdAt', 'updatedAt', 'source'], {
      default: 'createdAt',
      description: 'The order: by time, newest first, or by source.',
    }),
  ),
});

export const CreateRedirectBody = Type.Object({
  source: SourceSchema,
  captureWildcard: Type.Optional(CaptureWildcard),
  draft: Type.Optional(Draft),
  permanent: Type.Optional(Permanent),
  destination: InputDestinationSchema,
});

export const UpdateRedirectBody = Type.Partial(CreateRedirectBody);

/** The operations on many redirects at once are independent of each other. */
const MAX_OPERATIONS = 500;

export const UpsertRedirectsBody = Type.Object({
  redirects: Type.Array(
    Type.Object({
      source: SourceSchema,
      intent: Type.Optional(
        Type.Enum(['live', 'draft', 'publish'], {
          default: 'live',
          description:
            '`live` and `draft` create, update or delete the redirect of that kind; `publish` makes the draft live and replaces the live redirect with the same source.',
        }),
      ),
      captureWildcard: Type.Optional(CaptureWildcard),
      permanent: Type.Optional(Permanent),
      destination: Type.Optional(
        Type.Union([InputDestinationSchema, Type.Null()], {
          description: 'Null deletes the redirect. Required unless `intent` is `publish`.',
        }),
      ),
    }),
    { minItems: 1, maxItems: MAX_OPERATIONS },
  ),
});
export type RedirectOperation = Static<typeof UpsertRedirectsBody>['redirects'][number];

export const UpsertResultsSchema = Type.Object({
  results: Type.Array(
    Type.Object({
      status: Type.Enum(['created', 'updated', 'deleted', 'published', 'error']),
      source: Type.String(),
      draft: Type.Boolean(),
      id: Type.Optional(Id),
      error: Type.Optional(Type.String()),
      warnings: Type.Optional(WarningsSchema),
    }),
    { description: 'The results, in the order of the operations.' },
  ),
});
export type UpsertResult = Static<typeof UpsertResultsSchema>['results'][number];

export const FindRedirectQuery = Type.Object({
  source: Type.String({
    maxLength: 2048,
    description: 'The path that a visitor requested, relative to the address of the site.',
  }),
  shareKey: Type.Optional(
    nullable(Type.String({ description: 'The key of a share link. The target URL then contains it.' })),
  ),
});

export const FoundRedirectSchema = Type.Object({
  redirect: Type.Ref('SiteRedirect'),
  target: Type.String({
    description: 'The absolute URL at the end of the chain of redirects.',
  }),
});

export const UploadRedirectsBody = Type.Object({
  csv: Type.String({ description: 'The file, if the body is JSON. Send the file itself as `text/csv`.' }),
});

export const UploadRedirectsQuery = Type.Object({
  replace: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether redirects that are not in the file are deleted.' }),
  ),
  dryRun: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether the file is only checked, and nothing changes. The response is the same.',
    }),
  ),
});

export const UploadedRedirectsSchema = Type.Object({
  created: Type.Integer(),
  updated: Type.Integer(),
  deleted: Type.Integer(),
  unchanged: Type.Integer(),
  warnings: WarningsSchema,
});
