import { type Alignment, type Block, isText, type Paragraph } from '@lectern/markdown/document';

/** Consecutive blocks that are aligned in the same way. */
export interface AlignedBlocks {
  align: Alignment;
  blocks: Block[];
}

/** Headings, too, may have blocks between their tags. */
const TAG = /<(\/?)(div|center|h[1-6])(?=[\s/>])([^<>]{0,1000})>/gi;
const ALIGN = /\salign\s{0,9}=\s{0,9}["']?\s{0,9}(\w{1,9})(?!\w)/i;

const ALIGNMENTS: Readonly<Record<string, Alignment>> = { left: 'start', center: 'center', right: 'end' };

/** An open element; `align`: the alignment of its content. */
interface Opening {
  name: string;
  align: Alignment | undefined;
}

/**
 * Groups the blocks between tags that align them, which the document keeps as hidden text. An element without
 * an end ends with the blocks that it is among, as in a browser.
 */
export function findAligned(blocks: readonly Block[]): (Block | AlignedBlocks)[] {
  if (!blocks.some(hasTags)) return [...blocks];
  const open: Opening[] = [];
  const found: (Block | AlignedBlocks)[] = [];
  let last: AlignedBlocks | undefined;
  for (const block of blocks) {
    const align = hasTags(block) ? readTags(block, open) : open.at(-1)?.align;
    if (align === undefined) {
      last = undefined;
      found.push(block);
    } else if (last?.align === align) last.blocks.push(block);
    else {
      last = { align, blocks: [block] };
      found.push(last);
    }
  }
  return found;
}

const hasTags = (block: Block): block is Paragraph =>
  block.type === 'paragraph' &&
  block.nodes.some((node) => isText(node) && node.leaves.some(({ source }) => source?.includes('<')));

/** Reads the tags of a line, and returns the alignment of its text. */
function readTags({ nodes }: Paragraph, open: Opening[]): Alignment | undefined {
  let align: Alignment | undefined;
  let hasText = false;
  for (const node of nodes)
    for (const { text, source } of isText(node) ? node.leaves : [{ text: ' ', source: undefined }]) {
      if (source !== undefined && !source.startsWith('<!--'))
        for (const tag of source.matchAll(TAG)) readTag(tag, open);
      if (hasText || (isText(node) && text.trim() === '')) continue;
      hasText = true;
      align = open.at(-1)?.align;
    }
  return align;
}

function readTag([, slash, written = '', attributes = '']: RegExpExecArray, open: Opening[]): void {
  const name = written.toLowerCase();
  if (slash) {
    const at = open.findLastIndex((one) => one.name === name);
    if (at >= 0) open.length = at;
    return;
  }
  const value = name === 'center' ? name : ALIGN.exec(attributes)?.[1]?.toLowerCase();
  open.push({ name, align: ALIGNMENTS[value ?? ''] ?? open.at(-1)?.align });
}
