import { crc32 } from 'node:zlib';
import {
  AREAS,
  type Area,
  align,
  CHECKED_FROM,
  FORMAT_VERSION,
  HEADER_BYTES,
  HEADER_FIELDS,
  type HeaderField,
  MAGIC,
} from './segment-format.ts';

/** Bytes that are not a segment, or no longer complete. */
export class SegmentError extends Error {
  override readonly name = 'SegmentError';
}

/** Where everything is in the bytes of a segment. */
export interface SegmentLayout {
  bytes: Buffer;
  fields: Record<HeaderField, number>;
  areas: Record<Area, { start: number; end: number }>;
}

export const damaged = () => new SegmentError('The search segment is damaged: its length is wrong.');

/** Reads the layout of a whole segment, and verifies its checksum. */
export function readWhole(given: Buffer): SegmentLayout {
  const layout = readHeader(given);
  if (layout.end !== given.length || given.readUInt32LE(8) !== crc32(given.subarray(CHECKED_FROM)))
    throw damaged();
  return aligned(layout, given);
}

/** Reads the layout of a segment of which only the part before its terms is there. */
export function readOutline(given: Buffer): SegmentLayout {
  const layout = readHeader(given);
  if (layout.areas.terms.start !== given.length) throw damaged();
  return aligned(layout, given);
}

/** The length of the part before the terms. */
export const outlineLength = (segment: Buffer): number => readHeader(segment).areas.terms.start;

export function numbersOf({ bytes, areas }: SegmentLayout, name: Area, count: number): Uint32Array {
  const { start, end } = areas[name];
  if (end - start !== count * 4) throw damaged();
  return new Uint32Array(bytes.buffer, bytes.byteOffset + start, count);
}

function readHeader(given: Buffer) {
  if (given.length < HEADER_BYTES || given.readUInt32LE(0) !== MAGIC)
    throw new SegmentError('These bytes are not a search segment.');
  const version = given.readUInt32LE(4);
  if (version !== FORMAT_VERSION)
    throw new SegmentError(`The search segment has the format ${version}, not ${FORMAT_VERSION}.`);
  const fields = {} as Record<HeaderField, number>;
  const areas = {} as Record<Area, { start: number; end: number }>;
  let position = CHECKED_FROM;
  for (const name of HEADER_FIELDS) {
    fields[name] = given.readUInt32LE(position);
    position += 4;
  }
  let start = HEADER_BYTES;
  for (const name of AREAS) {
    const end = start + given.readUInt32LE(position);
    areas[name] = { start, end };
    position += 4;
    start = HEADER_BYTES + align(end - HEADER_BYTES);
  }
  return { fields, areas, end: start };
}

/** Views of 32 bits begin at multiples of four; a driver's buffers need not. */
const aligned = (
  { fields, areas }: Pick<SegmentLayout, 'fields' | 'areas'>,
  given: Buffer,
): SegmentLayout => ({
  fields,
  areas,
  bytes: given.byteOffset % 4 === 0 ? given : Buffer.from(copyOf(given)),
});

const copyOf = (bytes: Buffer): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
