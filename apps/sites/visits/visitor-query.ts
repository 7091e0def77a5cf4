import type { Claims } from '../../server/platform/access/visitor.ts';

/** The claims and the token about a visitor in the query of an address. */
export interface VisitorQuery {
  jwt: string | undefined;
  /** Claims that nobody signed; undefined if there are none. */
  unsignedClaims: Claims | undefined;
}

const TOKEN = 'jwt_token';
const CLAIM = 'visitor.';
const MAX_CLAIMS = 50;
const MAX_DEPTH = 5;
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a parameter says something about the visitor to a site. */
export const isVisitorParameter = (name: string): boolean => name === TOKEN || name.startsWith(CLAIM);

/** Reads `jwt_token=…` and `visitor.plan=pro&visitor.address.city=Oslo`. */
export function readVisitorQuery(query: URLSearchParams): VisitorQuery {
  const claims: NestedClaims = {};
  let count = 0;
  for (const [name, value] of query) {
    if (!name.startsWith(CLAIM)) continue;
    const path = name.slice(CLAIM.length).split('.');
    const isGood = path.length <= MAX_DEPTH && path.every((part) => part !== '' && !UNSAFE.has(part));
    if (!isGood || count >= MAX_CLAIMS) continue;
    if (setClaim(claims, path, readValue(value))) count += 1;
  }
  return { jwt: query.get(TOKEN) || undefined, unsignedClaims: count > 0 ? claims : undefined };
}

interface NestedClaims {
  [name: string]: NestedClaims | string | number | boolean;
}

/** Sets a claim. Returns false if this would turn an existing value into an object, or an object into a value. */
function setClaim(claims: NestedClaims, path: readonly string[], value: string | number | boolean): boolean {
  let place = claims;
  for (const part of path.slice(0, -1)) {
    place[part] ??= {};
    const next = place[part];
    if (typeof next !== 'object') return false;
    place = next;
  }
  const name = path.at(-1) as string;
  if (typeof place[name] === 'object') return false;
  place[name] = value;
  return true;
}

function readValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return NUMBER.test(text) ? Number(text) : text;
}
