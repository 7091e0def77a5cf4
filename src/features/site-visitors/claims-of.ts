import type { FastifyRequest } from 'fastify';
import type { SitePointer } from '../../access/pointers.ts';
import type { Claims, Visitor } from '../../access/visitor.ts';
import { audienceOf } from './site-visitor.ts';

const known = new WeakMap<SitePointer, WeakMap<Visitor, Claims>>();

/**
 * The claims of the visitor who calls, as conditions see them; the same object each time, as long as their token and the
 * site are the same.
 */
export function claimsOf({ granted }: Pick<FastifyRequest, 'granted'>): Claims {
  const { site, visitor } = granted ?? {};
  if (!site || !visitor) return {};
  const ofSite = known.get(site) ?? new WeakMap<Visitor, Claims>();
  known.set(site, ofSite);
  const found = ofSite.get(visitor);
  if (found) return found;
  const { claims } = audienceOf(site, visitor);
  ofSite.set(visitor, claims);
  return claims;
}
