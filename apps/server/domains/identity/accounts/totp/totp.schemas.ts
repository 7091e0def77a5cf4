import { Type } from 'typebox';
import { ProofFields } from '../account.schemas.ts';

export const BeginTotpBody = Type.Object(ProofFields);
export const RenewRecoveryCodesBody = Type.Object(ProofFields);
export const EndTotpBody = Type.Object(ProofFields);

export const ConfirmTotpBody = Type.Object({
  code: Type.String({ maxLength: 64, description: 'The six-digit code that the app currently shows.' }),
});

export const BegunTotpSchema = Type.Object({
  object: Type.Literal('totp'),
  secret: Type.String({ description: 'The key in Base32, for typing into the app.' }),
  url: Type.String({ description: 'The key as an `otpauth://totp/…` URL.' }),
  qrCode: Type.String({ description: 'The same URL as a QR code, in SVG.' }),
});

export const RecoveryCodesSchema = Type.Object({
  object: Type.Literal('recovery-codes'),
  codes: Type.Array(Type.String(), {
    description:
      'Each code can be used once instead of an app code. The codes are shown only in this response.',
  }),
});
