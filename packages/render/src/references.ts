import type { FileEntry, PageEntry } from '@lectern/content/tree/entries';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { webAddress } from '@lectern/html/web-address';
import { assertNever } from '@lectern/markdown/assert-never';
import type { ContentRef } from '@lectern/markdown/content-ref';

/** The target of a reference. */
export interface Destination {
  href: string;
  /** Its title, for references without text. */
  title: string;
  /** The size of a file in bytes. */
  size?: number;
}

export interface Picture {
  src: string;
  width?: number;
  height?: number;
  /** Where the picture itself is, if that is another host. */
  externalHref?: string;
  /** Its smaller sizes, in ascending order. */
  sizes?: readonly { src: string; width: number }[];
}

/** Resolves the references of a document. */
export interface References {
  /** Returns undefined for a reference that leads nowhere, or to a target that pages must not link to. */
  find(reference: ContentRef): Destination | undefined;
  /** Returns a picture that is shown; undefined for one of another host that is only linked to. */
  findPicture(reference: ContentRef): Picture | undefined;
}

export const NO_REFERENCES: References = { find: () => undefined, findPicture: () => undefined };

/** Resolves references in one revision of a space. */
export interface RevisionReferences extends References {
  pageHref(pageId: string): string;
}

/** The addresses of the pages of objects, for code that shows documents. */
export interface ObjectAddresses {
  page(spaceId: string, pageId: string, revisionId?: string): string;
  space(spaceId: string): string;
  collection(collectionId: string): string;
}

/** The absolute addresses of the pages below `/app`, for HTML that is shown elsewhere. */
export function createObjectAddresses(baseUrl: string): ObjectAddresses {
  const below = (...segments: string[]): string => [`${baseUrl}/app`, ...segments].join('/');
  return {
    page: (spaceId, pageId, revisionId) =>
      revisionId === undefined
        ? below('s', spaceId, pageId)
        : below('s', spaceId, 'revisions', revisionId, pageId),
    space: (spaceId) => below('s', encodeURIComponent(spaceId)),
    collection: (collectionId) => below('c', encodeURIComponent(collectionId)),
  };
}

/** A revision with the addresses of its files. */
export interface ReferencedRevision {
  space: { spaceId: string };
  snapshot: Snapshot;
  fileUrl(file: FileEntry): string;
}

/** `revisionId`: links stay in that revision; undefined: they lead to the current one. */
export function createReferences(
  view: ReferencedRevision,
  addresses: ObjectAddresses,
  revisionId: string | undefined,
): RevisionReferences {
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
        case 'url':
          return findAddress(reference.url);
        case 'page':
          return findPage(reference.page);
        case 'anchor':
          return reference.page === undefined
            ? { href: hashOf(reference.anchor), title: reference.anchor }
            : findPage(reference.page, reference.anchor);
        case 'file': {
          const file = snapshot.findFile(reference.file);
          return file && { href: view.fileUrl(file), title: file.name, size: file.size };
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

function findAddress(url: string): Destination | undefined {
  const href = webAddress(url);
  return href === undefined ? undefined : { href, title: url };
}

/** The targets of some references, as plain data for a thread. */
export interface KnownReferences {
  destinations: ReadonlyMap<string, Destination>;
  pictures: ReadonlyMap<string, Picture>;
}

export function listDestinations(targets: Iterable<ContentRef>, references: References): KnownReferences {
  const destinations = new Map<string, Destination>();
  const pictures = new Map<string, Picture>();
  for (const target of targets) {
    const name = nameReference(target);
    // Where an address leads is known without the revision.
    const destination = target.kind === 'url' ? undefined : references.find(target);
    if (destination) destinations.set(name, destination);
    const picture = references.findPicture(target);
    if (picture) pictures.set(name, picture);
  }
  return { destinations, pictures };
}

/** Resolves references without access to the revision. */
export const createKnownReferences = ({ destinations, pictures }: KnownReferences): References => ({
  find: (reference) =>
    reference.kind === 'url' ? findAddress(reference.url) : destinations.get(nameReference(reference)),
  findPicture: (reference) => pictures.get(nameReference(reference)),
});

const nameReference = (reference: ContentRef): string =>
  JSON.stringify(Object.entries(reference).sort(([left], [right]) => (left < right ? -1 : 1)));

const hashOf = (anchor: string | undefined): string =>
  anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`;

/** Returns the title of a page in a list of pages. */
export const titleOf = (entry: PageEntry): string => entry.linkTitle ?? entry.title;
