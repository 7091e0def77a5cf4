import type { LinkTarget } from '../links/link-target.ts';
import type { Question } from './choose-target.ts';

export const loadTargetDialog = () => import('./choose-target.ts');

/** Asks for a target in a dialog, which is loaded first. What is typed meanwhile goes into the dialog. */
export async function askTarget(question: Question): Promise<LinkTarget | undefined> {
  const { loaded, typed } = await catchTyping(loadTargetDialog());
  return loaded.chooseTarget({ typed, ...question });
}

/** Catches what is typed until a dialog is loaded. The text does not get the focus back: the browser would move its caret. */
async function catchTyping<Loaded>(loading: Promise<Loaded>): Promise<{ loaded: Loaded; typed: string }> {
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
