import { Secret, TOTP } from 'otpauth';

/** What authenticator apps take for granted: some of them ignore anything else. */
const STANDARD = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** Codes of the step before and after count too: clocks differ, and people type slowly. */
const WINDOW = 1;

/** In Base32, as apps take it by hand. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What the picture for the app says: `otpauth://totp/…`. */
export const totpUrl = (secret: string, { email, host }: { email: string; host: string }): string =>
  new TOTP({ ...STANDARD, issuer: `Lectern (${host})`, label: email, secret }).toString();

/** Which half-minute since 1970 the code is of; undefined: of none that counts now. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = new TOTP({ ...STANDARD, secret }).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / STANDARD.period) + delta;
}
