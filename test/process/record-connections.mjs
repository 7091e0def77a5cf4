// Loaded by a service before its own code: writes down each attempt to connect, to send a datagram, or to ask for a name.
import { appendFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

const require = createRequire(import.meta.url);
const dgram = require('node:dgram');
const dns = require('node:dns');
const net = require('node:net');

const record = (line) => appendFileSync(process.env.TEST_CONNECTIONS_FILE, `${line}\n`);

/** Of options, a path or a port. */
function readTarget(first) {
  if (typeof first === 'object' && first !== null) return first;
  return typeof first === 'string' && first.startsWith('/') ? { path: first } : { port: first };
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function recorded(...parameters) {
  const [first] = Array.isArray(parameters[0]) ? parameters[0] : parameters;
  const { path, host, port } = readTarget(first);
  if (path !== undefined) record(`connect ${path}`);
  else record(`connect to ${host ?? 'localhost'} ${port}`);
  return connect.apply(this, parameters);
};
const { send } = dgram.Socket.prototype;
dgram.Socket.prototype.send = function recorded(...parameters) {
  record('datagram');
  return send.apply(this, parameters);
};
for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of Object.getOwnPropertyNames(owner))
    if (/^(?:lookup|resolve|reverse)/.test(name) && typeof owner[name] === 'function') {
      const original = owner[name];
      owner[name] = function recorded(...parameters) {
        // An address needs no server; `localhost` is in a file of the machine.
        const name = String(parameters[0]);
        if (net.isIP(name) === 0 && name !== 'localhost') record(`name ${name}`);
        return original.apply(this, parameters);
      };
    }
syncBuiltinESMExports();
