import { describeSpec } from '@lectern/openapi/reference/describe-spec';
import type { WantedContent } from '@lectern/openapi/reference/operation-reference';
import { expect, test } from 'vitest';
import type { Rendering } from '../../rendering.ts';
import { ENGLISH_WORDS } from '../../words.ts';
import { renderTryButton } from './try-button.ts';

const GET: WantedContent = { kind: 'operation', method: 'get', path: '/things' };

test.for<[object, boolean]>([
  [{ url: 'https://a.test' }, true],
  [{ url: '{scheme}://a.test', variables: { scheme: { default: 'https' } } }, true],
  [{ url: '//a.test/v1' }, true],
  [{ url: '/v1' }, false],
  [{ url: 'ftp://a.test' }, false],
])('a request to the server %j can be tried: %s', ([server, isOffered]) => {
  const spec = { openapi: '3.1.0', servers: [server], paths: { '/things': { get: {} } } };
  const described = describeSpec(spec, GET);
  if (described?.kind !== 'operation') throw new Error('There is no such operation.');
  const rendering = { apiRequestHref: '/~/api-request', findings: {}, words: ENGLISH_WORDS } as Rendering;
  const part = { source: { slug: 'things' }, reference: GET };
  expect(renderTryButton(described, part, rendering) !== undefined).toBe(isOffered);
});
