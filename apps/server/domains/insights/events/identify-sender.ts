import type { FastifyRequest } from 'fastify';
import { readBearer } from '../../../platform/access/authorize.ts';
import { findActorOfToken } from '../../../platform/access/find-caller-actor.ts';
import { mayDo } from '../../../platform/access/may-do.ts';
import { type SitePointer, showVisibility } from '../../../platform/access/pointers.ts';
import { findStanding, siteRole } from '../../../platform/access/space-role.ts';
import { isVisitorToken } from '../../../platform/access/visitor-gate.ts';
import type { Context } from '../../../platform/context.ts';
import { findEndOfToken } from '../../publishing/site-visitors/admission.ts';
import type { OpenSite } from '../../publishing/site-visitors/open-site.ts';
import type { SiteReaders } from '../../publishing/site-visitors/site-readers.ts';
import { readVisitorJwt } from '../../publishing/site-visitors/visitor-jwt.ts';
import type { SessionInput, SiteEvent } from './events.schemas.ts';
import type { IdentifyVisitor, KnownVisitor, Sender } from './track-events.ts';

type Parts = Pick<Context, 'pointers' | 'clock'> & { readers: SiteReaders };

/**
 * Finds out what the sender of events may say. Callers who may change the site are believed. Anybody else is believed
 * only what a token of the visitor proves: one that the site’s key signed, in an event, or the token of a renderer, in
 * the header. An expired one proves nothing, and the event is recorded without it. Throws a 401 for any other token that
 * is not valid.
 */
export async function identifySender(
  parts: Parts,
  request: FastifyRequest,
  { site, events }: { site: SitePointer; events: readonly SiteEvent[] },
): Promise<Sender> {
  const sender = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
  const { authorization } = request.headers;
  const token = authorization === undefined ? undefined : (readBearer(authorization) ?? '');
  const open = await parts.readers.openSites.open(site);
  const readVisitors = async (otherwise: IdentifyVisitor): Promise<IdentifyVisitor> => {
    const proven = await readTokens(open, events, parts.clock());
    return (session) =>
      (session.visitorAuthToken && proven.get(session.visitorAuthToken)) || otherwise(session);
  };
  if (token !== undefined && !isVisitorToken(token) && (await mayChangeSite(parts, token, site)))
    return {
      ...sender,
      isTrusted: true,
      readVisitors: () => readVisitors((session) => asClaimed(session, site)),
    };
  const bearer = token === undefined ? undefined : await readRenderersToken(parts, open, token);
  return { ...sender, isTrusted: false, readVisitors: () => readVisitors(() => bearer) };
}

async function mayChangeSite(parts: Parts, token: string, site: SitePointer): Promise<boolean> {
  const actor = await findActorOfToken(parts, token);
  const role = siteRole(await findStanding(parts.pointers, actor, site.organizationId), site);
  return mayDo({ actor, role }, 'site:edit');
}

const asClaimed = ({ visitorAuthClaims = {} }: SessionInput, site: SitePointer): KnownVisitor => ({
  claims: visitorAuthClaims,
  isAuthenticated:
    showVisibility(site.visibility) === 'visitor-auth' || Object.keys(visitorAuthClaims).length > 0,
});

/** The visitors of the tokens in events, each token read once. */
async function readTokens(
  open: OpenSite,
  events: readonly SiteEvent[],
  now: Date,
): Promise<Map<string, KnownVisitor>> {
  const proven = new Map<string, KnownVisitor>();
  for (const token of new Set(events.map(({ session }) => session.visitorAuthToken ?? ''))) {
    const signed = token === '' ? undefined : await readVisitorJwt(token, open.readAuthKeys(), now);
    if (signed) proven.set(token, { claims: signed.claims, isAuthenticated: true });
  }
  return proven;
}

async function readRenderersToken(
  { readers, clock }: Parts,
  open: OpenSite,
  token: string,
): Promise<KnownVisitor | undefined> {
  const visitor = await readers.tokens.read('site', token);
  if (!visitor || visitor.preview || !findEndOfToken(open, visitor, clock())) return undefined;
  if (await readers.refuse(open, visitor)) return undefined;
  const { unsigned: _unsigned, ...claims } = visitor.claims;
  return { claims, isAuthenticated: visitor.isAuthenticated };
}
