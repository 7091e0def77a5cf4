import type { Context } from '../../../platform/context.ts';
import { embedTexts } from '../../../platform/language-model/embeddings.ts';
import { encodeEmbedding } from '../clustering/embedding-sum.ts';
import { findMinSimilarity } from '../clustering/min-similarity.ts';
import {
  changeEmbeddingModel,
  findModel,
  listStoredClusters,
  listUnprocessed,
  lockModel,
  markProcessed,
  updateModel,
} from './issues.repository.ts';
import {
  type Placed,
  type PlaceInput,
  placeIssuesTask,
  placeReadIssuesTask,
  type ReadIssues,
  readIssuesTask,
} from './place-issues.ts';
import { storePlaced } from './store-placed.repository.ts';

/** As many conversations as are placed at once, and the size of their messages. */
const BATCH = { count: 1000, bytes: 8_000_000 };
const DEADLINE_MS = 120_000;

type MakingContext = Pick<Context, 'config' | 'db' | 'transact' | 'threads' | 'clock' | 'log'>;

/**
 * Makes the issues of the oldest waiting conversations. Returns whether there may be more. The model is read without a
 * lock; if clusters were changed meanwhile, nothing is stored and the next call starts over.
 */
export async function makeIssues(
  context: MakingContext,
  organizationId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { config, db, transact, clock } = context;
  const embeddingModel = config.languageModel?.embeddingModel;
  const model = await findModel(db, organizationId);
  if (embeddingModel !== undefined && model.embeddingModel !== embeddingModel) {
    await transact(({ trx }) => changeEmbeddingModel(trx, organizationId, embeddingModel));
    return true;
  }
  const conversations = await listUnprocessed(db, organizationId, BATCH);
  if (conversations.length === 0) return false;
  const clusters = await listStoredClusters(db, organizationId);
  const placed = await place(context, organizationId, { input: { model, clusters, conversations }, signal });
  const now = clock();
  const conversationIds = conversations.map(({ conversationId }) => conversationId);
  await transact(async ({ trx }) => {
    if ((await lockModel(trx, organizationId)) !== model.version) return;
    const marked = await markProcessed(trx, organizationId, conversations, now);
    // One of them was replaced or deleted while its issues were made.
    if (marked < conversations.length) throw new StaleConversations();
    await storePlaced(trx, { organizationId, conversationIds, now }, placed);
    await updateModel(trx, organizationId, placed.model);
  }).catch((error: unknown) => {
    if (!(error instanceof StaleConversations)) throw error;
  });
  return true;
}

async function place(
  context: MakingContext,
  organizationId: string,
  { input, signal }: { input: PlaceInput; signal: AbortSignal },
): Promise<Placed> {
  const { config, threads } = context;
  const options = { lane: 'job', deadlineMs: DEADLINE_MS, signal } as const;
  if (config.languageModel?.embeddingModel === undefined) return threads.run(placeIssuesTask, input, options);
  const { conversations, ...rest } = input;
  const read = await threads.run(readIssuesTask, conversations, options);
  const minSimilarity = await findMinSimilarity(context, organizationId, signal);
  if (minSimilarity !== undefined) await embedIssues(context, organizationId, { read, signal });
  return threads.run(placeReadIssuesTask, { ...rest, read, minSimilarity: minSimilarity ?? 1 }, options);
}

/** Adds embeddings to issues that have none. Those that the language model does not return are compared by terms. */
async function embedIssues(
  context: MakingContext,
  organizationId: string,
  { read, signal }: { read: readonly ReadIssues[]; signal: AbortSignal },
): Promise<void> {
  const issues = read
    .flatMap(({ kept, fresh }) => [...kept.map(({ issue }) => issue), ...fresh])
    .filter(({ embedding }) => !embedding);
  const texts = issues.map(({ title, summary }) =>
    summary.startsWith(title) ? summary : `${title}\n${summary}`,
  );
  const embeddings = await embedTexts(context, organizationId, { texts, signal });
  for (const [at, issue] of issues.entries()) {
    const embedding = embeddings[at];
    if (embedding) issue.embedding = encodeEmbedding(embedding);
  }
}

class StaleConversations extends Error {}
