/** Opens a form for a request to an API. Its script is loaded when it is about to be used. */

import type { TriedOperation } from '@lectern/render/tried-operation';
import { all } from './dom.ts';

declare const TRY_SCRIPT: string;

type TryScript = typeof import('./try.ts');

export function enhanceApiRequests(root: ParentNode): void {
  for (const button of all(root, 'button[data-try]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const { tryOperation }: TryScript = await import(new URL(TRY_SCRIPT, import.meta.url).href);
      tryOperation(JSON.parse(button.dataset.try ?? '') as TriedOperation);
    });
  }
}
