import type { MathElement, MathNode, MathPiece } from '../pieces.ts';

/** A formula of which more is shown as it is written. */
const MAX_FORMULA_LENGTH = 5000;
const MAX_EXPANSIONS = 500;
const MAX_DEPTH = 100;

/** A node of the tree that temml makes, as far as it is read here. */
interface TemmlNode {
  type?: string;
  text?: string;
  attributes?: Record<string, unknown>;
  classes?: string[];
  style?: Record<string, string>;
  children?: TemmlNode[];
}

interface Temml {
  __renderToMathMLTree(formula: string, options: object): TemmlNode;
}

let loading: Promise<Temml> | undefined;

/** The MathML of a formula; undefined if it cannot be read. */
export async function drawMath({ formula, isBlock }: MathPiece): Promise<MathNode | undefined> {
  if (formula.length > MAX_FORMULA_LENGTH) return undefined;
  loading ??= import('temml').then(({ default: temml }) => temml as unknown as Temml);
  const temml = await loading;
  try {
    const tree = temml.__renderToMathMLTree(formula, {
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      maxExpand: MAX_EXPANSIONS,
      maxSize: [50, 50],
    });
    return readNode(tree, 0);
  } catch {
    // Whatever is wrong with a formula, the reader sees its source.
    return undefined;
  }
}

function readNode(node: TemmlNode, depth: number): MathNode {
  if (node.text !== undefined && node.type === undefined) return node.text;
  if (depth > MAX_DEPTH) throw new RangeError('The formula is nested too deeply.');
  const children = (node.children ?? []).map((child) => readNode(child, depth + 1));
  return { name: node.type ?? '', attributes: readAttributes(node), children } satisfies MathElement;
}

function readAttributes({ attributes = {}, classes = [], style = {} }: TemmlNode): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false && name !== 'class') read[name] = String(value);
  const names = [...classes, ...classesOf(style)].filter((name) => name !== '');
  if (names.length > 0) read.class = names.join(' ');
  if (style.color !== undefined) read.mathcolor = style.color;
  return read;
}

/** Pages may have no style attributes: what matters of them is in the style sheet. */
function classesOf({ border, textAlign }: Record<string, string>): string[] {
  const names: string[] = [];
  if (border) names.push('math-boxed');
  if (textAlign === 'left' || textAlign === 'right') names.push(`math-${textAlign}`);
  return names;
}
