import { assertNever } from './assert-never.ts';
import { joinTexts } from './canonical.ts';
import {
  type Block,
  type BlockOf,
  type Fragment,
  type If,
  type InlineNode,
  isText,
  type JSONDocument,
  type Paragraph,
  plainText,
  type TextNode,
} from './document.ts';
import { mapChildren, type TreeNode } from './map-children.ts';

/** The result of an expression of a document for its readers. Plain data, which threads can be given. */
export interface Outcome {
  holds: boolean;
  /** Its value as text; empty for what is missing. */
  text: string;
  /** Whether it is left in the document as it is: everywhere, or where it is an expression in the text. */
  stays?: 'everywhere' | 'in-text';
}

/** Outcomes by expression. An expression without one does not hold and has no text. */
export type Outcomes = ReadonlyMap<string, Outcome>;

const NOTHING: Outcome = { holds: false, text: '' };

export const outcomeOf = (outcomes: Outcomes, expression: string): Outcome =>
  outcomes.get(expression) ?? NOTHING;

/**
 * The document as its readers see it: conditions are replaced by their content or by nothing, and expressions by their
 * text. What is nothing but a frame around its content disappears with it. Anchors stay as they are, so that links
 * mean the same to all readers. `removed` hears the keys of all blocks that disappear.
 */
export function evaluateDocument(
  document: JSONDocument,
  outcomes: Outcomes,
  removed: (key: string) => void = () => {},
): JSONDocument {
  const evaluation = { outcomes, removed };
  return { ...document, nodes: evaluateAll(document.nodes, evaluation) };
}

interface Evaluation {
  outcomes: Outcomes;
  removed: (key: string) => void;
}

function evaluateAll<Child extends Block>(nodes: readonly Child[], evaluation: Evaluation): Child[] {
  const evaluated: Child[] = [];
  const add = (children: readonly Child[]): void => {
    for (const child of children) {
      if (child.type !== 'if') {
        const kept = evaluateBlock(child, evaluation);
        if (kept) evaluated.push(kept as Child);
        else evaluation.removed(child.key ?? '');
        continue;
      }
      const { holds, stays } = outcomeOf(evaluation.outcomes, child.data.expression);
      // A condition contains blocks of the kinds that may stand in its place.
      const isKept = stays === 'everywhere';
      const nodes = isKept ? evaluateAll((child as If).nodes, evaluation) : [];
      if (nodes.length > 0) evaluated.push(isSameList(nodes, child.nodes) ? child : { ...child, nodes });
      else if (holds && !isKept) add((child as If).nodes as Child[]);
      else evaluation.removed(child.key ?? '');
    }
  };
  add(nodes);
  return evaluated;
}

/** Containers with a title, a date or a place beside others of its own, which stay when their content is gone. */
const STANDS_ALONE: Record<ContentBlock['type'], boolean> = {
  'list-item': false,
  blockquote: false,
  hint: false,
  'stepper-step': false,
  'tabs-item': true,
  column: true,
  update: true,
};

/** Undefined for a block that disappears. */
function evaluateBlock(block: Block, evaluation: Evaluation): Block | undefined {
  switch (block.type) {
    case 'list-item':
    case 'blockquote':
    case 'hint':
    case 'tabs-item':
    case 'stepper-step':
    case 'column':
    case 'update':
      return withContent(block, evaluateAll<Block>(block.nodes, evaluation));
    case 'list-unordered':
    case 'list-ordered':
    case 'list-tasks':
      return withItems(block, evaluation);
    case 'tabs':
      return withItems(block, evaluation);
    case 'stepper':
      return withItems(block, evaluation);
    case 'columns':
      return withItems(block, evaluation);
    case 'updates':
      return withItems(block, evaluation);
    case 'paragraph':
      return evaluateParagraph(block, evaluation);
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
    case 'code-line':
      return withInlines(block, evaluation);
    case 'code':
    case 'images':
    case 'prompt':
    case 'image':
    case 'file':
    case 'embed':
    case 'expandable':
    case 'table':
      return mapChildren(block, (child) => evaluateChild(child, evaluation));
    case 'if':
    case 'divider':
    case 'math':
    case 'drawing':
    case 'content-ref':
    case 'reusable-content':
    case 'swagger':
    case 'openapi-operation':
    case 'openapi-webhook':
    case 'openapi-schemas':
    case 'integration':
      return block;
    default:
      return assertNever(block);
  }
}

/** The children of these blocks stay, whatever becomes of their content. */
function evaluateChild<Child extends TreeNode>(child: Child, evaluation: Evaluation): Child;
function evaluateChild(child: TreeNode, evaluation: Evaluation): TreeNode {
  if (child.object === 'fragment') return evaluateFragment(child, evaluation);
  return child.object === 'block' ? (evaluateBlock(child, evaluation) ?? child) : child;
}

