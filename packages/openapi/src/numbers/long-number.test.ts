/** Numbers that JavaScript would round keep all digits, wherever a spec has them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareSpecs } from '../changes/compare-specs.ts';
import { createOperationWords } from '../operation-words.ts';
import { processSpec } from '../process-spec.ts';
import { describeSpec } from '../reference/describe-spec.ts';
import { writeReference } from '../reference/write-reference.ts';
import { type Json, listOf, recordOf } from '../resolve.ts';
import { readStoredSpec } from '../stored-spec.ts';
import { copyOf, readJson, writeJson } from './json-text.ts';
import { compareNumbers, isMultiple, isNumber, isWhole, LongNumber, readNumber } from './long-number.ts';

const digits = (least: number, most: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });
/** Whole numbers, decimals and exponents as JSON writes them, most of them longer than JavaScript keeps. */
const literal = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.constantFrom(...'123456789'),
    digits(0, 30),
    fc.option(digits(1, 30)),
    fc.option(fc.integer({ min: -400, max: 400 }), { freq: 3 }),
  )
  .map(
    ([minus, first, rest, decimals, exponent]) =>
      `${minus}${first}${rest}${decimals === null ? '' : `.${decimals}`}${exponent === null ? '' : `e${exponent}`}`,
  );
const LONG = [
  '9223372036854775807',
  '-9223372036854775808',
  '18446744073709551615',
  '9007199254740993',
  '12345678901234567890123456789',
  '0.1000000000000000055',
  '-3.14159265358979323846264338327950288',
  '1e400',
];

