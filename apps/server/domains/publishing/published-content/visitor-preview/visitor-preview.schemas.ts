import { Type } from 'typebox';
import { Id, mapOf } from '../../../../platform/http/schemas.ts';

export const MAX_PREVIEWED_SPACES = 20;
export const MAX_LISTED = 1000;

const Claims = mapOf(Type.Unknown(), {
  maxProperties: 200,
  description: 'The value of `visitor.claims` in conditions; unsigned claims are below `unsigned`.',
});

export const VisitorPreviewBody = Type.Object({
  claims: Type.Optional(Claims),
  compareWith: Type.Optional(
    Type.Object(
      { claims: Claims },
      { description: 'A second visitor to compare with. The response lists the differences.' },
    ),
  ),
  draft: Type.Optional(Type.Boolean({ default: false, description: 'Whether drafts are shown.' })),
  siteSpaces: Type.Optional(
    Type.Array(Id, {
      maxItems: MAX_PREVIEWED_SPACES,
      description: `The site spaces whose pages are previewed. Defaults to the first ${MAX_PREVIEWED_SPACES} that the visitor sees.`,
    }),
  ),
});

const Reason = Type.Object(
  {
    kind: Type.Enum(['draft', 'condition', 'empty', 'parent', 'target'], {
      description:
        '`draft`: the item is a draft. `condition`: its condition is false. `empty`: nothing in it is visible. `parent`: its parent is hidden. `target`: the page that it links to is hidden.',
    }),
    condition: Type.Optional(Type.String()),
    values: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({
            description: 'The claim that the condition uses, such as `visitor.claims.plan`.',
          }),
          value: Type.Optional(Type.Unknown({ description: 'Absent if the claim is missing.' })),
        }),
      ),
    ),
  },
  { title: 'HiddenReason' },
);

const Part = Type.Object({
  type: Type.Enum(['site-section', 'site-section-group', 'site-space', 'site-external-link']),
  id: Id,
  title: Type.String(),
  shown: Type.Boolean(),
  reason: Type.Optional(Reason),
});

const HiddenPage = Type.Object({ id: Id, title: Type.String(), path: Type.String(), reason: Reason });

const Block = Type.Object({
  page: Id,
  condition: Type.String(),
  shown: Type.Boolean(),
  values: Reason.properties.values,
});

const SpaceContent = Type.Object({
  siteSpace: Id,
  space: Id,
  restricted: Type.Boolean({
    description: 'Whether the pages are omitted because you cannot read the space.',
  }),
  visiblePages: Type.Integer({ minimum: 0 }),
  hiddenPages: Type.Array(HiddenPage),
  blocks: Type.Array(Block, { description: 'The conditional blocks of the visible pages.' }),
  more: Type.Boolean({ description: `Whether there are more than ${MAX_LISTED} hidden pages or blocks.` }),
});

const VisitorView = Type.Object(
  {
    claims: Claims,
    structure: Type.Array(Part),
    spaces: Type.Array(SpaceContent),
  },
  { title: 'VisitorView' },
);

export const VisitorPreviewSchema = Type.Object(
  {
    object: Type.Literal('visitor-preview'),
    visitor: VisitorView,
    comparedWith: Type.Optional(VisitorView),
    differences: Type.Optional(
      Type.Array(
        Type.Object({
          type: Type.Enum([
            'site-section',
            'site-section-group',
            'site-space',
            'site-external-link',
            'page',
            'block',
          ]),
          id: Type.String({ description: 'For a block: the id of its page.' }),
          space: Type.Optional(Type.String({ description: 'The space of a page or block.' })),
          condition: Type.Optional(Type.String({ description: 'Of a block.' })),
          visitor: Type.Boolean({ description: 'Whether the visitor sees it.' }),
          comparedWith: Type.Boolean({ description: 'Whether the second visitor sees it.' }),
        }),
      ),
    ),
  },
  { $id: 'VisitorPreview' },
);
