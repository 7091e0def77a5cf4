import type { ReferenceKind } from '@lectern/content/facts/references';
import type { InAppAddress } from './in-app-address.ts';

/** The use of a reference; `page-link`: an entry of the table of contents that is only a link. */
export type LinkKind = ReferenceKind | 'page-link';

/** `in-app`: an address inside the app that readers may not be able to open. */
export type LinkStatus = 'ok' | 'broken' | 'in-app';

/** The target of a reference in its revision. `wanted`: the anchor as written; `found`: the anchor that it means. */
export type LinkTarget =
  | { kind: 'page'; id: string; wanted?: string; found?: string }
  | { kind: 'reusable-content'; id: string; wanted?: string; found?: string }
  | { kind: 'file'; id: string }
  /** A spec of the organization, and the shown `parts` of it. Whether it has them can change at any time. */
  | { kind: 'spec'; slug: string; parts: readonly string[] }
  | { kind: 'url'; url: string }
  /** An in-app address: whether its target exists depends on other spaces and on the caller. */
  | { kind: 'in-app'; address: InAppAddress };

/** One reference at one place. */
export interface Link {
  kind: LinkKind;
  /** The target as it is written, decoded. */
  raw: string;
  /** The anchor above it. */
  anchor: string | undefined;
  /** Undefined: there is nothing that it could mean. */
  target: LinkTarget | undefined;
}

/** The status as far as the revision alone determines it; undefined for addresses inside the app. */
export function localStatus({ kind, target }: Link): LinkStatus | undefined {
  if (!target) return 'broken';
  switch (target.kind) {
    case 'spec':
      return undefined;
    case 'in-app':
      return target.address.spaceId === undefined ? 'in-app' : undefined;
    case 'url':
    case 'file':
      return kind === 'include' ? 'broken' : 'ok';
    default:
      if (!canShow(kind, target.kind)) return 'broken';
      return target.wanted !== undefined && target.found === undefined ? 'broken' : 'ok';
  }
}

/** An image can show no page, and a page can include nothing but reusable contents. */
function canShow(kind: LinkKind, target: 'page' | 'reusable-content'): boolean {
  if (kind === 'include') return target === 'reusable-content';
  return kind !== 'image' && kind !== 'cover' && kind !== 'file' && kind !== 'drawing' && kind !== 'swagger';
}

export const relationOf = (kind: LinkKind): 'reference' | 'dependsOn' =>
  kind === 'include' || kind === 'openapi' || kind === 'swagger' ? 'dependsOn' : 'reference';
