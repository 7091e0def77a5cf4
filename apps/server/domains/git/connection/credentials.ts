import { fingerprintOf } from '@lectern/git/program/host-key';
import { publicKeyOf } from '@lectern/git/program/public-key';
import type { SshAccess } from '@lectern/git/program/ssh-access';
import type { Static } from 'typebox';
import type { KeyRing } from '../../../platform/access/keys.ts';
import { openSecret, sealSecret } from '../../../platform/access/secrets.ts';
import type { GitCredentialsBody } from './connection.schemas.ts';

/** A user name with a password or token, or an SSH key. */
export type ConnectionCredentials = Static<typeof GitCredentialsBody>;

export const sealCredentials = (keyRing: KeyRing, credentials: ConnectionCredentials): Buffer =>
  sealSecret(keyRing, JSON.stringify(credentials));

/** Opens the keys of a connection over SSH; undefined if the connection has no private key. */
export function openSshAccess(
  keyRing: KeyRing,
  connection: { credentials: Buffer | null; known_hosts: string | null },
): SshAccess | undefined {
  const credentials = openCredentials(keyRing, connection);
  if (!credentials || !('privateKey' in credentials)) return undefined;
  return { privateKey: credentials.privateKey, knownHosts: connection.known_hosts ?? '' };
}

export const openCredentials = (
  keyRing: KeyRing,
  { credentials }: { credentials: Buffer | null },
): ConnectionCredentials | undefined => openSealed<ConnectionCredentials>(keyRing, credentials);

export interface PublicKey {
  publicKey: string;
  fingerprint: string;
}

/** The public half of the key of a connection; undefined if it signs in otherwise, or its key cannot be opened. */
export function readPublicKey(
  keyRing: KeyRing,
  connection: { credentials: Buffer | null },
): PublicKey | undefined {
  let credentials: ConnectionCredentials | undefined;
  try {
    credentials = openCredentials(keyRing, connection);
  } catch {
    // It was stored under another secret of the instance. Syncs say so; the connection can be read and changed.
    return undefined;
  }
  const publicKey =
    credentials && 'privateKey' in credentials ? publicKeyOf(credentials.privateKey) : undefined;
  const [, key] = publicKey?.split(' ') ?? [];
  return publicKey !== undefined && key !== undefined
    ? { publicKey, fingerprint: fingerprintOf({ key }) }
    : undefined;
}

/** Opens the sealed credentials of a row. Throws if they were stored under another secret of the instance. */
export const openSealed = <Value>(keyRing: KeyRing, sealed: Buffer | null): Value | undefined =>
  sealed ? (JSON.parse(openSecret(keyRing, sealed)) as Value) : undefined;
