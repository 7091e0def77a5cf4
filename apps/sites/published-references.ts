import { resolveTarget } from '@lectern/content/references/resolve-target';
import { createReferences, type References } from '@lectern/render/references';
import type { ListPictureSizes } from '../server/content/files/picture-sizes.ts';
import type { RevisionView } from '../server/content/revisions/revision-view.ts';
import type { FindExternalPicture } from './external-pictures/external-picture-address.ts';
import type { PublishedSpace } from './published-space.ts';

/**
 * Resolves the references of a document to published addresses. What a visitor may not see is like what is not there.
 */
export function createPublishedReferences(
  view: Pick<RevisionView, 'snapshot' | 'space' | 'fileUrl'>,
  place: PublishedSpace,
  {
    listPictureSizes = () => [],
    findExternalPicture = () => undefined,
  }: { listPictureSizes?: ListPictureSizes; findExternalPicture?: FindExternalPicture } = {},
): References {
  const { contents, spaceId } = place;
  const known = createReferences(
    view,
    {
      page: (_spaceId, pageId) => place.pageHref(pageId),
      space: (id) => place.spaceHref(id)?.href ?? '',
      collection: () => '',
    },
    undefined,
  );
  const leadsToHidden = (pageId: string | undefined): boolean =>
    pageId !== undefined && contents.find(pageId)?.entry.type !== 'document';
  return {
    find(reference) {
      if (reference.kind === 'space') {
        const found = place.spaceHref(reference.space);
        return found && { href: found.href, title: found.title };
      }
      if (reference.kind === 'collection') return undefined;
      if (reference.kind === 'url') return known.find(reference);
      if ('space' in reference && reference.space !== undefined && reference.space !== spaceId)
        return undefined;
      if ((reference.kind === 'page' || reference.kind === 'anchor') && leadsToHidden(reference.page))
        return undefined;
      return known.find(reference);
    },
    findPicture(reference) {
      if (reference.kind === 'url') return findExternalPicture(reference.url);
      const picture = known.findPicture(reference);
      const file = reference.kind === 'file' ? view.snapshot.findFile(reference.file) : undefined;
      return picture && file && { ...picture, sizes: listPictureSizes(picture.src, file) };
    },
  };
}

/** Where an entry of the table of contents leads that is only a link. */
export function findLinkHref(
  view: Pick<RevisionView, 'snapshot'>,
  references: References,
  entry: { href: string; page?: string; anchor?: string },
): string | undefined {
  const { page, anchor } = entry;
  if (page !== undefined)
    return references.find(anchor === undefined ? { kind: 'page', page } : { kind: 'anchor', page, anchor })
      ?.href;
  const target = resolveTarget(view.snapshot, view.snapshot.settings.repository?.summaryPath, entry.href);
  return target && references.find(target)?.href;
}
