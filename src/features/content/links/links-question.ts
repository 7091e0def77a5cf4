import type { Actor } from '../../../access/actor.ts';
import type { SpacePointer } from '../../../access/pointers.ts';
import type { CheckState } from './checks/link-check.ts';
import type { LinkStatus } from './resolution/link.ts';

/** What is asked of a list of links, whichever it is. */
export interface LinksQuestion {
  space: SpacePointer;
  actor: Actor;
  /** A position in a revision: what comes next is of the same one, whatever has changed since. */
  position: { revisionId: string; start: number };
  limit: number;
  status?: LinkStatus;
  /** Only addresses outside that the last check found so. */
  external?: CheckState;
}

/** A page of a list: where the next one begins, and the items in JSON. */
export interface LinksAnswer {
  count: number;
  next: number | undefined;
  stats?: { total: number; broken: { total: number } };
  items: string[];
}
