import { catchTyping } from '../../app/catch-typing.ts';
import type { LinkTarget } from '../links/link-target.ts';
import type { Question } from './choose-target.ts';

export const loadTargetDialog = () => import('./choose-target.ts');

/** Asks for a target in a dialog, which is loaded first. What is typed meanwhile goes into the dialog. */
export async function askTarget(question: Question): Promise<LinkTarget | undefined> {
  const { loaded, typed } = await catchTyping(loadTargetDialog());
  return loaded.chooseTarget({ typed, ...question });
}
