import type { JobBody, JobDefinition } from '../../../platform/jobs/job-definition.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { createMemorySource } from '../../git/import/memory-source.ts';
import { importOfFiles, runImport } from '../../git/import/run-import.ts';
import type { DefaultSitePayload } from './default-site.ts';

/** Writes the first pages of the site of a new organization. Once its space has content, there is nothing to do. */
export function createDefaultSiteJob({ context, store }: Pick<EditingParts, 'context' | 'store'>) {
  const run: JobBody = async ({ payload }, signal) => {
    const { spaceId, revisionId, title, spec } = payload as DefaultSitePayload;
    const space = await context.pointers.spaces.find(spaceId);
    if (space?.revisionId !== revisionId || space.deletedAt) return;
    await runImport(context, store, importOfFiles(space), {
      source: createMemorySource(writeFiles(title, spec)),
      signal,
      onProgress: () => {},
      onCommit: async () => {},
    });
  };
  return { kind: 'default-site', lane: 'short', run } as const satisfies JobDefinition;
}

function writeFiles(title: string, spec: string | undefined): Record<string, string> {
  const name = title.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#]/g, '\\$&');
  const lines = [`* [${name}](README.md)`];
  if (spec !== undefined) lines.push(writeReference(spec));
  return { 'README.md': `# ${name}\n`, 'SUMMARY.md': `# Table of contents\n\n${lines.join('\n')}\n` };
}

/** The pages of a spec in the table of contents. */
const writeReference = (spec: string): string => `* \`\`\`yaml
  type: builtin:openapi
  props:
    models: true
  dependencies:
    spec:
      ref:
        kind: openapi
        spec: ${spec}
  \`\`\``;
