import { BY_OPERATOR } from '../../../platform/access/cause.ts';
import type { JobBody, JobDefinition } from '../../../platform/jobs/job-definition.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { openFolderSource } from '../../git/import/folder-source.ts';
import { importOfFiles, runImport } from '../../git/import/run-import.ts';
import { publishSiteIn } from '../../publishing/sites/sites.service.ts';
import { findDocumentationFolder } from './documentation-folder.ts';
import type { FirstSitePayload } from './prepare-first-site.ts';

/**
 * Imports the documentation into the first space, and publishes the first site in the same transaction. An interrupted
 * run starts over. If the space has content, or if the space or the site is gone, there is nothing to do.
 */
export function createFirstSiteJob({ context, store }: Pick<EditingParts, 'context' | 'store'>) {
  const { pointers, clock } = context;
  const run: JobBody = async ({ organizationId, payload }, signal) => {
    const { spaceId, siteId, revisionId } = payload as FirstSitePayload;
    const folder = findDocumentationFolder();
    const space = await pointers.spaces.find(spaceId);
    const site = await pointers.sites.find(siteId);
    const isUntouched = space?.revisionId === revisionId && !space.deletedAt && site && !site.isPublished;
    if (folder === undefined || !isUntouched) return;
    await runImport(context, store, importOfFiles(space), {
      source: await openFolderSource(folder),
      signal,
      onProgress: () => {},
      onCommit: async (unit) => {
        await publishSiteIn(unit, BY_OPERATOR, { organizationId, siteId }, clock());
      },
    });
  };
  return { kind: 'first-site', lane: 'long', run } as const satisfies JobDefinition;
}
