import { type Static, Type } from 'typebox';
import { CheckName } from '../../../../platform/http/merge-rules.schemas.ts';
import { refTo, Timestamp, WebUrl } from '../../../../platform/http/schemas.ts';
import { UserSchema } from '../../../identity/users/users.schemas.ts';

const Status = Type.Enum(['pending', 'passed', 'failed']);
const Title = Type.String({ maxLength: 200, description: 'What the program found, in one line.' });

export const ExternalCheckSchema = Type.Object(
  {
    object: Type.Literal('change-request-check'),
    name: CheckName,
    status: Status,
    title: Type.Optional(Title),
    url: Type.Optional(Type.String({ description: 'Where the details are.' })),
    revision: Type.String({ description: 'The content that was checked.' }),
    outdated: Type.Boolean({ description: 'Whether the content has changed since.' }),
    reportedBy: refTo(UserSchema),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'ChangeRequestCheck' },
);
export type ExternalCheck = Static<typeof ExternalCheckSchema>;

export const ReportCheckBody = Type.Object({
  name: CheckName,
  status: Status,
  title: Type.Optional(Title),
  url: Type.Optional({ ...WebUrl, description: 'Where the details are.' }),
  revision: Type.Optional(
    Type.String({
      description: 'The revision of the change request that was checked; the current one by default.',
    }),
  ),
});
