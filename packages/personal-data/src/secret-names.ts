/**
 * Names whose values are secrets, also at the end of a longer name: `STRIPE_SECRET_KEY`, “mot de passe”,
 * “palavra-passe”. Folded: without case and accents.
 */
const SECRET_NAMES = [
  'accesskey',
  'accountkey',
  'apikey',
  'apitoken',
  'authkey',
  'authtoken',
  'accesstoken',
  'clientkeydata',
  'clientsecret',
  'idtoken',
  'passphrase',
  'passwd',
  'password',
  'privatekey',
  'pwd',
  'refreshtoken',
  'secret',
  'secretkey',
  'sessionid',
  'sessiontoken',
  'sharedkey',
  'signingkey',
  'token',
  'webhooksecret',
  // Passwords in other languages.
  'contrasena',
  'kennwort',
  'passe',
  'passwort',
  'senha',
  'wachtwoord',
  'пароль',
  'パスワード',
  '비밀번호',
  'haslo',
  'hasło',
  'heslo',
  'jelszo',
  'katasandi',
  'kodeord',
  'adgangskode',
  'losenord',
  'parola',
  'passord',
  'salasana',
  'sifre',
  'şifre',
  'κωδικος',
  '密码',
  '密碼',
];

/** The maximum length that is read of a name, or of a sentence without spaces. */
const MAX_NAME_LENGTH = 64;

/** A name without case, accents and the marks between its words, as names are compared. */
export const foldName = (name: string): string =>
  name
    .slice(-MAX_NAME_LENGTH)
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/_|-|[\u0300-\u036f]/g, '')
    .normalize('NFC');

/** Whether a folded name means a secret. */
export const isSecretName = (folded: string): boolean =>
  SECRET_NAMES.some((secret) => folded.endsWith(secret));
