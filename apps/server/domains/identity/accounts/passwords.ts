import { type Algorithm, hash, parseOptions, verify } from '@node-rs/argon2';
import { type ApiError, invalidField } from '../../../platform/http/errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { createTurnstile } from './turnstile.ts';

/** Argon2id as OWASP recommends it: 19 MiB, two passes. A weaker hash is replaced at the next sign-in. */
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
// The constants of the package are only in its types.
const OPTIONS = { ...STRENGTH, algorithm: 2 satisfies Algorithm.Argon2id as Algorithm };

const MIN_LENGTH = 10;
const MAX_LENGTH = 1024;

/** Files and compression need the other threads of the pool; a caller behind more than this many others is refused. */
const turnstile = createTurnstile({ atOnce: 2, waiting: 64 });

const tooShort = (path: string): ApiError =>
  invalidField(path, `must have at least ${MIN_LENGTH} characters`);
const tooLong = (path: string): ApiError => invalidField(path, `must have at most ${MAX_LENGTH} characters`);
const isAddress = (path: string): ApiError => invalidField(path, 'must not be the email address');
const isCommon = (path: string): ApiError => invalidField(path, 'is too common. Choose another password');

/** The same password however a keyboard composes its letters. */
const normalize = (password: string): string => password.normalize('NFKC');

/** Throws a 400 that explains why a new password is not acceptable. */
export function assertGoodPassword(password: string, email: string, path = 'password'): void {
  const normal = normalize(password);
  const length = [...normal].length;
  if (length < MIN_LENGTH) throw tooShort(path);
  if (length > MAX_LENGTH) throw tooLong(path);
  const folded = normal.toLowerCase();
  if (folded === normalize(email).toLowerCase()) throw isAddress(path);
  if (isCommonPassword(folded)) throw isCommon(path);
}

/** Returns the stored form of a password: Argon2's text with its salt and strength. */
export const hashPassword = (password: string): Promise<string> =>
  turnstile.pass(() => hash(normalize(password), OPTIONS));

let unknowable: Promise<string> | undefined;

/**
 * Whether it is the password. `stored` is null if there is no user or no password: the check then takes just as long.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  unknowable ??= hash('what nobody has as a password', OPTIONS);
  const compared = stored ?? (await unknowable);
  const isSame = await turnstile.pass(() => verify(compared, normalize(password)));
  return isSame && stored !== null;
}

/** Whether it was hashed with weaker settings than today's. */
export function isWeaklyHashed(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(stored);
  return (
    memoryCost < STRENGTH.memoryCost || timeCost < STRENGTH.timeCost || parallelism < STRENGTH.parallelism
  );
}
