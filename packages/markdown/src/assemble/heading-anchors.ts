import { textForAnchor } from '../arrange-conditions.ts';
import { type Anchor, type InlineNode, isText, type Leaf } from '../document.ts';
import { MAX_ANCHOR_LENGTH } from '../limits.ts';
import type { Build } from './context.ts';

/**
 * The anchor of a heading: the one that is written at its end, which is taken off, or one that follows from its text.
 * `written`: the heading as Markdown; absent for HTML.
 */
export function headingMeta(build: Build, nodes: InlineNode[], written?: string): { meta?: Anchor } {
  const id = takeAnchor(nodes, written);
  if (id !== undefined) {
    build.anchors.take(id);
    return { meta: { id, isExplicit: true } };
  }
  const slug = build.slugOf(textForAnchor(nodes));
  return slug === '' ? {} : { meta: { id: build.anchors.take(slug) } };
}

const ANCHOR = /^<a\s+(?:href="#([^"]*)"\s+id="([^"]*)"|id="([^"]*)")\s*><\/a>$/;

/** `{#x}`, as many generators write ids. */
const ATTRIBUTE_ID = /^\{:?[ \t]*#([\p{L}\p{M}\p{N}_.:-]+)[ \t]*\}$/u;

/**
 * Takes `<a href="#x" id="x"></a>` off the end of a heading, or `{#x}`, unless `written` has it escaped. Only Markdown
 * has `{#x}`.
 */
export function takeAnchor(nodes: InlineNode[], written: string | undefined): string | undefined {
  const last = nodes.at(-1);
  if (!last || !isText(last)) return undefined;
  const id = written === undefined ? undefined : takeAttributeId(last.leaves.at(-1)!, written);
  if (id !== undefined) return id;
  const match = ANCHOR.exec(last.leaves.at(-1)!.source ?? '');
  const own = match?.[2] ?? match?.[3];
  if (!match || !own || own.length > MAX_ANCHOR_LENGTH || (match[1] !== undefined && match[1] !== own))
    return undefined;
  last.leaves.pop();
  const rest: Leaf | undefined = last.leaves.at(-1);
  if (rest && rest.source === undefined) {
    rest.text = rest.text.replace(/[ \t]$/, '');
    if (rest.text === '') last.leaves.pop();
  }
  if (last.leaves.length === 0) {
    if (nodes.length > 1) nodes.pop();
    else last.leaves.push({ object: 'leaf', text: '', marks: [] });
  }
  return own;
}

function takeAttributeId(end: Leaf, written: string): string | undefined {
  const at = end.source === undefined && end.marks.length === 0 ? end.text.lastIndexOf('{') : -1;
  const [attribute = '', id] = at < 0 ? [] : (ATTRIBUTE_ID.exec(end.text.slice(at).trimEnd()) ?? []);
  const before = written.trimEnd().endsWith(attribute) ? written.trimEnd().at(-attribute.length - 1) : '\\';
  if (id === undefined || before === '\\' || id.length > MAX_ANCHOR_LENGTH) return undefined;
  end.text = end.text.slice(0, at).trimEnd();
  return id;
}
