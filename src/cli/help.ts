interface Usage {
  /** The text in the list of commands. */
  brief: string;
  options?: string;
}

const USAGES = new Map<string, Usage>([
  ['serve', { brief: '  lectern serve                          start the service' }],
  [
    'migrate',
    { brief: '  lectern migrate                        migrate the database to the latest schema' },
  ],
  [
    'token',
    {
      brief: `  lectern token create [--title T] [--email E] [--days N] [--scopes read,write]
                                         create a personal token for the administrator, or for the user in --email`,
      options: `  --title T     the title of the token
  --email E     the user that the token acts as (default: the user in LECTERN_ADMIN_EMAIL)
  --days N      the number of days after which the token expires (default: never)
  --scopes S    read, write or admin, several separated by commas (default: all)`,
    },
  ],
  [
    'organization',
    {
      brief: `  lectern organization restore [<id>]    restore an organization that was deleted in the last seven days`,
      options: '  Without an id, lists the organizations that can be restored.',
    },
  ],
  [
    'user',
    {
      brief: `  lectern user password --email E        print a link to set a password; it works once, within an hour
  lectern user create --email E [--name N] [--organization ID] [--role R]
                                         create a user and print a link to set a password
  lectern user verify --email E          mark the user’s email address as verified
  lectern user remove-second-factor --email E
                                         turn off the second factor of a user who lost it
  lectern user delete --email E          permanently delete a user; content that they wrote is kept`,
      options: `  --email E           the email address of the user
  --name N            the name of the new user (default: the part of the address before the @)
  --organization ID   the organization to add the new user to (default: none)
  --role R            the role there: admin, create, review, edit, comment, read or guest (default: read)`,
    },
  ],
  [
    'import',
    {
      brief: `  lectern import <git url or folder> [--space ID] [--ref refs/heads/main] [--directory D] [--title T]
                                         import documentation into a new space, or into the space in --space`,
      options: `  --space ID       the space to import into (default: a new space)
  --ref REF        the branch (default: the default branch of the repository)
  --directory D    the directory of the repository or folder that contains the documentation
  --title T        the title of the new space, up to 50 characters (default: the name of the source)`,
    },
  ],
]);

const SETTINGS = 'Settings are environment variables, which are listed in README.md.';

/** Describes all commands or one of them; undefined if there is no such command. */
export function describeUsage(name?: string): string | undefined {
  if (name !== undefined) {
    const usage = USAGES.get(name);
    return usage && [usage.brief, ...(usage.options ? [usage.options] : []), SETTINGS].join('\n\n');
  }
  const briefs = [...USAGES.values()].map(({ brief }) => brief);
  return [
    'Lectern, the open documentation platform.',
    briefs.join('\n'),
    `For details of a command, run “lectern help <command>”. ${SETTINGS}`,
  ].join('\n\n');
}
