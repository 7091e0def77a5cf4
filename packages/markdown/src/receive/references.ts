import { joinAlternatives } from '@lectern/std/alternatives';
import { isRecord } from '@lectern/std/is-record';
import type { ContentRef } from '../content-ref.ts';
import {
  type Check,
  check,
  type Fields,
  type JsonSchema,
  oneOf,
  optional,
  record,
  schemaOf,
  text,
} from './checks.ts';

type Kind = ContentRef['kind'];

const space = optional(text);

/** The fields of each kind of reference, beside `kind`. */
const FIELDS: Readonly<Record<Kind, Fields>> = {
  url: { url: text },
  file: { file: text, space },
  'reusable-content': { reusableContent: text, space },
  openapi: { spec: text },
  tag: { tag: text, space },
  page: { page: text, space },
  anchor: { anchor: text, page: optional(text), space },
  space: { space: text },
  user: { user: text },
  collection: { collection: text },
};

const ALL = Object.keys(FIELDS) as Kind[];

/** A reference of one of the kinds; of any by default. */
export function reference(...kinds: Kind[]): Check<ContentRef> {
  const allowed = kinds.length > 0 ? kinds : ALL;
  const schemas = allowed.map((kind) => schemaOf({ kind: oneOf(kind), ...FIELDS[kind] }));
  return check(schemas.length === 1 ? (schemas[0] as JsonSchema) : { anyOf: schemas }, (value, place) => {
    if (!isRecord(value)) return place.fail('must be an object');
    const kind = allowed.find((one) => one === value.kind);
    if (!kind) return place.at('kind', () => place.fail(`must be ${joinAlternatives(allowed)}`));
    return { kind, ...record(FIELDS[kind])(value, place) } as ContentRef;
  });
}
