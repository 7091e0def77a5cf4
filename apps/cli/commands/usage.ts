/** An option of a command. */
interface OptionUsage<Name extends string = string> {
  name: Name;
  /** The placeholder of its value; absent if the option is a switch. */
  value?: string;
  text: string;
}

/** A command as a person types it, and what it does: the only source of the help and of the accepted options. */
export interface CommandUsage {
  /** The words that name the command, such as `user create`. */
  words: string;
  /** The placeholders of its arguments, if it has any. */
  argument?: string;
  brief: string;
  options: readonly OptionUsage[];
  notes?: string;
}

const EMAIL: OptionUsage = { name: 'email', value: 'E', text: 'the email address of the user (required)' };

const API: readonly [OptionUsage<'url'>, OptionUsage<'token'>] = [
  {
    name: 'url',
    value: 'URL',
    text: 'the address of the service, such as https://docs.example.com (default: LECTERN_URL, or else the data directory)',
  },
  { name: 'token', value: 'T', text: 'the token for --url (default: LECTERN_TOKEN)' },
];

/** In the order of the help. */
export const COMMANDS = [
  {
    words: 'serve',
    brief: 'start the service',
    options: [
      {
        name: 'workers',
        value: 'N',
        text: 'the number of processes that serve, on the same ports (default: LECTERN_WORKERS, or else 1)',
      },
    ],
  },
  { words: 'migrate', brief: 'migrate the database to the latest schema', options: [] },
  {
    words: 'doctor',
    brief: 'check the installation, and what an upgrade would meet, without changing anything',
    options: [{ name: 'json', text: 'print the findings as JSON' }],
  },
  {
    words: 'backup',
    argument: '[<target>]',
    brief: 'back up the database, the files and the secret, also while the service runs',
    options: [
      {
        name: 'recipients',
        value: 'R',
        text: 'encrypt the backup for these public keys of age; separate several with commas (default: LECTERN_BACKUP_RECIPIENTS, or else not encrypted)',
      },
      {
        name: 'keep',
        value: 'K',
        text: 'the earlier backups to keep, such as 7d,4w,12m: the last of each of the last days, weeks and months (default: all, or LECTERN_BACKUP_KEEP if no target is given)',
      },
    ],
    notes:
      'The target is a folder, or a bucket as in s3://bucket/prefix (default: LECTERN_BACKUP_TARGET). Parts that an earlier backup in the same target has are not stored again.',
  },
  {
    words: 'backup list',
    argument: '<target>',
    brief: 'list the backups in a folder or bucket',
    options: [],
  },
  {
    words: 'restore',
    argument: '<target> [<backup>]',
    brief: 'restore a backup into an empty database and data directory',
    options: [
      {
        name: 'identity',
        value: 'FILE',
        text: 'the file with the secret key of age, for an encrypted backup',
      },
    ],
    notes:
      'Specify the backup by its id or the beginning of it (default: the latest). A restore that was interrupted can be repeated.',
  },
  {
    words: 'verify',
    argument: '[<target>] [<backup>]',
    brief: 'compare everything in the backups of a target, or in one of them, with its hashes',
    options: [
      {
        name: 'identity',
        value: 'FILE',
        text: 'the file with the secret key of age, for an encrypted backup',
      },
      {
        name: 'running',
        text: 'also compare the backup (default: the latest) with the instance, and verify the instance',
      },
    ],
    notes:
      'Without a target, the documents and files of the instance itself are compared with their hashes. Without an identity, the stored bytes of encrypted backups are compared, but not their content.',
  },
  {
    words: 'token create',
    brief: 'create a personal token for the administrator, or for the user in --email, and print it',
    options: [
      { name: 'title', value: 'T', text: 'the title of the token (default: Command line)' },
      {
        name: 'email',
        value: 'E',
        text: 'the user that the token acts as (default: the user in LECTERN_ADMIN_EMAIL)',
      },
      { name: 'days', value: 'N', text: 'the number of days after which the token expires (default: never)' },
      {
        name: 'scopes',
        value: 'S',
        text: 'read, write or admin; separate several with commas (default: all)',
      },
    ],
  },
  {
    words: 'user password',
    brief: 'print a link to set a password; it works once, within an hour',
    options: [EMAIL],
  },
  {
    words: 'user create',
    brief: 'create a user and print a link to set a password',
    options: [
      EMAIL,
      {
        name: 'name',
        value: 'N',
        text: 'the name of the new user (default: the part of the address before the @)',
      },
      {
        name: 'organization',
        value: 'ID',
        text: 'the organization to add the new user to (default: none)',
      },
      {
        name: 'role',
        value: 'R',
        text: 'the role in that organization: admin, create, review, edit, comment, read or guest (default: read)',
      },
    ],
  },
  { words: 'user verify', brief: 'mark the user’s email address as verified', options: [EMAIL] },
  {
    words: 'user remove-second-factor',
    brief: 'turn off the second factor of a user who lost it',
    options: [EMAIL],
  },
  {
    words: 'user instance-administrator',
    brief: 'let a user administer the instance in the browser, or end that with --remove',
    options: [EMAIL, { name: 'remove', text: 'end it; the last instance administrator cannot be removed' }],
  },
  {
    words: 'user delete',
    brief: 'permanently delete a user; content that they wrote is kept',
    options: [EMAIL],
  },
  {
    words: 'organization restore',
    argument: '[<id>]',
    brief: 'restore an organization that was deleted in the last seven days',
    options: [],
    notes: 'Without an id, lists the organizations that can be restored.',
  },
  {
    words: 'organization export',
    argument: '<id> <file>',
    brief: 'write everything of an organization but secrets to an archive',
    options: [],
    notes: 'The archive is a new ZIP file, which another instance can import.',
  },
  {
    words: 'organization import',
    argument: '<file>',
    brief: 'make a new organization of the archive of an export',
    options: [
      {
        name: 'administrator',
        value: 'ADDRESS',
        text: 'the user who becomes the administrator of the organization (required)',
      },
    ],
    notes: 'Members are invited, and have no access before they accept.',
  },
  {
    words: 'maintenance on',
    brief: 'let nobody change anything until a time; everything can still be read',
    options: [
      {
        name: 'until',
        value: 'TIME',
        text: 'when it ends by itself, within 30 days, such as 2026-11-28T20:00Z (required)',
      },
      { name: 'message', value: 'M', text: 'a sentence for everybody who is refused' },
    ],
  },
  { words: 'maintenance off', brief: 'end the maintenance', options: [] },
  { words: 'maintenance status', brief: 'show whether there is maintenance, and until when', options: [] },
  {
    words: 'shard',
    brief: 'distribute the database over the machines of a Citus cluster',
    options: [
      { name: 'print', text: 'print the statements instead of executing them' },
      {
        name: 'shards',
        value: 'N',
        text: 'the number of shards, which stays as it is from then on (default: citus.shard_count of the server)',
      },
    ],
    notes: 'Stop all processes of Lectern before. A command that was interrupted can be repeated.',
  },
  { words: 'shard status', brief: 'show what is distributed, and what each machine holds', options: [] },
  {
    words: 'shard rebalance',
    brief: 'let Citus move shards until all machines hold about as much',
    options: [{ name: 'print', text: 'print the statement instead of executing it' }],
  },
  {
    words: 'mail test',
    argument: '<address>',
    brief: 'send a test email, and show each step and what the mail server answers',
    options: [],
  },
  {
    words: 'insights copy',
    brief: 'copy the events of readers from PostgreSQL to ClickHouse',
    options: [],
  },
  {
    words: 'ldap test',
    brief: 'try each step of a sign-in with the LDAP directories of the settings',
    options: [
      { name: 'directory', value: 'NAME', text: 'only this directory (default: all)' },
      { name: 'user', value: 'U', text: 'the user name of a person whose entry is searched, too' },
    ],
  },
  {
    words: 'import',
    argument: '<url, folder or file>',
    brief: 'import documentation into a new space, or into the space in --space',
    options: [
      { name: 'space', value: 'ID', text: 'the space to import into (default: a new space)' },
      {
        name: 'ref',
        value: 'REF',
        text: 'the branch, such as main or refs/heads/main (default: the default branch of the repository)',
      },
      {
        name: 'directory',
        value: 'D',
        text: 'the directory of the repository or folder that contains the documentation',
      },
      {
        name: 'title',
        value: 'T',
        text: 'the title of the new space, up to 50 characters (default: the name of the source)',
      },
      {
        name: 'format',
        value: 'F',
        text: 'the kind of source: website, zip, docx, html, markdown, github-wiki, or the format of an export or repository (default: a Git repository or folder that the space follows)',
      },
      {
        name: 'pages',
        value: 'N',
        text: 'the number of pages of a website to read, up to 1000 (default: 1)',
      },
      {
        name: 'dry-run',
        text: 'only show the recognized format, the pages, files and problems, and import nothing',
      },
      {
        name: 'pictures',
        value: 'P',
        text: 'what to do with pictures of other hosts in an archive, folder or repository: keep their addresses, or copy them into the space (default: keep)',
      },
    ],
  },
  {
    words: 'edit',
    argument: '<space> <page>',
    brief: 'open the Markdown of a page in your editor, and save what changed',
    options: [
      {
        name: 'change-request',
        value: 'N',
        text: 'the number of the change request to edit, or new (default: the current content)',
      },
      {
        name: 'subject',
        value: 'S',
        text: 'the subject of the new change request (default: Edit, and the title of the page)',
      },
      { name: 'file', value: 'F', text: 'the file of an edit that could not be saved, to go on with it' },
      { name: 'allow-empty', text: 'save a text that is empty' },
      ...API,
    ],
    notes:
      'Specify the space by its id, its title or the address of one of its pages, and the page by its id, its path or its title. The editor is VISUAL or EDITOR, or else vi or nano.',
  },
  {
    words: 'replace',
    argument: '<space> <pattern> <text>',
    brief:
      'replace text on all pages of a space and in its reusable contents, or show what would be replaced',
    options: [
      { name: 'apply', text: 'replace the text; without it, the changes are only shown' },
      { name: 'regex', text: 'read the pattern as a regular expression; $1 in the text is its first group' },
      { name: 'ignore-case', text: 'also find the pattern in other case' },
      { name: 'whole-word', text: 'find the pattern only as whole words' },
      {
        name: 'in',
        value: 'PART',
        text: 'where to replace: text, code, links (the addresses of links, images and embeds), labels (titles of tabs, code and links, labels of buttons, alternative texts, annotations) or all (default: text)',
      },
      { name: 'titles', text: 'also replace in the titles and descriptions of pages' },
      {
        name: 'path',
        value: 'GLOB',
        text: 'only pages with these paths, such as guides/**; * stands for anything except a slash',
      },
      {
        name: 'change-request',
        value: 'N',
        text: 'the number of the change request to edit, or new (default: the current content)',
      },
      {
        name: 'subject',
        value: 'S',
        text: 'the subject of the new change request (default: Replace, and the pattern)',
      },
      { name: 'json', text: 'print the changes as JSON' },
      ...API,
    ],
    notes: 'Specify the space by its id, its title or the address of one of its pages.',
  },
  {
    words: 'conversations import',
    argument: '<file>',
    brief: 'import conversations from an export file, with personal data masked',
    options: [
      {
        name: 'format',
        value: 'F',
        text: 'the kind of file: mbox, zendesk, intercom or discourse (required)',
      },
      {
        name: 'organization',
        value: 'ID',
        text: 'the organization (default: the only one of the instance)',
      },
      {
        name: 'source',
        value: 'S',
        text: 'where the conversations come from: email, or integration:NAME:INSTALLATION (default: depends on the format)',
      },
    ],
  },
  {
    words: 'openapi publish',
    argument: '<slug> <file or url>',
    brief: 'create an OpenAPI spec or update its source, and report what changed',
    options: [
      {
        name: 'organization',
        value: 'ID',
        text: 'the organization (default: the only one of the instance)',
      },
    ],
  },
  {
    words: 'export',
    argument: '<space> <url or folder>',
    brief: 'write the content of a space to a branch of a Git repository, or to a folder',
    options: [
      { name: 'ref', value: 'REF', text: 'the branch, such as main or refs/heads/main (default: main)' },
      {
        name: 'directory',
        value: 'D',
        text: 'the directory of the repository or folder that contains the documentation',
      },
      { name: 'message', value: 'M', text: 'the message of the commit (default: Update documentation)' },
      {
        name: 'existing',
        value: 'E',
        text: 'what to do if the branch or folder already has other documentation: refuse, or replace the pages at the same paths (default: refuse)',
      },
      {
        name: 'deleted',
        value: 'D',
        text: 'what to do with pages of the folder that the space does not have: keep or delete (default: keep)',
      },
    ],
  },
  {
    words: 'diff',
    argument: '<folder>',
    brief: 'show what an export to a folder would change, in the format of Git',
    options: [
      { name: 'space', value: 'ID', text: 'the space (default: the only space of the instance)' },
      {
        name: 'directory',
        value: 'D',
        text: 'the directory of the folder that contains the documentation',
      },
      {
        name: 'deleted',
        value: 'D',
        text: 'what to do with pages of the folder that the space does not have: keep or delete (default: keep)',
      },
    ],
  },
  {
    words: 'sync',
    argument: '[<space>]',
    brief: 'synchronize a space, or every space, with the repository that it is connected to',
    options: [],
  },
  {
    words: 'build',
    argument: '<site> <folder>',
    brief: 'write a public site as static files, for any web server',
    options: [
      {
        name: 'base-url',
        value: 'URL',
        text: 'the address where the files will be served, such as https://example.com/docs/ (default: the address of the site)',
      },
      {
        name: 'broken-links',
        value: 'B',
        text: 'what to do about broken links: report, or fail and leave the folder unchanged (default: report)',
      },
    ],
    notes: 'Specify the site by its id, its hostname or its basename.',
  },
] as const satisfies readonly CommandUsage[];

export type CommandWords = (typeof COMMANDS)[number]['words'];

/** The names of the options of a command. */
export type OptionName<Words extends CommandWords> = Extract<
  (typeof COMMANDS)[number],
  { words: Words }
>['options'][number]['name'];

/** The first words, as typed after `lectern`. */
export const COMMAND_GROUPS: readonly string[] = [
  ...new Set(COMMANDS.map(({ words }) => words.split(' ')[0] ?? '')),
];

/** An option as a person types it. */
export const invocationOfOption = ({ name, value }: OptionUsage): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`;

/** Returns the commands that begin with these words. */
export function findCommands(words: readonly string[]): readonly CommandUsage[] {
  const start = words.join(' ');
  return COMMANDS.filter((command) => command.words === start || command.words.startsWith(`${start} `));
}
