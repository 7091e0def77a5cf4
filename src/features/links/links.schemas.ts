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
  { description: 'The revision, without its pages and files.' },
);

/** Something that refers, or is referred to. */
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
    '`broken`: the target does not exist in the revision. `in-app`: an address inside the app that readers may not be able to open.',
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
    target: Type.String({ description: 'As it is written.' }),
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
        { description: 'What the last check of an address outside showed; absent when there was none.' },
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
    { description: 'Of all links, whatever was asked for.' },
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
        'Only addresses outside that the last check found so. For a service whose link checks are on.',
    }),
  ),
});
export const BacklinksQuery = Type.Object(ListQuery);
