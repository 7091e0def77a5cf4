import { Plugin, PluginKey } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { coveredByKeyboard, isSmall, keepCaretAbove } from './small-screen.ts';

/** The query that is being typed, from its trigger character on. */
export interface Query {
  from: number;
  to: number;
  text: string;
}

/** A suggestion. */
export interface Suggestion {
  id: string;
  title: string;
  /** The icon before the title. */
  icon: string | Element;
  /** The heading of its group, which is shown while the query is empty. */
  group?: string;
  /** Whether the query is its full name, so that it is inserted without being chosen. */
  isSure?: boolean;
  run(view: EditorView, query: Query): void;
}

export interface Suggester {
  name: string;
  /** The accessible name of the list. */
  label: string;
  /**
   * Matches the query at the end of the text before the caret. The first group is the text after the trigger
   * character.
   */
  pattern: RegExp;
  find(query: string): Suggestion[] | Promise<Suggestion[]>;
  /** Enter that is pressed while loading inserts the first result once it arrives. */
  waits?: true;
  /** Called when the writer may soon type the trigger character. */
  prepare?(): void;
}

interface State {
  query: Query | undefined;
  /** Where the writer has dismissed the list: what is typed there stays text. */
  closed: number | undefined;
}

const NOTHING: State = { query: undefined, closed: undefined };

/** A list of suggestions while the writer types. During a composition, the keys belong to the input method. */
export function suggestions(suggester: Suggester): Plugin<State> {
  const key = new PluginKey<State>(suggester.name);
  const menus = new WeakMap<EditorView, SuggestionsView>();
  return new Plugin<State>({
    key,
    state: {
      init: () => NOTHING,
      apply(transaction, before, _old, state) {
        if (transaction.getMeta(key) === 'close')
          return { query: undefined, closed: before.query?.from ?? before.closed };
        if (!transaction.docChanged && !transaction.selectionSet) return before;
        const { $from, empty } = state.selection;
        if (!empty || !$from.parent.isTextblock || $from.parent.type.name === 'code_line') return NOTHING;
        const text = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc');
        const found = suggester.pattern.exec(text)?.[1];
        if (found === undefined) return NOTHING;
        const from = $from.pos - found.length - 1;
        const closed = before.closed === undefined ? undefined : transaction.mapping.map(before.closed);
        // It opens when the trigger character is typed, not when the caret moves next to one.
        if (closed === from || (!before.query && !transaction.docChanged))
          return { query: undefined, closed };
        return { query: { from, to: $from.pos, text: found }, closed: undefined };
      },
    },
    view(view) {
      const menu = new SuggestionsView(view, suggester, key);
      menus.set(view, menu);
      return menu;
    },
    props: {
      handleDOMEvents: {
        focus: () => {
          suggester.prepare?.();
          return false;
        },
      },
      handleKeyDown(view, event) {
        if (!key.getState(view.state)?.query || event.isComposing || view.composing) return false;
        return menus.get(view)?.handleKey(event) ?? false;
      },
    },
  });
}

class SuggestionsView {
  readonly #view: EditorView;
  readonly #suggester: Suggester;
  readonly #key: PluginKey<State>;
  readonly #list = document.createElement('ul');
  #found: Suggestion[] = [];
  #options: HTMLElement[] = [];
  #current = 0;
  #shown: string | undefined;
  #isFinding = false;
  #isTaken = false;
  readonly #onKeyboard = (): void => {
    if (this.#query && !this.#list.hidden) this.#place(this.#query.from);
  };

