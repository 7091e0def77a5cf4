import type { Actor } from '../../access/actor.ts';
import type { SpacePointer } from '../../access/pointers.ts';
import type { ListPosition } from '../../content/revisions/list-position.ts';
import type { CheckState } from './checks/link-check.ts';
import type { LinkStatus } from './resolution/link.ts';

/** The parameters of any list of links. */
export interface LinksQuestion {
  space: SpacePointer;
  actor: Actor;
  position: ListPosition;
  limit: number;
  status?: LinkStatus;
  /** Only external addresses that the last check found in this state. */
  external?: CheckState;
}

/** A page of a list: where the next one begins, and the items in JSON. */
export interface LinksAnswer {
  count: number;
  next: number | undefined;
  stats?: { total: number; broken: { total: number } };
  items: string[];
}
