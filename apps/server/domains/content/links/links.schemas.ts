import { Type } from 'typebox';
import {
  FileSchema,
  PageSchema,
  SHARED_CONTENT_SCHEMAS,
} from '../../../content/revisions/content.schemas.ts';
import { Id, ListQuery, listOf, refTo, Timestamp, Url } from '../../../platform/http/schemas.ts';
import { OrganizationSchema } from '../../identity/organizations/organizations.schemas.ts';
import { SHARED_SPACE_SCHEMAS, SpaceSchema } from '../spaces/spaces.schemas.ts';
import type { CheckState } from './checks/link-check.ts';
import { BROKEN_CONTEXTS } from './links-question.ts';

const Organization = refTo(OrganizationSchema);
const Space = refTo(SpaceSchema);
const PageOfReference = refTo(PageSchema);
const ReusableContent = Type.Object({ id: Id, title: Type.String() });

const RevisionContext = Type.Object(
  {
    type: Type.Literal('revision'),
    revision: Type.Object(
      { object: Type.Literal('revision'), id: Id, type: Type.String(), urls: Type.Object({ app: Url }) },
      { description: 'The id and address of the revision, without its content.' },
    ),
  },
  { title: 'RevisionContext' },
);

/** The source or the target of a reference. Pages are shown without those below them. */
const ContentLocationSchema = Type.Union(
  [
    Type.Object({
      kind: Type.Literal('page'),
      organization: Organization,
      space: Space,
      versionContext: Type.Optional(RevisionContext),
      page: PageOfReference,
      internalLocation: Type.Optional(Type.Object({ type: Type.Literal('anchor'), anchor: Type.String() })),
    }),
    Type.Object({
      kind: Type.Literal('file'),
      organization: Organization,
      space: Space,
      versionContext: Type.Optional(RevisionContext),
      file: refTo(FileSchema),
    }),
    Type.Object({
      kind: Type.Literal('reusable-content'),
      organization: Organization,
      space: Space,
      versionContext: Type.Optional(RevisionContext),
      reusableContent: ReusableContent,
    }),
    Type.Object({ kind: Type.Literal('space'), organization: Organization, space: Space }),
    Type.Object({ kind: Type.Literal('url'), url: Type.String() }),
  ],
  { $id: 'ContentLocation' },
);

const LinkStatusSchema = Type.Enum(['ok', 'broken', 'in-app'], {
  description:
    '`ok`: the target exists, or is an external address. `broken`: the target does not exist. `in-app`: a GitBook or Lectern address that readers may not be able to open.',
});

const CHECK_STATES: CheckState[] = ['ok', 'broken', 'unknown'];

const KINDS_IN_CONTENT = [
  'link',
  'image',
  'file',
  'drawing',
  'include',
  'content-ref',
  'mention',
  'embed',
  'button',
  'openapi',
  'swagger',
  'cover',
  'meta-link',
] as const;
const LinkKindSchema = Type.Enum([...KINDS_IN_CONTENT, 'page-link']);

const LinkSchema = Type.Object(
  {
    status: LinkStatusSchema,
    relation: Type.Enum(['reference', 'dependsOn']),
    kind: LinkKindSchema,
    target: Type.String({ description: 'The target as written in the source.' }),
    targetReference: refTo(ContentLocationSchema),
    locationReferences: Type.Array(refTo(ContentLocationSchema)),
    external: Type.Optional(
      Type.Object(
        {
          state: Type.Enum(CHECK_STATES),
          statusCode: Type.Optional(Type.Integer()),
          reason: Type.Optional(Type.String()),
          checkedAt: Timestamp,
        },
        {
          description:
            'The result of the last check of an external address. Absent if the address has not been checked.',
        },
      ),
    ),
  },
  { $id: 'Link' },
);

export const SHARED_LINK_SCHEMAS = [
  ...SHARED_CONTENT_SCHEMAS,
  ...SHARED_SPACE_SCHEMAS,
  OrganizationSchema,
  ContentLocationSchema,
  LinkSchema,
];

export const LinkListSchema = Type.Object({
  ...listOf(refTo(LinkSchema)).properties,
  stats: Type.Object(
    {
      total: Type.Integer(),
      broken: Type.Object({
        total: Type.Integer(),
        changeRequest: Type.Optional(
          Type.Integer({
            description: 'For a change request: the number of broken links that were not broken in its base.',
          }),
        ),
      }),
    },
    { description: 'Counts of all links, regardless of the filters.' },
  ),
});

export const BacklinkListSchema = listOf(refTo(ContentLocationSchema));

export const ResolveTargetsBody = Type.Object({
  page: Type.Optional(
    Type.String({ description: 'The id of the page that the targets are written in: paths start there.' }),
  ),
  reusableContent: Type.Optional(
    Type.String({ description: 'Instead of `page`: the id of the reusable content.' }),
  ),
  targets: Type.Array(
    Type.Object({
      target: Type.String({ maxLength: 10_000, description: 'The target as in the source.' }),
      kind: Type.Optional(Type.Enum([...KINDS_IN_CONTENT], { default: 'link' })),
    }),
    { minItems: 1, maxItems: 1000 },
  ),
});

export const ResolvedTargetsSchema = Type.Object({
  items: Type.Array(refTo(LinkSchema), { description: 'One link for each target, in the same order.' }),
});

export const SpaceParams = { spaceId: Id };
export const LinksQuery = Type.Object({
  ...ListQuery,
  status: Type.Optional(LinkStatusSchema),
  external: Type.Optional(
    Type.Enum(CHECK_STATES, {
      description:
        'Only external links whose last check had this result. Requires that link checks are turned on.',
    }),
  ),
  brokenContext: Type.Optional(
    Type.Enum(BROKEN_CONTEXTS, {
      description:
        'In a change request, `change-request` excludes links that are also broken in its base. Has no effect elsewhere.',
    }),
  ),
});
export const BacklinksQuery = Type.Object(ListQuery);
