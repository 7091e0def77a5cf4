import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
import { Clusterer, type ClusteringState } from '../clustering/clusterer.ts';
import { decodeEmbedding, encodeEmbedding } from '../clustering/embedding-sum.ts';
import { readFeatures } from '../clustering/features.ts';
import { type ReadConversation, readIssues } from '../clustering/read-issues.ts';
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
  /** The sum of the embeddings of its issues; absent if none has one. */
  embedding?: Uint8Array | null;
  /** The number of issues with an embedding. */
  embedded?: number;
}

/** An issue that a conversation had before it changed. */
interface FormerIssue {
  issueId: string;
  number: number;
  title: string;
  summary: string;
  features: Uint8Array;
  embedding?: Uint8Array | null;
}

export interface UnreadConversation extends ReadConversation {
  conversationId: string;
  former: readonly FormerIssue[];
}

export interface PlaceInput {
  model: StoredModel;
  clusters: readonly StoredCluster[];
  conversations: readonly UnreadConversation[];
}

interface IssueText {
  title: string;
  summary: string;
  features: Uint8Array;
  /** Set by the caller, if there is one. */
  embedding?: Uint8Array | null;
}

/** The issues of a conversation beside those that it had before. */
export interface ReadIssues {
  conversationId: string;
  kept: { issue: IssueText; former: FormerIssue }[];
  fresh: IssueText[];
  /** Former issues that the conversation does not have anymore. */
  lost: FormerIssue[];
}

export interface PlacedIssue extends IssueText {
  conversationId: string;
  /** Absent for a new issue. */
  issueId?: string;
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

export interface PlaceReadInput extends Omit<PlaceInput, 'conversations'> {
  read: readonly ReadIssues[];
  /** The mean similarity of embeddings from which issues belong together. */
  minSimilarity: number;
}

/** Makes the issues of some conversations and places them in clusters, one after the other. */
export const placeIssuesTask = defineThreadTask('place-issues', placeIssues);
/** The same in two steps, between which issues get their embeddings. */
export const readIssuesTask = defineThreadTask('read-issues', readConversations);
export const placeReadIssuesTask = defineThreadTask('place-read-issues', placeReadIssues);

export function placeIssues({ model, clusters, conversations }: PlaceInput): Placed {
  return placeReadIssues({ model, clusters, read: readConversations(conversations), minSimilarity: 1 });
}

function readConversations(conversations: readonly UnreadConversation[]): ReadIssues[] {
  return conversations.map(({ conversationId, former, ...conversation }) => {
    const lost = [...former];
    const kept: ReadIssues['kept'] = [];
    const fresh: IssueText[] = [];
    for (const { title, summary, terms } of readIssues(conversation)) {
      const issue = { title, summary, features: encodeVector(readFeatures(terms)) };
      const same = takeSame(lost, issue);
      if (same) kept.push({ issue: { ...issue, embedding: same.embedding ?? null }, former: same });
      else fresh.push(issue);
    }
    return { conversationId, kept, fresh, lost };
  });
}

function placeReadIssues({ model, clusters, read, minSimilarity }: PlaceReadInput): Placed {
  const state = openState(model, clusters, minSimilarity);
  const clusterer = new Clusterer(state);
  const touched = new Set<number>();
  const lost = new Set<number>();
  const placed: Placed = { model, clusters: [], issues: [], gone: [], merges: [] };
  const follow = createFollow(placed.merges);
  for (const { conversationId, kept, fresh, lost: former } of read) {
    for (const { issue, former: same } of kept) {
      const number = follow(same.number);
      const isRenewed = !Buffer.from(issue.features).equals(same.features);
      const isEmbedded = issue.embedding && !same.embedding;
      if (isRenewed) clusterer.renew(number, decodeVector(same.features), decodeVector(issue.features));
      if (isEmbedded) {
        const { cluster, merged } = clusterer.embed(number, decodeEmbedding(issue.embedding as Uint8Array));
        for (const from of merged) placed.merges.push({ from, into: cluster });
        touched.add(cluster);
      }
      if (isRenewed) touched.add(number);
      placed.issues.push({ conversationId, issueId: same.issueId, ...issue, number });
    }
    for (const { number, features, embedding } of former) {
      clusterer.remove(
        follow(number),
        decodeVector(features),
        embedding ? decodeEmbedding(embedding) : undefined,
      );
      touched.add(follow(number));
      lost.add(follow(number));
    }
    const ids = former.map(({ issueId }) => issueId);
    for (const issue of fresh) {
      const { cluster, merged } = clusterer.add(
        decodeVector(issue.features),
        issue.embedding ? decodeEmbedding(issue.embedding) : undefined,
      );
      for (const from of merged) placed.merges.push({ from, into: cluster });
      touched.add(cluster);
      const issueId = ids.shift();
      placed.issues.push({
        conversationId,
        ...(issueId === undefined ? {} : { issueId }),
        ...issue,
        number: cluster,
      });
    }
    placed.gone.push(...ids);
  }
  // A later merge moves what was placed or merged before it.
  for (const issue of placed.issues) issue.number = follow(issue.number);
  for (const merge of placed.merges) merge.into = follow(merge.into);
  placed.model = closeModel(state);
  placed.clusters = [...state.clusters.values()]
    .filter(({ number }) => touched.has(number))
    .map(({ number, size, sum, embeddings }) => ({
      number,
      issues: size,
      features: encodeVector(sum),
      embedding: embeddings.sum ? encodeEmbedding(embeddings.sum) : null,
      embedded: embeddings.count,
      hasLost: lost.has(number),
    }));
  return placed;
}

/** Takes the issue that says the same. One that was read by an earlier version has other features than now. */
function takeSame(former: FormerIssue[], { title, summary, features }: IssueText): FormerIssue | undefined {
  const same = former.findIndex((one) => Buffer.from(features).equals(one.features));
  const at = same < 0 ? former.findIndex((one) => one.title === title && one.summary === summary) : same;
  return at < 0 ? undefined : former.splice(at, 1)[0];
}

function openState(
  model: StoredModel,
  clusters: readonly StoredCluster[],
  minSimilarity: number,
): ClusteringState {
  return {
    minSimilarity,
    nextNumber: model.nextNumber,
    rarity: {
      issues: model.issues,
      counts: decodeCounts(model.counts),
      frozenIssues: model.frozenIssues,
      frozenCounts: decodeCounts(model.frozenCounts),
    },
    clusters: new Map(
      clusters.map(({ number, issues, features, embedding, embedded = 0 }) => [
        number,
        {
          number,
          size: issues,
          sum: decodeVector(features),
          embeddings: { count: embedded, sum: embedding ? decodeEmbedding(embedding) : undefined },
        },
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
