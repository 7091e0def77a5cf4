// The baseline for the service: node:http alone, sending the bytes of a file, or 304 without any.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [file, status] = process.argv.slice(2);
const body = readFileSync(file);
const headers =
  status === '304'
    ? { etag: '"bare"' }
    : { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };
const answer = (response) => {
  response.writeHead(Number(status), headers);
  response.end(status === '304' ? undefined : body);
};
const server = createServer((request, response) => {
  if (request.method !== 'POST') answer(response);
  // A server that answers before the body has arrived would read less than one that needs it.
  else request.resume().on('end', () => answer(response));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
