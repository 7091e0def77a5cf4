import { createStore } from '../api/store.ts';

/** The secret of webhooks that the service made, which it does not show again, by the id of the space. */
export const shownSecrets = createStore<ReadonlyMap<string, string>>(new Map());

export function keepSecret(spaceId: string, secret: string | undefined): void {
  if (secret !== undefined) shownSecrets.set(new Map([...shownSecrets.get(), [spaceId, secret]]));
}
