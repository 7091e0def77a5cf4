import type { DocumentReferences } from '@lectern/content/facts/references';
import { resolveTarget } from '@lectern/content/references/resolve-target';
import type { Hash } from '@lectern/content/tree/hash';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { References } from '@lectern/render/references';
import type { ContentStore, OpenRevision } from '../../../../content/revisions/content-store.ts';
import {
  type AnchorLookup,
  createAnchorLookup,
  findDocumentOf,
  listIncludes,
  MAX_INCLUDE_DEPTH,
} from './anchor-lookup.ts';

interface DocumentInSpace {
  hash: Hash;
  path: string | undefined;
  /** Its references, if it is not stored. */
  part?: DocumentReferences | undefined;
}

/** The documents of pages, with those that they include. */
class ShownDocuments {
  readonly #parts = new Map<Hash, DocumentReferences>();
  readonly #store: ContentStore;
  readonly #open: OpenRevision;
  readonly #own: DocumentInSpace | undefined;

  constructor(store: ContentStore, open: OpenRevision, own?: DocumentInSpace) {
    this.#store = store;
    this.#open = open;
    this.#own = own;
    if (own?.part) this.#parts.set(own.hash, own.part);
  }

  async load(ownerIds: Iterable<string>): Promise<DocumentInSpace[]> {
    const { snapshot, space } = this.#open;
    const loaded: DocumentInSpace[] = [];
    let wanted = new Set(ownerIds);
    for (let depth = 0; depth <= MAX_INCLUDE_DEPTH && wanted.size > 0; depth += 1) {
      const sources = [...wanted].flatMap((id) => this.#find(id) ?? []);
      const partOf = await this.#store.facts.load(
        space.organizationId,
        'references',
        sources.map(({ hash }) => hash).filter((hash) => !this.#parts.has(hash)),
      );
      wanted = new Set();
      for (const source of sources) {
        const part = this.#parts.get(source.hash) ?? partOf(source.hash);
        if (!part) continue;
        this.#parts.set(source.hash, part);
        loaded.push(source);
        for (const id of listIncludes(snapshot, source.path, part)) wanted.add(id);
      }
    }
    return loaded;
  }

  partOf = ({ hash }: DocumentInSpace): DocumentReferences | undefined => this.#parts.get(hash);

  lookup(): AnchorLookup {
    return createAnchorLookup(this.#open.snapshot, (id) => {
      const document = this.#find(id);
      return document && { path: document.path, part: this.#parts.get(document.hash) };
    });
  }

  #find(ownerId: string): DocumentInSpace | undefined {
    return ownerId === OWN ? this.#own : findDocumentOf(this.#open.snapshot, ownerId);
  }
}

/** The owner of the document that links are in. */
const OWN = '';

/** Loads the anchors of pages. */
export async function loadAnchors(
  store: ContentStore,
  open: OpenRevision,
  pageIds: Iterable<string>,
): Promise<AnchorLookup> {
  const documents = new ShownDocuments(store, open);
  await documents.load(pageIds);
  return documents.lookup();
}

/** References whose anchors are those of the headings that are meant, for the links of one document. */
export async function withFoundAnchors(
  store: ContentStore,
  open: OpenRevision,
  own: DocumentInSpace,
  references: References,
): Promise<References> {
  const documents = new ShownDocuments(store, open, own);
  const pages = new Set<string>();
  for (const document of await documents.load([OWN])) {
    for (const { raw } of documents.partOf(document)?.references ?? []) {
      if (!raw.includes('#')) continue;
      const target = resolveTarget(open.snapshot, document.path, raw);
      if (target?.kind === 'anchor' && target.page !== undefined) pages.add(target.page);
    }
  }
  await documents.load(pages);
  return findAnchorsIn(documents.lookup(), references);
}

const ofContents = new WeakMap<Snapshot, Promise<AnchorLookup | undefined>>();

/** The same for the links in the table of contents. */
export async function withAnchorsOfContents(
  store: ContentStore,
  open: OpenRevision,
  references: References,
): Promise<References> {
  const { snapshot } = open;
  let loading = ofContents.get(snapshot);
  if (!loading) {
    const pages = [...snapshot.pages.pages()].flatMap(({ entry }) =>
      entry.type === 'link' && entry.anchor !== undefined ? (entry.page ?? []) : [],
    );
    loading = pages.length > 0 ? loadAnchors(store, open, pages) : Promise.resolve(undefined);
    ofContents.set(snapshot, loading);
    loading.catch(() => ofContents.delete(snapshot));
  }
  const lookup = await loading;
  return lookup ? findAnchorsIn(lookup, references) : references;
}

function findAnchorsIn(lookup: AnchorLookup, references: References): References {
  return {
    ...references,
    find(reference) {
      if (reference.kind !== 'anchor' || ('space' in reference && reference.space !== undefined))
        return references.find(reference);
      const found = lookup.find(reference.page ?? OWN, reference.anchor);
      return references.find(found === undefined ? reference : { ...reference, anchor: found });
    },
  };
}
