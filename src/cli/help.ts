interface Usage {
  /** As the list of commands says it. */
  brief: string;
  options?: string;
}

const USAGES = new Map<string, Usage>([
  ['serve', { brief: '  lectern serve                          start the service' }],
  ['migrate', { brief: '  lectern migrate                        bring the database to the newest schema' }],
  [
    'token',
    {
      brief: `  lectern token create [--title T] [--email E] [--days N] [--scopes read,write]
                                         make a personal token, of the administrator unless --email says otherwise`,
      options: `  --title T     what lists of tokens call it
  --email E     the user that it acts as; without it, the one of LECTERN_ADMIN_EMAIL
  --days N      it expires after so many days; without it, never
  --scopes S    of read, write and admin those that it has, separated by commas; without it, all`,
    },
  ],
  [
    'organization',
    {
      brief: `  lectern organization restore [<id>]    bring back an organization that was deleted in the last seven days`,
      options: '  Without an id it lists those that can be brought back.',
    },
  ],
  [
    'user',
    {
      brief: `  lectern user password --email E        print a link that sets a password, once, for an hour
  lectern user create --email E [--name N] [--organization ID] [--role R]
                                         add a user, and print such a link
  lectern user verify --email E          take your word for it that the address is the user’s
  lectern user remove-second-factor --email E
                                         let who lost app and codes sign in by password alone
  lectern user delete --email E          delete an account for good; what its user wrote stays`,
      options: `  --email E           the user
  --name N            what a new user is called; without it, the part of the address before the @
  --organization ID   the organization that a new user belongs to; without it, none
  --role R            as what: admin, create, review, edit, comment, read or guest; without it, read`,
    },
  ],
  [
    'import',
    {
      brief: `  lectern import <git url or folder> [--space ID] [--ref refs/heads/main] [--directory D] [--title T]
                                         import documentation into a space, a new one unless --space names one`,
      options: `  --space ID       the space to import into
  --ref REF        the branch; without it, the default branch of the repository
  --directory D    the directory of the repository or folder that holds the documentation
  --title T        the title of the new space, 50 characters of it; without it, the name of what is imported`,
    },
  ],
]);

const SETTINGS = 'Settings are environment variables; README.md lists them.';

/** What all commands do, or one of them; undefined: there is no such command. */
export function describeUsage(name?: string): string | undefined {
  if (name !== undefined) {
    const usage = USAGES.get(name);
    return usage && [usage.brief, ...(usage.options ? [usage.options] : []), SETTINGS].join('\n\n');
  }
  const briefs = [...USAGES.values()].map(({ brief }) => brief);
  return [
    'Lectern, the open documentation platform.',
    briefs.join('\n'),
    `“lectern help <command>” tells more of one. ${SETTINGS}`,
  ].join('\n\n');
}
