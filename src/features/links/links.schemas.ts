import { Type } from 'typebox';
import { Id, ListQuery, listOf, Timestamp } from '../../http/schemas.ts';
import type { CheckState } from './checks/link-check.ts';

const Organization = Type.Ref('Organization');
const Space = Type.Ref('Space');

const RevisionContext = Type.Object(
  { type: Type.Literal('revision'), revision: Type.Ref('Revision') },
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
      page: Type.Ref('Page'),
      internalLocation: Type.Optional(Type.Object({ type: Type.Literal('anchor'), anchor: Type.String() })),
    }),
    Type.Object({
      kind: Type.Literal('file'),
      organization: Organization,
      space: Space,
      versionContext: Type.Optional(RevisionContext),
      file: Type.Ref('File'),
    }),
    Type.Object({
      kind: Type.Literal('reusable-content'),
      organization: Organization,
      space: Space,
      versionContext: Type.Optional(RevisionContext),
      reusableContent: Type.Ref('ReusableContent'),
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
    targetReference: Type.Ref('ContentLocation'),
    locationReferences: Type.Array(Type.Ref('ContentLocation')),
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
  ...listOf(Type.Ref('Link')).properties,
  stats: Type.Object(
    { total: Type.Integer(), broken: Type.Object({ total: Type.Integer() }) },
    { description: 'Of all links, whatever was asked for.' },
  ),
});

export const BacklinkListSchema = listOf(Type.Ref('ContentLocation'));

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
