/** Runs samples of code against a server that remembers what it was sent. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { makeCertificate } from '../../../test/x509.ts';
import type { SentRequest } from './random-operations.ts';

const run = promisify(execFile);

export const FILES: ReadonlyMap<string, Buffer> = new Map([
  ['file.png', Buffer.from('\x89PNG\r\n\x1a\n a picture')],
  ['file.pdf', Buffer.from('%PDF a document')],
  ['file.bin', Buffer.from([0, 1, 2, 13, 10, 255])],
  ['file.cbor', Buffer.from([161, 97, 97, 1])],
]);

/** By the number that begins the path. */
export type SentRequests = Map<number, SentRequest>;

/** The certificate of the clients, which samples expect under these names. */
const CLIENT = makeCertificate({ name: 'Client' });

export interface ServerCertificate {
  key: string;
  certificate: string;
}

/** A certificate for this machine, which clients trust if they are told; undefined where no program makes it. */
export async function makeServerCertificate(): Promise<ServerCertificate | undefined> {
  try {
    const options = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
    const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    const { stdout } = await run('openssl', ['req', '-x509', '-keyout', '-', ...options, ...names]);
    const [key = '', certificate = ''] = stdout.match(/-----BEGIN [\s\S]*?-----END .*/g) ?? [];
    return { key, certificate };
  } catch {
    return undefined;
  }
}

/** With a certificate, it answers only clients that have theirs. */
export async function startEcho(
  own?: ServerCertificate,
): Promise<{ url: string; sent: SentRequests; close: () => void }> {
  const sent: SentRequests = new Map();
  const answer: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const target = request.url ?? '';
      sent.set(Number(/^\/t(\d+)/.exec(target)?.[1] ?? -1), {
        method: request.method ?? '',
        target,
        headers: request.headers as Record<string, string | undefined>,
        body: Buffer.concat(chunks),
      });
      response.end('ok');
    });
  };
  const server = own
    ? createTlsServer(
        { key: own.key, cert: own.certificate, ca: CLIENT.certificate, requestCert: true },
        answer,
      )
    : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // Mono does not know addresses of certificates, only names.
    url: `${own ? 'https://localhost' : 'http://127.0.0.1'}:${(server.address() as AddressInfo).port}`,
    sent,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Runner {
  /** The program, and arguments with which it tells its version. */
  program: string;
  version: string;
  /** Writes files that run all samples, and returns the commands. */
  prepare: (samples: readonly string[], write: (name: string, text: string) => void) => string[][];
}

/** Java and C# have certificates with their keys in one file. Mono reads only the old ciphers. */
const WRITE_STORE = [
  ...['openssl', 'pkcs12', '-export', '-in', 'client.pem', '-inkey', 'client.key', '-out', 'client.p12'],
  ...['-passout', 'pass:YOUR_PASSWORD', '-legacy'],
];

/** The runners by the titles of the languages. All samples of a language run in one process, one after the other. */
export const RUNNERS: Readonly<Record<string, Runner>> = {
  cURL: {
    program: 'curl',
    version: '--version',
    prepare: (samples, write) => {
      write('all.sh', samples.map((code) => `${code} --silent --output /dev/null\n`).join(''));
      return [['bash', 'all.sh']];
    },
  },
  JavaScript: {
    program: 'node',
    version: '--version',
    prepare: (samples, write) => {
      for (const [n, code] of samples.entries()) write(`s${n}.mjs`, code);
      write('all.mjs', samples.map((_, n) => `await import('./s${n}.mjs')\n`).join(''));
      return [['node', 'all.mjs']];
    },
  },
  Python: {
    program: 'python3',
    version: '-c import requests',
    prepare: (samples, write) => {
      for (const [n, code] of samples.entries()) write(`s${n}.py`, code);
      write('all.py', samples.map((_, n) => `exec(open('s${n}.py', encoding='utf-8').read())\n`).join(''));
      return [['python3', 'all.py']];
    },
  },
  Go: {
    program: 'go',
    version: 'version',
    prepare: (samples, write) => {
      for (const [n, code] of samples.entries())
        write(`s${n}.go`, code.replace('func main()', `func run${n}()`));
      write('all.go', `package main\n\nfunc main() {\n${samples.map((_, n) => `\trun${n}()\n`).join('')}}\n`);
      write('go.mod', 'module samples\n');
      return [['go', 'run', '.']];
    },
  },
  Java: {
    program: 'javac',
    version: '-version',
    prepare: (samples, write) => {
      for (const [n, code] of samples.entries())
        write(`Main${n}.java`, code.replace('class Main', `class Main${n}`));
      const calls = samples.map((_, n) => `Main${n}.main(args);\n`).join('');
      write(
        'All.java',
        `public class All { public static void main(String[] args) throws Exception {\n${calls}} }`,
      );
      return [WRITE_STORE, ['javac', '-encoding', 'UTF-8', 'All.java'], ['java', '-cp', '.', 'All']];
    },
  },
  'C#': {
    program: 'mcs',
    version: '--version',
    prepare: (samples, write) => {
      for (const [n, code] of samples.entries()) write(`s${n}.cs`, writeMethod(code, n));
      const calls = samples.map((_, n) => `Sample${n}.Run().GetAwaiter().GetResult();\n`).join('');
      write('all.cs', `static class All { static void Main() {\n${calls}} }`);
      return [
        WRITE_STORE,
        ['mcs', '-langversion:latest', '-r:System.Net.Http.dll', '-out:all.exe', '*.cs'],
        ['mono', 'all.exe'],
      ];
    },
  },
  PHP: {
    program: 'php',
    version: '--version',
    prepare: (samples, write) => {
      for (const [n, code] of samples.entries()) write(`s${n}.php`, code);
      write('all.php', `<?php\n${samples.map((_, n) => `include 's${n}.php';\n`).join('')}`);
      return [['php', 'all.php']];
    },
  },
  Ruby: {
    program: 'ruby',
    version: '--version',
    prepare: (samples, write) => {
      for (const [n, code] of samples.entries()) write(`s${n}.rb`, code);
      write('all.rb', samples.map((_, n) => `load './s${n}.rb'\n`).join(''));
      return [['ruby', '-Ku', 'all.rb']];
    },
  },
};

