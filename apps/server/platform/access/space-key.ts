/** Names a space: every table and cache that is about one is keyed by both. */
export interface SpaceKey {
  organizationId: string;
  spaceId: string;
}
