import type { Caller } from './callers.ts';
import type { Ground } from './ground.ts';
import type { Named } from './resources.ts';

/** How to call a route so that it succeeds for whoever may. */
export interface Call {
  /** With success. */
  status: number;
  /** For a service account that the access lets in but that has not what is asked for. */
  statusForService?: number;
  /** What is refused beyond what may be called at all; undefined: nothing. */
  refusal?: (caller: Caller) => number | undefined;
  /** What the URL names is deleted: nobody below its administrators learns that it exists. */
  isDeleted?: true;
  body?: (ground: Ground) => object;
  /** It ends sessions that the caller needs for the next call. */
  endsSessions?: true;
  /** Takes back what would be in the way of the next call: they come one after the other. */
  undo?: (ground: Ground) => Promise<void>;
  /** What must stand behind the `?`. */
  query?: string;
  /** What the URL names, where the ground's own resources will not do: what a call would use up, or the caller's. */
  name?: (ground: Ground, caller: Caller) => Promise<Named>;
}
