import type { AuthenticationResponseJSON, AuthenticatorTransport } from '@simplewebauthn/server';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import { type Ceremony, digestOf, findCeremony } from './ceremony.ts';
import { advancePasskey, findPasskeyRow, type PasskeyRow, takeChallenge } from './passkeys.repository.ts';

/** What a browser sends of an authenticator that has a passkey. */
export interface PasskeyResponse {
  /** The sealed question. */
  ceremony: string;
  response: object;
}

interface VerifiedResponse {
  ceremony: Ceremony;
  row: PasskeyRow;
  counter: number;
}

/** The party that passkeys are for: the host and the origin of the public address. */
export const partyOf = ({ config }: Pick<Context, 'config'>) => {
  const { origin, hostname } = new URL(config.baseUrl);
  return { origin, rpID: hostname };
};

/** The library is loaded for the first passkey. */
export const webAuthn = () => import('@simplewebauthn/server');

/**
 * Checks that a passkey answers a question of this purpose. A question that was put to a user is answered only by a
 * passkey of that user. Returns undefined for everything that does not fit.
 */
export async function verifyResponse(
  context: Context,
  { ceremony: sealed, response }: PasskeyResponse,
  { purpose, userId }: Pick<Ceremony, 'purpose' | 'userId'>,
): Promise<VerifiedResponse | undefined> {
  const ceremony = findCeremony(context, sealed, purpose);
  const assertion = response as unknown as AuthenticationResponseJSON;
  if (!ceremony || ceremony.userId !== userId || typeof assertion.id !== 'string') return undefined;
  const row = await findPasskeyRow(context.db, Buffer.from(assertion.id, 'base64url'));
  if (!row || (userId !== undefined && row.user_id !== userId)) return undefined;
  const counter = await findNewCounter(context, { ceremony, row, assertion });
  return counter === undefined ? undefined : { ceremony, row, counter };
}

/** A step of a transaction: records the use. Returns false if the question was answered or the passkey used meanwhile. */
export async function useResponse(
  context: Pick<Context, 'clock'>,
  unit: Pick<UnitOfWork, 'trx'>,
  { ceremony, row, counter }: VerifiedResponse,
): Promise<boolean> {
  if (!(await isFirstResponse(context, unit, ceremony))) return false;
  return advancePasskey(unit.trx, { row, counter, at: context.clock() });
}

/** A step of a transaction: no challenge is answered twice. */
export function isFirstResponse(
  { clock }: Pick<Context, 'clock'>,
  { trx }: Pick<UnitOfWork, 'trx'>,
  ceremony: Ceremony,
): Promise<boolean> {
  const expiresAt = new Date(ceremony.until);
  return takeChallenge(trx, { digest: digestOf(ceremony), expiresAt, now: clock() });
}

async function findNewCounter(
  context: Context,
  {
    ceremony,
    row,
    assertion,
  }: { ceremony: Ceremony; row: PasskeyRow; assertion: AuthenticationResponseJSON },
): Promise<number | undefined> {
  const { origin, rpID } = partyOf(context);
  const { verifyAuthenticationResponse } = await webAuthn();
  try {
    // The account of the passkey, as the authenticator stored it.
    const { userHandle } = assertion.response;
    if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== row.user_id)
      throw new Error('The user handle is that of another account.');
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion,
      expectedChallenge: ceremony.challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: row.credential_id.toString('base64url'),
        publicKey: new Uint8Array(row.public_key),
        counter: Number(row.counter),
        transports: row.transports as AuthenticatorTransport[],
      },
    });
    if (verified) return authenticationInfo.newCounter;
  } catch (error) {
    // A counter that went back may mean that the authenticator was copied.
    context.log.warn(
      { reason: (error as Error).message, passkeyId: row.passkey_id },
      'a passkey was not accepted',
    );
  }
  return undefined;
}
