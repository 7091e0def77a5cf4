// Runs git for the tests, in a process of its own: a process as large as a test worker takes ten times as long to fork.
import { execFile, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import process from 'node:process';

process.on('message', ({ id, args, input, environment }) => {
  const options = { env: environment, maxBuffer: 256 * 1024 * 1024, encoding: 'utf8' };
  const child = execFile('git', args, options, (error, output, errorOutput) => {
    if (error) process.send({ id, error: `git ${args[0]}: ${errorOutput || error.message}` });
    else process.send({ id, output: output.trimEnd() });
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
});
process.on('disconnect', () => process.exit());

/** Passes the body of each request to `git http-backend`, and responds with its output. */
const backend = createServer((request, response) => {
  const child = spawn('git', ['http-backend'], {
    env: JSON.parse(request.headers['x-environment']),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => {});
  request.pipe(child.stdin);
  child.stdout.pipe(response);
  response.once('close', () => child.kill());
});
backend.listen(0, '127.0.0.1', () => process.send({ port: backend.address().port }));
