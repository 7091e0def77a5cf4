import type { Target, TargetKind } from '@lectern/markdown/document';
import { readPageSettings, type WithFrontMatter } from '@lectern/markdown/page-settings';
import type { ParsedDocument, Range } from '@lectern/markdown/parse-markdown';
import { type BlockPlaces, type ReferencePlace, readAnchors, readPlaces } from './reference-places.ts';

/** The use of a reference. The front matter of a page names covers and other addresses of the same page. */
export type ReferenceKind = TargetKind | 'cover' | 'meta-link';

/** One reference of a document. */
export interface DocumentReference {
  kind: ReferenceKind;
  /** The target as it is written, decoded. */
  raw: string;
  /** The anchor of the heading, tab or expandable that contains it; absent before the first one. */
  anchor?: string;
  /** For a reference to a spec: the names of the parts that are shown. */
  parts?: string[];
}

export interface DocumentReferences {
  references: DocumentReference[];
  /** The anchors that the document itself offers, in its order. */
  anchors: string[];
}

/**
 * Returns the references of a document, and the anchors that can be referred to in it. Each target of the source is one
 * reference: a definition that several links use is one, and so is a footnote that is used again. The link between the
 * tags of a reference block repeats the block's own target and is part of it.
 */
export function readReferences(parsed: ParsedDocument, facts: WithFrontMatter): DocumentReferences {
  return {
    references: [...frontMatterReferences(facts), ...bodyReferences(parsed)],
    anchors: readAnchors(parsed.document),
  };
}

function frontMatterReferences(facts: WithFrontMatter): DocumentReference[] {
  const { cover, canonical, alternates } = readPageSettings(facts);
  const covers = [cover?.light, cover?.dark].filter((raw) => raw !== undefined);
  const links = [...(canonical === undefined ? [] : [canonical]), ...alternates];
  return [
    ...covers.map((raw) => ({ kind: 'cover' as const, raw: shorten(raw) })),
    ...links.map((raw) => ({ kind: 'meta-link' as const, raw: shorten(raw) })),
  ];
}

/** A use of a target in the blocks, with the heading above the target. */
interface Use {
  place: ReferencePlace;
  isTaken: boolean;
}

/**
 * Targets are listed by position in the source, nodes by heading. Both have the same order within one block of the
 * document, so equal targets there are distinguished by their order.
 */
function bodyReferences(parsed: ParsedDocument): DocumentReference[] {
  const { targets } = parsed;
  // Before the blocks and their places, which are computed on demand.
  if (targets.length === 0) return [];
  const { blocks } = parsed;
  const places = readPlaces(parsed.document);
  const byBlock = new Map<string, Uses>();
  const byTarget = new Map<string, Uses>();
  for (const [at, { references }] of places.entries())
    for (const place of references) {
      const use: Use = { place, isTaken: false };
      addTo(byBlock, `${(blocks[at] as Range).start} ${place.kind} ${place.raw}`, use);
      addTo(byTarget, place.raw, use);
    }

  const references: DocumentReference[] = [];
  const outside: { at: number; target: Target }[] = [];
  const starts = startPlaces(blocks, places);
  const blockAt = locateBlocks(blocks);
  let line: string | undefined;
  for (const target of targets) {
    const repeated = line;
    line = undefined;
    if (repeated !== undefined && target.kind === 'link' && target.raw === repeated) continue;
    const block = blockAt(target.start);
    const use = block && takeFirst(byBlock.get(`${block.start} ${target.kind} ${target.raw}`));
    line = use?.place.line;
    if (!block) outside.push({ at: references.length, target });
    references.push(
      toReference(target, use ? use.place.anchor : block && starts.get(block.start), use?.place.parts),
    );
  }
  // Definitions and footnotes are listed at their first use.
  for (const { at, target } of outside) {
    const use = takeFirst(byTarget.get(target.raw));
    if (use) references[at] = toReference(target, use.place.anchor);
  }
  return references;
}

const toReference = (
  { kind, raw }: Target,
  anchor: string | undefined,
  parts?: string[],
): DocumentReference => ({
  kind,
  raw: shorten(raw),
  ...(anchor === undefined ? {} : { anchor }),
  ...(kind === 'openapi' && parts ? { parts } : {}),
});

/** An image that is written into its address says nothing that a list of references could use. */
const MAX_INLINE_URL_LENGTH = 200;

const shorten = (raw: string): string =>
  raw.length > MAX_INLINE_URL_LENGTH && /^data:/i.test(raw) ? `${raw.slice(0, MAX_INLINE_URL_LENGTH)}…` : raw;

/** Uses of one target in their order, with how many have been passed. */
interface Uses {
  all: Use[];
  next: number;
}

function addTo(uses: Map<string, Uses>, key: string, use: Use): void {
  const known = uses.get(key);
  if (known) known.all.push(use);
  else uses.set(key, { all: [use], next: 0 });
}

function takeFirst(uses: Uses | undefined): Use | undefined {
  if (!uses) return undefined;
  // Items taken through the other list remain in this one, and are skipped once.
  while (uses.all[uses.next]?.isTaken) uses.next += 1;
  const use = uses.all[uses.next];
  if (use) use.isTaken = true;
  return use;
}

/** For targets in blocks kept as written: the anchor under which their block starts. */
function startPlaces(
  blocks: readonly Range[],
  places: readonly BlockPlaces[],
): Map<number, string | undefined> {
  const starts = new Map<number, string | undefined>();
  for (const [i, { own }] of places.entries()) {
    const { start } = blocks[i] as Range;
    if (!starts.has(start)) starts.set(start, own);
  }
  return starts;
}

/** Finds the block at an offset; asked for in the order of the source. */
function locateBlocks(blocks: readonly Range[]): (offset: number) => Range | undefined {
  let next = 0;
  return (offset) => {
    while (next < blocks.length && (blocks[next] as Range).end <= offset) next += 1;
    const block = blocks[next];
    return block && block.start <= offset ? block : undefined;
  };
}
