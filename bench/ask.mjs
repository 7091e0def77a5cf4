// Requests one URL after the other over some connections, and reports how long each response took.
//
// Parameters: a file with `origin`, `headers`, `paths`, `bodies`, `connections`, `seconds`, `once`, `status` and
// `addresses`. `once`: requests each path once instead of for `seconds`. `bodies`: one for each path, which is then sent
// by POST. `status`: the status of every response, 200 by default. `addresses`: whether each request seems to come from
// another address.
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

const {
  origin,
  headers,
  paths,
  bodies,
  connections,
  seconds,
  once,
  status = 200,
  addresses,
} = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const pool = new Pool(origin, { connections, pipelining: 1 });
const times = [];
let next = 0;
let bytes = 0;
const startedAt = performance.now();
const endAt = startedAt + seconds * 1000;

// Limits count what comes from one address.
const addressOf = (n) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

async function ask() {
  for (;;) {
    const at = next;
    next += 1;
    const begun = performance.now();
    if (once ? at >= paths.length : begun >= endAt) return;
    const { statusCode, body } = await pool.request({
      path: paths[at % paths.length],
      method: bodies ? 'POST' : 'GET',
      headers: addresses ? { ...headers, 'x-forwarded-for': addressOf(at) } : headers,
      ...(bodies ? { body: bodies[at % bodies.length] } : {}),
    });
    const text = await body.arrayBuffer();
    times.push(performance.now() - begun);
    bytes += text.byteLength;
    if (statusCode !== status)
      throw new Error(`${statusCode} for ${paths[at % paths.length]}: ${Buffer.from(text)}`);
  }
}

await Promise.all(Array.from({ length: connections }, ask));
const elapsed = (performance.now() - startedAt) / 1000;
await pool.close();
times.sort((one, other) => one - other);
const percentile = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
console.log(
  JSON.stringify({
    requests: times.length,
    perSecond: times.length / elapsed,
    bytes: bytes / times.length,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
  }),
);
