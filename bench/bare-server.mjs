// The baseline for the service: node:http alone, sending the bytes of a file, or 304 without any.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [file, status] = process.argv.slice(2);
const body = readFileSync(file);
const headers =
  status === '304'
    ? { etag: '"bare"' }
    : { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };
const server = createServer((_request, response) => {
  response.writeHead(Number(status), headers);
  response.end(status === '304' ? undefined : body);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
