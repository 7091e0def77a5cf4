import type { Visitor } from '../server/platform/access/visitor.ts';

/** Who can see a preview: only the person who opened it in the console, or everyone with its link. */
export type PreviewKind = 'own' | 'link';

/** Undefined: the visitor sees the published site. */
export function previewKindOf({
  preview,
  previewLinkId,
}: Pick<Visitor, 'preview' | 'previewLinkId'>): PreviewKind | undefined {
  if (preview === undefined) return undefined;
  return previewLinkId === undefined ? 'own' : 'link';
}
