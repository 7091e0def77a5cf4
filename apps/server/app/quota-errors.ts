import type { FastifyInstance } from 'fastify';
import { quotaExceeded } from '../platform/db/quota-failure.ts';
import { declareErrors } from '../platform/http/declared-errors.ts';

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
