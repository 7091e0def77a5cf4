import { type DefinedError, defineError } from '../http/errors.ts';

/** What an organization can have at most, as in the functions of the database. */
export const QUOTAS = [
  'storage',
  'spaces',
  'members',
  'sites',
  'imports-running',
  'imports-per-day',
] as const;
export type Quota = (typeof QUOTAS)[number];

interface Excess {
  quota: Quota;
  limit: number;
  /** Without what was refused. */
  usage: number;
}

const NOUNS: Record<Quota, string> = {
  storage: 'bytes of files',
  spaces: 'spaces',
  members: 'members',
  sites: 'sites',
  'imports-running': 'imports at the same time',
  'imports-per-day': 'imports within 24 hours',
};

/** The organization would have more than it can have. Nothing was changed. */
export const quotaExceeded: DefinedError<[Excess]> = defineError(
  { status: 422, reason: 'quota-exceeded' },
  ({ quota, limit, usage }: Excess) => ({
    message: `This organization can have at most ${limit} ${NOUNS[quota]}, and has ${usage}. Remove what is no longer needed, or ask the administrators of the instance for more.`,
    details: [{ path: quota, message: `limit ${limit}, usage ${usage}` }],
  }),
);

/** The code with which the functions of the database refuse growth. */
const QUOTA_EXCEEDED = 'LQ001';

/** Recognizes that the database refused the growth of an organization; undefined for any other error. */
export function explainQuotaFailure(error: unknown): Error | undefined {
  const { code, detail } = error as { code?: string; detail?: string };
  return code === QUOTA_EXCEEDED ? quotaExceeded(JSON.parse(detail ?? '{}') as Excess) : undefined;
}
