// Requests a URL every 10 ms, whether or not the last answer has come, until the parent says “stop”. Tells the parent
// when the first answer has come, and at the end how long the answers took.
import { Agent, request } from 'node:http';

const [url, token] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const times = [];
let isStopped = false;
let pending = 0;

function ask() {
  const startedAt = performance.now();
  pending += 1;
  request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
    if (response.statusCode !== 200) throw new Error(`The status is ${response.statusCode}.`);
    response.resume().on('end', () => {
      times.push(performance.now() - startedAt);
      if (times.length === 1) process.send('ready');
      pending -= 1;
      if (isStopped && pending === 0) finish();
    });
  }).end();
}

function finish() {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  process.send({ count: times.length, p50: at(0.5), p99: at(0.99), max: times.at(-1) });
  process.disconnect();
  agent.destroy();
}

const timer = setInterval(ask, 10);
process.on('message', () => {
  clearInterval(timer);
  isStopped = true;
  if (pending === 0) finish();
});
