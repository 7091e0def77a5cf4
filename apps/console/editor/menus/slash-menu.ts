import { Plugin, PluginKey } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { BLOCK_CHOICES, type BlockChoice } from './block-choices.ts';

/** What is typed after a slash at the beginning of a text or after a space. */
interface Query {
  from: number;
  to: number;
  text: string;
}

const key = new PluginKey<Query | undefined>('slash-menu');
/** What is typed after this many characters is text. */
const MAX_QUERY = 24;

/**
 * Offers blocks while the writer types a slash and a few letters. While a word is being composed, the keys belong to
 * the input method. `choose` replaces what was typed.
 */
export const slashMenu = (choose: (view: EditorView, choice: BlockChoice, query: Query) => void): Plugin =>
  new Plugin<Query | undefined>({
    key,
    state: {
      init: () => undefined,
      apply(transaction, before, _old, state) {
        if (transaction.getMeta(key) === 'close') return undefined;
        if (!transaction.docChanged && !transaction.selectionSet) return before;
        const { $from, empty } = state.selection;
        if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return undefined;
        const text = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc');
        const found = /(?:^|\s)\/([^\s/]{0,24}(?: [^\s/]{1,24})?)$/u.exec(text);
        if (!found || found[1] === undefined || found[1].length > MAX_QUERY) return undefined;
        const from = $from.pos - found[1].length - 1;
        // It opens when the slash is typed, and not when the caret passes one.
        if (!before && !transaction.docChanged) return undefined;
        return { from, to: $from.pos, text: found[1] };
      },
    },
    view: (view) => new SlashMenuView(view, choose),
    props: {
      handleKeyDown(view, event) {
        const query = key.getState(view.state);
        if (!query || event.isComposing || view.composing) return false;
        return openMenus.get(view)?.handleKey(event) ?? false;
      },
    },
  });

const openMenus = new WeakMap<EditorView, SlashMenuView>();

/** The choices for what was typed, the best first. */
function findChoices(query: string): BlockChoice[] {
  const wanted = query.trim().toLocaleLowerCase();
  if (wanted === '') return [...BLOCK_CHOICES];
  const rank = ({ id, label, words }: BlockChoice): number => {
    const name = t(label).toLocaleLowerCase();
    if (name.startsWith(wanted) || id.startsWith(wanted)) return 0;
    if (name.split(/\s+/).some((word) => word.startsWith(wanted))) return 1;
    return words.split(' ').some((word) => word.startsWith(wanted)) ? 2 : 3;
  };
  return BLOCK_CHOICES.map((choice) => ({ choice, rank: rank(choice) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}

class SlashMenuView {
  readonly #view: EditorView;
  readonly #choose: (view: EditorView, choice: BlockChoice, query: Query) => void;
  readonly #list = document.createElement('ul');
  #choices: BlockChoice[] = [];
  #current = 0;
  #shown = '';

  constructor(view: EditorView, choose: (view: EditorView, choice: BlockChoice, query: Query) => void) {
    this.#view = view;
    this.#choose = choose;
    this.#list.className = 'slash-menu';
    this.#list.id = `slash-menu-${Math.random().toString(36).slice(2)}`;
    this.#list.setAttribute('role', 'listbox');
    this.#list.setAttribute('aria-label', t('insertBlock'));
    this.#list.hidden = true;
    // The caret stays in the text.
    this.#list.addEventListener('pointerdown', (event) => event.preventDefault());
    view.dom.parentElement?.append(this.#list);
    openMenus.set(view, this);
  }

  update(): void {
    const query = key.getState(this.#view.state);
    const choices = query ? findChoices(query.text) : [];
    if (!query || choices.length === 0) {
      this.#close();
      return;
    }
    if (this.#list.hidden || this.#shown !== query.text) {
      this.#choices = choices;
      this.#current = 0;
      this.#shown = query.text;
      this.#draw();
    }
    this.#list.hidden = false;
    this.#place(query.from);
    this.#mark();
  }

  destroy(): void {
    openMenus.delete(this.#view);
    this.#list.remove();
  }

  handleKey(event: KeyboardEvent): boolean {
    if (this.#list.hidden) return false;
    switch (event.key) {
      case 'ArrowDown':
        this.#move(1);
        return true;
      case 'ArrowUp':
        this.#move(-1);
        return true;
      case 'Enter':
      case 'Tab':
        this.#take(this.#current);
        return true;
      case 'Escape':
        this.#view.dispatch(this.#view.state.tr.setMeta(key, 'close'));
        return true;
      default:
        return false;
    }
  }

  #take(index: number): void {
    const query = key.getState(this.#view.state);
    const choice = this.#choices[index];
    if (!query || !choice) return;
    this.#choose(this.#view, choice, query);
    this.#view.dispatch(this.#view.state.tr.setMeta(key, 'close'));
    this.#view.focus();
  }

  #move(by: number): void {
    this.#current = (this.#current + by + this.#choices.length) % this.#choices.length;
    this.#mark();
  }

  #draw(): void {
    this.#list.replaceChildren(
      ...this.#choices.map((choice, index) => {
        const item = document.createElement('li');
        item.id = `${this.#list.id}-${choice.id}`;
        item.setAttribute('role', 'option');
        const icon = document.createElement('span');
        icon.setAttribute('aria-hidden', 'true');
        icon.textContent = choice.icon;
        const name = document.createElement('span');
        name.textContent = t(choice.label);
        item.append(icon, name);
        item.addEventListener('click', () => this.#take(index));
        item.addEventListener('pointermove', () => {
          this.#current = index;
          this.#mark();
        });
        return item;
      }),
    );
  }

  #mark(): void {
    const { dom } = this.#view;
    for (const [index, item] of [...this.#list.children].entries()) {
      const isCurrent = index === this.#current;
      item.setAttribute('aria-selected', String(isCurrent));
      if (isCurrent) {
        item.scrollIntoView({ block: 'nearest' });
        dom.setAttribute('aria-activedescendant', item.id);
        dom.setAttribute('aria-controls', this.#list.id);
      }
    }
  }

  /** Below the slash, or above it if there is no room. */
  #place(position: number): void {
    const { left, bottom, top } = this.#view.coordsAtPos(position);
    const { style, offsetHeight, offsetWidth } = this.#list;
    const isBelow = bottom + offsetHeight + 8 <= window.innerHeight || top < offsetHeight;
    style.insetBlockStart = `${isBelow ? bottom + 4 : top - offsetHeight - 4}px`;
    style.left = `${Math.max(8, Math.min(left, window.innerWidth - offsetWidth - 8))}px`;
  }

  #close(): void {
    if (this.#list.hidden) return;
    this.#list.hidden = true;
    this.#view.dom.removeAttribute('aria-activedescendant');
    this.#view.dom.removeAttribute('aria-controls');
  }
}
