import { Type } from 'typebox';
import { Timestamp } from '../../../platform/http/schemas.ts';
import { PasskeyResponseFields } from './passkeys/passkeys.schemas.ts';

/** A limit for request bodies; `passwords.ts` limits the length of a new password. */
const PasswordText = Type.String({ maxLength: 4096 });
const CurrentPassword = Type.String({
  maxLength: 4096,
  description: 'Your current password. Required if the account has one and `passkey` is absent.',
});
const Passkey = Type.Object(PasskeyResponseFields, {
  description:
    'Instead of the password: what an authenticator answers to `POST /v1/user/passkeys/confirmation-options`.',
});
/** What shows that a session was not left open: the password or a passkey. */
export const ProofFields = {
  password: Type.Optional(CurrentPassword),
  passkey: Type.Optional(Passkey),
};
const NewPassword = Type.String({
  maxLength: 4096,
  description:
    '10 to 1024 characters. Must differ from the email address, and commonly used passwords are rejected.',
});
const EmailAddress = Type.String({ format: 'email', maxLength: 254 });
/** A user whose address would not be accepted today can still sign in and request a link. */
const AnyEmail = Type.String({ minLength: 1, maxLength: 320 });

export const CredentialsSchema = Type.Object(
  {
    object: Type.Literal('credentials'),
    email: Type.String(),
    isEmailVerified: Type.Boolean({
      description: 'Whether the address was verified by email or single sign-on.',
    }),
    hasPassword: Type.Boolean(),
    passwordChangedAt: Type.Optional(Timestamp),
    hasSecondFactor: Type.Boolean({
      description: 'Whether signing in with the password also requires a code.',
    }),
    recoveryCodesLeft: Type.Integer({ minimum: 0 }),
  },
  { $id: 'Credentials' },
);

export const SignInBody = Type.Object({
  email: AnyEmail,
  password: PasswordText,
  code: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'A code from the authenticator app, or a recovery code. Required if a second factor is on.',
    }),
  ),
});

export const ChangePasswordBody = Type.Object({
  current: Type.Optional(CurrentPassword),
  passkey: Type.Optional(Passkey),
  password: NewPassword,
});

export const ChangeEmailBody = Type.Object({
  email: EmailAddress,
  ...ProofFields,
});

export const RequestResetBody = Type.Object({ email: AnyEmail });
export const ResetPasswordBody = Type.Object({ password: NewPassword });
export const TicketParams = Type.Object({
  ticket: Type.String({ description: 'The last path segment of the mailed link.' }),
});
