import { expect, test } from 'vitest';
import { readVisitorQuery } from './visitor-query.ts';

const claimsOf = (query: string) => readVisitorQuery(new URLSearchParams(query)).unsignedClaims;

test('claims are read from the query, with their types', () => {
  expect(
    claimsOf('visitor.plan=pro&visitor.seats=3&visitor.isBeta=true&visitor.address.city=Oslo&q=1'),
  ).toEqual({
    plan: 'pro',
    seats: 3,
    isBeta: true,
    address: { city: 'Oslo' },
  });
  expect(claimsOf('q=1')).toBeUndefined();
});

test.each([
  ['visitor.a=2&visitor.a.b=1', { a: 2 }],
  ['visitor.a.b=1&visitor.a=2', { a: { b: 1 } }],
  ['visitor.a=1&visitor.a=2', { a: 2 }],
  ['visitor.a.b=1&visitor.a.c=2', { a: { b: 1, c: 2 } }],
])('a claim is either a value or an object, as it is first: %s', (query, claims) => {
  expect(claimsOf(query)).toEqual(claims);
});
