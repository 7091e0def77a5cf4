/** The texts of conflicts as blocks, for editors. */
import type { Block } from '@lectern/markdown/document';
import { invalidField } from '../../../../platform/http/errors.ts';
import type { EditingParts } from '../../../content/editing/editing-parts.ts';
import { writeUnsaved } from '../../../content/editing/render-unsaved.ts';
import type { ContentReads } from '../../../content/revisions/content-reads.ts';
import type { ConflictText } from './conflict-html.ts';
import {
  type ConflictingRevisions,
  type DocumentConflict,
  findOwner,
  isReadable,
  type PlacedText,
  placeText,
  sourceOf,
  textIn,
} from './place-conflict.ts';

type BlockParts = Pick<EditingParts, 'context' | 'store'> & { reads: Pick<ContentReads, 'unsavedBlocks'> };

/** The places whose conflicts consist of blocks. A title, a definition and a front matter field are lines of text. */
const hasBlocks = (conflict: ConflictText['conflict']): conflict is DocumentConflict =>
  conflict.kind === 'document' &&
  isReadable(conflict) &&
  (conflict.place.kind === 'block' || conflict.place.kind === 'page');

/** Reads a text as blocks, each with its place in the text. Undefined if the text does not consist of blocks. */
export async function readConflictBlocks(
  { store, reads }: BlockParts,
  revisions: ConflictingRevisions,
  { conflict, text }: ConflictText,
): Promise<Block[] | undefined> {
  if (!hasBlocks(conflict)) return undefined;
  const placed = await placeText(store, revisions, conflict, text);
  const { open, path } = findOwner(revisions, conflict.targetId);
  const { nodes } = await reads.unsavedBlocks(open, { source: Buffer.from(sourceOf(placed)), path });
  return nodes.map((node) => withRange(node as Ranged, placed) as Block);
}

/** Writes edited blocks of a text. Unchanged parts keep their Markdown. */
export async function writeConflictBlocks(
  { context, store }: Pick<BlockParts, 'context' | 'store'>,
  revisions: ConflictingRevisions,
  { conflict, text }: ConflictText,
  nodes: unknown[],
): Promise<string> {
  if (!hasBlocks(conflict))
    throw invalidField(
      'nodes',
      'cannot be used for this conflict, which is not in blocks. Send `text` alone',
    );
  if (nodes.length === 0 && conflict.place.kind === 'block') return '';
  const placed = await placeText(store, revisions, conflict, text);
  const { open, ...owner } = findOwner(revisions, conflict.targetId);
  const { source } = await writeUnsaved({ context, store }, open, owner, { before: sourceOf(placed), nodes });
  const written = textIn(source.toString(), placed);
  if (written === undefined)
    throw invalidField(
      'nodes',
      'change what is around the conflict, such as the head of its table. Change only what conflicts, or send `text` alone',
    );
  return written;
}

interface Ranged {
  object: string;
  range?: [start: number, end: number];
  nodes?: Ranged[];
  fragments?: Ranged[];
}

/** Places are counted from the beginning of the text. They are omitted if lines were changed for the parser. */
function withRange(node: Ranged, placed: PlacedText): Ranged {
  const { before, indent } = placed;
  const { range, nodes, fragments, ...rest } = node;
  return {
    ...rest,
    ...(range && indent === '' ? { range: [range[0] - before.length, range[1] - before.length] } : {}),
    ...(nodes ? { nodes: nodes.map((child) => withRange(child, placed)) } : {}),
    ...(fragments ? { fragments: fragments.map((child) => withRange(child, placed)) } : {}),
  } as Ranged;
}
