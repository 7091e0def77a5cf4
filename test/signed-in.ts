import { openSession } from '../apps/server/domains/identity/sessions/sessions.service.ts';
import { CSRF_HEADER } from '../apps/server/platform/access/browser-sessions.ts';
import type { Method, TestApp } from './app.ts';

/** A browser in which somebody signed in: by password, or by the single sign-on of one organization. */
export async function openBrowser(
  app: TestApp,
  { userId, organizationId }: { userId: string; organizationId?: string },
) {
  const { context, server } = app;
  const method = organizationId === undefined ? 'password' : 'saml';
  const who = { userId, method, address: '192.0.2.1', userAgent: 'A browser' } as const;
  const { secret, sessionId } = await context.transact(({ trx }) =>
    openSession(context, trx, { ...who, ...(organizationId === undefined ? {} : { organizationId }) }),
  );
  const { cookie, csrfToken, origin } = server.sessions;
  const [value] = cookie.issue(secret, context.clock()).split(';') as [string];
  const headers = { cookie: value, origin, [CSRF_HEADER]: csrfToken(secret) };
  return {
    sessionId,
    /** In the form that the browser sends. */
    cookie: value,
    /** A call of the API as a program on a page of the service makes it. */
    request: (call: Method, url: string, body?: object) =>
      app.request(call, url, { token: null, headers, ...(body ? { body } : {}) }),
  };
}
