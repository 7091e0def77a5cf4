import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './app.ts';

type Served = Pick<TestApp, 'server' | 'context'>;

interface FormOptions {
  headers?: Record<string, string>;
  /** The `Origin` header: this service's own unless told; null: none. */
  origin?: string | null;
  /** The hidden field of forms: that of the session of the cookie unless told; null: none. */
  csrf?: string | null;
  /** The network address: a unique one by default, so that it meets no rate limit. */
  address?: string;
}

let lastAddress = 0;

/** Sends a form as a browser does. */
export function postForm(
  { server, context }: Served,
  url: string,
  fields: Record<string, string>,
  options: FormOptions = {},
): Promise<LightMyRequestResponse> {
  lastAddress += 1;
  const { origin = new URL(context.config.baseUrl).origin, csrf = csrfOf(server, options.headers?.cookie) } =
    options;
  return server.inject({
    method: 'POST',
    url,
    remoteAddress: options.address ?? `10.0.${lastAddress >> 8}.${lastAddress & 255}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(origin === null ? {} : { origin }),
      ...options.headers,
    },
    payload: new URLSearchParams(csrf === null ? fields : { csrf, ...fields }).toString(),
  });
}

/** Returns the CSRF token that forms of this browser contain, and that its scripts send as `X-Lectern-CSRF`. */
export function csrfOf({ sessions }: TestApp['server'], cookie: string | undefined): string | null {
  const secret = cookie?.split('=')[1];
  return secret ? sessions.csrfToken(secret) : null;
}

/** Signs in with a token; returns the cookie as the browser sends it. */
export async function signIn(app: Served, token: string): Promise<string> {
  const response = await postForm(app, '/app/sign-in', { token });
  if (response.statusCode !== 303) throw new Error(`Signing in was refused: ${response.statusCode}.`);
  return cookieOf(response);
}

export const cookieOf = (response: LightMyRequestResponse): string =>
  String(response.headers['set-cookie']).split(';', 1)[0] as string;
