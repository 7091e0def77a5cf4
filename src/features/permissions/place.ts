import type { DefaultLevel } from '../../access/pointers.ts';
import type { CollectionAbove } from '../collections/order.queries.ts';

/** A space or a collection that permissions are given on. */
export interface PlaceKey {
  kind: 'space' | 'collection';
  organizationId: string;
  id: string;
}

/** A place with the data that decides about roles on it. */
export interface Place extends PlaceKey {
  defaultLevel: DefaultLevel;
  /** The collections that it is in, from its parent to the top. */
  above: readonly CollectionAbove[];
}

/** The kind of the recipient of a permission. */
export type GranteeKind = 'user' | 'team';
