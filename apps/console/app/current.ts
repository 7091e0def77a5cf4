import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Place } from '../api/place.ts';
import {
  type Collection,
  collectionQuery,
  type Organization,
  organizationsQuery,
  type Space,
  shownSpaceQuery,
} from '../api/queries.ts';
import { keep, readKept } from './theme.ts';

const LAST_ORGANIZATION = 'lectern-organization';

/** The parameters of the current route. */
export interface Ids {
  organizationId?: string;
  collectionId?: string;
  spaceId?: string;
  pageId?: string;
  changeRequestId?: string;
  revisionId?: string;
  siteId?: string;
  /** The part of an area, by its name. */
  part?: string;
  /** The object that a part of an area shows. */
  itemId?: string;
}

export const useIds = (): Ids => useParams({ strict: false });

/** The space, change request or revision that is open; undefined outside of spaces. */
export function usePlace(): Place | undefined {
  const { spaceId, changeRequestId, revisionId } = useIds();
  return useMemo(
    () => (spaceId === undefined ? undefined : { spaceId, changeRequestId, revisionId }),
    [spaceId, changeRequestId, revisionId],
  );
}

export interface Current {
  organization: Organization | undefined;
  collection: Collection | undefined;
  space: Space | undefined;
}

/** The organization, collection and space that are open, as far as they are loaded. */
export function useCurrent(): Current {
  const ids = useIds();
  const { data: organizations } = useQuery(organizationsQuery);
  const { data: space } = useQuery({
    ...shownSpaceQuery(ids.spaceId ?? ''),
    enabled: ids.spaceId !== undefined,
  });
  const { data: collection } = useQuery({
    ...collectionQuery(ids.collectionId ?? ''),
    enabled: ids.collectionId !== undefined,
  });
  const named = ids.organizationId ?? space?.organization ?? collection?.organization;
  const isNamed = ids.organizationId ?? ids.spaceId ?? ids.collectionId;
  const id = named ?? (isNamed ? undefined : readKept(LAST_ORGANIZATION));
  const organization =
    organizations?.find((one) => one.id === id) ?? (isNamed ? undefined : organizations?.[0]);
  if (organization && organization.id !== readKept(LAST_ORGANIZATION))
    keep(LAST_ORGANIZATION, organization.id);
  return {
    organization,
    collection: ids.collectionId === undefined ? undefined : collection,
    space: ids.spaceId === undefined ? undefined : space,
  };
}

/** The text for objects without a name. */
export const nameOf = (title: string | undefined, untitled: string): string => title?.trim() || untitled;
