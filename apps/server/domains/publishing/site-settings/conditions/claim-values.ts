import type { Value } from '@lectern/expressions/expression';
import type { ClaimSchema } from '../adaptive-schema/claim-schema.ts';

/** The most combinations of values that are tried. */
export const MAX_COMBINATIONS = 4096;

type ObjectClaim = Pick<Extract<ClaimSchema, { type: 'object' }>, 'type' | 'properties'>;

/**
 * Lists all values that a claim can have if it is not missing. Undefined if there are too many, as for numbers, lists,
 * and texts without an `enum`.
 */
export function listValues(claim: ClaimSchema | ObjectClaim): readonly Value[] | undefined {
  switch (claim.type) {
    case 'boolean':
      return [true, false];
    case 'string':
      return claim.enum;
    case 'object':
      return listObjects(claim);
    default:
      return undefined;
  }
}

/** Each property of an object may be missing. */
function listObjects({ properties }: ObjectClaim): readonly Value[] | undefined {
  let objects: Record<string, Value>[] = [{}];
  for (const [name, claim] of Object.entries(properties)) {
    const values = listValues(claim);
    if (!values || objects.length * (values.length + 1) > MAX_COMBINATIONS) return undefined;
    objects = objects.flatMap((object) => [object, ...values.map((value) => ({ ...object, [name]: value }))]);
  }
  return objects;
}
