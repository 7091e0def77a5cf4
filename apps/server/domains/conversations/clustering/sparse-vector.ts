/** Weights by dimension. The weight of a missing dimension is zero. */
export type SparseVector = Map<number, number>;

/** A dimension takes four bytes, its weight four. */
const BYTES_OF_ENTRY = 8;

export function encodeVector(vector: SparseVector): Buffer {
  const bytes = Buffer.alloc(vector.size * BYTES_OF_ENTRY);
  let at = 0;
  for (const [dimension, weight] of vector) {
    bytes.writeUInt32LE(dimension, at);
    bytes.writeFloatLE(weight, at + 4);
    at += BYTES_OF_ENTRY;
  }
  return bytes;
}

export function decodeVector(bytes: Uint8Array): SparseVector {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vector: SparseVector = new Map();
  for (let at = 0; at + BYTES_OF_ENTRY <= bytes.byteLength; at += BYTES_OF_ENTRY)
    vector.set(view.getUint32(at, true), view.getFloat32(at + 4, true));
  return vector;
}

/** Adds another vector in place. Sums are rounded as they are stored, so that stored vectors have the same sums. */
export function addVector(vector: SparseVector, added: SparseVector, sign: 1 | -1 = 1): void {
  for (const [dimension, weight] of added) {
    const sum = Math.fround((vector.get(dimension) ?? 0) + sign * weight);
    if (sum > 1e-6) vector.set(dimension, sum);
    else vector.delete(dimension);
  }
}

/** Keeps the heaviest entries; equal ones by their dimension, so that the order of a map does not matter. */
export function heaviest(vector: SparseVector, count: number): SparseVector {
  if (vector.size <= count) return vector;
  const entries = [...vector].sort(([a, weightA], [b, weightB]) => weightB - weightA || a - b);
  return new Map(entries.slice(0, count));
}

export function scaled(vector: SparseVector, factorOf: (dimension: number) => number): SparseVector {
  const result: SparseVector = new Map();
  for (const [dimension, weight] of vector) {
    const product = weight * factorOf(dimension);
    if (product > 0) result.set(dimension, product);
  }
  return result;
}

/** The vector with the length 1; an empty one stays empty. */
export function normalized(vector: SparseVector): SparseVector {
  let sum = 0;
  for (const weight of vector.values()) sum += weight * weight;
  const length = Math.sqrt(sum);
  return length === 0 ? vector : scaled(vector, () => 1 / length);
}
