/**
 * Purity and stability on three sets of labelled messages, beside k-means: the two with which thresholds were chosen,
 * and one that was held out.
 */
import {
  kMeans,
  measureAgreement,
  measureClusters,
  measureStability,
} from '../../test/fixtures/conversations/clustering/cluster-measures.ts';
import { EVERYDAY_MESSAGES } from '../../test/fixtures/conversations/clustering/everyday-messages.ts';
import { HELD_OUT_MESSAGES } from '../../test/fixtures/conversations/clustering/held-out-messages.ts';
import {
  type LabelledMessage,
  mixed,
} from '../../test/fixtures/conversations/clustering/labelled-messages.ts';
import { placeAll, weighAll } from '../../test/fixtures/conversations/clustering/place-messages.ts';
import { TUNING_MESSAGES } from '../../test/fixtures/conversations/clustering/tuning-messages.ts';
import { createChance } from '../prose.ts';

/** Our clusters depend on the order in which messages come, those of k-means on a seed: both run three times. */
const SEEDS = [7, 77, 777];

interface Run {
  messages: readonly LabelledMessage[];
  clusters: readonly number[];
  /** The clusters of the first half, before the other half came. */
  firstHalf: readonly number[];
}

export function measureLabelled(): void {
  measureSet('tuning', TUNING_MESSAGES);
  measureSet('everyday', EVERYDAY_MESSAGES);
  measureSet('held out', HELD_OUT_MESSAGES);
}

function measureSet(name: string, messages: readonly LabelledMessage[]): void {
  const half = messages.length / 2;
  const orders = [messages, ...SEEDS.slice(1).map((seed) => mixed(messages, seed))];
  const ours = orders.map((order) => ({
    messages: order,
    clusters: place(order),
    firstHalf: place(order.slice(0, half)),
  }));
  tell(`${name}, ours`, ours);
  const first = ours[0] as Run;
  console.log(
    `${name}, ours: ${first.clusters.filter((cluster) => cluster < 0).length} of ${messages.length} messages say too little to be placed; ` +
      `the same messages in the same order agree by ${measureAgreement(first.clusters, place(messages)).toFixed(3)}`,
  );
  const vectors = weighAll(textsOf(messages));
  const topics = new Set(messages.map(({ topic }) => topic)).size;
  const asOurs = { whole: new Set(first.clusters).size, half: new Set(first.firstHalf).size };
  for (const told of [{ whole: topics, half: topics }, asOurs])
    tell(
      `${name}, k-means told ${told.whole}`,
      SEEDS.map((seed) => ({
        messages,
        clusters: kMeans(vectors, told.whole, createChance(seed)),
        firstHalf: kMeans(vectors.slice(0, half), told.half, createChance(seed)),
      })),
    );
}

const textsOf = (messages: readonly LabelledMessage[]): string[] => messages.map(({ text }) => text);

const place = (messages: readonly LabelledMessage[]): number[] => placeAll(textsOf(messages)).numbers;

/** Each figure of each run, and how far the second and third run agree with the first. */
function tell(name: string, runs: readonly Run[]): void {
  const measured = runs.map(({ messages, clusters, firstHalf }) => {
    const isAlone = (at: number): boolean =>
      clusters.every((cluster, other) => other === at || cluster !== clusters[at]);
    const shared = messages.flatMap(({ topic }, at) =>
      isAlone(at) ? [] : [{ topic, cluster: clusters[at] as number }],
    );
    return {
      ...measureClusters(
        clusters,
        messages.map(({ topic }) => topic),
      ),
      alone: messages.length - shared.length,
      'purity without those': measureClusters(
        shared.map(({ cluster }) => cluster),
        shared.map(({ topic }) => topic),
      ).purity,
      'F1 of pairs in one language': measureClusters(
        messages.map(({ language }, at) => `${language} ${clusters[at]}`),
        messages.map(({ language, topic }) => `${language} ${topic}`),
      ).f1,
      kept: measureStability(firstHalf, clusters.slice(0, firstHalf.length)),
    };
  });
  const figures = Object.keys(measured[0] as object).map((key) => {
    const values = measured.map((one) => +one[key as keyof typeof one].toFixed(3));
    return `${key} ${values.join(' / ')}`;
  });
  const [first, ...others] = runs.map(inOneOrder) as [number[], ...number[][]];
  const agreements = others.map((other) => measureAgreement(first, other).toFixed(3));
  console.log(`${name}: ${figures.join(', ')}; runs agree by ${agreements.join(' / ')}`);
}

/** The clusters of a run in an order of messages that all runs share. */
const inOneOrder = ({ messages, clusters }: Run): number[] =>
  messages
    .map(({ text }, at) => ({ text, cluster: clusters[at] as number }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ cluster }) => cluster);
