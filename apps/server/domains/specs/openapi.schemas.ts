import { type Static, Type } from 'typebox';
import { FetchedUrl, Id, ListQuery, mapOf, Timestamp, Url } from '../../platform/http/schemas.ts';

export const SLUG = /^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$/;

const Slug = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: SLUG.source,
  description: 'The name of the spec in URLs, unique in the organization.',
});
const Visibility = Type.Enum(['private', 'public'], {
  description: '`public`: anyone can read the latest version at `urls.published`.',
});

const Source = Type.Union(
  [
    Type.Object({
      url: Type.String({
        ...FetchedUrl,
        description:
          'The URL of the spec. It is fetched now and every six hours, together with the files that it refers to.',
      }),
    }),
    Type.Object({ text: Type.String({ minLength: 1, description: 'JSON or YAML, up to 10 MB.' }) }),
  ],
  { title: 'OpenAPISpecSource' },
);
export type SpecSource = Static<typeof Source>;

const Problem = Type.Object({
  message: Type.String(),
  code: Type.String({ description: 'The kind of the problem, such as `syntax` or `unresolved-reference`.' }),
  severity: Type.Enum(['error', 'warning'], {
    description: 'If any problem has the severity `error`, no version is created.',
  }),
  file: Type.Optional(Type.String({ description: 'The URL of the file, unless it is the entry file.' })),
  line: Type.Optional(Type.Integer({ minimum: 1 })),
  column: Type.Optional(Type.Integer({ minimum: 1 })),
});

export const OpenAPISpecSchema = Type.Object(
  {
    object: Type.Literal('openapi-spec'),
    id: Id,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    slug: Slug,
    sourceURL: Type.Optional(
      Type.String({
        ...Url,
        description:
          'The URL that the spec is fetched from. If you cannot edit the spec, the user name and password are removed, and query values are replaced by `***`.',
      }),
    ),
    processingState: Type.Enum(['pending', 'progress', 'complete']),
    visibility: Visibility,
    lastVersion: Type.Optional(Id),
    lastProcessedAt: Type.Optional(Timestamp),
    lastProcessErrorCode: Type.Optional(
      Type.Enum(['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'], {
        description: 'The reason why no version was created from the source. Earlier versions are kept.',
      }),
    ),
    lastProcessedErrors: Type.Array(Problem, { description: 'The first 100 problems, including warnings.' }),
    lastProcessedErrorCount: Type.Integer({ minimum: 0, description: 'The total number of problems.' }),
    permissions: Type.Object({ view: Type.Boolean(), edit: Type.Boolean() }),
    urls: Type.Object({
      location: Url,
      app: Url,
      published: Type.Optional(Type.String({ ...Url, description: 'The spec itself, for anyone.' })),
    }),
  },
  { $id: 'OpenAPISpec' },
);

export const OpenAPISpecVersionSchema = Type.Object(
  {
    object: Type.Literal('openapi-spec-version'),
    id: Id,
    createdAt: Timestamp,
    url: Type.String({
      ...Url,
      description: 'Returns the document of this version, as JSON or YAML. Requires access to the version.',
    }),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'OpenAPISpecVersion' },
);

/** The stored content is sent unchanged, so this schema only documents it. */
export const OpenAPISpecContentSchema = Type.Object(
  {
    filesystem: Type.Array(
      Type.Object({
        dir: Type.String(),
        isEntrypoint: Type.Boolean(),
        references: Type.Array(Type.String()),
        filename: Type.String(),
        specification: mapOf(Type.Unknown()),
      }),
      {
        description:
          'One entry in the format of the parser: an OpenAPI 3.1 or 3.2 spec without references to other files.',
      },
    ),
    url: Url,
    urls: Type.Object({ source: Url, public: Type.Union([Url, Type.Null()]) }),
  },
  { $id: 'OpenAPISpecContent' },
);

export const OpenAPISpecRawContentSchema = Type.Object(
  {
    text: Type.String({ description: 'The entry file as it was sent or fetched.' }),
    format: Type.Enum(['json', 'yaml']),
  },
  { $id: 'OpenAPISpecRawContent' },
);

export const CreateOpenAPISpecBody = Type.Object({ slug: Slug, source: Source });
export const PutOpenAPISpecBody = Type.Object({ source: Source });
export const UpdateOpenAPISpecBody = Type.Object({ visibility: Visibility });

export const OrganizationParams = Type.Object({ organizationId: Id });
/** A slug that no spec can have is one that does not exist. */
export const SpecParams = Type.Object({ organizationId: Id, specSlug: Type.String() });
export const PutSpecParams = Type.Object({ organizationId: Id, specSlug: Slug });
export const VersionParams = Type.Object({ organizationId: Id, specSlug: Type.String(), versionId: Id });
export const ListSpecsQuery = Type.Object(ListQuery);
