import { type Json, listOf, recordOf } from './resolve.ts';
import { isObject } from './spec-grammar.ts';

/** How a part of a body is sent: one of the fields of a form, one of a list of parts, or a part of such a part. */
export interface PartEncoding {
  /** The names of fields, or positions in lists, that lead to the part; undefined for all further parts of a list. */
  names: (string | undefined)[];
  encoding: Json;
  /** Where it is in the content. */
  path: string[];
}

/** Lists how the parts of a content are sent, each before its own parts. */
export function listEncodings(content: Json): PartEncoding[] {
  const listed: PartEncoding[] = [];
  const waiting = listInner({ names: [], encoding: content, path: [] });
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    listed.push(next);
    waiting.push(...listInner(next));
  }
  return listed;
}

/** Those of a content or part, beginning with the last. */
const listInner = ({ names, encoding: holder, path }: PartEncoding): PartEncoding[] =>
  [
    ...Object.entries(recordOf(holder.encoding)).map(([name, one]) => ({
      name,
      one,
      at: ['encoding', name],
    })),
    ...listOf(holder.prefixEncoding).map((one, n) => ({
      name: String(n),
      one,
      at: ['prefixEncoding', String(n)],
    })),
    ...(isObject(holder.itemEncoding)
      ? [{ name: undefined, one: holder.itemEncoding, at: ['itemEncoding'] }]
      : []),
  ]
    .map(({ name, one, at }) => ({
      names: [...names, name],
      encoding: recordOf(one),
      path: [...path, ...at],
    }))
    .reverse();
