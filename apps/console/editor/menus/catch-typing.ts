/**
 * Waits for a dialog to be loaded. What is typed meanwhile goes into the dialog and not into the text. The text does not
 * get the focus back before the dialog: the browser would put its caret somewhere else.
 */
export async function catchTyping<Loaded>(
  loading: Promise<Loaded>,
): Promise<{ loaded: Loaded; typed: string }> {
  const input = document.createElement('input');
  input.className = 'visually-hidden';
  input.autocomplete = 'off';
  document.body.append(input);
  input.focus();
  try {
    return { loaded: await loading, typed: input.value };
  } finally {
    input.remove();
  }
}
