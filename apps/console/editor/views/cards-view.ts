import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import { drawIcon } from '../../icons/draw-icon.ts';
import { t } from '../../messages/messages.ts';
import { addCard, addCardField, type CardPart, partOfCard, setPartOfCard } from '../input/cards.ts';
import { partsOf } from '../input/editor-parts.ts';
import { movePart, removePart } from '../input/parts.ts';
import { chooseTarget } from '../menus/choose-target.ts';
import { type Data, dataOf, type GetPos } from '../options/block-data.ts';
import { blockName } from '../options/block-names.ts';
import { isCards } from '../tables/columns.ts';
import { button, element, isControl } from './element.ts';
import { optionsButton } from './options-button.ts';

type Mutation = { target: globalThis.Node };

/** A table whose rows are cards. */
export class CardsView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM = element('div', { class: 'cards' });

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    this.dom = element(
      'div',
      { class: 'parts-editor cards-editor', role: 'group', 'aria-label': blockName(node) },
      this.contentDOM,
    );
    if (view.editable) {
      const addField = button(t('addCardField'), `+ ${t('addCardField')}`, () => {
        const position = getPos();
        if (position !== undefined) addCardField(view, position);
      });
      this.dom.append(
        element(
          'div',
          { class: 'parts-tools', contenteditable: 'false' },
          button(t('addCard'), `+ ${t('addCard')}`, () => addCard(view, getPos)),
          addField,
          optionsButton(view, getPos, node),
        ),
      );
    }
    this.update(node);
  }

  update(node: Node): boolean {
    if (!isCards(node)) return false;
    const { cardSize } = dataOf(node).view as { cardSize?: string };
    this.contentDOM.classList.toggle('cards-large', cardSize === 'large');
    return true;
  }

  stopEvent = isControl;
  ignoreMutation = ({ target }: Mutation): boolean => !this.contentDOM.contains(target);
}

/** A row of a table. In a table of cards, it is one. */
export function rowView(node: Node, view: EditorView, getPos: GetPos): NodeView {
  const position = getPos();
  const place = position === undefined ? undefined : view.state.doc.resolve(position);
  if (place && isCards(place.parent)) {
    // The titles of the fields are not on the cards.
    return place.index() === 0 ? new PlainRow('card-titles') : new CardView(node, view, getPos);
  }
  return new PlainRow();
}

class PlainRow implements NodeView {
  readonly dom = element('tr');
  readonly contentDOM = this.dom;

  constructor(look?: string) {
    if (look !== undefined) this.dom.className = look;
  }
}

class CardView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM = element('div', { class: 'card-body' });
  readonly #cover = element('div', { class: 'card-cover', contenteditable: 'false', hidden: true });
  readonly #target: HTMLButtonElement;
  readonly #picture: HTMLButtonElement;
  readonly #view: EditorView;
  readonly #getPos: GetPos;
  #shownCover = '';
  #shownTarget: string | undefined;

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    this.#view = view;
    this.#getPos = getPos;
    const block = t('blockCard');
    this.#target = button(t('cardTarget'), drawIcon('external'), () => void this.#chooseTarget());
    this.#picture = button(t('cardCover'), drawIcon('picture'), () => void this.#chooseCover());
    const bar = element(
      'div',
      { role: 'toolbar', 'aria-label': block, class: 'part-tools', contenteditable: 'false' },
      this.#target,
      this.#picture,
      button(t('partBack', { block }), drawIcon('arrow-left'), () => movePart(view, getPos, -1, 1)),
      button(t('partForward', { block }), drawIcon('arrow-right'), () => movePart(view, getPos, 1, 1)),
      button(t('partRemove', { block }), drawIcon('close'), () => removePart(view, getPos, 1)),
    );
    bar.hidden = !view.editable;
    this.dom = element('div', { class: 'card-item' }, this.#cover, this.contentDOM, bar);
    this.update(node);
  }

  update(node: Node): boolean {
    if (node.type.name !== 'table_row') return false;
    const table = this.#table;
    if (!table) return true;
    this.#showTarget(partOfCard(table, node, 'target'));
    this.#showCover(partOfCard(table, node, 'cover'));
    return true;
  }

  get #table(): Node | undefined {
    const position = this.#getPos();
    return position === undefined ? undefined : this.#view.state.doc.resolve(position).parent;
  }

  #refOf(part: CardPart): Data | undefined {
    const position = this.#getPos();
    const place = position === undefined ? undefined : this.#view.state.doc.resolve(position);
    return place?.nodeAfter ? partOfCard(place.parent, place.nodeAfter, part) : undefined;
  }

  #showTarget(ref: Data | undefined): void {
    this.dom.classList.toggle('linked', ref !== undefined);
    const wanted = JSON.stringify(ref ?? '');
    if (wanted === this.#shownTarget) return;
    this.#shownTarget = wanted;
    const name = (title: string): void => {
      const label = title === '' ? t('cardTarget') : `${t('cardTarget')}: ${title}`;
      this.#target.setAttribute('aria-label', label);
      this.#target.title = label;
    };
    if (ref)
      void partsOf(this.#view.state)
        .describe(ref)
        .then(({ title }) => name(title));
    else name('');
  }

  #showCover(ref: Data | undefined): void {
    const wanted = JSON.stringify(ref ?? '');
    if (wanted === this.#shownCover) return;
    this.#shownCover = wanted;
    this.#cover.hidden = ref === undefined;
    this.#cover.replaceChildren();
    if (!ref) return;
    void partsOf(this.#view.state)
      .addressOf(ref)
      .then((src) => {
        if (wanted === this.#shownCover && src !== undefined)
          this.#cover.replaceChildren(element('img', { src, alt: '' }));
      });
  }

  async #chooseTarget(): Promise<void> {
    const known = this.#refOf('target');
    const found = await chooseTarget({
      label: t('cardTarget'),
      field: t('linkTarget'),
      placeholder: t('linkPlaceholder'),
      initial: known?.kind === 'url' ? String(known.url) : '',
      find: partsOf(this.#view.state).find.target,
      ...(known
        ? {
            remove: {
              label: t('removeLink'),
              run: () => setPartOfCard(this.#view, this.#getPos, 'target', undefined),
            },
          }
        : {}),
    });
    if (found) setPartOfCard(this.#view, this.#getPos, 'target', found.ref);
    this.#view.focus();
  }

  async #chooseCover(): Promise<void> {
    const { pickPicture } = await import('../options/picture-picker.ts');
    const picked = await pickPicture(partsOf(this.#view.state), this.#refOf('cover') !== undefined);
    if (picked) setPartOfCard(this.#view, this.#getPos, 'cover', picked.ref);
    this.#view.focus();
  }

  stopEvent = isControl;
  ignoreMutation = ({ target }: Mutation): boolean => !this.contentDOM.contains(target);
}
