import { t } from '../../messages/messages.ts';
import { element } from '../views/element.ts';

/** Something that a link or a block can lead to. */
export interface LinkTarget {
  title: string;
  /** Where it is, such as the pages above it. */
  detail: string;
  ref: Record<string, unknown>;
}

/** Finds targets for what was typed. */
export type FindTargets = (query: string) => Promise<LinkTarget[]>;

interface Question {
  label: string;
  field: string;
  placeholder: string;
  initial?: string;
  find: FindTargets;
  /** What else can be done. */
  remove?: { label: string; run(): void };
}

/** A dialog in which a target is found by typing. Undefined: the writer wants none. */
export function chooseTarget({
  label,
  field,
  placeholder,
  initial = '',
  find,
  remove,
}: Question): Promise<LinkTarget | undefined> {
  return new Promise((resolve) => {
    const input = element('input', {
      role: 'combobox',
      'aria-label': field,
      'aria-expanded': 'true',
      'aria-controls': 'targets',
      'aria-autocomplete': 'list',
      placeholder,
      autocomplete: 'off',
      spellcheck: 'false',
    });
    input.value = initial;
    const list = element('ul', { role: 'listbox', id: 'targets', 'aria-label': t('linkTargets') });
    const form = element('form', { method: 'dialog' }, input, list);
    const dialog = element('dialog', { class: 'link-dialog', 'aria-label': label }, form);
    let targets: LinkTarget[] = [];
    let current = 0;
    let asked = 0;
    const close = (target?: LinkTarget): void => {
      dialog.close();
      dialog.remove();
      resolve(target);
    };
    const draw = (): void => {
      if (targets.length > 0) input.setAttribute('aria-activedescendant', `target-${current}`);
      else input.removeAttribute('aria-activedescendant');
      list.replaceChildren(
        ...targets.map((target, index) => {
          const item = element(
            'li',
            { role: 'option', id: `target-${index}`, 'aria-selected': String(index === current) },
            element('span', {}, target.title),
            element('small', {}, target.detail),
          );
          item.addEventListener('click', () => close(target));
          return item;
        }),
      );
      list.children[current]?.scrollIntoView({ block: 'nearest' });
    };
    const search = async (): Promise<void> => {
      asked += 1;
      const own = asked;
      const found = await find(input.value.trim()).catch(() => []);
      // A later question has been asked since.
      if (own !== asked) return;
      targets = found;
      current = 0;
      draw();
    };
    input.addEventListener('input', () => void search());
    dialog.addEventListener('keydown', (event) => {
      if (event.isComposing) return;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        const step = event.key === 'ArrowDown' ? 1 : -1;
        current = (current + step + targets.length) % Math.max(1, targets.length);
        draw();
      } else if (event.key === 'Enter' && event.target === input) {
        event.preventDefault();
        if (targets[current]) close(targets[current]);
      }
    });
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      close();
    });
    if (remove) {
      const button = element('button', { type: 'button', class: 'block-button' }, remove.label);
      button.addEventListener('click', () => {
        remove.run();
        close();
      });
      form.append(button);
    }
    document.body.append(dialog);
    dialog.showModal();
    input.select();
    void search();
  });
}
