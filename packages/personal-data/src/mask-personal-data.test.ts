import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { maskPersonalData } from './mask-personal-data.ts';
import { readMaskingRule } from './masking-rule.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';
/** Written in two parts, so that no scanner of secrets takes the test for a leak. */
const joined = (...parts: string[]): string => parts.join('');
const RANDOM = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';
const PRIVATE_KEY = [
  joined('-----BEGIN RSA ', 'PRIVATE KEY-----'),
  'MIIEowIBAAKCAQEA',
  joined('-----END RSA ', 'PRIVATE KEY-----'),
].join('\n');

it.each([
  // Email addresses.
  ['Write to jane.doe+docs@example.co.uk, please.', 'Write to [email], please.'],
  ['<a href="mailto:jane@example.org">Jane</a>', '<a href="mailto:[email]">Jane</a>'],
  ['„жанна@пример.рф“', '„[email]“'],
  ['Jane <jane@example.org>; John <john@example.org>', 'Jane <[email]>; John <[email]>'],
  ["It is o'brien@example.com.", 'It is [email].'],
  ["'jane@example.com'", "'[email]'"],
  ['?to=jane%40example.com&x=1', '?to=[email]&x=1'],
  ['jane&#64;example.com', '[email]'],
  ['admin@[10.1.2.3]', '[email]'],
  ['a@b.de@c.de', '[email]@c.de'],
  // Addresses of networks.
  ['from 203.0.113.7:8080.', 'from [ip]:8080.'],
  ['10.1.2.3/24', '[ip]/24'],
  ['[2001:db8::7]:443', '[[ip]]:443'],
  ['fe80::1%eth0', '[ip]%eth0'],
  ['address:203.0.113.7', 'address:[ip]'],
  // Telephones.
  ['Call +49 (0)30 1234-5678 now', 'Call [phone] now'],
  ['tel:+14155552671', '[phone]'],
  ['(415) 555-2671', '[phone]'],
  // Payment cards.
  ['4111 1111 1111 1111, 12/29', '[card], 12/29'],
  ['4111-1111-1111-1111', '[card]'],
  ['378282246310005', '[card]'],
  // Bank accounts.
  ['IBAN DE89 3704 0044 0532 0130 00 please', 'IBAN [iban] please'],
  ['fr1420041010050500013m02606', '[iban]'],
  ['GB29-NWBK-6016-1331-9268-19, NO9386011117947.', '[iban], [iban].'],
  // Keys of services.
  [`key ${joined('sk', '-proj-')}${RANDOM}.`, 'key [secret].'],
  [`${joined('gh', 'p_')}${RANDOM}`, '[secret]'],
  [`${joined('gl', 'pat-')}${RANDOM}`, '[secret]'],
  [`${joined('AK', 'IA')}IOSFODNN7EXAMPLE`, '[secret]'],
  [`${joined('xo', 'xb-')}123456789012-abcdefghijkl`, '[secret]'],
  [`${joined('S', 'G.')}abcdefghijkl.mnopqrstuvwx`, '[secret]'],
  [`id ${JWT}!`, 'id [secret]!'],
  [`Before\n${PRIVATE_KEY}\nafter`, 'Before\n[secret]\nafter'],
  [PRIVATE_KEY.slice(0, 60), '[secret]'],
  // Headers.
  ['Authorization: Bearer abc123def456', 'Authorization: Bearer [secret]'],
  ['authorization: Basic amFuZTpodW50ZXIy', 'authorization: Basic [secret]'],
  ['Cookie: a=b; session=c\nAccept: */*', 'Cookie:[secret]\nAccept: */*'],
  // URLs.
  ['https://jane:hunter2@example.org/a', 'https://[secret]@example.org/a'],
  ['https://a.example/?page=2&access_token=abc#b', 'https://a.example/?page=2&access_token=[secret]#b'],
  ['https://a.example/?key=abc&code=def', 'https://a.example/?key=[secret]&code=[secret]'],
  ['https://a.example/?X-Amz-Signature=0a1b&x=1', 'https://a.example/?X-Amz-Signature=[secret]&x=1'],
  [
    `https://hooks.slack.com/services/T00000000/${joined('B0000', '0000/')}${RANDOM}?x=1`,
    'https://hooks.slack.com/services/[secret]?x=1',
  ],
  [`Post to discord.com/api/webhooks/123456789/${RANDOM}.`, 'Post to discord.com/api/webhooks/[secret].'],
  // Digits of other scripts, and other signs between digits.
  ['４１１１ １１１１ １１１１ １１１１', '[card]'],
  ['٤١١١١١١١١١١١١١١١', '[card]'],
  ['४१११-११११-११११-११११', '[card]'],
  ['4111  1111  1111  1111, 4111 - 1111 - 1111 - 1111', '[card], [card]'],
  ['4111\u00a01111\u00a01111\u00a01111 and 4111_1111_1111_1111', '[card] and [card]'],
  ['DE89  3704  0044  0532  0130  00', '[iban]'],
  ['DE89.3704.0044.0532.0130.00', '[iban]'],
  ['＋４９ ３０ １２３４５６７', '[phone]'],
  // Numbers of telephones, people and devices.
  ['0049 30 1234567 and 415-555-2671 or 1-800-555-2671', '[phone] and [phone] or [phone]'],
  [
    'Tel. 030/1234567, phone: 06 12 34 56 78, call me at 020 7946 0958',
    'Tel. [phone], phone: [phone], call me at [phone]',
  ],
  ['SSN 123-45-6789', 'SSN [id]'],
  ['from 00:1A:2b:3C:4d:5E or 00-1a-2b-3c-4d-5e or 001a.2b3c.4d5e', 'from [mac] or [mac] or [mac]'],
  // Spelled email addresses.
  ['jane (at) example.org, jane[at]example[dot]org', '[email], [email]'],
  ['jane.doe {at} mail (dot) example (dot) org.', '[email].'],
  // Keys of more services.
  [`${joined('SK', '0123456789abcdef')}0123456789abcdef`, '[secret]'],
  [`${joined('GOC', 'SPX-')}${RANDOM}`, '[secret]'],
  [`${joined('gs', 'k_')}${RANDOM}`, '[secret]'],
  [`bot 123456789:${RANDOM.slice(0, 35)}.`, 'bot [secret].'],
  [
    `https://acme.webhook.office.com/webhookb2/${RANDOM}@x/y`,
    'https://acme.webhook.office.com/webhookb2/[secret]',
  ],
  [
    joined('---- BEGIN SSH2 ENCRYPTED ', 'PRIVATE KEY ----\nabc\n---- END SSH2 ENCRYPTED PRIVATE KEY ----'),
    '[secret]',
  ],
  // Command lines and files of programs.
  ['psql --password hunter2 -h db', 'psql --password [secret] -h db'],
  ['curl -u jane:hunter2 https://a.example', 'curl -u jane:[secret] https://a.example'],
  ['mysql -u root -phunter2 db', 'mysql -u root -p[secret] db'],
  ['machine a.example login jane password hunter2', 'machine a.example login jane password [secret]'],
  ['//a.example/:_auth=amFuZTpodW50ZXIy', '//a.example/:_auth=[secret]'],
  ['{"auths": {"a": {"auth": "amFuZTpodW50ZXIy"}}}', '{"auths": {"a": {"auth": "[secret]"}}}'],
  ['    client-key-data: LS0tLS1CRUdJTiBSU0E1', '    client-key-data: [secret]'],
  ['Authorization: token abc123def456', 'Authorization: token [secret]'],
  ['我的密码是abc12345。パスワードはabc12345です', '我的密码是[secret]。パスワードは[secret]です'],
  [
    '비밀번호: abc123, hasło: abc123, heslo je abc123',
    '비밀번호: [secret], hasło: [secret], heslo je [secret]',
  ],
  [`My seed phrase: ${'abandon '.repeat(11)}about.`, 'My seed phrase: [secret].'],
  // Settings and sentences.
  ['STRIPE_SECRET_KEY=abc&def', 'STRIPE_SECRET_KEY=[secret]'],
  ['{"password": "correct horse"}', '{"password": "[secret] horse"}'],
  ["apiKey: 'abc'", "apiKey: '[secret]'"],
  ['my password: hunter22', 'my password: [secret]'],
  ['Mein Passwort: geheim123.', 'Mein Passwort: [secret]'],
  ['mot de passe\u00a0: s3cr3t', 'mot de passe\u00a0: [secret]'],
  ['Contraseña: clave123', 'Contraseña: [secret]'],
  ['A palavra-passe: abc123, a senha=abc', 'A palavra-passe: [secret], a senha=[secret]'],
  ['wachtwoord: abc123; пароль: абв123', 'wachtwoord: [secret]; пароль: [secret]'],
  ['我的密码：abc123。', '我的密码：[secret]。'],
  // Values that begin like placeholders.
  ['password=$ecret123!', 'password=[secret]'],
  ['password=$ecret, next', 'password=[secret], next'],
  ['PASSWORD=$ECRET123!', 'PASSWORD=[secret]'],
  ['password: $A1B2C3D4', 'password: [secret]'],
  ['password: $2b$10$N9qo8uLOickgx2ZMRZoMye', 'password: [secret]'],
  ['password: "$ecret123"', 'password: "[secret]"'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of a shell
  ['TOKEN=${TOKEN:-hunter22}', 'TOKEN=[secret]'],
  ['token: [abc123def', 'token: [secret]'],
  ['token: [abc123, def456]', 'token: [secret], def456]'],
  ['token: ["abc123"]', 'token: ["[secret]"]'],
  ['my password: [hunter22]', 'my password: [secret]'],
  ['my password: <hunter22>', 'my password: <[secret]>'],
  ['my password: <x8!kQ2z', 'my password: <[secret]'],
  ['my password: {x8!kQ2z}', 'my password: [secret]'],
  ['password=*hunter22', 'password=[secret]'],
  ['password: **hunter22**', 'password: [secret]'],
  ['**Password:** hunter22', '**Password:** [secret]'],
  ['**Password**: hunter22', '**Password**: [secret]'],
  ['password=%hunter22', 'password=[secret]'],
  ['https://a.example/?token=%24abc&x=1', 'https://a.example/?token=[secret]&x=1'],
  ['password=[hunter22', 'password=[secret]'],
  ['password=[123456]', 'password=[secret]'],
  ['My password is hunter22', 'My password is [secret]'],
  ['Das Kennwort lautet „geheim123“', 'Das Kennwort lautet „[secret]“'],
])('masks “%s”', (text, masked) => {
  expect(maskPersonalData(text)).toBe(masked);
  expect(maskPersonalData(masked)).toBe(masked);
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: placeholders of shells
it.each([
  'Use lodash@4.17.21 and @scope/package@next.',
  'git clone git@github.com:lectern/docs.git, or ssh://git@example.org/a',
  'Open http://127.0.0.1:3000 or http://[::1]:3000 or 0.0.0.0.',
  'At 12:30:45 on 2026-11-23, release 10.2.13 (std::vector, face::bad, a::b) took 1.234.567 ms.',
  'Order 4111 1111 1111 1112 of 1234567890123456 and 0000 0000 0000 0000.',
  'C++11, a+12345678, 1+1=2, +1',
  'The bearer authentication is basic information.',
  'password: required. Token = <token>. secret: {{ secrets.KEY }}, token=$TOKEN, password=***',
  'password=$DB_PASSWORD. token=${S3_TOKEN}, token: $TOKEN1, (token=$TOKEN) secret=%CLIENT_SECRET%; token=$env:TOKEN',
  '$password=$_POST["x"]; password=$user->password, token=$token, password=$1',
  'password=<your password>, token=<api-key>, password: <Password 1> token=<S3_SECRET_KEY>',
  'password=[your-key], token: [your token 12], secret=[ your secret ]',
  'password={password}, token={{ .Values.token }}, token: ${{ secrets.DEPLOY_2_TOKEN }}, token={{token}}',
  'password=****, token: ***. token: your-token-12, "password": "%s", password=%(password)s',
  'token = {}, token=[], token=(), const secret={',
  'See the token: [OAuth2 tokens](https://a.example/oauth2), or the token: [OAuth2][1].',
  '"password": ["is too short"], "token": {"type": "string"}',
  'Password:</h2><p>Enter 1</p>',
  'https://a.example/?token={token}&key=<key>&code=$CODE',
  'token: [ip]/24 and password=[secret]',
  'A key: value pair and the code: 404; ?page=2&sort=key',
  'sk-short and eyJ.a.b and a cookie: it is good',
  'The password is required, and the token was lost. Das Passwort ist falsch. Une impasse : la rue 12.',
  'The part DE89 3704 0044 0532 0130 02 and the model GB12 NWBK.',
  'Set the secret: then restart. The token: 2.',
  'Order 123-456-78901, build 2024-01-15, ISBN 978-3-16-148410-0, invoice 0012345678, version 1.2.3-4.',
  'The table has 1234  5678  9012  3456 rows, and the list 1. 2. 3. goes on.',
  'Use --password <password> or --token $TOKEN, and -u "$NAME:$TOKEN". The option --pass is new.',
  'commit 3f2a9c1d4e5b60718293a4b5c6d7e8f901234567 at 10:20:30:40:50:60 and de:ad:be:ef',
  'Meet (at) noon; look at example.org. Call the function at 12:30. The mobile app 10.2.13.',
  'skill, keyboard, key-value, secret_name and dapi are words. A login and a password are needed.',
])('keeps “%s”', (text) => {
  expect(maskPersonalData(text)).toBe(text);
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: placeholders of shells

const rulesOf = (...patterns: string[]) =>
  patterns.map((pattern) => {
    const rule = readMaskingRule(pattern);
    if (typeof rule === 'string') throw new Error(rule);
    return rule;
  });

it.each([
  ['Falcon', 'falcon, FALCON and falcons', '[masked], [masked] and falcons'],
  ['CUST-####', 'CUST-1234 cust-12345 CUST-12a4', '[masked] cust-12345 CUST-12a4'],
  ['acme-*', 'acme-X1y. acme-', '[masked]. acme-'],
  ['*@corp', 'jane@corp, @corp', '[masked], @corp'],
  ['??-7', 'a1-7 a-7 ab-71', '[masked] a-7 ab-71'],
  ['\\#\\*a', '#*A #1a', '[masked] #1a'],
  ['プロジェクト', 'プロジェクト', '[masked]'],
  ['(x)', 'f(x)', 'f[masked]'],
])('a rule “%s” masks what it describes', (pattern, text, masked) => {
  expect(maskPersonalData(text, rulesOf(pattern))).toBe(masked);
});

it.each([
  ['ab', 'at least 3'],
  ['a'.repeat(101), 'at most 100'],
  ['***', 'other than'],
  ['acme-*#', 'After *'],
  ['ab*c', 'After *'],
  ['abc\\', 'backslash'],
])('a pattern “%s” is refused with a reason', (pattern, reason) => {
  expect(readMaskingRule(pattern)).toContain(reason);
});

const personal = fc.oneof(
  fc
    .tuple(
      fc.stringMatching(/^[a-z][a-z0-9.]{0,30}[a-z0-9]$/),
      fc.stringMatching(/^[a-z0-9]{1,10}\.[a-z]{2,6}$/),
    )
    .filter(([name]) => name !== 'git')
    .map(([name, domain]) => `${name}@${domain}`),
  fc.ipV4().filter((address) => !/^(?:127\.|0\.0\.0\.0|255\.255\.255\.255)/.test(address)),
  fc.stringMatching(/^[A-Za-z0-9]{24,40}$/).map((rest) => `${joined('gh', 'p_')}${rest}`),
  fc.stringMatching(/^[A-Za-z0-9]{24,40}$/).map((rest) => `${joined('sk', '-')}${rest}`),
  fc.constantFrom(JWT, '4111 1111 1111 1111', '5555555555554444', '+44 20 7946 0958'),
);
const around = fc.oneof(
  fc.constantFrom(' ', '\n', ', ', ' (', ') ', '. ', '"', '> ', '：'),
  fc.lorem().map((words) => ` ${words} `),
);

test('nothing of what is personal is left, whatever stands around it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(around, personal), { minLength: 1, maxLength: 8 }), (pieces) => {
      const masked = maskPersonalData(pieces.flat().join(''));
      for (const [, value] of pieces) expect(masked).not.toContain(value);
    }),
  );
});

test('any text can be masked, and masking again changes nothing', () => {
  const bits = fc.constantFrom(
    '@',
    '://',
    ':',
    '.',
    '=',
    '?',
    '&',
    '+',
    '-',
    'eyJ',
    '$',
    '<',
    '>',
    '[',
    ']',
    '{',
    '%',
    '*',
    '"',
    'TOKEN=',
    'token: ',
    'token',
    'a',
    '1',
    '4',
    ' ',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(fc.oneof(bits, personal), { maxLength: 40 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (given) => {
      const masked = maskPersonalData(given);
      expect(maskPersonalData(masked)).toBe(masked);
    }),
  );
});
