import { leafOf, linkOf, textNode } from '@lectern/markdown/block-factories';
import type { InlineNode, InlineOf, Mark } from '@lectern/markdown/document';
import { isText } from '@lectern/markdown/document';

const hasCode = (marks: readonly Mark[]): boolean => marks.some(({ type }) => type === 'code');

/** A line of text that is being collected. Blanks are collapsed as browsers do it. */
export class InlineRun {
  readonly #nodes: InlineNode[] = [];
  #endsInBlank: boolean;

  /** `afterBlank`: whether a blank, or nothing, precedes the run. */
  constructor(afterBlank = true) {
    this.#endsInBlank = afterBlank;
  }

  get endsInBlank(): boolean {
    return this.#endsInBlank;
  }

  text(text: string, marks: readonly Mark[]): void {
    let collapsed = text.replace(/[ \t\r\n\f]+/g, ' ');
    if (this.#endsInBlank) collapsed = collapsed.replace(/^ /, '');
    if (collapsed === '') return;
    this.#endsInBlank = collapsed.endsWith(' ');
    // A blank at the edge of marked text belongs to none of the marks: `**word **` is not bold in Markdown.
    const [, before = '', inner = '', after = ''] = /^( ?)(.*?)( ?)$/s.exec(collapsed) ?? [];
    if (marks.length === 0 || hasCode(marks)) this.#nodes.push(textNode(collapsed, marks));
    else {
      if (before) this.#nodes.push(textNode(before));
      if (inner) this.#nodes.push(textNode(inner, marks));
      if (after) this.#nodes.push(textNode(after));
    }
  }

  lineBreak(): void {
    this.#nodes.push(textNode('\n'));
    this.#endsInBlank = true;
  }

  add(node: InlineNode): void {
    this.#nodes.push(node);
    this.#endsInBlank = false;
  }

  /** Adds a link; blanks at its edges go outside. A link around nothing is left out. */
  link(target: string, content: InlineRun): void {
    const { before, nodes, after } = takeEdges(content.#nodes);
    if (before && !this.#endsInBlank) this.text(' ', []);
    if (nodes.length > 0) this.add(linkOf(target, nodes));
    if (after) this.text(' ', []);
  }

  /** The nodes without blanks and line breaks at the edges. */
  end(): InlineNode[] {
    return takeEdges(this.#nodes).nodes;
  }
}

function takeEdges(nodes: readonly InlineNode[]): { before: boolean; nodes: InlineNode[]; after: boolean } {
  const leaves = nodes.flatMap((node): (InlineNode | InlineOf<'link'>)[] =>
    isText(node) ? node.leaves.map((leaf) => textNode(leaf.text, leaf.marks)) : [node],
  );
  const trim = (at: () => InlineNode | undefined, drop: () => void, edge: RegExp): boolean => {
    let trimmed = false;
    for (let node = at(); node && isText(node); node = at()) {
      const [leaf] = node.leaves;
      if (!leaf || hasCode(leaf.marks)) break;
      const text = leaf.text.replace(edge, '');
      trimmed ||= text !== leaf.text;
      if (text !== '') {
        node.leaves = [leafOf(text, leaf.marks)];
        break;
      }
      drop();
    }
    return trimmed;
  };
  let start = 0;
  const before = trim(
    () => leaves[start],
    () => {
      start += 1;
    },
    /^[\s\u00a0]+/,
  );
  const rest = leaves.slice(start);
  const after = trim(
    () => rest.at(-1),
    () => rest.pop(),
    /(?<![\s\u00a0])[\s\u00a0]+$/,
  );
  return { before, nodes: rest, after };
}
