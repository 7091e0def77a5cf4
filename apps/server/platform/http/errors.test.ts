import { expect, test } from 'vitest';
import {
  ApiError,
  defineError,
  defineNotFound,
  invalidField,
  invalidFields,
  presentError,
} from './errors.ts';

const shelfFull = defineError(
  { status: 409, reason: 'shelf-full' },
  (books: number) => `The shelf has ${books} books. Remove one first.`,
);

test('an error has the status, the reason, the message and the request', () => {
  expect(presentError(shelfFull(3), 'r-1')).toEqual({
    error: {
      code: 409,
      reason: 'shelf-full',
      message: 'The shelf has 3 books. Remove one first.',
      requestId: 'r-1',
    },
  });
});

test('an error is recognized by its reason, whatever its message', () => {
  const shelfNotFound = defineNotFound('shelf-not-found', 'shelf');
  expect(shelfFull.matches(shelfFull(1))).toBe(true);
  expect(shelfFull.matches(new ApiError(shelfFull, { message: 'Full.' }))).toBe(true);
  expect(shelfFull.matches(shelfNotFound())).toBe(false);
  expect(shelfFull.matches(new Error('shelf-full'))).toBe(false);
  expect(shelfNotFound()).toMatchObject({ status: 404, reason: 'shelf-not-found' });
});

test('offending fields are all in the details, the first also in the message', () => {
  const details = [
    { path: 'title', message: 'is required' },
    { path: 'size', message: 'must be an integer' },
  ];
  expect(invalidFields(details)).toMatchObject({
    status: 400,
    reason: 'invalid-request',
    message: 'title is required (and 1 more).',
    details,
  });
  expect(invalidField('title', 'is too common. Choose another').message).toBe(
    'title is too common. Choose another.',
  );
});

test('an error repeats only the beginning of what a caller chose', () => {
  const name = '\u{1F600}'.repeat(500_000);
  const error = invalidField(`claims.${name}`, `is not ${name}`);
  expect(JSON.stringify(presentError(error, 'r-1')).length).toBeLessThan(6000);
  expect(error.details?.[0]?.path).toMatch(/^claims\.\u{1F600}{100,200}\uFFFD?…$/u);
  const details = Array.from({ length: 10_000 }, (_, at) => ({ path: `add.${at}`, message: 'is unknown' }));
  expect(invalidFields(details).message).toBe('add.0 is unknown (and 9999 more).');
  expect(invalidFields(details).details).toEqual(details.slice(0, 200));
});
