import type { DocumentReferences } from '@lectern/content/facts/references';
import { resolveTarget } from '@lectern/content/references/resolve-target';
import type { Hash } from '@lectern/content/tree/hash';
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
  const lookup = documents.lookup();
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
