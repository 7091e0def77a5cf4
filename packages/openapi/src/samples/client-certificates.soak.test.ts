/** Samples of operations that require mutual TLS are run against a server that answers only clients with a certificate. */
import { describe, expect, test } from 'vitest';
import { SECURITY_SCHEMES } from '../../test/random-operations.ts';
import {
  isInstalled,
  makeServerCertificate,
  RUNNERS,
  runSamples,
  startEcho,
} from '../../test/run-samples.ts';
import { describeSpec } from '../reference/describe-spec.ts';
import type { Json } from '../resolve.ts';

const FILE = { type: 'string', contentMediaType: 'application/octet-stream' };
const security = [{ certificate: [], header: [] }];
const body = (mediaType: string, content: Json): Json => ({
  security,
  requestBody: { required: true, content: { [mediaType]: content } },
});

const OPERATIONS: Json[] = [
  { security },
  body('application/json', { example: { a: 1 } }),
  body('application/octet-stream', {}),
  body('application/x-www-form-urlencoded', { example: { a: 1 } }),
  body('multipart/form-data', {
    schema: { type: 'object', properties: { a: { type: 'string', enum: ['x'] }, f: FILE } },
    encoding: { f: { contentType: 'image/png' } },
  }),
  body('multipart/mixed', { schema: { type: 'array', items: FILE }, example: ['', ''] }),
];

describe.for(Object.keys(RUNNERS))('samples in %s', (title) => {
  test('have the certificate of the client', async (context) => {
    const server = await makeServerCertificate();
    if (!server || !(await isInstalled(title)))
      return context.skip(`The program for ${title}, or OpenSSL, is not installed.`);
    const echo = await startEcho(server);
    try {
      const spec = {
        openapi: '3.1.0',
        servers: [{ url: echo.url }],
        paths: Object.fromEntries(
          OPERATIONS.map((operation, n) => [
            `/t${n}`,
            { [operation.requestBody ? 'post' : 'get']: operation },
          ]),
        ),
        components: { securitySchemes: SECURITY_SCHEMES },
      };
      const samples = OPERATIONS.map((operation, n) => {
        const method = operation.requestBody ? 'post' : 'get';
        const described = describeSpec(spec, { kind: 'operation', method, path: `/t${n}` });
        const found = described?.kind === 'operation' && described.samples.find((one) => one.title === title);
        return found ? found.code : '';
      });
      await runSamples(title, samples, server);
      const received = OPERATIONS.map((_, n) => echo.sent.get(n));
      expect(received.map((one) => one?.headers['x-key'])).toEqual(OPERATIONS.map(() => 'YOUR_API_KEY'));
      expect(received.map((one) => (one?.body.length ?? 0) > 0)).toEqual(
        OPERATIONS.map(({ requestBody }) => requestBody !== undefined),
      );
    } finally {
      echo.close();
    }
  });
});
