import { Type } from 'typebox';
import { CurrentPassword } from '../account.schemas.ts';

export const BeginTotpBody = Type.Object({ password: Type.Optional(CurrentPassword) });
export const EndTotpBody = Type.Object({ password: Type.Optional(CurrentPassword) });

export const ConfirmTotpBody = Type.Object({
  code: Type.String({ maxLength: 64, description: 'Six digits that the app shows now.' }),
});

export const BegunTotpSchema = Type.Object({
  object: Type.Literal('totp'),
  secret: Type.String({ description: 'For the app, by hand: Base32.' }),
  url: Type.String({ description: 'For the app: `otpauth://totp/…`.' }),
  qrCode: Type.String({ description: 'The same as a picture: SVG.' }),
});

export const RecoveryCodesSchema = Type.Object({
  object: Type.Literal('recovery-codes'),
  codes: Type.Array(Type.String(), {
    description: 'Each signs in once in place of a code of the app. They cannot be read again.',
  }),
});
