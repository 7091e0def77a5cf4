/** A text as a vector of length 1, as a language model makes it. */
export type Embedding = Float32Array;

/** The embeddings of some of the issues of a cluster. */
export interface EmbeddingSum {
  count: number;
  /** Undefined if there are none. */
  sum: Embedding | undefined;
}

export function addEmbedding(total: EmbeddingSum, added: Embedding, sign: 1 | -1 = 1): void {
  mergeEmbeddings(total, { count: 1, sum: added }, sign);
}

export function mergeEmbeddings(total: EmbeddingSum, added: EmbeddingSum, sign: 1 | -1 = 1): void {
  if (!added.sum || (total.sum && total.sum.length !== added.sum.length)) return;
  total.count += sign * added.count;
  const sum = total.sum ?? new Float32Array(added.sum.length);
  for (const [at, value] of added.sum.entries()) sum[at] = (sum[at] as number) + sign * value;
  total.sum = total.count > 0 ? sum : undefined;
  total.count = Math.max(0, total.count);
}

/** The mean similarity of all pairs of one embedding from each side; undefined if a side has none. */
export function meanSimilarity(one: EmbeddingSum, other: EmbeddingSum): number | undefined {
  if (!one.sum || !other.sum || one.sum.length !== other.sum.length) return undefined;
  let product = 0;
  for (let at = 0; at < one.sum.length; at += 1)
    product += (one.sum[at] as number) * (other.sum[at] as number);
  return product / (one.count * other.count);
}

export const encodeEmbedding = (embedding: Embedding): Buffer => {
  const bytes = Buffer.alloc(4 * embedding.length);
  for (const [at, value] of embedding.entries()) bytes.writeFloatLE(value, 4 * at);
  return bytes;
};

export function decodeEmbedding(bytes: Uint8Array): Embedding {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.byteLength / 4 }, (_, at) => view.getFloat32(4 * at, true));
}
