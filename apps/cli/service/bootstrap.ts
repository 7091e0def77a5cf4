import { newId, newUserId } from '@lectern/std/ids';
import { sql, type Transaction } from 'kysely';
import { recordOrganizationCreated } from '../../server/domains/identity/organizations/organization-events.ts';
import { insertOrganization } from '../../server/domains/identity/organizations/organizations.queries.ts';
import { recordTokenEvent } from '../../server/domains/identity/tokens/token-events.ts';
import { insertUserToken, isKnownToken } from '../../server/domains/identity/tokens/tokens.queries.ts';
import { createPersonalToken } from '../../server/domains/identity/tokens/tokens.service.ts';
import { displayNameFromEmail } from '../../server/domains/identity/users/display-name.ts';
import {
  findUserByEmail,
  hasAnyUser,
  insertUser,
} from '../../server/domains/identity/users/users.queries.ts';
import { userWithEmailNotFound } from '../../server/domains/identity/users/users.service.ts';
import {
  type FirstSite,
  prepareFirstSite,
} from '../../server/domains/lifecycle/first-site/prepare-first-site.ts';
import type { Scope } from '../../server/platform/access/actor.ts';
import { BY_OPERATOR } from '../../server/platform/access/cause.ts';
import { newToken } from '../../server/platform/access/token.ts';
import type { Context } from '../../server/platform/context.ts';
import type { DB } from '../../server/platform/db/schema.ts';

const ORGANIZATION_TITLE = 'My organization';
const TOKEN_TITLE = 'First token';

/** The advisory lock under which the first start is decided. */
const BOOTSTRAP_LOCK = 0x626f_6f74;

export interface BootstrapResult {
  /** Shown to the operator once; only its digest is stored. */
  adminToken: string;
  /** Whether the operator chose the token (`LECTERN_ADMIN_TOKEN`) and so already knows it. */
  isChosen: boolean;
  organizationId: string;
  /** The site of the documentation, which a job fills and publishes; undefined if there is none. */
  firstSite: FirstSite | undefined;
}

interface BootstrapOptions {
  /** Whether the documentation of the project becomes the first site. */
  hasFirstSite?: boolean;
}

/**
 * On an empty database (no user at all), creates the administrator, one organization and the administrator's token. If
 * two processes start at once, only one does. Undefined if there is a user already; then nothing changes.
 */
export async function bootstrap(
  context: Context,
  { hasFirstSite = false }: BootstrapOptions = {},
): Promise<BootstrapResult | undefined> {
  const { adminToken } = context.config;
  const first = await context.transact(async (unit) => {
    const { trx } = unit;
    await sql`select pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`.execute(trx);
    if (await hasAnyUser(trx)) return undefined;
    // The console tells what was made with the organization from its own content by the time.
    const at = context.clock();
    const { userId, ...created } = await createAdministrator(trx, context, at);
    const { organizationId } = created;
    const firstSite = hasFirstSite ? await prepareFirstSite(unit, { organizationId, userId, at }) : undefined;
    return { ...created, firstSite };
  });
  if (!first && adminToken !== undefined && !(await isKnownToken(context.db, adminToken))) {
    context.log.warn(
      'LECTERN_ADMIN_TOKEN only takes effect on the first start. Its value is not a token in this database and was ignored. Create a token with: lectern token create',
    );
  }
  return first;
}

async function createAdministrator(
  trx: Transaction<DB>,
  { config }: Pick<Context, 'config'>,
  createdAt: Date,
): Promise<Omit<BootstrapResult, 'firstSite'> & { userId: string }> {
  const userId = newUserId();
  const organizationId = newId();
  const adminToken = config.adminToken ?? newToken();
  const email = config.adminEmail;
  const displayName = displayNameFromEmail(email);
  await insertUser(trx, { userId, email, displayName, createdAt, isInstanceAdministrator: true });
  const organization = {
    organizationId,
    title: ORGANIZATION_TITLE,
    type: 'business' as const,
    useCase: null,
    emailDomains: [],
    defaultRole: 'read' as const,
    creatorId: userId,
    createdAt,
  };
  await insertOrganization(trx, organization);
  await recordOrganizationCreated(trx, BY_OPERATOR, organization);
  const tokenRow = await insertUserToken(trx, {
    userId,
    organizationId: null,
    isOfBrowser: false,
    tokenId: newId(),
    token: adminToken,
    title: TOKEN_TITLE,
    scopes: ['read', 'write', 'admin'],
    expiresAt: null,
    createdAt,
  });
  await recordTokenEvent(trx, BY_OPERATOR, { action: 'token.created', row: tokenRow, at: createdAt });
  return { adminToken, isChosen: config.adminToken !== undefined, organizationId, userId };
}

/**
 * For the command line: creates a token that acts as the user with this address, with every scope by default. Throws an
 * `ApiError` with a sentence if there is no such user or the expiry is in the past.
 */
export async function createUserToken(
  context: Pick<Context, 'transact' | 'clock' | 'db'>,
  options: { email: string; title: string; scopes?: Scope[]; expiresAt?: Date },
): Promise<{ token: string; tokenId: string }> {
  const { email, title, scopes, expiresAt } = options;
  const user = await findUserByEmail(context.db, email);
  if (!user) throw userWithEmailNotFound(email);
  const { row, token } = await createPersonalToken(
    context,
    BY_OPERATOR,
    { userId: user.user_id },
    {
      title,
      ...(scopes ? { scopes } : {}),
      ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}),
    },
  );
  return { token, tokenId: row.token_id };
}
