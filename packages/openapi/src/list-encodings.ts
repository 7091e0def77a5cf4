import { type Json, listOf, recordOf } from './resolve.ts';

/** How a part of a body is sent: one of the fields of a form, or one of a list of parts. */
export interface PartEncoding {
  /** The name of the field, or the position in the list; undefined for all further parts of a list. */
  name: string | undefined;
  encoding: Json;
  /** Where it is in the content. */
  path: string[];
}

export const listEncodings = ({ encoding, prefixEncoding, itemEncoding }: Json): PartEncoding[] => [
  ...Object.entries(recordOf(encoding)).map(([name, one]) => toEncoding(name, one, ['encoding', name])),
  ...listOf(prefixEncoding).map((one, n) => toEncoding(String(n), one, ['prefixEncoding', String(n)])),
  ...(itemEncoding === undefined ? [] : [toEncoding(undefined, itemEncoding, ['itemEncoding'])]),
];

const toEncoding = (name: string | undefined, encoding: unknown, path: string[]): PartEncoding => ({
  name,
  encoding: recordOf(encoding),
  path,
});
