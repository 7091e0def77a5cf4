import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { notImplemented } from '../platform/http/errors.ts';
import { refuseUnsupported } from './unsupported-fields.ts';

const APPS = fileURLToPath(new URL('../..', import.meta.url));

test('only this folder declares fields without effect and fields that are refused', () => {
  const declaring = readdirSync(APPS, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /(?<!\.test)\.ts$/.test(path))
    .filter((path) =>
      /accepted without effect|not supported \(501\)/i.test(readFileSync(join(APPS, path), 'utf8')),
    );
  expect(declaring).toEqual(['server/compat/unsupported-fields.ts']);
});

type Kind = Parameters<typeof refuseUnsupported>[0];

test.each<[Kind, object]>([
  ['change-request', { template: null }],
  ['space', { template: 'x' }],
  ['space', { computedSource: {} }],
  ['site-space', { template: 'x', spaceId: null }],
  ['site', { proxy: 'https://proxy.example' }],
  ['site', { styleguide: 'x' }],
  ['site', { agentsContext: 'included' }],
  ['visitor-authentication', { backend: 'integration' }],
  ['computed-source', { type: 'builtin:translation' }],
  ['computed-source', { type: 'integration:x' }],
  ['import', { source: 'google-docs' }],
])('of a %s, %j is refused', (kind, fields) => {
  let refusal: unknown;
  try {
    refuseUnsupported(kind, fields);
  } catch (error) {
    refusal = error;
  }
  expect(notImplemented.matches(refusal)).toBe(true);
});

test.each<[Kind, object]>([
  ['change-request', { subject: 'x', agentTaskId: 'x' }],
  ['space', { title: 'x', empty: false }],
  ['site-space', { spaceId: 'x' }],
  ['site', { proxy: null, styleguide: null, agentsContext: 'excluded' }],
  ['visitor-authentication', { backend: 'custom' }],
  ['visitor-authentication', {}],
  ['computed-source', { type: 'builtin:openapi' }],
  ['import', { source: 'zip' }],
])('of a %s, %j is not refused', (kind, fields) => {
  expect(() => refuseUnsupported(kind, fields)).not.toThrow();
});
