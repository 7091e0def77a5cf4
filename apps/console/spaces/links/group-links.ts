/** Broken links of a space, grouped by their cause and target. */
import type { ItemOf } from '@lectern/client/client';

export type Link = ItemOf<'/v1/spaces/{spaceId}/links'>;

/** Why a link is broken. */
export const CAUSES = [
  'deleted',
  'page',
  'heading',
  'file',
  'include',
  'openapi',
  'space',
  'empty',
  'address',
] as const;
export type Cause = (typeof CAUSES)[number];

/** One link in one place. */
export interface BrokenLink {
  /** Distinguishes it from the others of the list. */
  id: string;
  cause: Cause;
  target: string;
  kind: Link['kind'];
  /** The page that it is on; undefined for reusable contents and the table of contents. */
  page: { id: string; title: string } | undefined;
  /** The reusable content that it is in. */
  reusable: { id: string; title: string } | undefined;
  /** The anchor of the heading above it. */
  anchor: string | undefined;
  /** Why an external address is not reachable. */
  detail: string | undefined;
}

export interface TargetGroup {
  cause: Cause;
  target: string;
  links: BrokenLink[];
}

const FILE_KINDS = new Set<Link['kind']>(['image', 'file', 'drawing', 'cover']);
const OPENAPI_KINDS = new Set<Link['kind']>(['openapi', 'swagger']);

function causeOf({ kind, target, targetReference, external, status }: Link): Cause {
  if (status !== 'broken' && external?.state === 'broken') return 'address';
  if (target.trim() === '' || /broken-reference$/.test(target) || /^\/broken\//.test(target)) return 'empty';
  if (OPENAPI_KINDS.has(kind)) return 'openapi';
  if (kind === 'include') return 'include';
  if (/^\/(?:pages|files|reusable-contents)\/[0-9a-f-]{36}/i.test(target) && targetReference.kind === 'url')
    return 'deleted';
  if (/^https?:/i.test(target)) return 'space';
  if (FILE_KINDS.has(kind)) return 'file';
  if (target.startsWith('#') || (targetReference.kind === 'page' && target.includes('#'))) return 'heading';
  const [path = ''] = target.split('#', 1);
  if (/\.(?!(?:md|markdown|html?)$)[a-z0-9]{2,5}$/i.test(path)) return 'file';
  return 'page';
}

export function readLink(link: Link, position: number): BrokenLink {
  const [location] = link.locationReferences;
  const place = location?.kind === 'page' ? location : undefined;
  const { state, statusCode, reason } = link.external ?? {};
  return {
    id: String(position),
    cause: causeOf(link),
    target: link.target,
    kind: link.kind,
    page: place && { id: place.page.id, title: place.page.title },
    reusable: location?.kind === 'reusable-content' ? location.reusableContent : undefined,
    anchor: place?.internalLocation?.anchor,
    detail: state === 'broken' ? (statusCode === undefined ? reason : String(statusCode)) : undefined,
  };
}

/** The groups in the order of the causes, those with the most links first. */
export function groupLinks(links: readonly BrokenLink[]): TargetGroup[] {
  const groups = new Map<string, TargetGroup>();
  for (const link of links) {
    const { cause, target } = link;
    const key = `${cause} ${target}`;
    const group = groups.get(key) ?? { cause, target, links: [] };
    group.links.push(link);
    groups.set(key, group);
  }
  const rank = ({ cause }: TargetGroup): number => CAUSES.indexOf(cause);
  return [...groups.values()].sort(
    (one, other) =>
      rank(one) - rank(other) ||
      other.links.length - one.links.length ||
      one.target.localeCompare(other.target),
  );
}

/** Whether a group has the words that were typed, in its target or in the titles of its pages. */
export function filterGroups(
  groups: readonly TargetGroup[],
  words: string,
  cause: Cause | '',
): TargetGroup[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string): boolean => wanted.every((word) => text.toLocaleLowerCase().includes(word));
  return groups.flatMap((group) => {
    if (cause !== '' && group.cause !== cause) return [];
    if (has(group.target)) return [group];
    const links = group.links.filter(({ page, reusable }) =>
      has(`${group.target} ${page?.title ?? reusable?.title ?? ''}`),
    );
    return links.length > 0 ? [{ ...group, links }] : [];
  });
}

/** The words of a target that a search for its page begins with: those of the last part of its path. */
export function wordsOf(target: string): string {
  const [path = ''] = target.split(/[#?]/);
  const parts = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  const last = parts.at(-1) ?? '';
  const name = /^(?:readme|index)\.\w+$/i.test(last) ? (parts.at(-2) ?? '') : last;
  return decode(name)
    .replace(/\.(?:md|markdown|html?)$/i, '')
    .replace(/[-_.+]+/g, ' ')
    .trim();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Blocks of specs name no target that could be replaced: their specs are published again. */
export const isRepairable = ({ page, reusable, kind }: BrokenLink): boolean =>
  (page ?? reusable) !== undefined && kind !== 'openapi';
