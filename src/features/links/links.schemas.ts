import { Type } from 'typebox';
import {
  FileSchema,
  PageSchema,
  ReusableContentSchema,
  RevisionSchema,
} from '../../content/revisions/content.schemas.ts';
import { Id, ListQuery, listOf, refTo, Timestamp } from '../../http/schemas.ts';
import { OrganizationSchema } from '../organizations/organizations.schemas.ts';
import { SpaceSchema } from '../spaces/spaces.schemas.ts';
import type { CheckState } from './checks/link-check.ts';

const Organization = refTo(OrganizationSchema);
const Space = refTo(SpaceSchema);

const RevisionContext = Type.Object(
  { type: Type.Literal('revision'), revision: refTo(RevisionSchema) },
  { description: 'The revision without its pages and files.' },
);

/** The source or the target of a reference. */
const ContentLocationSchema = Type.Union(
  [
    Type.Object({
      kind: Type.Literal('page'),
      organization: Organization,
      space: Space,
      versionContext: Type.Optional(RevisionContext),
      page: refTo(PageSchema),
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
      reusableContent: refTo(ReusableContentSchema),
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

const LinkKindSchema = Type.Enum([
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
  'page-link',
]);

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

export const SHARED_LINK_SCHEMAS = [ContentLocationSchema, LinkSchema];

export const LinkListSchema = Type.Object({
  ...listOf(refTo(LinkSchema)).properties,
  stats: Type.Object(
    { total: Type.Integer(), broken: Type.Object({ total: Type.Integer() }) },
    { description: 'Counts of all links, regardless of the filters.' },
  ),
});

export const BacklinkListSchema = listOf(refTo(ContentLocationSchema));

export const SpaceParams = { spaceId: Id };
export const LinksQuery = Type.Object({
  ...ListQuery,
  status: Type.Optional(LinkStatusSchema),
  external: Type.Optional(
    Type.Enum(CHECK_STATES, {
      description:
        'Only external links whose last check had this result. Returns 400 if link checks are turned off on this instance.',
    }),
  ),
});
export const BacklinksQuery = Type.Object(ListQuery);
