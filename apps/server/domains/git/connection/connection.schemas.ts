import { Type } from 'typebox';
import {
  Id,
  nullable,
  PRINTABLE_PATTERN,
  refTo,
  Timestamp,
  Url,
  WebUrl,
} from '../../../platform/http/schemas.ts';
import { GitOperationSchema } from '../operations/operations.schemas.ts';
import { PROVIDERS } from './host-provider.ts';

const Direction = Type.Enum(['both', 'import', 'export'], {
  description:
    '`import`: the space follows the repository. `export`: the repository follows the space. `both`: each follows the other.',
});
const InitialDirection = Type.Enum(['import', 'export'], {
  description: 'The side whose content the first sync keeps if both have content.',
});
const OnConflict = Type.Enum(['remote', 'pause'], {
  description:
    'What happens when both sides changed the same place. `remote`: both keep the text of the repository, and the text of the space goes into a change request. `pause`: neither side changes, and the connection is paused.',
});
const ProviderSchema = Type.Enum([...PROVIDERS], {
  description: 'The kind of the host. `gitea` includes Forgejo. Public hosts are recognized.',
});
const CommitMessage = Type.String({
  minLength: 1,
  maxLength: 300,
  description:
    'The template of commit messages, with the placeholders `{subject}`, `{author}`, `{number}` (of the change request) and `{space}`.',
});
const BranchPattern = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'The branches that become change requests, such as `docs/*`. `*` matches any text without a slash, `**` any text.',
});
const MirrorPrefix = Type.String({
  minLength: 1,
  maxLength: 100,
  description:
    'Open change requests are mirrored to branches with this prefix and their number, such as `lectern/12` for `lectern/`.',
});
const PollSeconds = Type.Integer({
  minimum: 60,
  maximum: 604_800,
  description:
    'The interval at which the repository is checked for new commits. By default, polling is off: only content changes, webhooks and requests start a sync.',
});
const KnownHosts = Type.String({
  maxLength: 20_000,
  pattern: PRINTABLE_PATTERN,
  description:
    'The SSH host keys that are accepted, in the format of OpenSSH’s `known_hosts`. Required for SSH.',
});

export const SpaceParams = Type.Object({ spaceId: Id });

const PasswordBody = Type.Object({
  username: Type.String({
    maxLength: 1000,
    description: 'The user name. Many hosts accept any user name together with a token.',
  }),
  password: Type.String({ minLength: 1, maxLength: 10_000, description: 'The password or access token.' }),
});
const PrivateKeyBody = Type.Object({
  privateKey: Type.String({
    minLength: 1,
    maxLength: 20_000,
    pattern: PRINTABLE_PATTERN,
    description: 'The private key, in the format of OpenSSH or PEM.',
  }),
  passphrase: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        'The passphrase of the key. The key is decrypted and then stored encrypted like all secrets; the passphrase is not stored.',
    }),
  ),
});

const DeployKeyBody = Type.Object({
  deployKey: Type.String({
    minLength: 1,
    maxLength: 20_000,
    description: 'The `deployKey` of a deploy key that was created for this space.',
  }),
});

/** How to sign in to the host: over https, and over SSH. */
export const GitCredentialsBody = Type.Union([PasswordBody, PrivateKeyBody]);

