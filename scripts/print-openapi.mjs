// npm run --silent openapi: prints the OpenAPI document in a stable order, for comparing two versions of it.
import { withTypeScript } from './load-typescript.mjs';

await withTypeScript('test/openapi-document.ts', async ({ writeOpenApiDocument }) => {
  process.stdout.write(await writeOpenApiDocument());
});
