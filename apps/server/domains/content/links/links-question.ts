import type { ListPosition } from '../../../content/revisions/list-position.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { CheckState } from './checks/link-check.ts';
import type { LinkStatus } from './resolution/link.ts';

export interface LinksPosition extends ListPosition {
  /** The last listed reference of another space. These change while the list is read, so it is found by its key. */
  after?: string;
}

/** The parameters of any list of links. */
export interface LinksQuestion {
  space: SpacePointer;
  actor: Actor;
  position: LinksPosition;
  limit: number;
  status?: LinkStatus;
  /** Only external addresses that the last check found in this state. */
  external?: CheckState;
  /** The revision that a change request is based on: the links that it breaks are counted. */
  baseId?: string | undefined;
  /** `change-request`: of the broken links, only those that the change request breaks. */
  brokenContext?: BrokenContext;
}

export const BROKEN_CONTEXTS = ['change-request', 'space'] as const;
type BrokenContext = (typeof BROKEN_CONTEXTS)[number];

/** A page of a list: where the next one begins, and the items in JSON. */
export interface ListedLinks {
  count: number;
  next: Pick<LinksPosition, 'start' | 'after'> | undefined;
  stats?: { total: number; broken: { total: number; changeRequest?: number } };
  items: string[];
}