/**
 * A program of C# 11 as a method for the compiler of Mono, which knows version 7: without statements on top, texts of
 * several lines in three quotes, and `new` without a type.
 */
function writeMethod(code: string, n: number): string {
  const lines = code.split('\n');
  const first = lines.findIndex((line) => !/^(?:using [\w.]+;)?$/.test(line));
  const statements = lines
    .slice(first)
    .join('\n')
    .replace(
      /("{3,})\n([\s\S]*?)\n\1(?!")/g,
      (_, _quotes, text: string) => `@"${text.replaceAll('"', '""')}"`,
    )
    .replace(/^ {4}new\(/gm, '    new KeyValuePair<string, string>(');
  const known = [
    'System',
    'System.Collections.Generic',
    'System.IO',
    'System.Net.Http',
    'System.Threading.Tasks',
  ];
  return [
    ...known.map((name) => `using ${name};`),
    ...lines.slice(0, first),
    `static class Sample${n} { public static async Task Run() {`,
    statements,
    '} }',
  ].join('\n');
}

export async function isInstalled(title: string): Promise<boolean> {
  const runner = RUNNERS[title];
  if (!runner) return false;
  const [first = '', ...others] = runner.version.split(' ');
  try {
    await run(runner.program, others.length > 0 ? [first, others.join(' ')] : [first]);
    return true;
  } catch {
    return false;
  }
}

/** Runs samples, which trust a server if its certificate is given. */
export async function runSamples(
  title: string,
  samples: readonly string[],
  server?: ServerCertificate,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'samples-'));
  const write = (name: string, content: string | Buffer): void =>
    writeFileSync(join(directory, name), content);
  try {
    for (const [name, content] of FILES) write(name, content);
    write('client.pem', CLIENT.certificate);
    write('client.key', CLIENT.key);
    symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
    mkdirSync(join(directory, 'cache'));
    const env = { ...process.env, GOCACHE: join(directory, 'cache'), GOFLAGS: '-mod=mod', LANG: 'C.UTF-8' };
    if (server) Object.assign(env, await trust(server, directory));
    for (const [program = '', ...args] of RUNNERS[title]?.prepare(samples, write) ?? [])
      await run(program, args, { cwd: directory, env, maxBuffer: 1e8, timeout: 300_000 });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Tells the programs which certificate to trust, each in its own way. */
async function trust({ certificate }: ServerCertificate, directory: string): Promise<Record<string, string>> {
  const file = join(directory, 'server.pem');
  writeFileSync(file, certificate);
  const names = ['CURL_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS', 'REQUESTS_CA_BUNDLE', 'SSL_CERT_FILE'];
  const store = join(directory, 'trusted.p12');
  if (await isInstalled('Java'))
    await run('keytool', [
      ...['-importcert', '-noprompt', '-alias', 'server', '-file', file],
      ...['-keystore', store, '-storepass', 'password'],
    ]);
  // Mono has a folder, in which files are called by the hash of the name.
  const folder = join(directory, '.config', '.mono', 'new-certs', 'Trust');
  const { stdout } = await run('openssl', ['x509', '-in', file, '-noout', '-subject_hash']);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${stdout.trim()}.0`), certificate);
  return {
    ...Object.fromEntries(names.map((name) => [name, file])),
    JAVA_TOOL_OPTIONS: `-Djavax.net.ssl.trustStore=${store} -Djavax.net.ssl.trustStorePassword=password`,
    XDG_CONFIG_HOME: join(directory, '.config'),
  };
}