  constructor(view: EditorView, suggester: Suggester, key: PluginKey<State>) {
    this.#view = view;
    this.#suggester = suggester;
    this.#key = key;
    this.#list.className = 'slash-menu';
    this.#list.id = `${suggester.name}-${Math.random().toString(36).slice(2)}`;
    this.#list.setAttribute('role', 'listbox');
    // Makes a long, scrolling list reachable by keyboard.
    this.#list.tabIndex = 0;
    this.#list.setAttribute('aria-label', suggester.label);
    this.#list.hidden = true;
    // The caret stays in the text.
    this.#list.addEventListener('pointerdown', (event) => event.preventDefault());
    view.dom.parentElement?.append(this.#list);
    window.visualViewport?.addEventListener('resize', this.#onKeyboard);
  }

  update(): void {
    const query = this.#query;
    if (!query) {
      this.#close();
      return;
    }
    if (this.#shown === query.text) {
      if (!this.#list.hidden) this.#place(query.from);
      return;
    }
    this.#shown = query.text;
    const found = this.#suggester.find(query.text);
    if (!(found instanceof Promise)) {
      this.#isFinding = false;
      this.#show(found);
      return;
    }
    this.#isFinding = true;
    void found
      .then((later) => {
        if (this.#query?.text !== query.text) return;
        this.#isFinding = false;
        this.#show(later);
        if (this.#isTaken || later[0]?.isSure) this.#take(0);
        this.#isTaken = false;
      })
      .catch(() => this.#close());
  }

  destroy(): void {
    window.visualViewport?.removeEventListener('resize', this.#onKeyboard);
    this.#list.remove();
  }

  handleKey(event: KeyboardEvent): boolean {
    // A list that is in view while another is found belongs to an earlier query.
    const isWaiting = this.#isFinding && (this.#suggester.waits || !this.#list.hidden);
    if (isWaiting && (event.key === 'Enter' || event.key === 'Tab')) {
      this.#isTaken = true;
      return true;
    }
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
        this.#view.dispatch(this.#view.state.tr.setMeta(this.#key, 'close'));
        return true;
      default:
        return false;
    }
  }

  get #query(): Query | undefined {
    return this.#key.getState(this.#view.state)?.query;
  }

  #take(index: number): void {
    const query = this.#query;
    const suggestion = this.#found[index];
    if (!query || !suggestion) return;
    // Before, because what runs may open a dialog, which has the focus then.
    this.#view.focus();
    suggestion.run(this.#view, query);
    this.#view.dispatch(this.#view.state.tr.setMeta(this.#key, 'close'));
  }

  #move(by: number): void {
    this.#current = (this.#current + by + this.#found.length) % this.#found.length;
    this.#mark();
  }

  #show(found: Suggestion[]): void {
    const query = this.#query;
    this.#found = found;
    if (!query || found.length === 0) {
      this.#list.hidden = true;
      this.#unlink();
      return;
    }
    this.#current = 0;
    this.#draw();
    this.#list.hidden = false;
    this.#list.scrollTop = 0;
    this.#place(query.from);
    this.#mark();
  }

  #draw(): void {
    const items: HTMLElement[] = [];
    let group: string | undefined;
    this.#options = this.#found.map((suggestion, index) => {
      if (this.#shown === '' && suggestion.group !== undefined && suggestion.group !== group) {
        group = suggestion.group;
        const heading = document.createElement('li');
        heading.setAttribute('role', 'presentation');
        heading.className = 'slash-heading';
        heading.textContent = group;
        items.push(heading);
      }
      const item = document.createElement('li');
      item.id = `${this.#list.id}-${suggestion.id}`;
      item.setAttribute('role', 'option');
      const icon = document.createElement('span');
      icon.setAttribute('aria-hidden', 'true');
      icon.append(suggestion.icon);
      const name = document.createElement('span');
      name.textContent = suggestion.title;
      item.append(icon, name);
      item.addEventListener('click', () => this.#take(index));
      item.addEventListener('pointermove', ({ movementX, movementY }) => {
        // A list that opens below a resting pointer is pointed at as well.
        if (movementX === 0 && movementY === 0) return;
        this.#current = index;
        this.#mark();
      });
      items.push(item);
      return item;
    });
    this.#list.replaceChildren(...items);
  }

  #mark(): void {
    const { dom } = this.#view;
    for (const [index, item] of this.#options.entries()) {
      const isCurrent = index === this.#current;
      item.setAttribute('aria-selected', String(isCurrent));
      if (isCurrent) {
        item.scrollIntoView({ block: 'nearest' });
        dom.setAttribute('aria-activedescendant', item.id);
        dom.setAttribute('aria-controls', this.#list.id);
      }
    }
  }

  /** Below the trigger character, or above it if there is no room. */
  #place(position: number): void {
    const covered = isSmall() ? coveredByKeyboard() : 0;
    this.#list.style.setProperty('--covered', `${covered}px`);
    if (isSmall()) {
      keepCaretAbove(this.#view, window.innerHeight - covered - this.#list.offsetHeight);
      return;
    }
    const { left, bottom, top } = this.#view.coordsAtPos(position);
    const { node } = this.#view.domAtPos(position);
    const text = node instanceof Element ? node : node.parentElement;
    const isRightToLeft = text !== null && getComputedStyle(text).direction === 'rtl';
    const { style, offsetHeight, offsetWidth } = this.#list;
    const isBelow = bottom + offsetHeight + 8 <= window.innerHeight || top < offsetHeight;
    style.insetBlockStart = `${isBelow ? bottom + 4 : top - offsetHeight - 4}px`;
    const start = isRightToLeft ? left - offsetWidth : left;
    style.left = `${Math.max(8, Math.min(start, window.innerWidth - offsetWidth - 8))}px`;
  }

  #close(): void {
    this.#shown = undefined;
    this.#isFinding = false;
    this.#isTaken = false;
    if (this.#list.hidden) return;
    this.#list.hidden = true;
    this.#unlink();
  }

  #unlink(): void {
    this.#view.dom.removeAttribute('aria-activedescendant');
    this.#view.dom.removeAttribute('aria-controls');
  }
}
