import { Secret, TOTP } from 'otpauth';

/** The settings that authenticator apps assume: some ignore any others. */
const STANDARD = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** Codes of the step before and after count too: clocks differ, and people type slowly. */
const WINDOW = 1;

/** In Base32, as apps accept it by hand. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the content of the QR code for the app: `otpauth://totp/…`. */
export const totpUrl = (secret: string, { email, host }: { email: string; host: string }): string =>
  new TOTP({ ...STANDARD, issuer: `Lectern (${host})`, label: email, secret }).toString();

/** Returns the time step (half-minutes since 1970) of the code; undefined if it is not valid now. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = new TOTP({ ...STANDARD, secret }).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / STANDARD.period) + delta;
}
