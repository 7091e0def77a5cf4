import type { FastifyInstance } from 'fastify';
import { sendPage } from './pages.ts';
import { createReadyResponse, type ReadyResponse, sendReady } from './ready-response.ts';

/** Everything is served from here: no script, font, image or request of another origin. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Settings of the viewer: nothing from elsewhere, nothing sent elsewhere. */
const SETTINGS = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  hiddenClients: { node: ['axios', 'ofetch', 'undici'] },
  metaData: { title: 'Lectern API reference' },
};

/** Serves the readable reference of the API at `/reference`. The viewer is loaded when it is first opened. */
export function serveReference(app: FastifyInstance, baseUrl: string): void {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  const settings = JSON.stringify({ ...SETTINGS, url: `${prefix}/v1/openapi.json` }).replaceAll(
    '"',
    '&quot;',
  );
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern API reference</title>
</head>
<body>
<noscript>The reference needs JavaScript; <a href="${prefix}/v1/openapi.json">the OpenAPI document</a> does not.</noscript>
<script id="api-reference" data-configuration="${settings}"></script>
<script src="${prefix}/reference/viewer.js"></script>
</body>
</html>
`;
  app.route({
    method: 'GET',
    url: '/reference',
    config: { access: 'public' },
    schema: { hide: true },
    handler: (_request, reply) => sendPage(reply, page, POLICY),
  });

  let viewer: Promise<ReadyResponse> | undefined;
  app.route({
    method: 'GET',
    url: '/reference/viewer.js',
    config: { access: 'public' },
    schema: { hide: true },
    handler: async (request, reply) => {
      viewer ??= loadViewer();
      return sendReady(request, reply, await viewer);
    },
  });
}

/**
 * The viewer's script, taken out of its Fastify plugin: the plugin itself would load four megabytes at start
 * and serve a second, reworked copy of the document.
 */
async function loadViewer(): Promise<ReadyResponse> {
  const [{ fastify }, { default: plugin }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ]);
  const host = fastify();
  await host.register(plugin, { routePrefix: '/reference', configuration: { url: '/v1/openapi.json' } });
  const { statusCode, rawPayload } = await host.inject('/reference/js/scalar.js');
  await host.close();
  if (statusCode !== 200) throw new Error('The viewer of the reference is not where its package has it.');
  return createReadyResponse(rawPayload, { contentType: 'text/javascript; charset=utf-8' });
}
