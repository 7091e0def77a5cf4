import { ApiError } from '@lectern/client/api-error';
import type { Client } from '@lectern/client/client';
import type { TargetChanges } from '@lectern/markdown/find-replacements';
import { describeApiError } from './api-client.ts';
import { changeContent, type OpenContent } from './space-content.ts';

/** A page or reusable content that could not be changed. */
export interface Failure {
  target: TargetChanges;
  message: string;
}

interface Change {
  target: TargetChanges;
  body: object;
}

/** Limits of the API. */
const MAX_CHANGES = 50;
/** Of the pages that one request replaces. */
const MAX_CHARACTERS = 4_000_000;

/**
 * Makes the changes in as few requests as the API allows, each based on the revision that was searched. If others have
 * changed one of the pages so that it cannot be merged, the other pages of the request are changed nevertheless.
 */
export async function applyReplacements(
  client: Client,
  content: OpenContent,
  targets: readonly TargetChanges[],
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const batch of batchesOf(targets)) {
    try {
      await changeContent(
        client,
        content,
        batch.map(({ body }) => body),
      );
    } catch (error) {
      if (!isOfOnePage(error)) throw error;
      for (const { target, body } of batch)
        await changeContent(client, content, [body]).catch((failure) => {
          if (!isOfOnePage(failure)) throw failure;
          failures.push({ target, message: describeFailure(failure) });
        });
    }
  }
  return failures;
}

/** Others changed or removed the page, or it would exceed a limit: this is no reason to leave out the other pages. */
const isOfOnePage = (error: unknown): boolean =>
  error instanceof ApiError && [400, 409, 413].includes(error.status) && error.reason !== 'space-locked';

const describeFailure = (error: unknown): string =>
  error instanceof ApiError && error.reason === 'edit-conflicts'
    ? 'Others have changed the same places in the meantime. Run the command again.'
    : (describeApiError(error) as string);

function batchesOf(targets: readonly TargetChanges[]): Change[][] {
  const batches: Change[][] = [];
  let characters = 0;
  for (const target of targets) {
    const change = { target, body: changeOf(target) };
    const count = JSON.stringify(change.body).length;
    const last = batches.at(-1);
    if (last && last.length < MAX_CHANGES && characters + count <= MAX_CHARACTERS) {
      last.push(change);
      characters += count;
    } else {
      batches.push([change]);
      characters = count;
    }
  }
  return batches;
}

function changeOf({ kind, id, fields, markdown, nodes }: TargetChanges): object {
  const document =
    markdown !== undefined ? { markdown } : nodes && { document: { object: 'document', data: {}, nodes } };
  return {
    ...(kind === 'page'
      ? { operation: 'update_page', page: id }
      : { operation: 'update_reusable_content', reusableContent: id }),
    ...fields,
    ...(document ? { document } : {}),
  };
}
