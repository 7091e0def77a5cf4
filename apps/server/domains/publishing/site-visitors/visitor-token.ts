import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { KeyRing } from '../../../platform/access/keys.ts';
import type { PreviewedContent, Visitor } from '../../../platform/access/visitor.ts';
import { limitEntries } from '../../../platform/http/entry-limit.ts';

/**
 * Tokens that contain a visitor: sent to renderers when an address is resolved, kept in cookies on the sites origin,
 * and contained in the addresses of previews. They are signed, not stored, so access is checked at each use.
 */
type TokenUse = 'site' | 'session' | 'preview';

/** A visitor as a token carries them. */
export interface CarriedVisitor extends Visitor {
  /** `visitorEpoch` of the site when the token was made: another number there has ended it. */
  epoch: number;
  expiresAt: Date;
}

interface Payload {
  organization: string;
  site: string;
  epoch: number;
  claims?: Record<string, unknown>;
  share?: string;
  authenticated?: true;
  key?: number;
  entered?: string;
  password?: true;
  preview?: PreviewedContent;
  by?: string;
  link?: string;
  exp: number;
}

export interface VisitorTokens {
  /** The token for a visitor; the same visitor gets the same token until it is renewed. */
  sign(use: TokenUse, visitor: CarriedVisitor): Promise<string>;
  /** The visitor of a token that was read before, without waiting; undefined if it is not in memory. */
  peek(use: TokenUse, token: string): CarriedVisitor | undefined;
  /** Undefined for anything that was not signed here for this use. Expired visitors are returned. */
  read(use: TokenUse, token: string): Promise<CarriedVisitor | undefined>;
}

const ISSUER = 'lectern';
const ALGORITHM = 'HS256';
const MAX_KNOWN = 20_000;

export function createVisitorTokens(keyRing: KeyRing): VisitorTokens {
  const known = new LRUCache<string, CarriedVisitor>(limitEntries(MAX_KNOWN));
  const signed = new LRUCache<string, string>(limitEntries(MAX_KNOWN));

  return {
    async sign(use, visitor) {
      const payload = toPayload(visitor);
      const name = JSON.stringify([use, payload]);
      const ready = signed.get(name);
      if (ready) return ready;
      const token = await new SignJWT({ ...payload })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(use)
        .sign(keyRing.keys('sites')[0] as Buffer);
      signed.set(name, token);
      known.set(`${use} ${token}`, visitor);
      return token;
    },
    peek: (use, token) => known.get(`${use} ${token}`),
    async read(use, token) {
      const name = `${use} ${token}`;
      const ready = known.get(name);
      if (ready) return ready;
      for (const key of keyRing.keys('sites')) {
        const payload = await readPayload(token, key, use);
        if (!payload) continue;
        const visitor = fromPayload(payload);
        known.set(name, visitor);
        return visitor;
      }
      return undefined;
    },
  };
}

async function readPayload(token: string, key: Buffer, use: TokenUse): Promise<Payload | undefined> {
  try {
    const { payload } = await jwtVerify<Payload>(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: use,
      requiredClaims: ['exp', 'organization', 'site'],
      // Callers compare the end with the service's clock.
      currentDate: new Date(0),
    });
    return payload;
  } catch {
    return undefined;
  }
}

/** The same fields in the same order for the same visitor: the text is the identity of the token. */
const toPayload = (visitor: CarriedVisitor): Payload => ({
  organization: visitor.organizationId,
  site: visitor.siteId,
  epoch: visitor.epoch,
  ...(Object.keys(visitor.claims).length > 0 ? { claims: visitor.claims } : {}),
  ...(visitor.shareLinkId === undefined ? {} : { share: visitor.shareLinkId }),
  ...(visitor.isAuthenticated ? { authenticated: true as const } : {}),
  ...(visitor.keyNumber === undefined ? {} : { key: visitor.keyNumber }),
  ...(visitor.enteredBy === undefined ? {} : { entered: visitor.enteredBy }),
  ...(visitor.knowsPassword ? { password: true as const } : {}),
  ...(visitor.preview ? { preview: visitor.preview } : {}),
  ...(visitor.previewedBy === undefined ? {} : { by: visitor.previewedBy }),
  ...(visitor.previewLinkId === undefined ? {} : { link: visitor.previewLinkId }),
  exp: Math.floor(visitor.expiresAt.getTime() / 1000),
});

const fromPayload = (payload: Payload): CarriedVisitor => ({
  organizationId: payload.organization,
  siteId: payload.site,
  epoch: payload.epoch,
  claims: payload.claims ?? {},
  isAuthenticated: payload.authenticated === true,
  ...(payload.key === undefined ? {} : { keyNumber: payload.key }),
  ...(payload.share === undefined ? {} : { shareLinkId: payload.share }),
  ...(payload.entered === undefined ? {} : { enteredBy: payload.entered }),
  ...(payload.password ? { knowsPassword: true as const } : {}),
  ...(payload.preview ? { preview: payload.preview } : {}),
  ...(payload.by === undefined ? {} : { previewedBy: payload.by }),
  ...(payload.link === undefined ? {} : { previewLinkId: payload.link }),
  expiresAt: new Date(payload.exp * 1000),
});
