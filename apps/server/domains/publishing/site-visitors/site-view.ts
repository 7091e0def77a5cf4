/**
 * The only implementation of the rule which parts of a site a reader sees. It is used wherever a site is shown:
 * resolution of addresses, the published structure, content, search, redirects, previews. The visible pages of a space
 * are determined in `visible-pages.ts`.
 */

import { usesTime } from '@lectern/expressions/child-expressions';
import { createEvaluator, type Evaluator } from '@lectern/expressions/evaluator';
import { parseExpression } from '@lectern/expressions/parse-expression';
import type { Claims } from '../../../platform/access/visitor.ts';
import {
  hasSections,
  itemsBelow,
  listSiteSpaces,
  type SectionEntry,
  type SiteSpaceEntry,
  type SiteStructure,
  type StructureItem,
} from '../sites/site-structure.ts';

/** The facts of readers that decide which parts of a site they see. */
export interface Audience {
  /** The value of `visitor.claims` in conditions. */
  claims: Claims;
  /** Whether drafts are shown, as in previews. */
  seesDrafts: boolean;
  /** The only space that they see. Nothing tells them of others. */
  onlySpaceId?: string;
  now: Date;
}

/** The reason why a part of a site is not shown. `empty` if nothing in it is shown. */
export type HiddenReason = 'draft' | 'condition' | 'empty' | 'parent';

export interface HiddenPart {
  part: StructureItem | SiteSpaceEntry;
  reason: HiddenReason;
}

/** The part of a site that a reader sees. */
export interface SiteView {
  /** The visible parts. If the default section or site space is hidden, the first visible one is the default. */
  structure: SiteStructure;
  /** Everything else, in the order of the structure. */
  hidden: readonly HiddenPart[];
}

/** The limit for each condition: a site can have hundreds, and all of them are evaluated for each new visitor. */
const MAX_STEPS = 2000;

export function viewSite(whole: SiteStructure, audience: Audience): SiteView {
  const { onlySpaceId } = audience;
  const structure = onlySpaceId === undefined ? whole : keepSpace(whole, onlySpaceId);
  const conditions = createEvaluator(
    { visitor: { claims: audience.claims } },
    { now: audience.now, maxSteps: MAX_STEPS },
  );
  const hidden: HiddenPart[] = [];
  const judge: Judge = {
    isShown(part) {
      const reason = findReason(part, audience, conditions);
      if (reason) hidden.push({ part, reason });
      return reason === undefined;
    },
    hide: (part, reason) => hidden.push({ part, reason }),
  };
  if (!hasSections(structure)) {
    return { structure: { items: [], siteSpaces: showSiteSpaces(structure.siteSpaces, judge) }, hidden };
  }
  return { structure: { items: promoteSection(showItems(structure.items, judge)), siteSpaces: [] }, hidden };
}

function keepSpace({ items, siteSpaces }: SiteStructure, spaceId: string): SiteStructure {
  const isKept = (entry: SiteSpaceEntry): boolean => entry.spaceId === spaceId;
  const keepIn = (item: StructureItem): StructureItem => {
    if (item.kind === 'site-external-link') return item;
    return item.kind === 'site-section'
      ? { ...item, siteSpaces: item.siteSpaces.filter(isKept) }
      : { ...item, children: item.children.map(keepIn) };
  };
  return { items: items.map(keepIn), siteSpaces: siteSpaces.filter(isKept) };
}

interface Judge {
  isShown(part: StructureItem | SiteSpaceEntry): boolean;
  hide(part: StructureItem | SiteSpaceEntry, reason: HiddenReason): void;
}

function findReason(
  part: StructureItem | SiteSpaceEntry,
  { seesDrafts }: Audience,
  conditions: Evaluator,
): HiddenReason | undefined {
  if (part.isDraft && !seesDrafts) return 'draft';
  if (part.kind === 'site-section-group' || part.condition === null) return undefined;
  return conditions.holds(part.condition) ? undefined : 'condition';
}

function showSiteSpaces(entries: readonly SiteSpaceEntry[], judge: Judge): readonly SiteSpaceEntry[] {
  const shown = entries.filter(judge.isShown);
  if (shown.length === 0 || shown.some(({ isDefault }) => isDefault)) return shown;
  return shown.map((entry, at) => (at === 0 ? { ...entry, isDefault: true } : entry));
}

function showItems(items: readonly StructureItem[], judge: Judge): StructureItem[] {
  return items.flatMap((item) => {
    if (!judge.isShown(item)) {
      hideBelow(item, judge);
      return [];
    }
    const shown = showParts(item, judge);
    if (!shown) judge.hide(item, 'empty');
    return shown ?? [];
  });
}

/** Returns the item with its visible parts; undefined if none are visible. */
function showParts(item: StructureItem, judge: Judge): StructureItem | undefined {
  if (item.kind === 'site-external-link') return item;
  if (item.kind === 'site-section') {
    const siteSpaces = showSiteSpaces(item.siteSpaces, judge);
    return siteSpaces.length > 0 ? { ...item, siteSpaces } : undefined;
  }
  const children = showItems(item.children, judge);
  return children.length > 0 ? { ...item, children } : undefined;
}

function hideBelow(item: StructureItem, judge: Judge): void {
  if (item.kind === 'site-section') for (const entry of item.siteSpaces) judge.hide(entry, 'parent');
  if (item.kind !== 'site-section-group') return;
  for (const child of item.children) {
    judge.hide(child, 'parent');
    hideBelow(child, judge);
  }
}

/** Makes the first section the default if the default section is hidden. */
function promoteSection(items: readonly StructureItem[]): readonly StructureItem[] {
  const sections = [...itemsBelow(items)].filter((item) => item.kind === 'site-section');
  const [first] = sections;
  if (!first || sections.some(({ isDefault }) => isDefault)) return items;
  return replaceSection(items, first, { ...first, isDefault: true });
}

const replaceSection = (
  items: readonly StructureItem[],
  from: SectionEntry,
  to: SectionEntry,
): readonly StructureItem[] =>
  items.map((item) => {
    if (item === from) return to;
    return item.kind === 'site-section-group'
      ? { ...item, children: replaceSection(item.children, from, to) }
      : item;
  });

/** Whether the visible parts of a site depend on the time. */
export function isTimed(structure: SiteStructure): boolean {
  const parts = [...itemsBelow(structure.items), ...listSiteSpaces(structure)];
  return parts.some((part) => {
    const condition = part.kind === 'site-section-group' ? null : part.condition;
    const { expression } = condition === null ? {} : parseExpression(condition);
    return expression !== undefined && usesTime(expression);
  });
}

/** Finds the first visible site space with a space; undefined if the reader does not see it. */
export const findSiteSpaceOf = ({ structure }: SiteView, spaceId: string): SiteSpaceEntry | undefined =>
  listSiteSpaces(structure).find((entry) => entry.spaceId === spaceId);
