import { DOMSerializer, type Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { schema } from '../schema/schema.ts';

/** A block that two people have changed. The editor shows the writer’s own text. */
export interface ShownConflict {
  id: string;
  /** Undefined: the block is gone, and the card is above the text. */
  block: string | undefined;
  explanation: string;
  /** Undefined: nobody knows it any more. */
  before: readonly Node[] | undefined;
  /** Empty: deleted. */
  theirs: readonly Node[];
  keepOurs(): void;
  keepTheirs(): void;
  /** Undefined: one of the texts is deleted. */
  keepBoth: (() => void) | undefined;
}

/** Writes all texts of a conflict and what can be done about it into its card. */
export function fillCard(
  card: HTMLElement,
  view: EditorView,
  { explanation, before, theirs, keepOurs, keepTheirs, keepBoth }: ShownConflict,
  ours: readonly Node[],
): void {
  const text = document.createElement('p');
  text.textContent = explanation;
  const texts = document.createElement('dl');
  const add = (name: string, nodes: readonly Node[] | undefined): void => {
    const term = document.createElement('dt');
    term.textContent = name;
    const value = document.createElement('dd');
    if (!nodes) value.textContent = t('conflictNothing');
    else if (nodes.length === 0) value.textContent = t('conflictDeleted');
    else value.append(drawText(nodes));
    texts.append(term, value);
  };
  add(t('conflictBefore'), before);
  add(t('conflictTheirs'), theirs);
  add(t('conflictOurs'), ours);
  const buttons = document.createElement('div');
  const offer = (name: string, run: () => void): void => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.addEventListener('click', () => {
      run();
      view.focus();
    });
    buttons.append(button);
  };
  offer(t('conflictKeepOurs'), keepOurs);
  offer(t('conflictKeepTheirs'), keepTheirs);
  if (keepBoth) offer(t('conflictKeepBoth'), keepBoth);
  card.append(text, texts, buttons);
}

const serializer = DOMSerializer.fromSchema(schema);

/** Draws blocks as readers see them. Items and cells are drawn without the list or the table. */
function drawText(nodes: readonly Node[]): DocumentFragment {
  const parts = nodes.map((node) =>
    PARTS.has(node.type.name) ? serializer.serializeFragment(node.content) : serializer.serializeNode(node),
  );
  const drawn = document.createDocumentFragment();
  drawn.append(...parts);
  // Keys lead to the buttons, not into the texts.
  for (const link of drawn.querySelectorAll('a')) link.removeAttribute('href');
  return drawn;
}

const PARTS = new Set(['list_item', 'table_row', 'table_cell', 'table_header', 'table_value', 'code_line']);