/** The exact value as a fraction of whole numbers. */
function fractionOf(text: string): [over: bigint, under: bigint] {
  const [, minus, whole = '', decimals = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const shift = Number(exponent) - decimals.length;
  const over = BigInt(`${minus}${whole}${decimals}`);
  return shift < 0 ? [over, 10n ** BigInt(-shift)] : [over * 10n ** BigInt(shift), 1n];
}

describe('a number', () => {
  test('is what was written, and is kept as a number if JavaScript writes the same', () => {
    fc.assert(
      fc.property(literal, (text) => {
        const number = readNumber(text);
        const [over, under] = fractionOf(text);
        const [other, base] = fractionOf(String(number));
        expect(over * base).toBe(other * under);
      }),
    );
  });

  test('is compared with all digits', () => {
    fc.assert(
      fc.property(fc.oneof(literal, fc.constantFrom(...LONG)), literal, (one, other) => {
        const [a, b] = fractionOf(one);
        const [c, d] = fractionOf(other);
        const expected = a * d === c * b ? 0 : a * d < c * b ? -1 : 1;
        expect(Math.sign(compareNumbers(readNumber(one), readNumber(other)))).toBe(expected);
        expect(Math.sign(compareNumbers(readNumber(one), readNumber(one)))).toBe(0);
      }),
    );
    expect(compareNumbers(Infinity, readNumber('1e400'))).toBeGreaterThan(0);
    expect(compareNumbers(readNumber('-1e400'), -Infinity)).toBeGreaterThan(0);
  });

  test.for<[string, boolean, boolean]>([
    ['9223372036854775807', true, true],
    ['9223372036854775808', true, false],
    ['0.70000000000000000001', false, false],
    ['1e400', true, false],
    ['12345678901234567890e-1', true, false],
  ])('%s is known to be whole, and a multiple of 7', ([text, whole, multiple]) => {
    expect(isWhole(readNumber(text))).toBe(whole);
    expect(isMultiple(readNumber(text), 7)).toBe(multiple);
  });
});

describe('JSON', () => {
  test('is written as it was read', () => {
    const text = fc.oneof(
      literal.filter((one) => String(readNumber(one)) === one),
      fc.string().map((one) => JSON.stringify(one)),
      fc.constantFrom('"a\\"9223372036854775807"', '"\\\\"', '"\\u0000number:12"', 'null', 'true'),
    );
    fc.assert(
      fc.property(fc.array(text), fc.array(text), (list, fields) => {
        const json = `[${list.join(',')}${list.length > 0 ? ',' : ''}{${fields.map((one, n) => `"k${n}":${one}`).join(',')}}]`;
        fc.pre(!json.includes('number:'));
        expect(writeJson(readJson(json))).toBe(json);
        expect(writeJson(copyOf(readJson(json)))).toBe(json);
      }),
    );
  });

  test('has no code of a spec that imitates a long number', () => {
    const text = JSON.stringify([12345678901234567890n.toString(), '\0number:alert(1)', '\0number:1']);
    expect(
      JSON.parse(writeJson([...(readJson(text) as unknown[]), readNumber(LONG[0] as string)])),
    ).toHaveLength(4);
    expect(writeJson([readNumber(LONG[0] as string), '\0number:alert(1)'])).toBe(
      '[9223372036854775807,"\\u0000number:alert(1)"]',
    );
  });
});

const SPEC = (number: string, other = number): string => `{
  "openapi": "VERSION", "info": {"title": "T", "version": "1"}, "servers": [{"url": "https://a.test"}],
  "paths": {"/t/{id}": {"post": {
    "parameters": [
      {"name": "id", "in": "path", "required": true, "example": ${number}},
      {"name": "q", "in": "query", "required": true, "schema": {"type": "array", "items": {"type": "number", "enum": [${number}]}}},
      {"name": "X-H", "in": "header", "required": true, "schema": {"type": "number", "example": ${number}}},
      {"name": "c", "in": "cookie", "required": true, "examples": {"one": {"value": {"a": ${number}}}}}
    ],
    "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/S"}}}},
    "responses": {"200": {"description": "", "content": {
      "application/json": {"schema": {"$ref": "#/components/schemas/S"}},
      "application/xml": {"schema": {"$ref": "#/components/schemas/S"}}}}}
  }}},
  "components": {"schemas": {"S": {"type": "object", "required": ["e", "l"], "properties": {
    "e": {"type": "number", "enum": [${other}]},
    "d": {"type": "number", "default": ${number}},
    "l": {"type": "number", "minimum": ${number}, "maximum": ${number}},
    "x": {"type": "number", "example": ${number}},
    "o": {"type": "object", "example": {"in": [${number}]}}
  }}}}}`;

function readSpec(text: string): Json {
  const file = { url: 'text:///openapi', bytes: Buffer.from(text) };
  const outcome = processSpec({ files: [file], mayRefer: false, unreadable: [] });
  if (outcome.state !== 'processed') throw new Error(JSON.stringify(outcome));
  return readStoredSpec(outcome.filesystem);
}

/** The same as YAML, whose numbers have more forms. */
const asYaml = (json: string): string => json.replace(/^\{/, '# YAML\n{').replace('"T"', 'T');

describe.for(['3.0.3', '3.1.0', '3.2.0'])('a spec of %s', (version) => {
  test('has all digits in what is shown, sent, compared and found', () => {
    const long = fc.oneof(
      fc.constantFrom(...LONG),
      literal.filter((text) => readNumber(text) instanceof LongNumber),
    );
    fc.assert(
      fc.property(long, fc.boolean(), (number, isYaml) => {
        const json = SPEC(number).replace('VERSION', version);
        const spec = readSpec(isYaml ? asYaml(json) : json);
        const found = describeSpec(spec, { kind: 'operation', method: 'post', path: '/t/{id}' });
        if (found?.kind !== 'operation') throw new Error('There is no such operation.');
        // As it comes from a thread, and is kept.
        const operation = JSON.parse(JSON.stringify(structuredClone(found))) as typeof found;
        expect(structuredClone(found)).toEqual(found);
        const [body] = operation.body?.contents ?? [];
        const fields = body?.schema?.fields.map(({ schema }) => schema) ?? [];
        expect(fields[0]?.enumValues).toEqual([number]);
        expect(fields[1]?.default).toBe(number);
        expect(fields[2]?.limits).toEqual([
          ['minimum', number],
          ['maximum', number],
        ]);
        expect(fields[3]?.example).toBe(number);
        expect(fields[4]?.example).toBe(`{"in":[${number}]}`);
        expect(operation.parameters.map(({ schema }) => schema.example)).toEqual([
          number,
          undefined,
          number,
          `{"a":${number}}`,
        ]);
        const example = `{
  "e": ${number},
  "d": ${number},
  "l": ${number},
  "x": ${number},
  "o": {
    "in": [
      ${number}
    ]
  }
}`;
        expect(body?.examples[0]?.text).toBe(example);
        expect(operation.responses[0]?.contents[1]?.examples[0]?.text).toContain(`<e>${number}</e>`);
        const markdown = writeReference(operation);
        // Each field, each parameter, and the examples.
        expect(markdown.split(number).length - 1).toBeGreaterThanOrEqual(15);
        for (const { title, code } of operation.samples) {
          const count = code.split(number).length - 1;
          // The path, query, header, cookie and five times the body.
          expect(count, `${title}\n${code}`).toBe(number.includes('+') ? count : 9);
        }
        expect(operation.samples).toHaveLength(8);
        const item = recordOf(recordOf(spec.paths)['/t/{id}']);
        expect(createOperationWords(spec, 1)(item, recordOf(item.post))).toContain(number);
      }),
      { numRuns: 40 },
    );
  });

  test('changes by its last digit', () => {
    const specs = ['9223372036854775806', '9223372036854775807'].map((last) =>
      readSpec(SPEC('9223372036854775807', last).replace('VERSION', version)),
    ) as [Json, Json];
    const names = compareSpecs(...specs).changes.map(({ kind, name }) => `${kind} ${name}`);
    expect(names).toContain('value-removed 9223372036854775806');
    expect(names).toContain('value-added 9223372036854775807');
    expect(compareSpecs(specs[0], specs[0]).changes).toEqual([]);
  });
});

test('numbers of YAML have all digits in each of its forms', () => {
  const yaml = `openapi: 3.1.0
info: {title: T, version: 1}
paths: {}
components:
  schemas:
    S: {enum: [+9223372036854775807, 0xFFFFFFFFFFFFFFFF, 0o1777777777777777777777, .1000000000000000055, 009007199254740993, 12345678901234567890., .inf, "9223372036854775807", 1.50]}
    M: {x-m: {9223372036854775807: a}}
`;
  const { S, M } = recordOf(recordOf(readSpec(yaml).components).schemas) as Record<string, Json>;
  expect(writeJson(S?.enum)).toBe(
    '[9223372036854775807,18446744073709551615,18446744073709551615,0.1000000000000000055,9007199254740993,12345678901234567890,null,"9223372036854775807",1.5]',
  );
  expect(M?.['x-m']).toEqual({ '9223372036854775807': 'a' });
  expect(listOf(S?.enum).map(isNumber).slice(0, 3)).toEqual([true, true, true]);
});
