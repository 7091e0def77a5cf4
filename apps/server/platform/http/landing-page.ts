import type { FastifyInstance } from 'fastify';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE = `body{font:1.05rem/1.6 system-ui,sans-serif;max-width:40rem;margin:12vh auto 0;padding:0 1.5rem;color:#1d2433;background:#fff}
h1{font-size:1.6rem;margin:0 0 1rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
.open{display:inline-block;padding:.5rem 1rem;border-radius:.4rem;background:#1f5fbf;color:#fff;text-decoration:none}a{color:#1f5fbf}li{margin:.3rem 0}code{font-size:.95em}
@media (prefers-color-scheme:dark){body{color:#dde3ee;background:#12161f}a{color:#8ab4f8}.open{background:#8ab4f8;color:#12161f}}`;

/** `GET /`, which links to everything. */
export function serveLandingPage(app: FastifyInstance, baseUrl: string): void {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  const landing = renderPage(
    'Lectern',
    `<p>Lectern is a documentation platform.</p>
<p><a class="open" href="${prefix}/app">Open Lectern</a></p>
<h2>For programs</h2>
<ul>
<li><a href="${prefix}/reference">API reference</a></li>
<li><a href="${prefix}/v1/openapi.json">OpenAPI document</a></li>
<li>The API is at <code>${prefix}/v1</code>. Send a token as <code>Authorization: Bearer &lt;token&gt;</code>.</li>
</ul>
<p>The documentation is in the folder <code>docs</code> of the program.</p>`,
  );
  app.route({
    method: 'GET',
    url: '/',
    config: { access: 'public' },
    schema: { hide: true },
    handler: (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', POLICY)
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-cache')
        .send(landing),
  });
}

const renderPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`;
