/** Numbers with more digits than JavaScript keeps, such as 9223372036854775807. They stay as they were written. */

/** A number that JavaScript would round. It is rounded wherever it is used like a number; `String` writes all digits. */
export class LongNumber extends Number {
  readonly #digits: string;

  /** `digits`: as JSON writes the number. */
  constructor(digits: string) {
    super(digits);
    this.#digits = digits;
  }

  override toString(): string {
    return this.#digits;
  }
}

export type AnyNumber = number | LongNumber;

export const isNumber = (value: unknown): value is AnyNumber =>
  typeof value === 'number' || value instanceof LongNumber;

/** The digits of 2⁵³ that are never rounded. */
const SAFE_DIGITS = 15;

/** Reads a number as JSON writes it. */
export function readNumber(literal: string): AnyNumber {
  const number = Number(literal);
  if (literal.length <= SAFE_DIGITS && !/e/i.test(literal)) return number;
  const isKept = Number.isFinite(number) && compareDecimals(readDecimal(literal), decimalOf(number)) === 0;
  return isKept ? number : new LongNumber(literal);
}

/** A whole number of any size. */
export const toAnyNumber = (whole: bigint): AnyNumber => readNumber(String(whole));

/** 0.`digits` × 10^`point`, without zeros at either end of the digits. */
interface Decimal {
  sign: number;
  digits: string;
  point: number;
}

const decimalOf = (number: AnyNumber): Decimal => readDecimal(String(number));

function readDecimal(literal: string): Decimal {
  const [, minus, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const all = whole + fraction;
  let start = 0;
  while (all[start] === '0') start += 1;
  let end = all.length;
  while (end > start && all[end - 1] === '0') end -= 1;
  if (start === end) return { sign: 0, digits: '', point: 0 };
  return {
    sign: minus ? -1 : 1,
    digits: all.slice(start, end),
    point: whole.length - start + Number(exponent),
  };
}

function compareDecimals(one: Decimal, other: Decimal): number {
  if (one.sign !== other.sign) return one.sign - other.sign;
  if (one.point !== other.point) return one.sign * (one.point - other.point);
  if (one.digits === other.digits) return 0;
  return one.digits < other.digits ? -one.sign : one.sign;
}

/** Below 0 if the first number is less than the second, above 0 if it is more. Compares all digits. */
export function compareNumbers(one: AnyNumber, other: AnyNumber): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other || Number(one !== other);
  // Numbers such as 1e400 are less than that.
  for (const infinite of [Infinity, -Infinity]) {
    if (one === infinite) return infinite;
    if (other === infinite) return -infinite;
  }
  return compareDecimals(decimalOf(one), decimalOf(other));
}

export function isWhole(number: AnyNumber): boolean {
  if (typeof number === 'number') return Number.isInteger(number);
  const { digits, point } = decimalOf(number);
  return point >= digits.length;
}

/** Calculations with more digits than these would take long. */
const MAX_DIGITS = 400;

/** A whole number; undefined for one with a fraction, or with too many digits to calculate with. */
export function toBigInt(number: AnyNumber): bigint | undefined {
  if (Number.isSafeInteger(number)) return BigInt(number as number);
  const { sign, digits, point } = decimalOf(number);
  if (!isWhole(number) || point > MAX_DIGITS) return undefined;
  return BigInt(sign) * BigInt(digits.padEnd(point, '0') || '0');
}

/** Whether a number is a multiple of another one; false if they have too many digits to calculate with. */
export function isMultiple(number: AnyNumber, step: AnyNumber): boolean {
  if (typeof number === 'number' && typeof step === 'number') return Number.isInteger(number / step);
  const { dividend, divisor } = toWholes(number, step) ?? { dividend: 1n, divisor: 0n };
  return divisor !== 0n && dividend % divisor === 0n;
}

/** The least number of which two are divisors; undefined if one of them is 0, or has too many digits to say. */
export function findLeastMultiple(one: AnyNumber, other: AnyNumber): AnyNumber | undefined {
  const wholes = toWholes(one, other);
  if (!wholes || wholes.dividend === 0n || wholes.divisor === 0n) return undefined;
  const { dividend, divisor, shift } = wholes;
  let [common, rest] = [dividend, divisor];
  while (rest > 0n) [common, rest] = [rest, common % rest];
  const digits = String((dividend / common) * divisor).padStart(shift + 1, '0');
  return readNumber(shift === 0 ? digits : `${digits.slice(0, -shift)}.${digits.slice(-shift)}`);
}

/** Two numbers without their signs, times 10 to the power of `shift`, which makes both whole. */
function toWholes(
  one: AnyNumber,
  other: AnyNumber,
): { dividend: bigint; divisor: bigint; shift: number } | undefined {
  const [first, second] = [decimalOf(one), decimalOf(other)];
  const shift = Math.max(first.digits.length - first.point, second.digits.length - second.point, 0);
  if (Math.max(first.point, second.point) + shift > MAX_DIGITS) return undefined;
  const [dividend, divisor] = [first, second].map(({ digits, point }) =>
    BigInt(digits.padEnd(point + shift, '0') || '0'),
  ) as [bigint, bigint];
  return { dividend, divisor, shift };
}
