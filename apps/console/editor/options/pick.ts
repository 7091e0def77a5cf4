import { t } from '../../messages/messages.ts';
import { element } from '../views/element.ts';

/** A choice. `show` draws it into an element. */
export interface Choice<Value> {
  title: string;
  value: Value;
  show?: (target: HTMLElement) => void;
}

interface Question<Value> {
  label: string;
  find(query: string): Choice<Value>[] | Promise<Choice<Value>[]>;
  /** What was typed before the dialog was there. */
  typed?: string;
  /** Whether the choices are shown in a grid. */
  isGrid?: boolean;
  /** A button that chooses nothing of what is found. */
  none?: { label: string; value: Value };
}

/** The number of columns of the grid, as in the style sheet. */
const COLUMNS = 8;

/** A dialog with a search field and a list. Resolves to undefined if it is canceled. */
export function pick<Value>({
  label,
  find,
  isGrid = false,
  typed = '',
  none: no,
}: Question<Value>): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const input = element('input', {
      role: 'combobox',
      'aria-label': label,
      'aria-expanded': 'true',
      'aria-controls': 'choices',
      'aria-autocomplete': 'list',
      placeholder: label,
      autocomplete: 'off',
      spellcheck: 'false',
    });
    input.value = typed;
    const list = element('ul', {
      role: 'listbox',
      id: 'choices',
      'aria-label': t('results'),
      class: isGrid ? 'choice-grid' : undefined,
    });
    const none = element('p', { role: 'status', hidden: true });
    const clear = element('button', { type: 'button', class: 'choice-none', hidden: !no }, no?.label ?? '');
    const form = element('form', { method: 'dialog' }, input, list, none, clear);
    const dialog = element('dialog', { class: 'link-dialog', 'aria-label': label }, form);
    let choices: Choice<Value>[] = [];
    let current = 0;
    let asked = 0;
    const close = (value?: Value): void => {
      dialog.close();
      dialog.remove();
      resolve(value);
    };
    const mark = (): void => {
      for (const [index, item] of [...list.children].entries())
        item.setAttribute('aria-selected', String(index === current));
      if (choices.length > 0) input.setAttribute('aria-activedescendant', `choice-${current}`);
      else input.removeAttribute('aria-activedescendant');
      list.children[current]?.scrollIntoView({ block: 'nearest' });
    };
    const draw = (): void => {
      list.replaceChildren(
        ...choices.map(({ title, value, show }, index) => {
          const picture = element('span', { 'aria-hidden': 'true', class: 'choice-picture' });
          show?.(picture);
          const item = element(
            'li',
            { role: 'option', id: `choice-${index}`, 'aria-label': title, title },
            ...(show ? [picture] : []),
            ...(isGrid ? [] : [element('span', {}, title)]),
          );
          item.addEventListener('click', () => close(value));
          return item;
        }),
      );
      none.hidden = choices.length > 0;
      none.textContent = none.hidden ? '' : t('nothingFound', { query: input.value });
      mark();
    };
    const search = async (): Promise<void> => {
      asked += 1;
      const own = asked;
      const found = await Promise.resolve(find(input.value.trim())).catch(() => []);
      // A newer search has started since.
      if (own !== asked) return;
      choices = found;
      current = 0;
      draw();
    };
    clear.addEventListener('click', () => close(no?.value));
    input.addEventListener('input', () => void search());
    dialog.addEventListener('keydown', (event) => {
      if (event.isComposing) return;
      const row = isGrid ? COLUMNS : 1;
      const steps: Record<string, number> = {
        ArrowDown: row,
        ArrowUp: -row,
        ...(isGrid && input.value === '' ? { ArrowRight: 1, ArrowLeft: -1 } : {}),
      };
      const step = steps[event.key];
      if (step !== undefined && choices.length > 0) {
        event.preventDefault();
        current = Math.max(0, Math.min(choices.length - 1, current + step));
        mark();
      } else if (event.key === 'Enter' && event.target === input) {
        event.preventDefault();
        const choice = choices[current];
        if (choice) close(choice.value);
      }
    });
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      close();
    });
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) close();
    });
    document.body.append(dialog);
    dialog.showModal();
    void search();
  });
}
