import { expect, test } from 'vitest';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import type { Visitor } from '../../../platform/access/visitor.ts';
import { audienceOf } from './site-visitor.ts';

const visitor = { claims: { plan: 'pro', unsigned: { plan: 'free' } } } as unknown as Visitor;
const now = new Date('2026-11-22T12:00:00Z');

test('claims that nobody signed are left out where a site does not allow them, once for each visitor', () => {
  const site = { isAdaptive: true, allowsUnsignedClaims: false } as SitePointer;
  const { claims } = audienceOf(site, visitor, now);
  expect(claims).toEqual({ plan: 'pro' });
  expect(audienceOf(site, visitor, now).claims).toBe(claims);
});
