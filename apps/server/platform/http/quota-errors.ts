import type { FastifyInstance } from 'fastify';
import type { QuotaFailure } from '../db/quota-failure.ts';
import { declareErrors } from './declared-errors.ts';
import { defineError } from './errors.ts';

/** The organization would have more than it can have. Nothing was changed. */
export const quotaExceeded = defineError(
  { status: 422, reason: 'quota-exceeded' },
  ({ message, excess: { quota, limit, usage } }: QuotaFailure) => ({
    message,
    details: [{ path: quota, message: `limit ${limit}, usage ${usage}` }],
  }),
);

/** Where organizations grow: the database refuses it wherever it happens, and the routes need not know. */
const GROWING =
  /\/(?:spaces|sites|site-spaces|join|invites(?:\/:inviteId)?|members\/:userId|duplicate|restore|transfer|imports?|files|fetched-files|uploads(?:\/:uploadId)?|logo|picture|content|merge)$/;

/** Declares that requests can exceed a quota. */
export function declareQuotaErrors(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const isGrowth = [route.method].flat().some((method) => ['POST', 'PUT', 'PATCH'].includes(method));
    if (isGrowth && GROWING.test(route.url)) declareErrors(route, [quotaExceeded]);
  });
}
