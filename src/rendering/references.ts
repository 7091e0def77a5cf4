import { assertNever } from '../content/documents/assert-never.ts';
import type { ContentRef } from '../content/documents/content-ref.ts';
import type { RevisionView } from '../content/revisions/revision-view.ts';
import type { PageEntry } from '../content/tree/entries.ts';
import { webAddress } from '../html/web-address.ts';

/** The target of a reference. */
interface Destination {
  href: string;
  /** Its title, for references without text. */
  title: string;
}

export interface Picture {
  src: string;
  width?: number;
  height?: number;
}

/** Resolves the references of a document in one revision of its space. */
export interface References {
  /** Undefined: it leads nowhere, or to where a link of ours must not lead. */
  find(reference: ContentRef): Destination | undefined;
  /** Returns a picture of the space; those of other origins are not loaded. */
  findPicture(reference: ContentRef): Picture | undefined;
  pageHref(pageId: string): string;
}

/** Where the pages of objects are, for whoever shows the document. */
export interface ObjectAddresses {
  page(spaceId: string, pageId: string, revisionId?: string): string;
  space(spaceId: string): string;
  collection(collectionId: string): string;
}

/** `revisionId`: links stay in that revision; undefined: they lead to the current one. */
export function createReferences(
  view: Pick<RevisionView, 'snapshot' | 'space' | 'fileUrl'>,
  addresses: ObjectAddresses,
  revisionId: string | undefined,
): References {
  const { snapshot, space } = view;
  const pageHref = (pageId: string): string => addresses.page(space.spaceId, pageId, revisionId);

  function findPage(pageId: string, anchor?: string): Destination | undefined {
    const entry = snapshot.pages.find(pageId)?.entry;
    if (!entry) return undefined;
    return { href: pageHref(pageId) + hashOf(anchor), title: titleOf(entry) };
  }

  return {
    pageHref,
    find(reference) {
      switch (reference.kind) {
        case 'url': {
          const href = webAddress(reference.url);
          return href === undefined ? undefined : { href, title: reference.url };
        }
        case 'page':
          return findPage(reference.page);
        case 'anchor':
          return reference.page === undefined
            ? { href: hashOf(reference.anchor), title: reference.anchor }
            : findPage(reference.page, reference.anchor);
        case 'file': {
          const file = snapshot.findFile(reference.file);
          return file && { href: view.fileUrl(file), title: file.name };
        }
        case 'space':
          return { href: addresses.space(reference.space), title: 'A space' };
        case 'collection':
          return { href: addresses.collection(reference.collection), title: 'A collection' };
        case 'user':
        case 'tag':
        case 'reusable-content':
        case 'openapi':
          return undefined;
        default:
          return assertNever(reference);
      }
    },
    findPicture(reference) {
      const file = reference.kind === 'file' ? snapshot.findFile(reference.file) : undefined;
      return file && { src: view.fileUrl(file), ...file.dimensions };
    },
  };
}

const hashOf = (anchor: string | undefined): string =>
  anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`;

/** Returns the title of a page in a list of pages. */
export const titleOf = (entry: PageEntry): string => entry.linkTitle ?? entry.title;
