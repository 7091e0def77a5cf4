import { describe, expect, test } from 'vitest';
import { CLIENT_VERSIONS, knowsOperation, validateResponse, violationsOfClientSchema } from './oracle.ts';

const user = {
  object: 'user',
  id: 'a',
  displayName: 'A',
  urls: { location: 'https://example.com/v1/users/a' },
};

describe.each(CLIENT_VERSIONS)('the oracle of %s', (version) => {
  test('accepts what the client expects', () => {
    expect(validateResponse(version, 'getUserById', 200, user)).toEqual([]);
    expect(validateResponse(version, 'deleteSpaceById', 205, undefined)).toEqual([]);
  });

  test('tells a missing field, a wrong type, an unexpected body and status, an unknown operation', () => {
    const { displayName: _, ...nameless } = user;
    expect(validateResponse(version, 'getUserById', 200, nameless).join()).toContain('displayName');
    expect(validateResponse(version, 'getUserById', 200, { ...user, id: 1 }).join()).toContain(
      '/id must be string',
    );
    expect(
      validateResponse(version, 'getUserById', 200, { ...user, urls: { location: 'no' } }).join(),
    ).toContain('uri');
    expect(validateResponse(version, 'getUserById', 200, undefined)).not.toEqual([]);
    expect(validateResponse(version, 'deleteSpaceById', 205, {})).not.toEqual([]);
    expect(validateResponse(version, 'getUserById', 207, user)).not.toEqual([]);
    expect(validateResponse(version, 'getNothing', 200, user)).not.toEqual([]);
    expect(knowsOperation(version, 'getNothing')).toBe(false);
  });

  test('knows the one shape of failures', () => {
    const failure = { error: { code: 409, message: 'It is so.', requestId: 'a' } };
    expect(validateResponse(version, 'getUserById', 409, failure)).toEqual([]);
    expect(validateResponse(version, 'getUserById', 409, { message: 'It is so.' })).not.toEqual([]);
    expect(validateResponse(version, 'getUserById', 409, { error: { code: 400, message: 'a' } })).not.toEqual(
      [],
    );
  });
});

test('a schema that no version has is a mistake of the test', () => {
  expect(() => violationsOfClientSchema('Spice', {})).toThrow('Spice');
  expect(violationsOfClientSchema('User', user)).toEqual([]);
  expect(violationsOfClientSchema('User', {}).some((violation) => violation.startsWith('0.143.2'))).toBe(
    true,
  );
});
