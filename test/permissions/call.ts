import type { Caller } from './callers.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

/** How to call a route so that it succeeds for every permitted caller. */
export interface Call {
  /** The status on success. */
  status: number;
  /** The status for a service account that the access rule admits but that lacks the requested resource. */
  statusForService?: number;
  /** Returns the refusal by a check beyond the access rule; undefined if there is none. */
  refusal?: (caller: Caller) => number | undefined;
  /** The resource in the URL is deleted: only its administrators learn that it exists. */
  isDeleted?: true;
  /** The status if the URL names an object that does not exist, if the call does not fail then. */
  statusIfMissing?: number;
  /** Parameters that the route does not look at: the console does, in calls of its own. */
  unread?: readonly string[];
  body?: (setup: Setup) => object;
  /** It ends sessions that the caller needs for the next call. */
  endsSessions?: true;
  /** Takes back what would be in the way of the next call: they come one after the other. */
  undo?: (setup: Setup) => Promise<void>;
  /** The required query string. */
  query?: string | ((setup: Setup) => string);
  /**
   * Names the resources of the URL if the setup's own are unsuitable: those that a call would use up, or the caller's.
   */
  name?: (setup: Setup, caller: Caller) => Promise<Named>;
}
