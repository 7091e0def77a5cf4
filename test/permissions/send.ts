import type { LightMyRequestResponse } from 'fastify';
import type { RouteAccess } from '../../apps/server/platform/access/authorize.ts';
import { CSRF_HEADER } from '../../apps/server/platform/access/browser-sessions.ts';
import type { Method, TestApp } from '../app.ts';
import type { Call } from './call.ts';
import type { Caller } from './callers.ts';
import { CALLS } from './calls.ts';
import { keepSessions } from './people.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

export type Route = Pick<RouteAccess, 'method' | 'url'>;

/** The key of a route in the tables: HEAD is called, and expected to respond, like GET. */
export const keyOf = ({ method, url }: Route): string => `${method === 'HEAD' ? 'GET' : method} ${url}`;

export const parametersOf = (url: string): string[] =>
  [...url.matchAll(/:(\w+)/g)].map((match) => match[1] as string);

/** Whether the route belongs to the pages of a signed-in browser. */
export const isPage = (url: string): boolean => url === '/app' || url.startsWith('/app/');

let lastAddress = 0;

export interface Sent {
  named?: Named;
  body?: object;
  query?: string;
  /** Leaves out what tells our own pages from others. */
  isForged?: boolean;
}

/**
 * Sends one call, as an API client or a browser does. Returns its status; 401 also for a page that redirects to the
 * sign-in.
 */
export async function send(
  setup: Setup,
  route: Route,
  caller: Pick<Caller, 'token' | 'session'>,
  sent: Sent = {},
): Promise<number> {
  const { statusCode, headers } = await inject(setup, route, caller, sent);
  const asksToSignIn = statusCode === 303 && /\/app\/sign-in\b/.test(String(headers.location));
  return asksToSignIn ? 401 : statusCode;
}

/** Sends one call and returns its whole response. */
export async function inject(
  { app, own }: Setup,
  { method, url }: Route,
  caller: Pick<Caller, 'token' | 'session'>,
  { named, body, query, isForged = false }: Sent = {},
): Promise<LightMyRequestResponse> {
  lastAddress += 1;
  const path = fill(url, { ...own, ...named }) + (query ? `?${query}` : '');
  const isForm = isPage(url) && method === 'POST';
  const { headers, field } = credentialsOf(app, { url, ...caller, isForged });
  return app.server.inject({
    method: method as Method,
    url: path,
    // A unique address, so that it meets no rate limit.
    remoteAddress: `10.${(lastAddress >> 16) & 255}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`,
    headers: { ...headers, ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
    ...(isForm
      ? { payload: new URLSearchParams({ ...(body as Record<string, string>), ...field }).toString() }
      : body
        ? { payload: body }
        : {}),
  });
}

interface Credentials {
  headers: Record<string, string>;
  /** The hidden field of a form. */
  field?: { csrf: string };
}

/** Pages know the cookie alone; the API knows it too, beside a header that no other origin can send. */
function credentialsOf(
  { app, context }: TestApp,
  { url, token, session, isForged }: Pick<Caller, 'token' | 'session'> & { url: string; isForged: boolean },
): Credentials {
  if (token !== undefined && !isPage(url)) return { headers: { authorization: `Bearer ${token}` } };
  if (session === undefined) return { headers: {} };
  const { cookie, csrfToken, origin } = app.server.sessions;
  const [value] = cookie.issue(session, context.clock()).split(';') as [string];
  if (isForged) return { headers: { cookie: value } };
  const csrf = csrfToken(session);
  return { headers: { cookie: value, origin, [CSRF_HEADER]: csrf }, field: { csrf } };
}

/** The query string that a call requires. */
export const queryOf = (setup: Setup, call: Call | undefined): string =>
  typeof call?.query === 'function' ? call.query(setup) : (call?.query ?? '');

/** Sends the call that `test/permissions/calls.ts` declares. */
export async function sendCall(setup: Setup, route: Route, caller: Caller, named: Named): Promise<number> {
  const call = CALLS[keyOf(route)] as Call;
  const { body } = call;
  const query = queryOf(setup, call);
  return send(setup, route, caller, {
    named,
    ...(body ? { body: body(setup) } : {}),
    ...(query ? { query } : {}),
  });
}

/** Calls a route successfully, except for these fields. */
export async function sendWith(
  setup: Setup,
  caller: Caller,
  route: Route,
  { body, query }: { body?: unknown; query?: unknown },
): Promise<LightMyRequestResponse> {
  const call: Call | undefined = CALLS[keyOf(route)];
  const named = await call?.name?.(setup, caller);
  const restore = call?.endsSessions && (await keepSessions(setup.app));
  const declared = Object.fromEntries(new URLSearchParams(queryOf(setup, call)));
  const text = new URLSearchParams({ ...declared, ...(query as object) }).toString();
  const whole = Array.isArray(body) ? body : { ...call?.body?.(setup), ...(body as object) };
  const response = await inject(setup, route, caller, {
    ...(named ? { named } : {}),
    ...(body || call?.body ? { body: whole } : {}),
    ...(text ? { query: text } : {}),
  });
  if (restore) await restore();
  await call?.undo?.(setup);
  return response;
}

export function fill(url: string, named: Named): string {
  return url.replace('*', ':pagePath').replaceAll(/:(\w+)/g, (_, parameter: string) => {
    const value = named[parameter];
    if (value === undefined)
      throw new Error(`test/permissions/resources.ts does not say what a ${parameter} is.`);
    return encodeURIComponent(value);
  });
}
