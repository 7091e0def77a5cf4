import type { WrittenRequest } from '@lectern/openapi/samples/write-entered-request';
import type { Context } from '../../../platform/context.ts';
import { type WantedRequest, writeRequestTask } from '../tasks/write-request.ts';
import { readFilesystem } from '../versions.repository.ts';
import { contentKeyOf, findSpec, laneOfParts } from './find-spec.ts';

const DEADLINE_MS = 10_000;

/** Writes the request that a reader entered; undefined if the spec does not have the operation. */
export type WriteRequest = (
  organizationId: string,
  slug: string,
  wanted: WantedRequest,
) => Promise<WrittenRequest | undefined>;

export const createWriteRequest =
  ({ db, threads, pointers }: Pick<Context, 'db' | 'threads' | 'pointers'>): WriteRequest =>
  async (organizationId, slug, wanted) => {
    const spec = await findSpec(pointers, organizationId, { slug });
    if (!spec) return undefined;
    const { contentHash } = spec;
    const filesystem = await readFilesystem(db, contentKeyOf(organizationId, spec));
    return threads.run(
      writeRequestTask,
      { contentHash, filesystem, wanted },
      { lane: laneOfParts(filesystem), deadlineMs: DEADLINE_MS, owner: organizationId },
    );
  };
