import { type Static, Type } from 'typebox';
import { Id, Timestamp } from '../../../platform/http/schemas.ts';
import { MAX_NAME_LENGTH, type Upload } from './receive-upload.ts';

export const UploadSchema = Type.Object(
  {
    id: Id,
    name: Type.String(),
    contentType: Type.String({ description: 'Determined from the bytes.' }),
    size: Type.Integer({ description: 'The size in bytes.' }),
    sha256: Type.String({ description: 'The digest of the bytes, in hexadecimal.' }),
    dimensions: Type.Optional(Type.Object({ width: Type.Integer(), height: Type.Integer() })),
    expiresAt: Timestamp,
  },
  { $id: 'Upload' },
);

export const UploadQuery = Type.Object({
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      description: 'The name of the file. Defaults to the name in `Content-Disposition`, or in the form.',
    }),
  ),
});

export const UploadBodySchema = {
  content: {
    'application/octet-stream': { schema: Type.Unsafe<unknown>({}) },
    'multipart/form-data': {
      schema: Type.Unsafe<unknown>({
        type: 'object',
        properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      }),
    },
  },
};

export const presentUpload = (upload: Upload): Static<typeof UploadSchema> => {
  const { uploadId, name, contentType, size, hash, dimensions, expiresAt } = upload;
  return {
    id: uploadId,
    name,
    contentType,
    size,
    sha256: hash.toString('hex'),
    ...(dimensions ? { dimensions } : {}),
    expiresAt: expiresAt.toISOString(),
  };
};
