import { t } from '../../messages/messages.ts';
import type { EditorParts } from '../input/editor-parts.ts';
import { newKey } from '../schema/mark-specs.ts';
import { element, field } from './element.ts';

interface ExpressionField {
  dom: HTMLElement;
  input: HTMLInputElement;
  /** After the expression has changed in another way. */
  check(): void;
}

/** A field for an expression, which is checked while it is typed. `isValue`: what it is now is shown as well. */
export function expressionField(
  { variables }: EditorParts,
  { label, isValue, onChange }: { label: string; isValue: boolean; onChange: (expression: string) => void },
): ExpressionField {
  const note = element('p', { role: 'status', class: 'block-option-note', id: `note-${newKey()}` });
  const list = element('datalist', { id: `variables-${newKey()}` });
  let asked = 0;
  const check = async (): Promise<void> => {
    asked += 1;
    const own = asked;
    const [{ checkExpression }, known] = await Promise.all([
      import('../options/check-expression.ts'),
      variables(),
    ]);
    if (own !== asked) return;
    list.replaceChildren(...known.map(({ path, value }) => element('option', { value: path }, value)));
    const problem = checkExpression(input.value, known);
    const value = known.find(({ path }) => path === input.value.trim())?.value;
    input.setAttribute('aria-invalid', String(problem !== undefined));
    note.classList.toggle('problem', problem !== undefined);
    note.textContent = problem ?? (isValue && value !== undefined ? t('valueNow', { value }) : '');
  };
  const input = field(
    label,
    '',
    (expression) => {
      onChange(expression);
      void check();
    },
    { list: list.id, spellcheck: 'false', 'aria-describedby': note.id },
  );
  return {
    dom: element('div', { class: 'expression-field' }, input, list, note),
    input,
    check: () => void check(),
  };
}
