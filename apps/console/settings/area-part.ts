import type { ComponentType } from 'react';
import type { IconName } from '../app/icons.tsx';
import type { LoadedPart } from '../app/use-part.ts';
import type { Messages } from '../messages/en.ts';

/** What the view of a part receives. `Owner`: what the area is about, for example an organization. */
export interface PartProps<Owner> {
  owner: Owner;
  /** The object that is shown, for a part that lists objects; undefined for the list. */
  itemId: string | undefined;
}

/** A part of an area, for example the members of an organization. */
export interface AreaPart<Owner> {
  label: keyof Messages;
  icon: IconName;
  /** The heading of the parts that belong together; undefined for those at the top. */
  group?: keyof Messages;
  /** Its objects are tabs of the part itself, which need no link back to it. */
  hasTabs?: boolean;
  /** Whether the user can do something there. Parts that are not offered say so when they are opened. */
  isOffered(owner: Owner): boolean;
  view: LoadedPart<ComponentType<PartProps<Owner>>>;
}

/** The parts of an area by their names in addresses, in the order of the navigation. */
export type AreaParts<Owner> = Readonly<Record<string, AreaPart<Owner>>>;
