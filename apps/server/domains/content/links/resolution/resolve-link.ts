import { type ResolvedTarget, resolveTarget } from '@lectern/content/references/resolve-target';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { assertNever } from '@lectern/markdown/assert-never';
import { readInAppAddress } from './in-app-address.ts';
import type { LinkKind, LinkTarget } from './link.ts';

/** The source of a reference: the page or reusable content, and its path in the repository. */
export interface LinkSource {
  kind: 'page' | 'reusable-content';
  id: string;
  path: string | undefined;
}

/** Returns the target of a reference in its revision; undefined if there is none. Anchors are resolved afterwards. */
export function resolveLink(
  snapshot: Snapshot,
  baseUrl: string,
  source: LinkSource,
  { kind, raw, parts = [] }: { kind: LinkKind; raw: string; parts?: readonly string[] },
): LinkTarget | undefined {
  if (kind === 'openapi') return { kind: 'spec', slug: raw, parts };
  const address = readInAppAddress(raw, baseUrl);
  if (address) return { kind: 'in-app', address };
  if (raw.trim() === '#') return { kind: source.kind, id: source.id };
  return toLinkTarget(resolveTarget(snapshot, source.path, raw), source);
}

function toLinkTarget(target: ResolvedTarget | undefined, source: LinkSource): LinkTarget | undefined {
  switch (target?.kind) {
    case 'page':
      return { kind: 'page', id: target.page };
    case 'anchor': {
      const { kind, id } = target.page === undefined ? source : { kind: 'page' as const, id: target.page };
      return { kind, id, wanted: target.anchor };
    }
    case 'file':
      return { kind: 'file', id: target.file };
    case 'reusable-content':
      return { kind: 'reusable-content', id: target.reusableContent };
    case 'url':
    case undefined:
      return target;
    default:
      return assertNever(target);
  }
}
