import { randomBytes } from 'node:crypto';
import type { ResolvedTarget } from '@lectern/content/references/resolve-target';
import type { Block, DocumentNode, Fragment } from '@lectern/markdown/document';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { writeReference } from '@lectern/openapi/reference/write-reference';
import {
  findPart,
  namePart,
  type PackedParts,
  unpackPart,
  type WantedPart,
} from '@lectern/render/spec-parts';
import { continueLines, findLineStart } from './line-start.ts';

/** The most text that parts of specs add to a page, in characters. Further parts are said to be left out. */
const MAX_EXPANDED_LENGTH = 5_000_000;

const NOT_SHOWN = '*More is not shown here, because the page would be too long.*';

interface Expansion {
  parts: PackedParts | undefined;
  /** Resolves a target as it is written in the source. */
  resolve: (raw: string) => ResolvedTarget | undefined;
  /** Rewrites the targets of the source. Texts of specs have none. */
  address: (text: string) => string;
}

/** Replaces the tags that show parts of specs by the texts of these parts. A tag stays if its part is missing. */
export function expandParts(source: string, { parts, resolve, address }: Expansion): string {
  if (!parts || parts.size === 0) return address(source);
  const { text, inserted } = holdPlaces(source, parts, resolve);
  const addressed = address(text);
  let expanded = '';
  let position = 0;
  for (const { mark, written } of inserted) {
    const at = addressed.indexOf(mark, position);
    if (at < 0) continue;
    expanded += addressed.slice(position, at) + written;
    position = at + mark.length;
  }
  return expanded + addressed.slice(position);
}

interface Insertion {
  mark: string;
  written: string;
}

/** Replaces each tag by a mark, for which the text of the part is inserted later. */
function holdPlaces(
  source: string,
  parts: PackedParts,
  resolve: Expansion['resolve'],
): { text: string; inserted: Insertion[] } {
  const { document, ranges } = parseMarkdown(source);
  const secret = randomBytes(12).toString('hex');
  const inserted: Insertion[] = [];
  let text = '';
  let position = 0;
  let left = MAX_EXPANDED_LENGTH;

  function hold(block: Block, wanted: WantedPart): void {
    const part = parts.get(namePart(wanted));
    const range = ranges.get(block.key ?? '');
    const before = range && findLineStart(source, range.start);
    if (!part || !range || before === undefined || range.start < position) return;
    const whole = left > 0 ? continueLines(writeReference(unpackPart(part)).trim(), before) : '';
    left -= whole.length;
    const written = left > 0 ? whole : NOT_SHOWN;
    const mark = `part${inserted.length}x${secret}`;
    inserted.push({ mark, written });
    text += source.slice(position, range.start) + mark;
    position = (range.closing ?? range).end;
  }

  const visit = (node: DocumentNode | Fragment): void => {
    if (node.object === 'text') return;
    const wanted = node.object === 'block' ? findPart(resolveSource(node, resolve)) : undefined;
    if (wanted) {
      hold(node as Block, wanted);
      return;
    }
    for (const child of node.nodes ?? []) visit(child);
    if (node.object !== 'fragment')
      for (const fragment of (node.fragments ?? []) as Fragment[]) visit(fragment);
  };

  for (const node of document.nodes) visit(node);
  return { text: text + source.slice(position), inserted };
}

/** A spec can be a file of the space, which the source names by its path. */
function resolveSource(block: Block, resolve: Expansion['resolve']): Block {
  if (block.type !== 'swagger' || block.data.ref.kind !== 'url') return block;
  const target = resolve(block.data.ref.url);
  if (target?.kind !== 'file') return block;
  return { ...block, data: { ...block.data, ref: { kind: 'file', file: target.file } } };
}
