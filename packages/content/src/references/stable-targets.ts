import { assertNever } from '@lectern/markdown/assert-never';
import type { ResolvedTarget } from './resolve-target.ts';

/**
 * A target as a reference that stays true when pages move: by id. Undefined for what has none (outside addresses,
 * headings of the same page, what does not exist): it stays as it is written.
 */
export function stableTarget(target: ResolvedTarget | undefined): string | undefined {
  switch (target?.kind) {
    case 'page':
      return `/pages/${target.page}`;
    case 'anchor':
      return target.page === undefined ? undefined : `/pages/${target.page}#${target.anchor}`;
    case 'file':
      return `/files/${target.file}`;
    case 'reusable-content':
      return `/reusable-contents/${target.reusableContent}`;
    case 'url':
    case undefined:
      return undefined;
    default:
      return assertNever(target);
  }
}

/** Whether a target is written as `stableTarget` writes it. */
export const isStableTarget = (raw: string): boolean =>
  /^\/(?:pages|files|reusable-contents)\/[0-9a-f-]{36}(?:#|$)/.test(raw);
