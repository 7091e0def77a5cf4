import { Type } from 'typebox';
import { Id, ListQuery, Timestamp } from '../../../platform/http/schemas.ts';

const Status = Type.Union([
  Type.Literal('pending'),
  Type.Literal('in-progress'),
  Type.Literal('completed'),
  Type.Literal('failed'),
]);
const Failure = Type.Object({ reason: Type.String(), message: Type.String() });

export const OrganizationExportSchema = Type.Object(
  {
    object: Type.Literal('organization-export'),
    id: Id,
    status: Status,
    createdAt: Timestamp,
    endedAt: Type.Optional(Timestamp),
    expiresAt: Type.Optional({ ...Timestamp, description: 'When the archive is removed.' }),
    size: Type.Optional(Type.Integer({ minimum: 0, description: 'Bytes of the archive.' })),
    counts: Type.Optional(
      Type.Object({
        rows: Type.Integer({ minimum: 0 }),
        files: Type.Integer({ minimum: 0 }),
        people: Type.Integer({ minimum: 0 }),
      }),
    ),
    error: Type.Optional(Failure),
    urls: Type.Object({
      location: Type.String(),
      archive: Type.Optional(
        Type.String({ description: 'Where the archive can be downloaded, with the same access.' }),
      ),
    }),
  },
  { $id: 'OrganizationExport' },
);

export const ArchiveImportSchema = Type.Object(
  {
    object: Type.Literal('archive-import'),
    id: Type.Unsafe<string>({
      ...Id,
      description: 'The id of the new organization, which exists once the import is complete.',
    }),
    status: Status,
    createdAt: Timestamp,
    endedAt: Type.Optional(Timestamp),
    size: Type.Integer({ minimum: 0 }),
    administrator: Id,
    report: Type.Optional(
      Type.Object({
        title: Type.String(),
        rows: Type.Integer({ minimum: 0 }),
        files: Type.Integer({ minimum: 0 }),
        people: Type.Object({
          invited: Type.Integer({ minimum: 0 }),
          unmatched: Type.Array(Type.String(), {
            description:
              'Addresses of members whose account on this instance has not verified its address. They were not invited.',
          }),
        }),
        changedIds: Type.Integer({
          minimum: 0,
          description:
            'Spaces, collections and sites whose ids were taken on this instance. They have new ids.',
        }),
        notes: Type.Array(Type.String()),
        enterAgain: Type.Array(Type.String(), {
          description: 'What to enter again, because archives contain no secrets.',
        }),
      }),
    ),
    error: Type.Optional(Failure),
    urls: Type.Object({ location: Type.String() }),
  },
  { $id: 'ArchiveImport' },
);

export const ExportParams = Type.Object({ organizationId: Id, exportId: Id });
export const ExportsParams = Type.Object({ organizationId: Id });
export const ListArchivesQuery = Type.Object(ListQuery);
export const ImportArchiveQuery = Type.Object({
  administrator: { ...Id, description: 'The user who becomes the administrator of the new organization.' },
});
/** The archive as it was downloaded. */
export const ArchiveBodySchema = { content: { 'application/zip': { schema: Type.Unsafe<unknown>({}) } } };
