import { createHmac, randomBytes } from 'node:crypto';
import { seal, unseal } from '../../../../platform/access/keys.ts';
import type { Context } from '../../../../platform/context.ts';
import { SignOnRefusal } from '../refusal.ts';
import { digestSecret, isSameDigest } from '../sign-on-tickets.ts';
import type { ConnectedProvider } from './connected-provider.ts';

/** Enough to find a second factor in a bag. */
const MINUTES = 15;
const MAX_LENGTH = 8192;

/** A sign-in that began: sealed, it is the `state` that the provider sends back. Nothing of it is stored before that. */
export interface SignOnState {
  requestId: string;
  returnPath: string;
  createdAt: Date;
  expiresAt: Date;
}

export const newRequestId = (): string => `_${randomBytes(16).toString('hex')}`;

export function sealState(
  { keyRing, clock }: Pick<Context, 'keyRing' | 'clock'>,
  { key }: ConnectedProvider,
  { requestId, browser, returnPath }: { requestId: string; browser: string; returnPath: string },
): string {
  const state = [key, requestId, digestSecret(browser).toString('base64url'), clock().getTime(), returnPath];
  return seal(keyRing.keys('sign-on')[0] as Buffer, JSON.stringify(state)).toString('base64url');
}

/** Throws a refusal unless this browser began the sign-in, with this provider, not long ago. */
export function openState(
  { keyRing, clock }: Pick<Context, 'keyRing' | 'clock'>,
  { key }: ConnectedProvider,
  { state, browser }: { state: string; browser: string | undefined },
): SignOnState {
  const [providerKey, requestId, digest, began, returnPath] = readState(keyRing, state);
  if (providerKey !== key) throw new SignOnRefusal('oidc-state', 'of another provider');
  // Otherwise an attacker could pass their own response to a victim, whose browser would be signed in as the attacker.
  if (browser === undefined || !isSameDigest(digestSecret(browser), Buffer.from(digest, 'base64url')))
    throw new SignOnRefusal('other-browser', browser === undefined ? 'no cookie' : 'another cookie');
  const expiresAt = new Date(began + MINUTES * 60_000);
  if (expiresAt <= clock()) throw new SignOnRefusal('request-expired');
  return { requestId, returnPath, createdAt: new Date(began), expiresAt };
}

function readState(
  keyRing: Context['keyRing'],
  state: string,
): [key: string, requestId: string, digest: string, began: number, returnPath: string] {
  if (state.length > MAX_LENGTH) throw new SignOnRefusal('oidc-state', 'too long');
  try {
    return JSON.parse(unseal(keyRing.keys('sign-on'), Buffer.from(state, 'base64url')));
  } catch {
    throw new SignOnRefusal('oidc-state', 'not ours');
  }
}

/**
 * The secrets of one sign-in, which only the browser that began it can make again: without its cookie, neither a stolen
 * code nor a stolen token can be used here.
 */
export const secretsOf = (browser: string, requestId: string): { verifier: string; nonce: string } => ({
  verifier: derive(browser, `verifier:${requestId}`),
  nonce: derive(browser, `nonce:${requestId}`),
});

const derive = (browser: string, text: string): string =>
  createHmac('sha256', browser).update(text).digest('base64url');
