import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';

const DISPLAY_NAME = Symbol.for('fastify.display-name');

/**
 * Fastify looks for the name of each plugin among all modules that were loaded by `require`. A worker of the tests has
 * loaded thousands of them, so that the search took a tenth of the time that an app needs to start.
 */
function nameOwnPlugins(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  const { register } = fastify;
  Object.assign(fastify, {
    register(this: FastifyInstance, plugin: object, ...rest: unknown[]) {
      if (typeof plugin === 'function' && !(DISPLAY_NAME in plugin))
        Object.assign(plugin, { [DISPLAY_NAME]: plugin.name || 'a plugin' });
      return Reflect.apply(register, this, [plugin, ...rest]);
    },
  });
}

subscribe('fastify.initialization', nameOwnPlugins);
// The setup runs again for the next file of the same worker.
afterAll(() => void unsubscribe('fastify.initialization', nameOwnPlugins));
