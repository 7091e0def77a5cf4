import { type KeyRing, reseal, seal, unseal } from './keys.ts';

/** Seals a secret that the service must be able to read again. */
export const sealSecret = (keyRing: KeyRing, text: string): Buffer =>
  seal(keyRing.keys('credentials')[0] as Buffer, text);

/** Throws if the secret was sealed under an instance secret that is no longer accepted. */
export const openSecret = (keyRing: KeyRing, sealed: Buffer): string =>
  unseal(keyRing.keys('credentials'), sealed);

/** A secret in a row, and how to store it again if it was not replaced meanwhile. */
export interface StoredSecret {
  sealed: Buffer;
  replace(resealed: Buffer): Promise<unknown>;
}

/**
 * Seals secrets under the present secret of the instance, so that an earlier one can be given up. Lists them only while
 * an earlier one is still accepted.
 */
export async function resealSecrets(
  keyRing: KeyRing,
  list: () => Promise<readonly StoredSecret[]>,
): Promise<void> {
  const keys = keyRing.keys('credentials');
  if (keys.length === 1) return;
  for (const { sealed, replace } of await list()) {
    const resealed = reseal(keys, sealed);
    if (resealed) await replace(resealed);
  }
}
