import type { Static } from 'typebox';
import { maskUrl, maskUrlsIn } from '../../platform/http/mask-url.ts';
import type { OpenAPISpecSchema, OpenAPISpecVersionSchema } from './openapi.schemas.ts';
import type { SpecRow } from './specs.repository.ts';
import type { VersionRow } from './versions.repository.ts';

type Spec = Static<typeof OpenAPISpecSchema>;

interface Shown {
  baseUrl: string;
  /** Whether the caller may change it. Others do not see the secrets that the address of the source contains. */
  canEdit: boolean;
}

export const specLocation = (row: Pick<SpecRow, 'organization_id' | 'slug'>, baseUrl: string): string =>
  `${baseUrl}/v1/orgs/${row.organization_id}/openapi/${row.slug}`;

/** Where anyone reads the latest version of a public spec. */
export const publishedUrl = (row: Pick<SpecRow, 'organization_id' | 'slug'>, baseUrl: string): string =>
  `${specLocation(row, baseUrl)}/published`;

export function presentSpec(row: SpecRow, { baseUrl, canEdit }: Shown): Spec {
  return {
    object: 'openapi-spec',
    id: row.spec_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    slug: row.slug,
    ...(row.source_url === null ? {} : { sourceURL: canEdit ? row.source_url : maskUrl(row.source_url) }),
    processingState: row.processing_state as Spec['processingState'],
    visibility: row.visibility as Spec['visibility'],
    ...(row.last_version_id === null ? {} : { lastVersion: row.last_version_id }),
    ...(row.last_processed_at === null ? {} : { lastProcessedAt: row.last_processed_at.toISOString() }),
    ...(row.error_code === null
      ? {}
      : { lastProcessErrorCode: row.error_code as NonNullable<Spec['lastProcessErrorCode']> }),
    lastProcessedErrors: presentProblems(row.problems as Spec['lastProcessedErrors'], canEdit),
    lastProcessedErrorCount: row.problem_count,
    permissions: { view: true, edit: canEdit },
    urls: {
      location: specLocation(row, baseUrl),
      app: `${baseUrl}/app/o/${row.organization_id}`,
      ...(row.visibility === 'public' ? { published: publishedUrl(row, baseUrl) } : {}),
    },
  };
}

/** Problems name the files that were fetched. */
const presentProblems = (
  problems: Spec['lastProcessedErrors'],
  canEdit: boolean,
): Spec['lastProcessedErrors'] =>
  problems.map(({ severity, code, message, file, line, column }) => ({
    severity,
    code,
    message: canEdit ? message : maskUrlsIn(message),
    ...(file === undefined ? {} : { file: canEdit ? file : maskUrl(file) }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  }));

const versionLocation = (spec: SpecRow, version: VersionRow, baseUrl: string): string =>
  `${specLocation(spec, baseUrl)}/versions/${version.version_id}`;

/** Where the document of a version is, whatever its source has become since. */
const documentUrl = (spec: SpecRow, version: VersionRow, baseUrl: string): string =>
  `${versionLocation(spec, version, baseUrl)}/document`;

export const presentVersion = (
  spec: SpecRow,
  version: VersionRow,
  shown: Shown,
): Static<typeof OpenAPISpecVersionSchema> => ({
  object: 'openapi-spec-version',
  id: version.version_id,
  createdAt: version.created_at.toISOString(),
  url: documentUrl(spec, version, shown.baseUrl),
  urls: { location: versionLocation(spec, version, shown.baseUrl) },
});

/** The filesystem is JSON already, and may be large. */
export function presentContent(
  { spec, version }: { spec: SpecRow; version: VersionRow },
  filesystem: Buffer,
  shown: Shown,
): Buffer {
  const { baseUrl, canEdit } = shown;
  const url = documentUrl(spec, version, baseUrl);
  const source = version.source_url ?? url;
  const urls = {
    source: canEdit ? source : maskUrl(source),
    public: spec.visibility === 'public' ? publishedUrl(spec, baseUrl) : null,
  };
  const rest = { url, urls };
  return Buffer.concat([
    Buffer.from('{"filesystem":'),
    filesystem,
    Buffer.from(`,${JSON.stringify(rest).slice(1)}`),
  ]);
}
