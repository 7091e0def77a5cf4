import type { DefaultLevel } from '../../../platform/access/pointers.ts';
import type { CollectionAbove } from '../../content/collections/order.queries.ts';

/**
 * The objects on which permissions are given. A site is in no collection: its default level `inherit` means the role in
 * the organization.
 */
export type TargetKind = 'space' | 'collection' | 'site';

export interface TargetKey {
  kind: TargetKind;
  organizationId: string;
  id: string;
}

/** A place with the data that decides about roles on it. */
export interface GrantTarget extends TargetKey {
  defaultLevel: DefaultLevel;
  /** The collections that it is in, from its parent to the top. */
  above: readonly CollectionAbove[];
}

/** The kind of the recipient of a permission. */
export type GranteeKind = 'user' | 'team';
