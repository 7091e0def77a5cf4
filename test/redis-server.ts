/** Debian's Redis, for tests with a real broker. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePorts } from './free-port.ts';

const REDIS = '/usr/bin/redis-server';
export const hasRedis = existsSync(REDIS);

export interface RedisServer {
  url: string;
  password: string;
  start(): Promise<void>;
  /** Without a farewell, like a machine that is lost. */
  kill(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

export async function startRedis(password = 'the-password-of-the-broker'): Promise<RedisServer> {
  const [port = 0] = await findFreePorts(1);
  let child: ChildProcess | undefined;
  const server: RedisServer = {
    url: `redis://:${password}@127.0.0.1:${port}`,
    password,
    async start() {
      const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--requirepass', password];
      child = spawn(REDIS, ['--port', String(port), ...settings], { stdio: 'ignore' });
      for (let tries = 0; ; tries += 1) {
        const socket = connect(port, '127.0.0.1');
        const isOpen = await once(socket, 'connect').then(
          () => true,
          () => false,
        );
        socket.destroy();
        if (isOpen) return;
        if (tries > 200) throw new Error('Redis did not start.');
        await sleep(50);
      }
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    signal: (signal) => child?.kill(signal),
  };
  await server.start();
  return server;
}
