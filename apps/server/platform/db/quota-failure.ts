import type { Quota } from '../config.ts';

/** What an organization has, without what was refused, and what it can have. */
export interface Excess {
  quota: Quota;
  limit: number;
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

/** The database refused that an organization grows beyond a quota. The statement changed nothing. */
export class QuotaFailure extends Error {
  override name = 'QuotaFailure';
  readonly excess: Excess;

  constructor(excess: Excess) {
    const { quota, limit, usage } = excess;
    super(
      `This organization can have at most ${limit} ${NOUNS[quota]}, and has ${usage}. Remove what is no longer needed, or ask the administrators of the instance for more.`,
    );
    this.excess = excess;
  }
}

/** The code with which the functions of the database refuse growth. */
const QUOTA_EXCEEDED = 'LQ001';

/** Recognizes that the database refused the growth of an organization; undefined for any other error. */
export function explainQuotaFailure(error: unknown): QuotaFailure | undefined {
  const { code, detail } = error as { code?: string; detail?: string };
  return code === QUOTA_EXCEEDED ? new QuotaFailure(JSON.parse(detail ?? '{}') as Excess) : undefined;
}
