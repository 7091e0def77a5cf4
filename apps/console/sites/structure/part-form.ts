import type { Part, Placed } from './parts.ts';

/** A part to edit, or the kind of a new one and the group or section that it goes into. */
export interface PartForm {
  kind: Part['object'];
  placed?: Placed;
  into?: string;
}
