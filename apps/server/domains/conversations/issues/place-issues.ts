import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
import { Clusterer, type ClusteringState } from '../clustering/clusterer.ts';
import { readFeatures } from '../clustering/features.ts';
import { type ReadConversation, type ReadIssue, readIssues } from '../clustering/read-issues.ts';
import { decodeVector, encodeVector } from '../clustering/sparse-vector.ts';
import { decodeCounts, encodeCounts } from '../clustering/term-rarity.ts';

/** The clustering of an organization as it is stored. */
export interface StoredModel {
  nextNumber: number;
  issues: number;
  counts: Uint8Array;
  frozenIssues: number;
  frozenCounts: Uint8Array;
}

export interface StoredCluster {
  number: number;
  issues: number;
  features: Uint8Array;
}

/** An issue that a conversation had before it changed. */
interface FormerIssue {
  issueId: string;
  number: number;
  title: string;
  summary: string;
  features: Uint8Array;
}

export interface PlaceInput {
  model: StoredModel;
  clusters: readonly StoredCluster[];
  conversations: readonly (ReadConversation & { conversationId: string; former: readonly FormerIssue[] })[];
}

export interface PlacedIssue {
  conversationId: string;
  /** Absent for a new issue. */
  issueId?: string;
  title: string;
  summary: string;
  features: Uint8Array;
  number: number;
}

export interface ChangedCluster extends StoredCluster {
  /** Issues were taken out of it, which its description may quote. */
  hasLost: boolean;
}

export interface Placed {
  model: StoredModel;
  /** New, or with other issues than before. */
  clusters: ChangedCluster[];
  /** New issues, and former ones that changed. */
  issues: PlacedIssue[];
  /** Issues that their conversations no longer have. */
  gone: string[];
  /** Clusters that became part of an older one. */
  merges: { from: number; into: number }[];
}

/** Makes the issues of some conversations and places them in clusters, one after the other. */
export const placeIssuesTask = defineThreadTask('place-issues', placeIssues);

export function placeIssues({ model, clusters, conversations }: PlaceInput): Placed {
  const state = openState(model, clusters);
  const clusterer = new Clusterer(state);
  const touched = new Set<number>();
  const lost = new Set<number>();
  const placed: Placed = { model, clusters: [], issues: [], gone: [], merges: [] };
  const follow = createFollow(placed.merges);
  for (const { conversationId, former, ...conversation } of conversations) {
    const read = readIssues(conversation).map((issue) => ({ issue, features: readFeatures(issue.terms) }));
    const rest = [...former];
    const fresh = read.flatMap(({ issue, features }) => {
      const bytes = encodeVector(features);
      const kept = takeSame(rest, issue, bytes);
      if (!kept) return [{ issue, features, bytes }];
      if (!bytes.equals(kept.features)) {
        clusterer.renew(follow(kept.number), decodeVector(kept.features), features);
        touched.add(follow(kept.number));
      }
      placed.issues.push(toPlaced(conversationId, issue, bytes, follow(kept.number), kept.issueId));
      return [];
    });
    for (const { number, features } of rest) {
      clusterer.remove(follow(number), decodeVector(features));
      touched.add(follow(number));
      lost.add(follow(number));
    }
    for (const { issue, features, bytes } of fresh) {
      const { cluster, merged } = clusterer.add(features);
      for (const from of merged) placed.merges.push({ from, into: cluster });
      touched.add(cluster);
      placed.issues.push(toPlaced(conversationId, issue, bytes, cluster, rest.shift()?.issueId));
    }
    placed.gone.push(...rest.map(({ issueId }) => issueId));
  }
  // A later merge moves what was placed or merged before it.
  for (const issue of placed.issues) issue.number = follow(issue.number);
  for (const merge of placed.merges) merge.into = follow(merge.into);
  placed.model = closeModel(state);
  placed.clusters = [...state.clusters.values()]
    .filter(({ number }) => touched.has(number))
    .map(({ number, size, sum }) => ({
      number,
      issues: size,
      features: encodeVector(sum),
      hasLost: lost.has(number),
    }));
  return placed;
}

/** Takes the issue that says the same. One that was read by an earlier version has other features than now. */
function takeSame(former: FormerIssue[], { title, summary }: ReadIssue, features: Buffer) {
  const same = former.findIndex((one) => features.equals(one.features));
  const at = same < 0 ? former.findIndex((one) => one.title === title && one.summary === summary) : same;
  return at < 0 ? undefined : former.splice(at, 1)[0];
}

function openState(model: StoredModel, clusters: readonly StoredCluster[]): ClusteringState {
  return {
    nextNumber: model.nextNumber,
    rarity: {
      issues: model.issues,
      counts: decodeCounts(model.counts),
      frozenIssues: model.frozenIssues,
      frozenCounts: decodeCounts(model.frozenCounts),
    },
    clusters: new Map(
      clusters.map(({ number, issues, features }) => [
        number,
        { number, size: issues, sum: decodeVector(features) },
      ]),
    ),
  };
}

const closeModel = ({ nextNumber, rarity }: ClusteringState): StoredModel => ({
  nextNumber,
  issues: rarity.issues,
  counts: encodeCounts(rarity.counts),
  frozenIssues: rarity.frozenIssues,
  frozenCounts: encodeCounts(rarity.frozenCounts),
});

/** Where a cluster is after the merges so far. */
function createFollow(merges: Placed['merges']): (number: number) => number {
  const into = new Map<number, number>();
  let read = 0;
  return (number) => {
    for (; read < merges.length; read += 1) {
      const merge = merges[read] as Placed['merges'][number];
      into.set(merge.from, merge.into);
    }
    let current = number;
    for (let next = into.get(current); next !== undefined; next = into.get(current)) current = next;
    return current;
  };
}

const toPlaced = (
  conversationId: string,
  { title, summary }: ReadIssue,
  features: Uint8Array,
  number: number,
  issueId: string | undefined,
): PlacedIssue => ({
  conversationId,
  ...(issueId === undefined ? {} : { issueId }),
  title,
  summary,
  features,
  number,
});
