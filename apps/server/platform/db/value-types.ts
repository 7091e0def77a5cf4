import type { PostgresType } from 'postgres';
import { parse as parseArray } from 'postgres-array';
import { toJsonText } from './json-text.ts';

/** How PostgreSQL's text of one value is written and read. */
interface Encoding<T> {
  serialize: (value: T) => string;
  parse: (text: string) => T;
}

const text: Encoding<string> = { serialize: String, parse: String };
const number: Encoding<number> = { serialize: String, parse: Number };

/**
 * 64-bit integers arrive as numbers, which is what sizes and counts are. One that a number cannot hold exactly
 * arrives as a bigint rather than as a wrong number.
 */
const bigint: Encoding<number | bigint> = {
  serialize: String,
  parse: (digits) => {
    const value = Number(digits);
    return Number.isSafeInteger(value) ? value : BigInt(digits);
  },
};

const boolean: Encoding<boolean> = {
  serialize: (value) => (value ? 't' : 'f'),
  parse: (letter) => letter === 't',
};

const bytes: Encoding<Uint8Array> = {
  serialize: (value) => `\\x${Buffer.from(value).toString('hex')}`,
  parse: (hex) => Buffer.from(hex.slice(2), 'hex'),
};

const time: Encoding<Date> = {
  serialize: (value) => new Date(value).toISOString(),
  parse: (iso) => new Date(iso),
};

/** JSON from files holds what `jsonb` refuses. */
const json: Encoding<unknown> = { serialize: toJsonText, parse: (value): unknown => JSON.parse(value) };

const quote = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`;

function arrayOf<T>({ serialize, parse }: Encoding<T>): Omit<PostgresType, 'to' | 'from'> {
  const serializeArray = (values: readonly (T | null)[]): string =>
    `{${values.map((value) => (value === null ? 'null' : quote(serialize(value)))).join()}}`;
  return {
    serialize: (values: readonly (T | null)[] | string) =>
      typeof values === 'string' ? values : serializeArray(values),
    parse: (values: string) => parseArray(values, parse),
  };
}

/**
 * The types of arrays by their ids, which are the same in every database. By default, the driver asks for them in each
 * new session, and ends the process if a pooler cannot answer because its server is away.
 */
const ARRAYS: Readonly<Record<number, Omit<PostgresType, 'to' | 'from'>>> = {
  199: arrayOf(json),
  1000: arrayOf(boolean),
  1001: arrayOf(bytes),
  1003: arrayOf(text), // name
  1005: arrayOf(number), // smallint
  1007: arrayOf(number), // integer
  1009: arrayOf(text),
  1015: arrayOf(text), // character varying
  1016: arrayOf(bigint),
  1022: arrayOf(number), // double precision
  1028: arrayOf(number), // oid
  1185: arrayOf(time), // timestamp with time zone
  2951: arrayOf(text), // uuid
  3807: arrayOf(json), // jsonb
};

/** The encodings of values that the driver would treat otherwise, as its option `types`. */
export const valueTypes: Record<string, PostgresType> = {
  json: { to: 114, from: [114, 3802], ...json },
  bigint: { to: 20, from: [20], ...bigint },
  ...Object.fromEntries(
    Object.entries(ARRAYS).map(([id, type]) => [
      `array ${id}`,
      { to: Number(id), from: [Number(id)], ...type },
    ]),
  ),
};
