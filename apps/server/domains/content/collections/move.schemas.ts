import { type Static, Type } from 'typebox';
import { Id } from '../../../platform/http/schemas.ts';

const Sibling = Type.Union(
  [
    Type.Object({ type: Type.Literal('space'), space: Id }),
    Type.Object({ type: Type.Literal('collection'), collection: Id }),
  ],
  { title: 'CollectionItem' },
);

/** The target of a move. */
export const MoveBody = Type.Object(
  {
    parent: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'The destination collection, or null for the top level. Defaults to the current parent.',
      }),
    ),
    position: Type.Optional(
      Type.Object(
        {
          before: Type.Optional(Sibling),
          after: Type.Optional(Sibling),
        },
        {
          description:
            'The position relative to a sibling at the destination. By default, the item is placed at the end.',
        },
      ),
    ),
  },
  { title: 'MoveBody' },
);

export type Move = Static<typeof MoveBody>;
