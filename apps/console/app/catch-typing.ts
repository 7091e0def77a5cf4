interface Caught<Loaded> {
  loaded: Loaded;
  /** What was typed meanwhile, for the field of the dialog. */
  typed: string;
}

/**
 * Catches what is typed until a dialog is loaded. `returnsFocus`: what had the focus gets it back, so that it also has it
 * when the dialog is closed. A text does not: the browser would move its caret.
 */
export async function catchTyping<Loaded>(
  loading: Promise<Loaded>,
  { returnsFocus = false } = {},
): Promise<Caught<Loaded>> {
  const focused = document.activeElement;
  const input = document.createElement('input');
  input.className = 'visually-hidden';
  input.autocomplete = 'off';
  document.body.append(input);
  input.focus();
  try {
    return { loaded: await loading, typed: input.value };
  } finally {
    if (returnsFocus && document.activeElement === input && focused instanceof HTMLElement) focused.focus();
    input.remove();
  }
}
