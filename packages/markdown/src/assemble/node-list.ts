import {
  type ColorMark,
  type InlineNode,
  type InlineOf,
  type InlineType,
  type Leaf,
  MARK_ORDER,
  type Mark,
  type MarkType,
  type PlainMarkType,
} from '../document.ts';
import { type Build, inline, type PartsOf } from './context.ts';

/** Collects inline nodes: neighboring text of the same marks is one leaf, neighboring leaves are one text. */
export interface NodeList {
  nodes: InlineNode[];
  text(text: string, marks: readonly Mark[], source?: string): void;
  inline<Type extends InlineType>(type: Type, parts: PartsOf<InlineOf<Type>>): InlineOf<Type>;
  /** Whether what is added next belongs on another line than what is there. */
  needsBreak(): boolean;
  /** Lets whatever is added next begin a line. */
  endLine(): void;
  /** Takes the last word back out of the list. */
  takeWord(): { text: string; marks: Mark[] } | undefined;
  end(): InlineNode[];
}

export function createNodeList(build: Build): NodeList {
  const nodes: InlineNode[] = [];
  const lastLeaves = (): Leaf[] | undefined => {
    const last = nodes.at(-1);
    return last?.object === 'text' ? last.leaves : undefined;
  };
  let isLineEnded = false;
  let isAtBreak = true;
  return {
    nodes,
    needsBreak: () => !isAtBreak,
    endLine() {
      isLineEnded = true;
    },
    text(written, marks, source) {
      let text = written;
      if (isLineEnded && text.trim() !== '' && source === undefined) {
        isLineEnded = false;
        if (!isAtBreak) text = `\n${text.trimStart()}`;
      }
      if (text === '' && source === undefined) return;
      if (text !== '') isAtBreak = text.endsWith('\n');
      const leaf: Leaf = {
        object: 'leaf',
        text,
        marks: [...marks],
        ...(source === undefined ? {} : { source }),
      };
      const leaves = lastLeaves();
      if (!leaves) {
        nodes.push({ object: 'text', key: build.key(), leaves: [leaf] });
        return;
      }
      const last = leaves.at(-1)!;
      if (source === undefined && last.source === undefined && hasSameMarks(last.marks, marks))
        last.text += text;
      else leaves.push(leaf);
    },
    inline(type, parts) {
      if (isLineEnded && !isAtBreak) this.text('\n', []);
      isLineEnded = false;
      isAtBreak = false;
      const node = inline(build, type, parts);
      nodes.push(node);
      return node;
    },
    takeWord() {
      const leaves = lastLeaves();
      const leaf = leaves?.at(-1);
      const word =
        leaf && leaf.source === undefined ? /(?<!\S)\S+$/.exec(leaf.text.slice(-200))?.[0] : undefined;
      if (!leaves || !leaf || !word) return undefined;
      leaf.text = leaf.text.slice(0, -word.length);
      if (leaf.text === '') leaves.pop();
      if (leaves.length === 0) nodes.pop();
      return { text: word, marks: leaf.marks };
    },
    end() {
      if (nodes.length === 0)
        nodes.push({ object: 'text', key: build.key(), leaves: [{ object: 'leaf', text: '', marks: [] }] });
      return nodes;
    },
  };
}

export function hasSameMarks(left: readonly Mark[], right: readonly Mark[]): boolean {
  return (
    left.length === right.length &&
    left.every((mark, i) => {
      const other = right[i]!;
      return (
        mark.type === other.type &&
        mark.data?.text === other.data?.text &&
        mark.data?.background === other.data?.background
      );
    })
  );
}

/** Marks with one more, each once and in their order. */
export function withMark(marks: readonly Mark[], type: PlainMarkType): Mark[] {
  if (marks.some((mark) => mark.type === type)) return [...marks];
  return inOrder([...marks, { object: 'mark', type }]);
}

/** Adds a color to marks; color parts left at their default come from an outer mark. */
export function withColor(marks: readonly Mark[], color: ColorMark['data']): Mark[] {
  const outer = marks.find((mark) => mark.type === 'color')?.data;
  const data = outer
    ? {
        text: color.text === 'default' ? outer.text : color.text,
        background: color.background === 'default' ? outer.background : color.background,
      }
    : color;
  return inOrder([...marks.filter(({ type }) => type !== 'color'), { object: 'mark', type: 'color', data }]);
}

const inOrder = (marks: Mark[]): Mark[] =>
  marks.sort((left, right) => placeOf(left.type) - placeOf(right.type));

const placeOf = (type: MarkType): number => MARK_ORDER.indexOf(type);
