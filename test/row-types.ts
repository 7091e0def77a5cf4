import type { Sql } from 'postgres';

interface Column {
  table: string;
  name: string;
  /** The name of the type in the catalog; a list's begins with an underscore. */
  type: string;
  nullable: boolean;
  hasDefault: boolean;
  generated: boolean;
}

const TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  numeric: 'string',
  text: 'string',
  timestamp: 'Date',
  timestamptz: 'Date',
  tsvector: 'string',
  uuid: 'string',
  varchar: 'string',
  xid8: 'string',
};

const ROLE = "'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read'";
const LEVEL = `${ROLE} | 'inherit'`;

/** Columns of text that hold one of a few words. Whatever writes them is held to it by the compiler. */
const WORDS: Record<string, string> = {
  'audit_event.source': "'api' | 'ui' | 'script'",
  'audit_event.actor_type': "'user' | 'service' | 'system'",
  'collection.default_level': LEVEL,
  'git_connection.direction': "'both' | 'import' | 'export'",
  'git_connection.initial_direction': "'import' | 'export'",
  'git_connection.on_conflict': "'remote' | 'pause'",
  'git_connection.provider': "'github' | 'gitlab' | 'gitea' | 'bitbucket'",
  'git_operation.direction': "'import' | 'export' | 'sync'",
  'git_operation.state': "'running' | 'success' | 'failure' | 'timeout'",
  'member.role': ROLE,
  'organization.community_type': "'nonProfit' | 'openSource' | 'education'",
  'directory_member.given_role': ROLE,
  'organization.default_role': ROLE,
  'organization.type': "'business' | 'community'",
  'organization.use_case':
    "'internalDocs' | 'docsSite' | 'audienceControlledSite' | 'productDocs' | 'teamKnowledgeBase' | 'designSystem' | 'openSourceDocs' | 'notes' | 'other'",
  'organization_invite.role': ROLE,
  'organization_token.role': ROLE,
  'organization_token.scopes': "'admin' | 'read' | 'write'",
  'saml_identity.given_role': ROLE,
  'saml_provider.default_role': ROLE,
  'saml_provider.protocol': "'saml' | 'oidc'",
  'space.default_level': LEVEL,
  'space.edit_mode': "'live' | 'locked'",
  'space_git.provider': "'github' | 'gitlab'",
  'user_session.method': "'password' | 'token' | 'saml' | 'oidc' | 'ldap' | 'passkey'",
  'user_token.scopes': "'admin' | 'read' | 'write'",
};

/** The source of `apps/server/platform/db/schema.ts`: what Kysely knows about the tables of a migrated database. */
export async function renderRowTypes(sql: Sql): Promise<string> {
  const columns = await sql<Column[]>`
    select c.relname as "table", a.attname as name, t.typname as type, not a.attnotnull as nullable,
      (a.atthasdef or a.attidentity <> '') as "hasDefault", (a.attgenerated <> '' or a.attidentity = 'a') as generated
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and not c.relispartition and c.relname <> 'schema_migration'
    order by c.relname collate "C", a.attnum`;
  const tables = new Map<string, Column[]>();
  for (const column of columns) tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  const body = [...tables].map(
    ([table, members]) =>
      `export interface ${pascalCase(table)}Table {\n${members.map((column) => `  ${column.name}: ${columnType(column)};\n`).join('')}}\n`,
  );
  const index = [...tables.keys()].map((table) => `  ${table}: ${pascalCase(table)}Table;\n`).join('');
  const source = [...body, `export interface DB {\n${index}}\n`].join('\n');
  const used = ['Generated', 'GeneratedAlways'].filter((name) => source.includes(`${name}<`));
  const imports = used.length > 0 ? `import type { ${used.join(', ')} } from 'kysely';\n\n` : '';
  return `// Made from the migrations by \`npm run generate:rows\`; do not edit.\n\n${imports}${source}`;
}

function columnType({ table, name, type, nullable, hasDefault, generated }: Column): string {
  const words = WORDS[`${table}.${name}`];
  const element = words ?? TYPES[type.replace(/^_/, '')];
  if (!element)
    throw new Error(`${table}.${name}: say in test/row-types.ts what the type ${type} is in TypeScript`);
  const base = type.startsWith('_') ? `${words ? `(${words})` : element}[]` : element;
  const value = nullable && base !== 'unknown' ? `${base} | null` : base;
  if (generated) return `GeneratedAlways<${value}>`;
  return hasDefault ? `Generated<${value}>` : value;
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
