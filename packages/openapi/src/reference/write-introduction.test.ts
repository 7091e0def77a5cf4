import { expect, test } from 'vitest';
import { writeIntroduction } from './write-introduction.ts';

test('36: the introduction has everything that a spec says about the API as a whole', () => {
  expect(
    writeIntroduction({
      info: {
        title: 'Pets',
        version: '3.4.5',
        summary: 'Short words',
        description: '# Intro\n\nRead **this** first.',
        termsOfService: 'https://pets.example/terms',
        contact: { name: 'Ops', email: 'ops@pets.example', url: 'https://pets.example/help' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      externalDocs: { url: 'https://pets.example/more', description: 'Guides' },
      components: {
        securitySchemes: {
          oauth: {
            type: 'oauth2',
            flows: {
              authorizationCode: {
                authorizationUrl: 'https://id.example/auth',
                tokenUrl: 'https://id.example/token',
                scopes: { 'read:x': 'Read all the x' },
              },
            },
          },
        },
      },
    }),
  ).toBe(`Short words

# Intro

Read **this** first.

* Version: \`3.4.5\`
* Contact: [Ops](<https://pets.example/help>), [ops@pets.example](<mailto:ops@pets.example>)
* License: [MIT](<https://spdx.org/licenses/MIT.html>)
* Terms of service: <https://pets.example/terms>
* See also: [Guides](<https://pets.example/more>)

## Authentication

### oauth

OAuth 2.0

* Authorization code
  * Authorization: \`https://id.example/auth\`
  * Token: \`https://id.example/token\`
  * Scope \`read:x\`: Read all the x`);
});

test('a spec that says nothing about the API as a whole has no introduction', () => {
  expect(writeIntroduction({ info: { title: 'Pets', version: '1' } })).toBe('');
  expect(writeIntroduction({ info: { contact: { url: 'javascript:alert(1)', email: 'a b' } } })).toBe('');
});
