import { maskPersonalData } from '@lectern/personal-data/mask-personal-data';
import { cutText } from '@lectern/std/cut-text';
import { isRecord } from '@lectern/std/is-record';
import { storableText } from './storable-text.ts';
import type { SiteHash } from './visitor-hash.ts';

/** The claims of a visitor as they are stored: flat, as text, and without claims that identify a person. */
export interface ClaimSet {
  claimsId: bigint;
  /** By the path of the claim (`plan`, `organization.tier`), the values that it has. */
  values: ReadonlyMap<string, readonly string[]>;
  /** The same, nested as it came. */
  claims: Record<string, unknown>;
}

/** Claims that every token has, and claims that name a person. */
const PERSONAL = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'nonce', 'sid', 'auth_time', 'at_hash', 'azp'],
  ...['email', 'email_verified', 'name', 'given_name', 'family_name', 'middle_name', 'nickname'],
  ...[
    'preferred_username',
    'username',
    'profile',
    'picture',
    'phone',
    'phone_number',
    'address',
    'birthdate',
  ],
]);

const MAX_CLAIMS = 50;
const MAX_LIST = 20;
const MAX_DEPTH = 4;
const MAX_NAME = 100;
const MAX_VALUE = 255;

/** Reads claims. Those beyond the limits are omitted, so that the reader is still counted. Undefined if none remain. */
export function readClaims(given: Record<string, unknown>, hash: SiteHash): ClaimSet | undefined {
  const values = new Map<string, string[]>();
  const claims = keepClaims(given, '', 1, values);
  if (values.size === 0) return undefined;
  const text = JSON.stringify([...values].sort(([one], [other]) => (one < other ? -1 : 1)));
  return { claimsId: hash('claims', text), values, claims };
}

function keepClaims(
  given: Record<string, unknown>,
  prefix: string,
  depth: number,
  values: Map<string, string[]>,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(given).sort()) {
    if (values.size >= MAX_CLAIMS) break;
    const key = storableText(name);
    const path = prefix + key;
    if (path.length > MAX_NAME || key === '__proto__' || PERSONAL.has(key.toLowerCase())) continue;
    const value = given[name];
    if (isRecord(value)) {
      if (depth >= MAX_DEPTH) continue;
      const inner = keepClaims(value, `${path}.`, depth + 1, values);
      if (Object.keys(inner).length > 0) kept[key] = inner;
      continue;
    }
    const list = Array.isArray(value)
      ? [...new Set(value.slice(0, MAX_LIST).flatMap(keepScalar))]
      : keepScalar(value);
    if (list.length === 0) continue;
    values.set(path, list.map(String).sort());
    kept[key] = Array.isArray(value) ? list : list[0];
  }
  return kept;
}

function keepScalar(value: unknown): (string | number | boolean)[] {
  if (typeof value === 'boolean' || typeof value === 'number') return [value];
  if (typeof value !== 'string' || value === '') return [];
  return [cutText(maskPersonalData(storableText(value)), MAX_VALUE)];
}
