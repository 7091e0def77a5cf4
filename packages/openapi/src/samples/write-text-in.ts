import { type WrittenText, writeText } from '../examples/list-examples.ts';
import { isJsonType } from '../examples/media-types.ts';
import type { Json } from '../resolve.ts';
import { toText } from './write-values.ts';

/** A value in its media type, in one line if it is JSON, as parameters and parts have it. */
export const writeTextIn = (spec: Json, value: unknown, written: WrittenText): string =>
  isJsonType(written.mediaType) && typeof value !== 'string'
    ? toText(value)
    : writeText(spec, value, written);
