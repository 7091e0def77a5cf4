import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { t } from '../messages/messages.ts';

/** What an authenticator answered, for the service to check. */
export interface PasskeyResponse {
  ceremony: string;
  response: Record<string, unknown>;
}

/** Whether this browser has passkeys for this page. */
export const hasPasskeys = (): boolean => globalThis.PublicKeyCredential !== undefined;

/** Asks the browser for the answer of a passkey. */
export async function askAuthenticator({
  ceremony,
  options,
}: {
  ceremony: string;
  options: Record<string, unknown>;
}): Promise<PasskeyResponse> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const response = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  }).catch(() => {
    throw new Error(t('passkeyNotUsed'));
  });
  return { ceremony, response: { ...response } };
}
