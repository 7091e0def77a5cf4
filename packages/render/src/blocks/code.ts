import { type Html, html, type Insertion } from '@lectern/html/html';
import type { BlockOf, Code, CodeLine } from '@lectern/markdown/document';
import { classes } from '../classes.ts';
import { codePieceOf, textOfCode } from '../list-pieces.ts';
import { nameCode, plainLine, type TokenLine } from '../pieces.ts';
import { noteWidth, type Rendering, renderInlines } from '../rendering.ts';
import { cutTokens } from './code-tokens.ts';

/** How many lines a block shows that a reader can expand. */
const COLLAPSED_LINES = 10;

export function renderCode(block: Code, rendering: Rendering): Html {
  const { data, nodes } = block;
  const syntax = data.syntax?.toLowerCase() ?? '';
  if (syntax === 'mermaid' && data.verbatim !== true) return renderDiagram(block, rendering);
  const { title = '', overflow, lineNumbers, expandable } = data;
  const isLong = expandable === true && nodes.length > COLLAPSED_LINES;
  const look = classes(
    'code',
    lineNumbers === true && 'numbered',
    overflow === 'wrap' && 'wrap',
    isLong && 'collapsible',
    noteWidth(rendering, data),
  );
  const language = /^[\w+#.-]+$/.test(syntax) && html` class="language-${syntax}"`;
  return html`<figure${look} data-copy${isLong && html` data-lines="${COLLAPSED_LINES}"`}>${title !== '' && html`<figcaption>${title}</figcaption>`}<pre tabindex="0" role="group" aria-label="${title || rendering.words.code}"><code${language}>${renderLines(block, syntax === 'diff', rendering)}</code></pre></figure>\n`;
}

/** A line outside of its block. */
export const renderCodeLine = ({ nodes }: CodeLine, rendering: Rendering): Html =>
  html`${renderInlines(nodes, rendering)}`;

function renderLines(block: Code, isDiff: boolean, rendering: Rendering): Insertion {
  const { data, nodes } = block;
  const piece = codePieceOf(block);
  const drawn = piece && rendering.pieces.code.get(nameCode(piece));
  const isSplit = isDiff || data.lineNumbers === true || nodes.some((line) => line.data.highlighted === true);
  return nodes.map((line, n) => {
    const lineEnd = n < nodes.length - 1 && '\n';
    const shown = renderLine(line, drawn?.[n], rendering);
    if (!isSplit) return [shown, lineEnd];
    const look = classes('line', line.data.highlighted === true && 'hl', isDiff && changeOf(line));
    return [html`<span${look}>${shown}</span>`, lineEnd];
  });
}

function changeOf(line: CodeLine): 'ins' | 'del' | undefined {
  const text = textOfCode([line]);
  if (/^\+(?!\+\+ )/.test(text)) return 'ins';
  return /^-(?!-- )/.test(text) ? 'del' : undefined;
}

/** A line of which parts can be links or have notes. */
function renderLine(line: CodeLine, drawn: TokenLine | undefined, rendering: Rendering): Insertion {
  const tokens = drawn ?? plainLine(textOfCode([line]));
  if (line.nodes.every(({ object }) => object === 'text')) return renderTokens(tokens);
  let start = 0;
  return line.nodes.map((node) => {
    const { length } = textOfCode([{ ...line, nodes: [node] }]);
    const part = cutTokens(tokens, start, start + length);
    start += length;
    if (node.object === 'text') return renderTokens(part);
    return rendering.renderInlines([node], {
      ...rendering,
      renderInlines: (inner, deeper) =>
        inner === node.nodes ? renderTokens(part) : rendering.renderInlines(inner, deeper),
    });
  });
}

const renderTokens = (tokens: TokenLine): Insertion =>
  tokens.map(([kind, text]) => (kind === '' ? text : html`<span class="${kind}">${text}</span>`));

/** The source of a diagram. A script draws it in the reader's browser. */
function renderDiagram({ nodes, data }: Pick<BlockOf<'code'>, 'nodes' | 'data'>, rendering: Rendering): Html {
  rendering.findings.hasDiagrams = true;
  const { title = '' } = data;
  return html`<figure${classes('diagram', noteWidth(rendering, data))} data-diagram>${title !== '' && html`<figcaption>${title}</figcaption>`}<pre tabindex="0" role="group" aria-label="${title || rendering.words.diagram}"><code>${textOfCode(nodes)}</code></pre></figure>\n`;
}
