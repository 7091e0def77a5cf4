/** A page in events. `path`: in their address, where it is known. */
export interface PageKey {
  spaceId: string | null;
  pageId: string | null;
  path?: string | null;
}

/** As a key of a map. */
export const nameOfPage = ({ spaceId, pageId }: PageKey): string => `${spaceId} ${pageId}`;

/** The page of a row of aggregation, by its column `page`. */
export function readPageKey(value: unknown): PageKey {
  const { page = null, space = null } = (value ?? {}) as { page?: string; space?: string };
  return { spaceId: space, pageId: page };
}
