import { Type } from 'typebox';
import { Timestamp, VISIBLE_PATTERN, WebUrl } from '../../../../platform/http/schemas.ts';

export const RendererSchema = Type.Object(
  {
    object: Type.Literal('site-renderer'),
    url: WebUrl,
    lastCall: Type.Optional(
      Type.Object({
        at: Timestamp,
        problem: Type.Optional(
          Type.String({
            description: 'The reason for the failure. The request is retried for several hours.',
          }),
        ),
      }),
    ),
  },
  { $id: 'SiteRenderer' },
);

export const PutRendererBody = Type.Object({
  url: Type.String({ ...WebUrl, description: 'The address of the renderer.' }),
  secret: Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 512,
      pattern: VISIBLE_PATTERN,
      description:
        'The secret of the renderer (its `GITBOOK_SECRET`), which signs the requests. It is never shown. Defaults to the current secret.',
    }),
  ),
});
