import { createHash, randomBytes } from 'node:crypto';
import { seal, unseal } from '../../../../platform/access/keys.ts';
import type { Context } from '../../../../platform/context.ts';

const LIFETIME_MS = 5 * 60 * 1000;
const CHALLENGE_BYTES = 32;

/** What an authenticator is asked, and what for. Only this service can read it: nothing is stored for a question. */
export interface Ceremony {
  purpose: 'add' | 'confirm' | 'sign-in';
  challenge: string;
  /** Whose passkey is added, or confirms. */
  userId?: string;
  until: number;
}

export function beginCeremony(
  { keyRing, clock }: Pick<Context, 'keyRing' | 'clock'>,
  asked: Pick<Ceremony, 'purpose' | 'userId'>,
): { ceremony: string; challenge: Uint8Array<ArrayBuffer> } {
  const challenge = new Uint8Array(randomBytes(CHALLENGE_BYTES));
  const content: Ceremony = {
    ...asked,
    challenge: Buffer.from(challenge).toString('base64url'),
    until: clock().getTime() + LIFETIME_MS,
  };
  const key = keyRing.keys('sessions')[0] as Buffer;
  return { ceremony: seal(key, JSON.stringify(content)).toString('base64url'), challenge };
}

/** Undefined for one that is forged, too old, or for something else. */
export function findCeremony(
  { keyRing, clock }: Pick<Context, 'keyRing' | 'clock'>,
  sealed: string,
  purpose: Ceremony['purpose'],
): Ceremony | undefined {
  let opened: Ceremony;
  try {
    opened = JSON.parse(unseal(keyRing.keys('sessions'), Buffer.from(sealed, 'base64url')));
  } catch {
    return undefined;
  }
  return opened.purpose === purpose && opened.until > clock().getTime() ? opened : undefined;
}

export const digestOf = ({ challenge }: Ceremony): Buffer => createHash('sha256').update(challenge).digest();
