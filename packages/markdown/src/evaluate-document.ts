import { arrangeConditions } from './arrange-conditions.ts';
import { assertNever } from './assert-never.ts';
import { joinTexts } from './canonical.ts';
import { mentionsCondition } from './condition-tags.ts';
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
import { type InlineCondition, isInlineCondition } from './place-conditions.ts';

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
  const arranged = arrangeConditions(document).document;
  return { ...document, nodes: evaluateAll(arranged.nodes, evaluation) };
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
      // A condition contains blocks of the kinds that are allowed in its place.
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
    case 'heading-3': {
      const evaluated = withInlines(block, evaluation);
      if (!block.nodes.some(isInlineCondition)) return evaluated;
      // What was only a condition is not a heading without text.
      if (isEmptyLine(evaluated.nodes)) return undefined;
      const { meta } = evaluated;
      // The anchor no longer follows from the text.
      return meta ? { ...evaluated, meta: { ...meta, isExplicit: true } } : evaluated;
    }
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
  return isEmptyLine(evaluated.nodes) ? undefined : evaluated;
}

const isEmptyLine = (nodes: readonly InlineNode[]): boolean =>
  plainText(nodes).trim() === '' &&
  joinTexts(nodes).every((node) => isText(node) && node.leaves.every(({ source }) => source === undefined));

function withInlines<Container extends Block & { nodes: InlineNode[] }>(
  block: Container,
  evaluation: Evaluation,
): Container {
  const nodes = evaluateInlines(block.nodes, evaluation);
  if (isSameList(nodes, block.nodes)) return block;
  const isCut = nodes.length !== block.nodes.length || block.nodes.some(isInlineCondition);
  if (!isCut) return { ...block, nodes: trimEdges(nodes, block.nodes) };
  return { ...block, nodes: trimLine(nodes, block.key) };
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

/** Without blanks at both ends, which a condition at the edge of a line leaves. */
function trimLine(nodes: readonly InlineNode[], key: string | undefined): InlineNode[] {
  const line = [...nodes];
  for (const step of [1, -1] as const)
    for (let at = step === 1 ? 0 : line.length - 1; line[at]; at = step === 1 ? 0 : line.length - 1) {
      const node = line[at] as InlineNode;
      if (!isText(node)) break;
      const cut = trimText(node, step);
      const isSeen = plainText([cut]) !== '' || cut.leaves.some(({ source }) => source !== undefined);
      line.splice(at, 1, ...(isSeen ? [cut] : []));
      if (isSeen) break;
    }
  return line.length > 0 ? line : [emptyText(`${key}-empty`)];
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
  const evaluated: InlineNode[] = [];
  let isAfterCondition = false;
  for (const node of nodes as readonly (InlineNode | InlineCondition)[]) {
    if (!isInlineCondition(node)) {
      const shown = evaluateInline(node, evaluation);
      if (shown) evaluated.push(isAfterCondition ? withoutSecondBlank(evaluated, shown) : shown);
      isAfterCondition = shown === undefined;
      continue;
    }
    isAfterCondition = true;
    const { holds, stays } = outcomeOf(evaluation.outcomes, node.data.expression);
    if (stays === 'everywhere') evaluated.push(...node.written);
    else if (holds) {
      const [first, ...rest] = evaluateInlines(node.nodes, evaluation);
      if (first) evaluated.push(withoutSecondBlank(evaluated, first), ...rest);
    }
  }
  return evaluated;
}

/** Undefined for a link or an annotation whose text is gone. */
function evaluateInline(node: InlineNode, evaluation: Evaluation): InlineNode | undefined {
  if (isText(node)) return node;
  if (node.type === 'expression') {
    const { text, stays } = outcomeOf(evaluation.outcomes, node.data.expression);
    if (stays) return node;
    // A condition within a value cannot be evaluated.
    const shown = mentionsCondition(text) ? '' : text;
    const leaf = { object: 'leaf' as const, text: shown, marks: node.marks ?? [] };
    return { object: 'text', ...(node.key === undefined ? {} : { key: node.key }), leaves: [leaf] };
  }
  const evaluated = mapChildren(node, (child) => evaluateFragments(child, evaluation));
  if (!evaluated.nodes) return evaluated;
  const nodes = evaluateInlines(evaluated.nodes, evaluation);
  if (isSameList(nodes, evaluated.nodes)) return evaluated;
  if (evaluated.nodes.some(isInlineCondition) && isEmptyLine(nodes)) return undefined;
  return { ...evaluated, nodes };
}

function evaluateFragments<Child extends TreeNode>(child: Child, evaluation: Evaluation): Child;
function evaluateFragments(child: TreeNode, evaluation: Evaluation): TreeNode {
  return child.object === 'fragment' ? evaluateFragment(child, evaluation) : child;
}

/** A text without its first blank, if another blank precedes it: a condition between blanks leaves one. */
function withoutSecondBlank(before: readonly InlineNode[], node: InlineNode): InlineNode {
  const last = before.at(-1);
  if (!last || !isText(last) || !isText(node)) return node;
  const [first] = node.leaves;
  if (!/\s$/.test(plainText([last])) || first?.source !== undefined || !/^\s/.test(first?.text ?? ''))
    return node;
  return {
    ...node,
    leaves: [{ ...first, text: first?.text.slice(1) }, ...node.leaves.slice(1)] as TextNode['leaves'],
  };
}
