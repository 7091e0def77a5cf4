import {
  type DocumentNode,
  type Inline,
  isText,
  type Leaf,
  MARK_ORDER,
  type Mark,
  type MarkType,
} from '../document.ts';
import type { Build } from './context.ts';

/** Collects inline nodes: neighbouring text of the same marks is one leaf, neighbouring leaves are one text. */
export interface NodeList {
  nodes: DocumentNode[];
  text(text: string, marks: readonly Mark[], source?: string): void;
  inline(type: string, parts: { data?: Record<string, unknown> } & Partial<Inline>): void;
  /** Takes the last word back out of the list. */
  takeWord(): { text: string; marks: Mark[] } | undefined;
  end(): DocumentNode[];
}

export function createNodeList(build: Build): NodeList {
  const nodes: DocumentNode[] = [];
  const lastLeaves = (): Leaf[] | undefined => {
    const last = nodes.at(-1);
    return last && isText(last) ? last.leaves : undefined;
  };
  return {
    nodes,
    text(text, marks, source) {
      if (text === '' && source === undefined) return;
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
      nodes.push({
        object: 'inline',
        type,
        key: build.key(),
        isVoid: parts.nodes === undefined,
        data: {},
        ...parts,
      });
    },
    takeWord() {
      const leaves = lastLeaves();
      const leaf = leaves?.at(-1);
      const word = leaf && leaf.source === undefined ? /\S+$/.exec(leaf.text.slice(-200))?.[0] : undefined;
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

/** Marks with one more, each once and in their order; an inner colour wins over an outer one. */
export function withMark(marks: readonly Mark[], type: MarkType, data?: Mark['data']): Mark[] {
  const outer = marks.find((mark) => mark.type === type);
  if (outer && !data) return [...marks];
  const merged =
    data && outer?.data
      ? {
          text: data.text === 'default' ? outer.data.text : data.text,
          background: data.background === 'default' ? outer.data.background : data.background,
        }
      : data;
  const mark: Mark = { object: 'mark', type, ...(merged ? { data: merged } : {}) };
  return [...marks.filter((other) => other.type !== type), mark].sort(
    (left, right) => MARK_ORDER.indexOf(left.type) - MARK_ORDER.indexOf(right.type),
  );
}
