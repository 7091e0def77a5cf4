import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { fileURLToPath } from 'node:url';

interface Running {
  resolve(output: string): void;
  reject(error: Error): void;
}

interface Runner {
  child: ChildProcess;
  /** The port of `git http-backend`. */
  port: number;
}

type Message = { id: number; output: string } | { id: number; error: string };
type Environment = Record<string, string | undefined>;

const running = new Map<number, Running>();
let runner: Promise<Runner> | undefined;
let lastRun = 0;

async function startRunner(): Promise<Runner> {
  const child = fork(fileURLToPath(new URL('git-runner.mjs', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  child.on('message', (message: Message) => {
    const { resolve, reject } = running.get(message.id) as Running;
    if ('error' in message) reject(new Error(message.error));
    else resolve(message.output);
    running.delete(message.id);
  });
  child.once('exit', () => {
    runner = undefined;
    for (const { reject } of running.values()) reject(new Error('The process that runs git has ended.'));
    running.clear();
  });
  // The test worker ends when its tests do.
  child.unref();
  child.channel?.unref();
  return { child, port };
}

/** Runs git and returns its output without the line breaks at its end. */
export async function runGit(
  args: readonly string[],
  { input, environment }: { input: string | Buffer | undefined; environment: Environment },
): Promise<string> {
  runner ??= startRunner();
  const { child } = await runner;
  lastRun += 1;
  const id = lastRun;
  const output = new Promise<string>((resolve, reject) => running.set(id, { resolve, reject }));
  child.send({ id, args, input, environment });
  return output;
}

/** Runs `git http-backend` with the body of a request, and returns its output. */
export async function runHttpBackend(
  body: IncomingMessage,
  environment: Environment,
): Promise<IncomingMessage> {
  runner ??= startRunner();
  const { port } = await runner;
  const headers = { 'x-environment': JSON.stringify(environment) };
  const asked = request({ host: '127.0.0.1', port, method: 'POST', headers });
  body.pipe(asked);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response;
}
