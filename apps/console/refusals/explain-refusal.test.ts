import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ApiError } from '@lectern/client/api-error';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { explain } from '../api/explain.ts';
import { loadRefusals } from '../api/refusals.ts';
import { LANGUAGES, loadMessages, withTexts } from '../messages/messages.ts';
import { texts } from '../messages/refusals/en.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Reasons that nobody meets in the console, by why. */
const MET_BY_PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  'The console makes no such request.': [
    'checksum-mismatch',
    'expectation-failed',
    'headers-too-large',
    'idempotency-key-reused',
    'method-not-allowed',
    'piece-type-required',
    'organization-export-not-ready',
    'organization-export-running',
    'route-not-found',
    'too-many-checks',
    'too-many-pieces',
    'too-many-working-copies',
    'tus-version-required',
    'unsupported-media-type',
    'upload-offset-mismatch',
    'upload-too-large',
    'uri-too-long',
    'working-copy-changed',
    'no-redirect',
    'no-content-at-url',
    'shutting-down',
  ],
  'A host of Git repositories sends these requests.': ['git-webhook-not-authentic', 'stale-timestamp'],
  'Readers of sites and their browsers meet it.': [
    'content-not-found',
    'events-budget-exceeded',
    'events-overload',
    'events-quota-exceeded',
    'invalid-visitor-token',
    'share-link-ended',
    'site-membership-required',
    'site-password-required',
    'visitor-authentication-required',
  ],
  'Pages for people who are not signed in say it.': [
    'code-required',
    'invitation-expired',
    'invited-by-email',
    'link-expired',
    'other-account-required',
    'other-invitation-first',
    'passkey-not-accepted',
    'sign-in-required',
    'verified-domain-required',
  ],
  'The view of imports says it, see `explainFailure`.': [
    'import-archive-bomb',
    'import-archive-damaged',
    'import-archive-encrypted',
    'import-archive-path-unsafe',
    'import-cancelled',
    'import-failed',
    'import-format-mismatch',
    'import-interrupted',
    'import-nothing-found',
    'import-robots-disallow',
    'import-source-refused',
    'import-source-too-complex',
    'import-source-too-large',
    'import-source-unavailable',
    'import-source-wrong-type',
    'import-target-gone',
    'import-timed-out',
  ],
};
const metByPrograms = Object.values(MET_BY_PROGRAMS).flat();

const readFile = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');
const listIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, reason]) => reason as string);

/** The reasons that the documentation explains, and those that operations of the API declare. */
const documented = readFile('docs/api/errors.md')
  .split('\n')
  .flatMap((line) => {
    const cells = line.startsWith('| `') ? line.split(' | ').slice(0, 2) : line.startsWith('`') ? [line] : [];
    return cells
      .filter((cell) => !/^\| `\d/.test(cell))
      .flatMap((cell) => listIn(cell, /`([a-z]+(?:-[a-z]+)+)`/g));
  });
const declared = listIn(
  readFile('packages/client/src/schema.ts')
    .split('\n')
    .filter((line) => /^ {6}reason: \w+Reason|^export type \w+Reason/.test(line))
    .join(),
  /'([a-z-]+)'/g,
);
const reasons = [...new Set([...documented, ...declared])].sort();

const OWN_WORDS = 'The words of the service.';
const errorOf = (reason: string, message = `${OWN_WORDS} At most 1,234 of them.`): ApiError =>
  new ApiError(409, { code: 409, reason, message, requestId: 'r' } as ConstructorParameters<
    typeof ApiError
  >[1]);

const isExplained = (reason: string): boolean => !explain(errorOf(reason)).includes(OWN_WORDS);

beforeAll(() => vi.stubGlobal('document', { documentElement: {} }));
afterAll(() => vi.unstubAllGlobals());

const fieldError = (message: string): ApiError =>
  new ApiError(400, {
    code: 400,
    reason: 'invalid-request',
    message: `title ${message}.`,
    details: [{ path: 'title', message }],
    requestId: 'r',
  });

test('the API has reasons, and those of programs are among them', () => {
  expect(reasons.length).toBeGreaterThan(200);
  expect(metByPrograms.filter((reason) => !reasons.includes(reason))).toEqual([]);
});

describe.each(['en', ...Object.keys(LANGUAGES)])('in “%s”', (language) => {
  beforeEach(async () => {
    await loadMessages([language]);
    await loadRefusals();
    // Another language may have been loaded before.
    await withTexts('refusals', async () => undefined);
  });

  test('each reason that a person can meet is explained in words of the console', () => {
    const met = reasons.filter((reason) => !metByPrograms.includes(reason) && reason !== 'invalid-request');
    expect(met.filter((reason) => !isExplained(reason))).toEqual([]);
    for (const reason of met) expect(explain(errorOf(reason)), reason).not.toMatch(/[{}]|^error|^refused/);
  });

  test('the limit that the service names is kept', () => {
    const number = new Intl.NumberFormat(language).format(1234);
    for (const [key, text] of Object.entries(texts))
      if (key.startsWith('refused-') && text.includes('{number}'))
        expect(explain(errorOf(key.slice('refused-'.length))), key).toContain(number);
  });

  test.each([
    ['must not be longer than 64 characters', '64'],
    ['is required', ''],
    ['cannot be reached: the name was not found', 'the name was not found'],
    ['must have the form refs/heads/<branch>', 'refs/heads/<branch>'],
  ])('what is wrong with a field, such as “%s”, is said with its facts', (message, fact) => {
    const error = fieldError(message);
    expect(explain(error)).toContain(fact);
    expect(explain(error)).not.toBe(message);
  });

  test.each(['must begin with a slash', 'can have a * only at the end'])(
    'what people type often, such as “%s”, is not left to the words of the service',
    (message) => {
      expect(explain(fieldError(message))).not.toContain(message);
    },
  );
});

test('reasons of programs have no words that nobody reads', () => {
  const known = Object.keys(texts).flatMap((key) => (key.startsWith('refused-') ? [key.slice(8)] : []));
  expect(known.filter((reason) => metByPrograms.includes(reason))).toEqual([]);
  expect(known.filter((reason) => reason !== 'not-found' && !reasons.includes(reason))).toEqual([]);
});

test('the service names a number wherever a text repeats it', () => {
  const sources = readdirSync(`${ROOT}/apps/server`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(`${ROOT}/apps/server/${path}`, 'utf8'))
    .join('\n');
  const namesNumber = (reason: string): boolean => {
    const [, constant] = new RegExp(`reason: '${reason}' \\},\\s*([A-Z_]+)[,)]`).exec(sources) ?? [];
    const message = constant === undefined ? `reason: '${reason}' \\},` : `const ${constant} =`;
    return new RegExp(`${message}[^;]*\\$\\{`).test(sources);
  };
  const repeated = Object.entries(texts)
    .filter(([key, text]) => key.startsWith('refused-') && text.includes('{number}'))
    .map(([key]) => key.slice('refused-'.length));
  expect(repeated.filter((reason) => !namesNumber(reason))).toEqual([]);
});

test('a text without the number that it needs is left to the service', () => {
  expect(explain(errorOf('too-many-webhooks', OWN_WORDS))).toBe(OWN_WORDS);
});
