import { Type } from 'typebox';
import { Id, Timestamp } from '../../../../platform/http/schemas.ts';

const Title = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'A name for people, such as “Phone”.',
});

export const PasskeySchema = Type.Object(
  {
    object: Type.Literal('passkey'),
    id: Id,
    title: Title,
    backedUp: Type.Boolean({ description: 'Whether its maker copies it to other devices of the user.' }),
    createdAt: Timestamp,
    lastUsedAt: Type.Optional(Timestamp),
  },
  { $id: 'Passkey' },
);

export const PasskeysSchema = Type.Object({ items: Type.Array(Type.Ref('Passkey')) });

export const PasskeyOptionsSchema = Type.Object({
  ceremony: Type.String({
    description: 'Send it back with the response of the authenticator within five minutes.',
  }),
  options: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'The options of WebAuthn, in the JSON form that browsers read.',
  }),
});

/** The answer of the authenticator; the library checks it. */
const AuthenticatorResponse = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'The answer of the authenticator, in the JSON form that browsers write.',
});
const Ceremony = Type.String({ minLength: 1, maxLength: 4096 });

export const AddPasskeyBody = Type.Object({
  ceremony: Ceremony,
  response: AuthenticatorResponse,
  title: Title,
});
export const PasskeyResponseFields = { ceremony: Ceremony, response: AuthenticatorResponse };
export const UsePasskeyBody = Type.Object(PasskeyResponseFields);
export const RenamePasskeyBody = Type.Object({ title: Title });
export const PasskeyParams = Type.Object({ passkeyId: Id });
