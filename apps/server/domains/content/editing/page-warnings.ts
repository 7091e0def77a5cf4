import { type Static, Type } from 'typebox';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { Id } from '../../../platform/http/schemas.ts';

/** A condition that is accepted, but probably not what its author means. */
export const PageWarningSchema = Type.Object(
  {
    page: Id,
    condition: Type.String({ description: 'As written.' }),
    message: Type.String(),
  },
  { title: 'PageWarning' },
);

export type PageWarning = Static<typeof PageWarningSchema>;

/** Warns about conditions that are valid but probably wrong. */
export type FindPageWarnings = (
  space: SpacePointer,
  revisionId: string,
  pageIds: readonly string[],
) => Promise<PageWarning[]>;
