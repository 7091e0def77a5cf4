import { type Html, html } from '@lectern/html/html';
import { parseUrl } from '@lectern/std/parse-url';
import { findUnstorable } from '@lectern/std/well-formed';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { crossSiteRequest } from '../../platform/access/access-errors.ts';
import { isSafe } from '../../platform/access/browser-sessions.ts';
import { type ApiError, invalidField } from '../../platform/http/errors.ts';

/** The schema of every form; the corresponding API call checks the fields. */
export const FormBody = Type.Record(Type.String(), Type.String());

/** Treats an empty field as absent. */
export const filled = (fields: Record<string, string>, name: string): string | undefined => {
  const text = fields[name]?.trim() ?? '';
  return text === '' ? undefined : text;
};

const FORM_BYTES = 65_536;
const CSRF_FIELD = 'csrf';

/**
 * Returns the error for a form from another origin. If its page was opened at another address of this server, over https
 * or by another name, the error says so.
 */
function notFromHere({ headers, host }: FastifyRequest, base: string, homeUrl: string): ApiError {
  const { origin } = headers;
  const opened = origin === undefined ? undefined : parseUrl(origin);
  const { hostname, protocol } = new URL(base);
  const isOurs = opened !== undefined && (opened.host === host || opened.hostname === hostname);
  if (!isOurs)
    return crossSiteRequest(
      `This form was not sent from a page of this server. Open ${homeUrl} and try again.`,
    );
  const isDowngrade = protocol === 'https:' && opened.hostname === hostname;
  const hint = isDowngrade
    ? ''
    : ` If ${opened.origin} is the right address, the operator of this server must set LECTERN_BASE_URL to it.`;
  return crossSiteRequest(
    `You opened this page at ${opened.origin}, but the address of this server is ${base}. Open ${homeUrl} and try again.${hint}`,
  );
}
const notOfThisSession = (): ApiError =>
  crossSiteRequest('This form was loaded before you signed in. Go back, reload the page, and try again.');

/**
 * Lets the routes of this plugin receive forms, and no other bodies. A form is refused unless it comes from a page of
 * this service. If a field is sent more than once, the last value counts.
 */
export function useForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, body, done) => {
      const fields = Object.fromEntries(new URLSearchParams(body as string));
      for (const [name, text] of Object.entries(fields)) {
        const unstorable = findUnstorable(text);
        if (unstorable !== undefined) return done(invalidField(name, `must not contain ${unstorable}.`));
      }
      done(null, fields);
    },
  );
  app.addHook('preValidation', async (request) => {
    if (!isSafe(request.method)) assertOwnForm(request);
  });
}

/** The hidden field of every form of a signed-in browser; empty for visitors. */
export function csrfField(request: FastifyRequest): Html {
  const { cookie, csrfToken } = request.server.sessions;
  const secret = cookie.read(request);
  return secret === undefined
    ? html``
    : html`<input type="hidden" name="${CSRF_FIELD}" value="${csrfToken(secret)}">`;
}

/**
 * Throws a 403 unless the form comes from a page of this service. If the browser is signed in, the page must have been
 * made for its session. `useForms` checks every form.
 */
function assertOwnForm(request: FastifyRequest): void {
  const { cookie, isCsrfToken, isFromHere, origin, homeUrl } = request.server.sessions;
  if (!isFromHere(request)) throw notFromHere(request, origin, homeUrl);
  if (!request.granted) return;
  const secret = cookie.read(request);
  const field = (request.body as Record<string, unknown> | undefined)?.[CSRF_FIELD];
  const isOwn = secret !== undefined && typeof field === 'string' && isCsrfToken(secret, field);
  if (!isOwn) throw notOfThisSession();
}