function evaluateFragment(fragment: Fragment, evaluation: Evaluation): Fragment {
  const nodes = evaluateAll<Block>(fragment.nodes, evaluation);
  const isEmptied = nodes.length === 0 && fragment.nodes.length > 0;
  const kept = isEmptied ? [emptyParagraph(fragment.key)] : nodes;
  return isSameList(kept, fragment.nodes) ? fragment : ({ ...fragment, nodes: kept } as Fragment);
}

type ContentBlock = BlockOf<
  'list-item' | 'blockquote' | 'hint' | 'tabs-item' | 'stepper-step' | 'column' | 'update'
>;

function withContent(block: ContentBlock, nodes: Block[]): Block | undefined {
  if (isSameList(nodes, block.nodes)) return block;
  if (nodes.length > 0) return { ...block, nodes };
  return STANDS_ALONE[block.type] ? { ...block, nodes: [emptyParagraph(block.key)] } : undefined;
}

function withItems<Container extends Block & { nodes: Block[] }>(
  block: Container,
  evaluation: Evaluation,
): Container | undefined {
  const nodes = evaluateAll<Block>(block.nodes, evaluation);
  if (isSameList(nodes, block.nodes)) return block;
  return nodes.length === 0 ? undefined : { ...block, nodes };
}

const isSameList = (one: readonly object[], other: readonly object[]): boolean =>
  one.length === other.length && one.every((node, index) => node === other[index]);

const emptyText = (key: string): TextNode => ({
  object: 'text',
  key,
  leaves: [{ object: 'leaf', text: '', marks: [] }],
});

/** `within`: the key of what it is put into. */
const emptyParagraph = (within = ''): Paragraph => ({
  object: 'block',
  type: 'paragraph',
  key: `${within}-empty`,
  isVoid: false,
  data: {},
  nodes: [emptyText(`${within}-empty-text`)],
});

/** A paragraph whose whole text was expressions without a value disappears. */
function evaluateParagraph(paragraph: Paragraph, evaluation: Evaluation): Paragraph | undefined {
  const evaluated = withInlines(paragraph, evaluation);
  if (evaluated === paragraph) return paragraph;
  const isEmpty = joinTexts(evaluated.nodes).every(
    (node) => isText(node) && node.leaves.every(({ source }) => source === undefined),
  );
  return isEmpty && plainText(evaluated.nodes).trim() === '' ? undefined : evaluated;
}

function withInlines<Container extends Block & { nodes: InlineNode[] }>(
  block: Container,
  evaluation: Evaluation,
): Container {
  const nodes = evaluateInlines(block.nodes, evaluation);
  return isSameList(nodes, block.nodes) ? block : { ...block, nodes: trimEdges(nodes, block.nodes) };
}

/** Blanks beside an expression without a value at the edge of a line of text are not seen, and Markdown has none. */
function trimEdges(nodes: InlineNode[], before: readonly InlineNode[]): InlineNode[] {
  const trimmed = [...nodes];
  const isGone = (index: number): boolean => {
    const [old, now] = [before[index], trimmed[index]];
    return old !== undefined && !isText(old) && now !== undefined && isText(now) && plainText([now]) === '';
  };
  const trim = (first: number, step: 1 | -1): void => {
    let at = first;
    if (!isGone(at)) return;
    for (at += step; trimmed[at]; at += step) {
      const node = trimmed[at] as InlineNode;
      if (isGone(at)) continue;
      if (!isText(node)) return;
      const cut = trimText(node, step);
      trimmed[at] = cut;
      if (plainText([cut]) !== '' || cut.leaves.some(({ source }) => source !== undefined)) return;
    }
  };
  trim(0, 1);
  trim(trimmed.length - 1, -1);
  return trimmed;
}

function trimText(node: TextNode, step: 1 | -1): TextNode {
  const leaves = [...node.leaves];
  for (let at = step === 1 ? 0 : leaves.length - 1; leaves[at]; at += step) {
    const leaf = leaves[at] as TextNode['leaves'][number];
    if (leaf.source !== undefined) break;
    const text = step === 1 ? leaf.text.trimStart() : leaf.text.trimEnd();
    leaves[at] = { ...leaf, text };
    if (text !== '') break;
  }
  return { ...node, leaves };
}

function evaluateInlines(nodes: readonly InlineNode[], evaluation: Evaluation): InlineNode[] {
  return nodes.map((node): InlineNode => {
    if (isText(node)) return node;
    if (node.type !== 'expression')
      return mapChildren(node, (child) => evaluateInlineChild(child, evaluation));
    const { text, stays } = outcomeOf(evaluation.outcomes, node.data.expression);
    if (stays) return node;
    const leaf = { object: 'leaf' as const, text, marks: node.marks ?? [] };
    return { object: 'text', ...(node.key === undefined ? {} : { key: node.key }), leaves: [leaf] };
  });
}

function evaluateInlineChild<Child extends TreeNode>(child: Child, evaluation: Evaluation): Child;
function evaluateInlineChild(child: TreeNode, evaluation: Evaluation): TreeNode {
  if (child.object === 'fragment') return evaluateFragment(child, evaluation);
  if (child.object === 'block') return child;
  return evaluateInlines([child], evaluation)[0] as InlineNode;
}
