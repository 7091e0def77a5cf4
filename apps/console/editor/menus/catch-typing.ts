/** Waits for a dialog to be loaded. What is typed meanwhile goes into the dialog and not into the text. */
export async function catchTyping<Loaded>(
  loading: Promise<Loaded>,
): Promise<{ loaded: Loaded; typed: string }> {
  const focused = document.activeElement;
  const input = document.createElement('input');
  input.className = 'visually-hidden';
  input.autocomplete = 'off';
  document.body.append(input);
  input.focus();
  try {
    return { loaded: await loading, typed: input.value };
  } finally {
    // A dialog returns the focus to where it was when it opened.
    if (focused instanceof HTMLElement) focused.focus();
    input.remove();
  }
}
