import { type Static, Type } from 'typebox';
import { Id } from '../../http/schemas.ts';

const Sibling = Type.Union([
  Type.Object({ type: Type.Literal('space'), space: Id }),
  Type.Object({ type: Type.Literal('collection'), collection: Id }),
]);

/** Where a space or a collection goes. */
export const MoveBody = Type.Object({
  parent: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: 'The collection that it goes into; null: to the top. Absent: it stays in its own.',
    }),
  ),
  position: Type.Optional(
    Type.Object(
      {
        before: Type.Optional(Sibling),
        after: Type.Optional(Sibling),
      },
      { description: 'Right before or after a space or a collection there; by default at the end.' },
    ),
  ),
});

export type Move = Static<typeof MoveBody>;
