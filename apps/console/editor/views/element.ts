/** Makes an element with attributes, properties that begin with a dot, and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | boolean | undefined> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value === true) made.setAttribute(key, '');
    else if (value !== undefined && value !== false) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A button beside text that does not take the focus. */
export function button(label: string, sign: string | Element, run: () => void): HTMLButtonElement {
  const made = element(
    'button',
    { type: 'button', 'aria-label': label, title: label, class: 'block-button' },
    sign,
  );
  made.addEventListener('pointerdown', (event) => event.preventDefault());
  made.addEventListener('click', run);
  return made;
}

/** A field in a block that handles its own keys and pointer events. */
export function field(
  label: string,
  value: string,
  onChange: (value: string) => void,
  attributes: Record<string, string | boolean> = {},
): HTMLInputElement {
  const input = element('input', {
    'aria-label': label,
    placeholder: label,
    class: 'block-field',
    ...attributes,
  });
  input.value = value;
  input.addEventListener('input', () => onChange(input.value));
  return input;
}

/** Whether the editor should ignore an event in a control. */
export const isControl = (event: Event): boolean =>
  event.target instanceof HTMLElement && event.target.closest('input, select, button, textarea') !== null;
