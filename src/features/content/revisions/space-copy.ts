/** A space and another one that is given its current content: a duplicate, or the same space in another organization. */
export interface SpaceCopy {
  from: { organizationId: string; spaceId: string };
  to: { organizationId: string; spaceId: string; revisionId: string };
}
