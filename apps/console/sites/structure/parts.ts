/** The parts of the structure of a site, and where they can move. */
import type { Schemas } from '@lectern/client/schema';
import type { SiteStructure } from '../site-queries.ts';

export type Variant = Schemas['SiteSpace'];
export type Section = Schemas['SiteSection'];
export type Group = Schemas['SiteSectionGroup'];
type ExternalLink = Schemas['SiteExternalLink'];
/** What stands at the root of a site with sections, or in a group. */
type Item = Section | Group | ExternalLink;
export type Part = Item | Variant;

/** A part where it stands. */
export interface Placed {
  part: Part;
  /** The group or section around it; undefined at the root. */
  parent: Group | Section | undefined;
  siblings: readonly Part[];
  /** Its position among them. */
  at: number;
}

export type Move =
  | { to: 'beside'; position: Schemas['SortSiteStructureBody']['position'] }
  /** To the end of a group, or of the root if it is undefined. */
  | { to: 'into'; group: string | undefined };

/** Up and down among its siblings, into the group before it, and out of its group. */
export type Direction = 'up' | 'down' | 'in' | 'out';

/** The parts that are directly below a part. */
export function partsBelow(part: Part): readonly Part[] {
  if (part.object === 'site-section') return part.siteSpaces;
  return part.object === 'site-section-group' ? part.children : [];
}

/** All parts in order, each before what is below it. */
export function listParts({ structure }: SiteStructure): Placed[] {
  const list = (siblings: readonly Part[], parent: Placed['parent']): Placed[] =>
    siblings.flatMap((part, at) => {
      const below = partsBelow(part);
      return [
        { part, parent, siblings, at },
        ...(below.length === 0 ? [] : list(below, part as Group | Section)),
      ];
    });
  return list(structure, undefined);
}

export const findPart = (structure: SiteStructure, id: string): Placed | undefined =>
  listParts(structure).find(({ part }) => part.id === id);

const parts = <Kind extends Part['object']>(
  structure: SiteStructure | undefined,
  kind: Kind,
): Extract<Part, { object: Kind }>[] =>
  (structure ? listParts(structure) : []).flatMap(({ part }) =>
    part.object === kind ? [part as Extract<Part, { object: Kind }>] : [],
  );

export const listSections = (structure: SiteStructure | undefined): Section[] =>
  parts(structure, 'site-section');
export const listGroups = (structure: SiteStructure | undefined): Group[] =>
  parts(structure, 'site-section-group');
export const listVariants = (structure: SiteStructure | undefined): Variant[] =>
  parts(structure, 'site-space');

export const refOf = ({ object: type, id }: Part): Schemas['SiteItem'] => ({ type, id });

/** Beside a part: before or after it. */
const beside = (side: 'before' | 'after', part: Part): Move => ({
  to: 'beside',
  position: { [side]: refOf(part) },
});

/** The move of one step in a direction; undefined if there is none. */
export function findStep({ part, parent, siblings, at }: Placed, direction: Direction): Move | undefined {
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  if (direction === 'up') return before && beside('before', before);
  if (direction === 'down') return after && beside('after', after);
  if (part.object === 'site-space') return undefined;
  if (direction === 'out') return parent && beside('after', parent);
  return before?.object === 'site-section-group' ? { to: 'into', group: before.id } : undefined;
}

/** The move that takes a part back to where it stands; undefined if it stood alone in a section. */
export function findUndoMove({ part, parent, siblings, at }: Placed): Move | undefined {
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  if (before) return beside('after', before);
  if (after) return beside('before', after);
  return part.object === 'site-space' ? undefined : { to: 'into', group: parent?.id };
}

/** Where a part goes that is dropped on another one. */
export interface Drop {
  side: 'before' | 'after' | 'into';
  move: Move;
}

/**
 * The place of a drop on a part: `share` is how far down its row the pointer is, from 0 to 1, and more beside what is
 * below it.
 */
export function findDrop(dragged: Part, target: Placed, share: number): Drop | undefined {
  const { part } = target;
  if (dragged.id === part.id || contains(dragged, part.id)) return undefined;
  const side = share < 0.5 ? 'before' : 'after';
  if (dragged.object === 'site-space') {
    if (part.object === 'site-space') return { side, move: beside(side, part) };
    const last = part.object === 'site-section' ? part.siteSpaces.at(-1) : undefined;
    return last && last.id !== dragged.id ? { side: 'into', move: beside('after', last) } : undefined;
  }
  if (part.object === 'site-space') return undefined;
  if (part.object !== 'site-section-group') return { side, move: beside(side, part) };
  if (share < 0.28) return { side: 'before', move: beside('before', part) };
  // Below the row of a group stands what is in it, or that it is empty.
  const isInside = part.children.length === 0 ? share < 0.72 || share > 1 : share <= 1;
  if (isInside) return { side: 'into', move: { to: 'into', group: part.id } };
  return { side: 'after', move: beside('after', part) };
}

/** Whether a part is somewhere below another one. */
export const contains = (part: Part, id: string): boolean =>
  partsBelow(part).some((below) => below.id === id || contains(below, id));

/** The languages of the variants of a site, in order. */
export const languagesOf = (structure: SiteStructure | undefined): string[] => [
  ...new Set(listVariants(structure).flatMap(({ space }) => space.language ?? [])),
];

/**
 * The path of a section without the number that it has because something else had the path of its title; undefined if it
 * has none, or if the path is still taken.
 */
export function findPlainPath(structure: SiteStructure, { id, path, title }: Section): string | undefined {
  const [, plain] = /^(.+)-\d+$/.exec(path) ?? [];
  if (plain === undefined || plain !== pathOfTitle(title)) return undefined;
  const isTaken = listParts(structure).some(
    ({ part, parent }) =>
      'path' in part &&
      part.path === plain &&
      // The default variant of a section yields its path to it.
      !(part.object === 'site-space' && part.default && parent?.id === id),
  );
  return isTaken ? undefined : plain;
}

/** A title in ASCII, as the service makes paths of titles. */
const pathOfTitle = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-');
