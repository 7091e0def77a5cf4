import type { Schemas } from '@lectern/client/schema';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, createId, repeatable } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { uploadFile } from '../api/upload-file.ts';

export type ImportRun = Schemas['OrganizationImport'];
export type ImportRoot = ImportRun['roots'][number];
export type ImportBody = Schemas['ImportIntoOrganizationBody'];
export type Credentials = NonNullable<ImportBody['credentials']>;

/** Where the content shall go, as the address of the view names it. */
export interface ImportTarget {
  spaceId?: string | undefined;
  parentId?: string | undefined;
}

const POLL_MS = 700;

export const isActive = ({ status }: Pick<ImportRun, 'status'>): boolean =>
  status === 'pending' || status === 'in-progress';

/** An import or a dry run; read again and again until it ends. */
export const importQuery = (organizationId: string, importId: string) =>
  queryOptions({
    queryKey: ['organization', organizationId, 'import', importId],
    queryFn: () =>
      api.get('/v1/orgs/{organizationId}/imports/{importId}', { path: { organizationId, importId } }),
    refetchInterval: ({ state: { data } }) => (data && isActive(data) ? POLL_MS : false),
  });

/** The reports of imports, the newest first. */
export const importsQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: ['organization', organizationId, 'imports'],
    queryFn: ({ pageParam }) =>
      api.get('/v1/orgs/{organizationId}/imports', {
        path: { organizationId },
        query: { limit: 10, ...(pageParam === undefined ? {} : { page: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
  });

/** What a look was asked with and its result does not say; forgotten when the page is closed. */
const credentialsByDryRun = new Map<string, Credentials>();

export const credentialsOf = (dryRunId: string): Credentials | undefined => credentialsByDryRun.get(dryRunId);

/** Looks at an address or an uploaded file. Returns the id of the dry run. */
export async function startDryRun(
  organizationId: string,
  source: { url: string; credentials?: Credentials | undefined } | { upload: string },
  target: ImportTarget,
): Promise<string> {
  const { credentials, ...named } = 'url' in source ? source : { ...source, credentials: undefined };
  const { id } = await startImport(organizationId, {
    ...named,
    ...(credentials ? { credentials } : {}),
    ...fieldsOf(target),
    dryRun: true,
  });
  if (credentials) credentialsByDryRun.set(id, credentials);
  return id;
}

export const fieldsOf = ({ spaceId, parentId }: ImportTarget): Pick<ImportBody, 'space' | 'parent'> =>
  spaceId !== undefined ? { space: spaceId } : parentId !== undefined ? { parent: parentId } : {};

export async function startImport(organizationId: string, body: ImportBody): Promise<ImportRun> {
  const run = await api.post('/v1/orgs/{organizationId}/imports', {
    path: { organizationId },
    headers: repeatable(),
    body,
  });
  queries.setQueryData(importQuery(organizationId, run.id).queryKey, run);
  return run;
}

export async function stopImport(organizationId: string, importId: string): Promise<void> {
  await api.delete('/v1/orgs/{organizationId}/imports/{importId}', { path: { organizationId, importId } });
  await queries.invalidateQueries({ queryKey: ['organization', organizationId, 'import', importId] });
}

/** Uploads a file for an import. Returns its id. */
export async function uploadForImport(
  organizationId: string,
  file: File,
  { target, onProgress }: { target: ImportTarget; onProgress: (part: number) => void },
): Promise<string> {
  const query = new URLSearchParams(fieldsOf(target) as Record<string, string>).toString();
  const path = `/v1/orgs/${organizationId}/imports/files${query === '' ? '' : `?${query}`}`;
  return (await uploadFile(path, { file, key: createId(), onProgress })).id;
}

/** The source as people call it: the address without its scheme, or the name of the file. */
export const sourceNameOf = ({ source: { url, file } }: Pick<ImportRun, 'source'>): string =>
  file ?? (url ?? '').replace(/^https?:\/\//, '').replace(/\/$/, '');
