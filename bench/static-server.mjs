// Serves a folder of static files as a host of such sites does: compressed once with brotli, with clean addresses.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const [folder] = process.argv.slice(2);
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};
const INCOMPRESSIBLE = new Set(['.woff2', '.png', '.webp', '.jpg']);
const answers = new Map();

function find(path) {
  const inside = join(folder, normalize(decodeURIComponent(path)));
  return [inside, `${inside}.html`, join(inside, 'index.html')].find(
    (file) => existsSync(file) && statSync(file).isFile(),
  );
}

function read(path) {
  const file = find(path);
  if (file === undefined) return undefined;
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  const bytes = readFileSync(file);
  const isCompressed = !INCOMPRESSIBLE.has(extname(file));
  const body = isCompressed ? brotliCompressSync(bytes) : bytes;
  return {
    body,
    headers: {
      'content-type': type,
      'content-length': body.length,
      ...(isCompressed ? { 'content-encoding': 'br' } : {}),
    },
  };
}

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (!answers.has(pathname)) answers.set(pathname, read(pathname));
  const answer = answers.get(pathname);
  response.writeHead(answer ? 200 : 404, answer?.headers);
  response.end(answer?.body);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
