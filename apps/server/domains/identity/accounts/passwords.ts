import { type Algorithm, hash, parseOptions, verify } from '@node-rs/argon2';
import { type ApiError, invalidField } from '../../../platform/http/errors.ts';
import { createTurnstile } from './turnstile.ts';

/** The most frequent passwords of ten or more letters in lists of stolen ones, folded to lower case. */
const COMMON = new Set(
  `1234567890 0123456789 0987654321 9876543210 12345678910 123456789a 1234567891 a123456789 123456789q 123123123123
1234512345 1212121212 1010101010 11223344556 1122334455 1357924680 147258369 1472583690 123654789 1236547890
password12 password123 password1234 password12345 passwordpassword p@ssword12 p@ssw0rd123 passw0rd123 mypassword
mypassword1 newpassword changeme123 changemenow letmein123 letmeinnow welcome123 welcome1234 welcome2024 welcome2025
qwertyuiop qwertyuiop1 qwertyuiop123 qwertyuiop[] qwerty12345 qwerty123456 qwerty1234 qwertzuiop azertyuiop
asdfghjkl1 asdfghjkl; asdfghjkl123 asdfasdfasdf zxcvbnm123 zxcvbnm,./ 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc
qazwsxedc1 qazwsxedcrfv q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsxcde3 !qaz2wsx#edc iloveyou12 iloveyou123 iloveyou1234
administrator admin12345 admin123456 adminadmin adminadmin1 administrator1 rootroot12 superuser1 testtest12 test123456
test1234567 testing123 secret1234 secretsecret sunshine12 sunshine123 princess123 football123 baseball123 basketball
michael123 superman123 charlie123 dragon12345 monkey12345 abcdefghij abcdefghijk abcdefghijklmnop abc1234567 abcd123456
abcde12345 abc123abc123 a1b2c3d4e5 aa12345678 aa123456789 1234qwerasdf 1234abcd1234 trustno123 whatever123 computer123
internet123 starwars123 hello12345 helloworld helloworld1 correcthorsebatterystaple documentation lectern123`.split(
    /\s+/,
  ),
);

/**
 * Whether a password, folded to lower case, is among the first to be guessed, which includes a single repeated
 * character.
 */
const isCommonPassword = (folded: string): boolean => COMMON.has(folded) || new Set(folded).size === 1;

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