export const GitConnectionSchema = Type.Object(
  {
    object: Type.Literal('git-connection'),
    space: Id,
    url: Type.String({ description: 'The URL of the repository, without credentials.' }),
    ref: Type.String({ description: 'The connected branch.' }),
    repoProjectDirectory: Type.String(),
    direction: Direction,
    initialDirection: InitialDirection,
    onConflict: OnConflict,
    provider: Type.Optional(ProviderSchema),
    repoTreeURL: Type.Optional(Url),
    repoCommitURL: Type.Optional(Url),
    repoWebURL: Type.Optional(Url),
    hasCredentials: Type.Boolean(),
    publicKey: Type.Optional(
      Type.String({
        description:
          'The public half of the key with which the connection signs in over SSH. Only administrators see it.',
      }),
    ),
    fingerprint: Type.Optional(
      Type.String({ description: 'The fingerprint of that key, as hosts show it.' }),
    ),
    hasWebhookSecret: Type.Boolean({ description: 'Without a secret, all webhooks are refused.' }),
    webhookSecret: Type.Optional(
      Type.String({
        description: 'The secret that Lectern generated. Shown only in the response that creates it.',
      }),
    ),
    knownHosts: Type.Optional(KnownHosts),
    commitMessage: CommitMessage,
    branchPattern: Type.Optional(BranchPattern),
    mirrorPrefix: Type.Optional(MirrorPrefix),
    pollSeconds: Type.Optional(PollSeconds),
    paused: Type.Optional(
      Type.Object({
        at: Timestamp,
        reason: Type.String({
          description:
            '`user` if a user paused it. Otherwise the problem of the last sync, such as `conflict`, `rewritten-history` or `rejected`.',
        }),
      }),
    ),
    synced: Type.Optional(
      Type.Object(
        { commit: Type.String(), revision: Id },
        { description: 'The last common state of both sides.' },
      ),
    ),
    lastOperation: Type.Optional(refTo(GitOperationSchema)),
    createdBy: Type.Optional(Id),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: Type.Object({
      location: Url,
      operations: Url,
      webhook: Type.Optional(
        Type.String({
          ...Url,
          description: 'Where the host sends its webhooks. Only administrators see it.',
        }),
      ),
    }),
  },
  { $id: 'GitConnection' },
);

const CredentialsBody = Type.Union([PasswordBody, PrivateKeyBody, DeployKeyBody, Type.Null()]);

const RepositoryUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    'The https://, http:// or ssh:// URL of the repository, or `git@host:path`. Credentials in it are stored as `credentials`.',
});

/** A repository that is not connected yet. */
export const CheckGitRepositoryBody = Type.Object({
  url: RepositoryUrl,
  credentials: Type.Optional(CredentialsBody),
  knownHosts: Type.Optional(nullable(KnownHosts)),
});

export const PutGitConnectionBody = Type.Object({
  url: RepositoryUrl,
  ref: Type.String({ minLength: 1, maxLength: 300, description: 'The branch, as `refs/heads/<branch>`.' }),
  repoProjectDirectory: Type.Optional(
    Type.String({
      maxLength: 1024,
      description: 'The directory of the repository that contains the space. Defaults to the root.',
    }),
  ),
  direction: Type.Optional(Type.Enum(['both', 'import', 'export'], { ...Direction, default: 'both' })),
  initialDirection: Type.Optional(
    Type.Enum(['import', 'export'], { ...InitialDirection, default: 'import' }),
  ),
  onConflict: Type.Optional(Type.Enum(['remote', 'pause'], { ...OnConflict, default: 'remote' })),
  provider: Type.Optional(nullable(ProviderSchema)),
  repoTreeURL: Type.Optional(
    nullable(
      Type.String({
        ...WebUrl,
        description: 'The base URL for links to files that are in the repository but not in the space.',
      }),
    ),
  ),
  repoCommitURL: Type.Optional(
    nullable(Type.String({ ...WebUrl, description: 'The base URL for links to commits.' })),
  ),
  repoWebURL: Type.Optional(
    nullable(Type.String({ ...WebUrl, description: 'The address of the repository in a browser.' })),
  ),
  credentials: Type.Optional(CredentialsBody),
  knownHosts: Type.Optional(nullable(KnownHosts)),
  webhookSecret: Type.Optional(
    nullable(
      Type.String({
        minLength: 16,
        maxLength: 255,
        description:
          'The secret of webhooks. Defaults to the stored secret; for a new connection, one is generated.',
      }),
    ),
  ),
  commitMessage: Type.Optional(nullable(CommitMessage)),
  branchPattern: Type.Optional(nullable(BranchPattern)),
  mirrorPrefix: Type.Optional(nullable(MirrorPrefix)),
  pollSeconds: Type.Optional(nullable(PollSeconds)),
});

export const ResumeGitConnectionBody = Type.Object({
  force: Type.Optional(
    Type.Boolean({ description: 'Follows the repository even if its history was rewritten.' }),
  ),
});

export const SyncGitRepositoryBody = Type.Object({
  timestamp: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'The time of the event that triggered the sync, at most five minutes in the future. The request is refused if a later event was already applied.',
    }),
  ),
  force: Type.Optional(
    Type.Boolean({
      description:
        'Syncs regardless of `timestamp`, and follows the repository even if its history was rewritten.',
    }),
  ),
});
