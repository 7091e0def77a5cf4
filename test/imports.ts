import type { TestApp } from './app.ts';
import { addSpace } from './factories.ts';
import { runJobsFor } from './jobs.ts';
import type { WebServer } from './web-server.ts';
import { type ZipEntry, zipOf } from './zip.ts';

export interface ImportedPage {
  id: string;
  title: string;
  type: string;
  slug?: string;
  path: string;
  href?: string;
  description?: string;
  pages: ImportedPage[];
}

export interface ImportRequest {
  app: TestApp;
  /** The fields of the request. */
  body: object;
  /** Where the pages are added, such as `<space>/content`; a new space by default. */
  place?: string;
}

/** Sends an import, runs its job, and reads what came of it. */
export async function importContent({ app, body, place }: ImportRequest) {
  const into = place ?? `${await addSpace(app)}/content`;
  const spaceId = into.split('/')[0] as string;
  const read = async (url: string) => (await app.request('GET', `/v1/spaces/${url}`)).json();
  const response = await runJobsFor(app, app.request('POST', `/v1/spaces/${into}/import`, { body }));
  const importId = response.headers['x-import-id'] as string;
  return {
    spaceId,
    importId,
    status: response.statusCode,
    body: response.json(),
    headers: response.headers,
    /** The import with its problems. */
    run: await read(`${spaceId}/content/imports/${importId}`),
    pages: (await read(`${spaceId}/content`)).pages as ImportedPage[],
    listFiles: async () => (await read(`${spaceId}/content/files`)).items,
    markdownOf: async (page: { id: string }): Promise<string> =>
      (await read(`${spaceId}/content/page/${page.id}?format=markdown`)).markdown,
  };
}

export type ArchiveFiles = Buffer | Record<string, string | Buffer> | readonly ZipEntry[];

/** Imports an archive, which a web server offers, with these files or bytes. */
export async function importArchive(
  files: ArchiveFiles,
  { web, body = {}, ...request }: Omit<ImportRequest, 'body'> & { web: WebServer; body?: object },
) {
  const content = Buffer.isBuffer(files) ? files : await zipOf(files);
  web.content['/archive.zip'] = { type: 'application/zip', body: content };
  return importContent({ ...request, body: { url: web.url('/archive.zip'), source: 'zip', ...body } });
}

/** All pages, each before those below it. */
export const flattenPages = (pages: readonly ImportedPage[]): ImportedPage[] =>
  pages.flatMap((page) => [page, ...flattenPages(page.pages ?? [])]);
