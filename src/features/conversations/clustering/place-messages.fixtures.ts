import { maskPersonalData } from '../../../personal-data/mask-personal-data.ts';
import { placeIssues, type StoredCluster, type StoredModel } from '../issues/place-issues.ts';
import { newTermRarity } from './cluster-measures.fixtures.ts';
import { readFeatures } from './features.ts';
import { readIssues } from './read-issues.ts';
import { normalized, type SparseVector, scaled } from './sparse-vector.ts';
import { countIssue, rarityOf } from './term-rarity.ts';

/** Places masked messages in batches, each in a conversation of its own, as jobs do, without a database. */
export function createPlacer() {
  let model: StoredModel = {
    nextNumber: 1,
    issues: 0,
    counts: Buffer.of(),
    frozenIssues: 0,
    frozenCounts: Buffer.of(),
  };
  const clusters = new Map<number, StoredCluster>();
  const into = new Map<number, number>();
  const placedIn: (number | undefined)[] = [];
  return {
    clusters,
    model: () => model,
    place(texts: readonly string[]): void {
      const start = placedIn.length;
      placedIn.length += texts.length;
      const placed = placeIssues({
        model,
        clusters: [...clusters.values()],
        conversations: texts.map((body, at) => ({
          conversationId: String(start + at),
          subject: null,
          parts: [{ role: 'user', body }],
          former: [],
        })),
      });
      model = placed.model;
      for (const { number, conversationId } of placed.issues) placedIn[Number(conversationId)] = number;
      for (const cluster of placed.clusters) clusters.set(cluster.number, cluster);
      for (const merge of placed.merges) {
        clusters.delete(merge.from);
        into.set(merge.from, merge.into);
      }
    },
    /** The cluster of each message so far. One that says too little to be placed is alone, with a negative number. */
    numbers: (): number[] =>
      Array.from(placedIn, (placed, at) => {
        let number = placed ?? -1 - at;
        for (let next = into.get(number); next !== undefined; next = into.get(number)) number = next;
        return number;
      }),
  };
}

/** Places messages in batches of a size. Returns the cluster of each. */
export function placeAll(texts: readonly string[], batch = texts.length) {
  const placer = createPlacer();
  for (let start = 0; start < texts.length; start += batch)
    placer.place(texts.slice(start, start + batch).map((text) => maskPersonalData(text)));
  return { numbers: placer.numbers(), model: placer.model() };
}

/** The vectors for k-means: weighted by the rarity of words in all messages, which it may know beforehand. */
export function weighAll(texts: readonly string[], { hasConcepts = true } = {}): SparseVector[] {
  const features = texts.map((text) => {
    const [issue] = readIssues({ subject: null, parts: [{ role: 'user', body: maskPersonalData(text) }] });
    const terms = issue?.terms ?? [];
    return readFeatures(hasConcepts ? terms : terms.map((term) => ({ ...term, concepts: [] })));
  });
  const rarity = newTermRarity();
  for (const one of features) countIssue(rarity, one);
  const all = { ...rarity, frozenIssues: rarity.issues, frozenCounts: rarity.counts };
  return features.map((one) => normalized(scaled(one, (dimension) => rarityOf(all, dimension))));
}
