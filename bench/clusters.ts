/**
 * Measures the clustering of conversations: purity and stability on labelled messages beside k-means, and the time that
 * new messages take beside many old ones.
 */
import {
  kMeans,
  measureClusters,
  measureStability,
  newTermRarity,
} from '../src/features/conversations/clustering/cluster-measures.fixtures.ts';
import { readFeatures } from '../src/features/conversations/clustering/features.ts';
import { LABELLED_MESSAGES } from '../src/features/conversations/clustering/labelled-messages.fixtures.ts';
import { readTerms } from '../src/features/conversations/clustering/read-terms.ts';
import {
  normalized,
  type SparseVector,
  scaled,
} from '../src/features/conversations/clustering/sparse-vector.ts';
import { countIssue, rarityOf } from '../src/features/conversations/clustering/term-rarity.ts';
import {
  type Placed,
  placeIssues,
  type StoredCluster,
} from '../src/features/conversations/issues/place-issues.ts';
import { maskPersonalData } from '../src/personal-data/mask-personal-data.ts';
import { createChance } from './prose.ts';

const BATCH = 1000;
const OLD = 100_000;
const STEPS = 10;
const THINGS = 400;

/** The parameter is the number of old messages. */
export async function run([old = String(OLD)]: string[]): Promise<void> {
  measureLabelled();
  measureGrowth(Number(old));
}

function measureLabelled(): void {
  const texts = LABELLED_MESSAGES.map(({ text }) => text);
  const topics = LABELLED_MESSAGES.map(({ topic }) => topic);
  const half = texts.length / 2;
  const placer = createPlacer();
  const before = placer.place(texts.slice(0, half)).map((_, at) => placer.clusterOf(at));
  const seen = before.length;
  placer.place(texts.slice(half));
  const ours = texts.map((_, at) => placer.clusterOf(at));
  tell('ours', measureClusters(ours, topics), measureStability(before, ours.slice(0, seen)));
  const vectors = weigh(texts);
  for (const k of [10, 30])
    for (const seed of [7, 77, 777]) {
      const first = kMeans(vectors.slice(0, half), k, createChance(seed));
      const all = kMeans(vectors, k, createChance(seed));
      tell(
        `k-means, ${k} clusters`,
        measureClusters(all, topics),
        measureStability(first, all.slice(0, half)),
      );
    }
}

function tell(name: string, measured: ReturnType<typeof measureClusters>, kept: number): void {
  const figures = Object.entries({ ...measured, kept }).map(([key, value]) => `${key} ${+value.toFixed(3)}`);
  console.log(`${name}: ${figures.join(', ')}`);
}

/** With the rarity of words in all messages, which k-means may know beforehand. */
function weigh(texts: readonly string[]): SparseVector[] {
  const rarity = newTermRarity();
  const features = texts.map((text) => readFeatures(readTerms(text).terms));
  for (const one of features) countIssue(rarity, one);
  const all = { ...rarity, frozenIssues: rarity.issues, frozenCounts: rarity.counts };
  return features.map((one) => normalized(scaled(one, (dimension) => rarityOf(all, dimension))));
}

/** Places messages in batches, as jobs do, without a database. */
function createPlacer() {
  let model: Placed['model'] = {
    nextNumber: 1,
    issues: 0,
    counts: Buffer.of(),
    frozenIssues: 0,
    frozenCounts: Buffer.of(),
  };
  const clusters = new Map<number, StoredCluster>();
  const into = new Map<number, number>();
  const placedIn: number[] = [];
  let count = 0;
  return {
    clusters,
    modelBytes: () => model.counts.length + model.frozenCounts.length,
    place(texts: readonly string[]): readonly string[] {
      const placed = placeIssues({
        model,
        clusters: [...clusters.values()],
        conversations: texts.map((body) => ({
          conversationId: String(count++),
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
      return texts;
    },
    clusterOf(at: number): number {
      let number = placedIn[at] as number;
      for (let next = into.get(number); next !== undefined; next = into.get(number)) number = next;
      return number;
    },
  };
}

/** Messages about some hundred things, each in words of its own and among words that all share. */
function* messages(): Generator<{ text: string; thing: number }> {
  const chance = createChance(11);
  const syllables = 'ba ke lo mi nu ra se ti vo zu'.split(' ');
  const pick = <T>(items: readonly T[]): T => items[Math.floor(chance() * items.length)] as T;
  const word = (length: number): string => Array.from({ length }, () => pick(syllables)).join('');
  const shared = Array.from({ length: 300 }, () => word(3));
  const things = Array.from({ length: THINGS }, () => Array.from({ length: 12 }, () => word(5)));
  for (;;) {
    const thing = Math.floor(THINGS * chance() ** 2);
    const own = things[thing] as string[];
    const words = Array.from({ length: 14 }, (_, at) => (at % 3 === 0 ? pick(own) : pick(shared)));
    yield { text: `How do I ${words.join(' ')}? Write to me@example.org.`, thing };
  }
}

function measureGrowth(upTo: number): void {
  const placer = createPlacer();
  const source = messages();
  const take = (n: number) =>
    Array.from({ length: n }, () => source.next().value as { text: string; thing: number });
  const labels: string[] = [];
  for (let old = 0; old <= upTo; old += BATCH) {
    const batch = take(BATCH);
    const start = process.cpuUsage();
    const masked = batch.map(({ text }) => maskPersonalData(text));
    const masking = secondsSince(start);
    const placing = process.cpuUsage();
    placer.place(masked);
    const seconds = secondsSince(placing);
    labels.push(...batch.map(({ thing }) => String(thing)));
    if (old % Math.max(BATCH, upTo / STEPS) === 0)
      console.log(
        `${BATCH} new messages beside ${old}: ${seconds} s of processor time, masked in ${masking} s; ${placer.clusters.size} clusters, a model of ${Math.round(placer.modelBytes() / 1000)} kB`,
      );
  }
  const assigned = labels.map((_, at) => placer.clusterOf(at));
  const { purity } = measureClusters(assigned, labels);
  console.log(`purity of ${labels.length} messages about ${THINGS} things: ${purity.toFixed(3)}`);
}

/** Processor time: others may keep the machine busy. */
function secondsSince(start: NodeJS.CpuUsage): string {
  const { user, system } = process.cpuUsage(start);
  return ((user + system) / 1_000_000).toFixed(2);
}
