import { Type } from 'typebox';

export const GitDeployKeySchema = Type.Object(
  {
    object: Type.Literal('git-deploy-key'),
    publicKey: Type.String({ description: 'The line to add to the repository at its host.' }),
    fingerprint: Type.String({ description: 'The fingerprint that the host shows for the key.' }),
    deployKey: Type.String({
      description:
        'The private key, encrypted so that only this instance can read it. Send it as `credentials.deployKey` of this space. It is not stored until then.',
    }),
  },
  { $id: 'GitDeployKey' },
);

export const GitCheckSchema = Type.Object(
  {
    object: Type.Literal('git-check'),
    state: Type.Enum(['success', 'failure']),
    reason: Type.Optional(
      Type.String({ description: 'Why it failed, as a stable name, such as `authentication-failed`.' }),
    ),
    error: Type.Optional(Type.String({ description: 'A description of the error, and what to do.' })),
    branches: Type.Array(Type.Object({ ref: Type.String(), commit: Type.String() }), {
      description: 'The branches, sorted by name. Empty for an empty repository.',
    }),
    canWrite: Type.Boolean({
      description:
        'Whether the host accepts pushes with these credentials. A protected branch can still refuse them.',
    }),
    writeReason: Type.Optional(
      Type.String({ description: 'Why pushes are not accepted, as a stable name.' }),
    ),
    writeError: Type.Optional(Type.String({ description: 'A description of the reason, and what to do.' })),
  },
  { $id: 'GitCheck' },
);
