import { type Html, html, type Insertion } from '@lectern/html/html';
import { assertNever } from '@lectern/markdown/assert-never';
import type { Leaf, Mark } from '@lectern/markdown/document';
import { listElementIds } from '@lectern/markdown/element-ids';
import { classes, colorClass } from '../classes.ts';
import { type Rendering, takeId } from '../rendering.ts';

/** A run of text with its marks, after the places to link to that its source sets. */
export function renderLeaf({ text, marks, source }: Leaf, rendering: Rendering): Insertion {
  const places = source === undefined ? [] : renderPlaces(listElementIds(source), rendering);
  const shown = text === '' ? undefined : renderText(text, marks);
  return places.length > 0 ? [places, shown] : shown;
}

/** The first element with an id is where links lead; a heading or a tab that has the id goes before others. */
const renderPlaces = (ids: readonly string[], rendering: Rendering): Html[] =>
  ids.flatMap((id) => {
    if (rendering.findings.ids.has(id) || rendering.idsOfBlocks().has(id)) return [];
    return [html`<span id="${takeId(rendering, id)}"></span>`];
  });

function renderText(text: string, marks: readonly Mark[]): Insertion {
  const isCode = text.length > MAX_UNBROKEN && marks.some(({ type }) => type === 'code');
  const lines = text.split('\n').map((line) => (isCode ? breakNames(line) : line));
  return renderMarked(
    lines.length > 1 ? lines.map((line, n) => (n === 0 ? line : html`<br>${line}`)) : lines[0],
    marks,
  );
}

/** Code that is not longer than this fits into narrow columns. */
const MAX_UNBROKEN = 12;

/** Long paths and names may begin a new line after their parts: otherwise, they would anywhere. */
const breakNames = (code: string): Insertion =>
  code.split(/(?<=[\w)}>][/_.:])(?=[\w{<])/).map((part, n) => (n === 0 ? part : html`<wbr>${part}`));

export function renderMarked(content: Insertion, marks: readonly Mark[]): Insertion {
  let shown = content;
  for (let n = marks.length - 1; n >= 0; n -= 1) shown = renderMark(marks[n] as Mark, shown);
  return shown;
}

function renderMark(mark: Mark, shown: Insertion): Insertion {
  switch (mark.type) {
    case 'bold':
      return html`<strong>${shown}</strong>`;
    case 'italic':
      return html`<em>${shown}</em>`;
    case 'strikethrough':
      return html`<s>${shown}</s>`;
    case 'code':
      return html`<code>${shown}</code>`;
    case 'keyboard':
      return html`<kbd>${shown}</kbd>`;
    case 'superscript':
      return html`<sup>${shown}</sup>`;
    case 'subscript':
      return html`<sub>${shown}</sub>`;
    case 'color': {
      const text = colorClass('c', mark.data.text);
      const background = colorClass('b', mark.data.background);
      if (background !== undefined) return html`<mark${classes(text, background)}>${shown}</mark>`;
      return text === undefined ? shown : html`<span${classes(text)}>${shown}</span>`;
    }
    default:
      return assertNever(mark);
  }
}
