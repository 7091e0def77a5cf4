import type { Token } from 'markdown-it';
import { textForAnchor } from '../arrange-conditions.ts';
import { type Heading, type HeadingType, type InlineNode, isText, type Leaf } from '../document.ts';
import { MAX_ANCHOR_LENGTH } from '../limits.ts';
import { headingMeta } from './build-html.ts';
import { type Build, block } from './context.ts';

const HEADING_TYPES: Record<string, HeadingType> = { h1: 'heading-1', h2: 'heading-1', h3: 'heading-2' };

/** The inline nodes of a heading. */
export function headingNodes(build: Build, token: Token, inline: Token): InlineNode[] {
  const { content } = inline;
  const first = inline.map![0];
  if (!token.markup.startsWith('#') || content === '')
    // A term is no heading, and a heading is written in one line.
    return build.buildInlines(content.replace(/\n(?=:)/g, ' '), build.locateLines(content, first));
  const start = build.sourceLine(first) + Math.max(0, build.linesText(first, first + 1).indexOf(content));
  return build.buildInlines(content, (position) => start + position);
}

export function buildHeading(build: Build, token: Token, inline: Token): Heading {
  const nodes = headingNodes(build, token, inline);
  const explicit = takeAnchor(nodes, inline.content);
  const level = Number(token.tag.slice(1));
  const data = level === 1 || level > 4 ? { level } : {};
  const type = HEADING_TYPES[token.tag] ?? 'heading-3';
  if (explicit !== undefined) {
    build.anchors.take(explicit);
    return block(build, type, { data, nodes, meta: { id: explicit, isExplicit: true } });
  }
  return block(build, type, { data, nodes, ...headingMeta(build, textForAnchor(nodes)) });
}

const ANCHOR = /^<a\s+(?:href="#([^"]*)"\s+id="([^"]*)"|id="([^"]*)")\s*><\/a>$/;

/** `{#x}`, as many generators write ids. */
const ATTRIBUTE_ID = /^\{:?[ \t]*#([\p{L}\p{M}\p{N}_.:-]+)[ \t]*\}$/u;

/** Takes `<a href="#x" id="x"></a>` or `{#x}` off the end of a heading, unless `written` has it escaped. */
export function takeAnchor(nodes: InlineNode[], written: string): string | undefined {
  const last = nodes.at(-1);
  if (!last || !isText(last)) return undefined;
  const end = last.leaves.at(-1)!;
  const at = end.source === undefined && end.marks.length === 0 ? end.text.lastIndexOf('{') : -1;
  const [attribute = '', id] = at < 0 ? [] : (ATTRIBUTE_ID.exec(end.text.slice(at).trimEnd()) ?? []);
  const before = written.trimEnd().endsWith(attribute) ? written.trimEnd().at(-attribute.length - 1) : '\\';
  if (id !== undefined && before !== '\\' && id.length <= MAX_ANCHOR_LENGTH) {
    end.text = end.text.slice(0, at).trimEnd();
    return id;
  }
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
