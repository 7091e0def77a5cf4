import { type AnyNumber, isNumber, isWhole, toAnyNumber, toBigInt } from '../numbers/long-number.ts';
import { type Json, listOf, recordOf } from '../resolve.ts';

const INTEGER_FORMATS: Record<string, number> = {
  int8: 2 ** 7,
  uint8: 2 ** 8,
  int16: 2 ** 15,
  int32: 2 ** 31,
};

/** Numbers that could be valid for a schema, the most common ones first. They are not checked. */
export function* listNumbers(schema: Json, isInteger: boolean, variant: number): Generator<AnyNumber> {
  const parts = [schema, ...listOf(schema.allOf).map(recordOf)];
  const givenAs = (...names: string[]): AnyNumber[] =>
    parts.flatMap((part) => names.map((name) => part[name])).filter(isNumber);
  const numbersOf = (...names: string[]): number[] => givenAs(...names).map(Number);
  const format = INTEGER_FORMATS[String(schema.format)];
  const least = Math.max(
    ...numbersOf('minimum', 'exclusiveMinimum'),
    format === undefined ? -Infinity : -format,
  );
  const most = Math.min(
    ...numbersOf('maximum', 'exclusiveMaximum'),
    format === undefined ? Infinity : format - 1,
  );
  const steps = numbersOf('multipleOf').filter((step) => step > 0);
  const step = steps.reduce(leastCommonMultiple, isInteger ? 1 : 0);
  const starts = [
    ...(variant === 0 && steps.length === 0 ? [1] : []),
    ...(least === -Infinity ? [] : [least]),
    ...(least === -Infinity && most === Infinity ? [step || 1] : []),
    ...(Number.isFinite(least) && Number.isFinite(most) ? [(least + most) / 2] : []),
    ...(most === Infinity ? [] : [most]),
    0,
  ];
  for (const start of starts)
    for (const n of [0, 1, 2, 3, -1]) {
      const number = alignTo(step, start, (n + variant) * (start === most ? -1 : 1));
      // Larger ones lose digits where they are read.
      if (!isInteger || Number.isSafeInteger(number)) yield number;
      // An alternative for whole numbers may exclude them.
      if (!isInteger && step === 0 && n === 0) yield number + (start === most ? -0.5 : 0.5);
    }
  const width = most - least;
  if (Number.isFinite(width) && step === 0)
    for (let n = 1; n < 20; n += 1) yield least + (width * (n + variant)) / (n + variant + 19);
  for (const number of [0.5, 1.5, -1]) if (!isInteger) yield number + variant;
  yield* listLongNumbers(givenAs(...LIMITS), givenAs('multipleOf'), variant);
}

const LIMITS = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'];

/** Numbers beside limits that have more digits than JavaScript can calculate with. */
function* listLongNumbers(
  limits: readonly AnyNumber[],
  steps: readonly AnyNumber[],
  variant: number,
): Generator<AnyNumber> {
  if (
    ![...limits, ...steps].some(
      (one) => typeof one !== 'number' || (isWhole(one) && !Number.isSafeInteger(one)),
    )
  )
    return;
  const [step = 1n] = steps
    .flatMap((one) => toBigInt(one) ?? [])
    .filter((one) => one > 0n)
    .sort((one, other) => (one < other ? 1 : -1));
  for (const limit of [...limits, 0]) {
    if (variant === 0 && steps.length === 0) yield limit;
    const start = toBigInt(limit);
    if (start === undefined) continue;
    const multiple = (start / step) * step;
    for (const n of [0, 1, -1])
      yield toAnyNumber(multiple + BigInt(n < 0 ? n - variant : n + variant) * step);
  }
}

/** The multiple of a step at a number or beside it. */
function alignTo(step: number, start: number, more: number): number {
  if (step === 0) return start + more;
  const product = (Math.ceil(start / step) + more) * step + 0;
  // What is written in decimals is meant so: 3 × 0.1 is 0.3.
  return Number.isInteger(step) ? product : Number(product.toPrecision(12));
}

function leastCommonMultiple(one: number, other: number): number {
  if (one === 0) return other;
  // As whole numbers of a small unit, so that 0.5 and 0.2 have a multiple, too.
  const unit = 10 ** Math.min(9, Math.max(decimalsOf(one), decimalsOf(other)));
  const [first, second] = [Math.round(one * unit), Math.round(other * unit)];
  let [divisor, rest] = [first, second];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return divisor === 0 ? one : ((first / divisor) * second) / unit;
}

const decimalsOf = (number: number): number => {
  const [, decimals = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number)) ?? [];
  return Math.max(0, decimals.length - Number(exponent));
};
