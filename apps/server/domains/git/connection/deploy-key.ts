/** Deploy keys: key pairs that the service makes for one space, and whose private half it shows to nobody. */
import { fingerprintOf } from '@lectern/git/program/host-key';
import { createKeyPair, parseHostKeys } from '@lectern/git/program/ssh-access';
import type { KeyRing } from '../../../platform/access/keys.ts';
import { openSecret, sealSecret } from '../../../platform/access/secrets.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import { invalidField } from '../../../platform/http/errors.ts';

export interface DeployKey {
  publicKey: string;
  fingerprint: string;
  /** The private key, sealed for the space. */
  deployKey: string;
}

interface SealedKey {
  purpose: 'git-deploy-key';
  spaceId: string;
  privateKey: string;
}

const PURPOSE = 'git-deploy-key';

/** Makes a key pair. Nothing is stored: the sealed key comes back in the credentials of the connection. */
export async function createDeployKey(
  keyRing: KeyRing,
  { spaceId }: SpaceKey,
  hostname: string,
): Promise<DeployKey> {
  const { privateKey, publicKey } = await createKeyPair(`lectern@${hostname}`);
  const sealed: SealedKey = { purpose: PURPOSE, spaceId, privateKey };
  const [key = { key: '' }] = parseHostKeys(publicKey);
  return {
    publicKey,
    fingerprint: fingerprintOf(key),
    deployKey: sealSecret(keyRing, JSON.stringify(sealed)).toString('base64url'),
  };
}

/** Opens a deploy key that was made for this space. */
export function openDeployKey(keyRing: KeyRing, { spaceId }: SpaceKey, deployKey: string): string {
  const key = readSealed(keyRing, deployKey);
  if (key?.purpose !== PURPOSE || key.spaceId !== spaceId)
    throw invalidField('credentials.deployKey', 'is not a deploy key of this space. Create a new one');
  return key.privateKey;
}

function readSealed(
  keyRing: KeyRing,
  deployKey: string,
): (Partial<SealedKey> & { privateKey: string }) | undefined {
  try {
    return JSON.parse(openSecret(keyRing, Buffer.from(deployKey, 'base64url')));
  } catch {
    return undefined;
  }
}
