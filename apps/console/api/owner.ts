import { createStore } from './store.ts';

/** Whether somebody else has signed in in this browser since this tab was loaded. */
export const hasOtherOwner = createStore(false);

let owner: string | undefined;

/**
 * Notes whose tab this is, from the first response about the session. If somebody else has signed in since, this throws:
 * no request that changes something is sent, because the token against forgeries comes with the session. What is
 * on the page belongs to the first person, and stays in the browser until they sign in again.
 */
export async function checkOwner(response: Response): Promise<void> {
  const { user } = (await response.json()) as { user?: { id: string } };
  const id = user?.id ?? '';
  owner ??= id;
  if (owner === id) return;
  hasOtherOwner.set(true);
  throw new TypeError('Somebody else has signed in.');
}
