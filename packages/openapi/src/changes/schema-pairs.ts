import type { SchemaDifference } from './schema-difference.ts';
import type { SchemaDigests } from './schema-digests.ts';
import type { SchemaReader } from './schema-reader.ts';
import type { Direction } from './spec-change.ts';

/** References to leave out of each of two schemas, because the schemas around them include these already. */
export type WithoutRefs = readonly [ReadonlySet<string>, ReadonlySet<string>];

/** The schemas of two versions, and what differs between them. */
export interface SchemaPairs {
  readonly before: SchemaReader;
  readonly after: SchemaReader;
  /** Those of both versions. */
  readonly digests: readonly [SchemaDigests, SchemaDigests];
  /** The difference of two schemas, which are compared later; undefined if there is certainly none. */
  differenceOf(
    schemas: [unknown, unknown],
    direction: Direction,
    without?: WithoutRefs,
  ): SchemaDifference | undefined;
}
