/** What the mail library knows of a failure. */
export interface MailError extends Error {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
}

/** Codes of Node.js and OpenSSL for certificates that are not accepted. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ALTNAME/;

/** Says in a sentence at which step a mail failed, what the server answered, and what to look at. */
export function explainMailError(error: MailError, { smtpUrl, to }: { smtpUrl: string; to: string }): string {
  const { code = '', originalCode = code, message } = error;
  const reply = error.response ?? message;
  const host = hostOf(smtpUrl);
  if (code === 'EDNS' || originalCode === 'ENOTFOUND' || originalCode === 'EAI_AGAIN')
    return `The name of the mail server, ${host}, could not be resolved. Check SMTP_URL and the DNS of this machine. (${message})`;
  if (CERTIFICATE.test(originalCode) || CERTIFICATE.test(code))
    return `The TLS certificate of the mail server was not accepted. The name in SMTP_URL must be the one in the certificate. (${message})`;
  if (code === 'ETLS' || originalCode === 'EPROTO' || originalCode.startsWith('ERR_SSL'))
    return `TLS could not be established. Use smtps:// for a port that begins with TLS, usually 465, and smtp:// for one that begins without it, usually 587. (${message})`;
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return `The mail server did not accept the user and password in SMTP_URL. (${reply})`;
  if (code === 'EENVELOPE' && error.command === 'MAIL FROM')
    return `The mail server refused the sender. Check LECTERN_MAIL_FROM. (${reply})`;
  if (code === 'EENVELOPE') return `The mail server refused the recipient ${to}. (${reply})`;
  if (code === 'EMESSAGE') return `The mail server refused the email. (${reply})`;
  if (code === 'ETIMEDOUT')
    return `The mail server ${host} did not respond in time. A firewall may block the port. (${message})`;
  if (code === 'ESOCKET' || code === 'ECONNECTION')
    return `The connection to the mail server ${host} failed. Check the host and the port in SMTP_URL. (${message})`;
  return message;
}

function hostOf(smtpUrl: string): string {
  try {
    return new URL(smtpUrl).host;
  } catch {
    return 'in SMTP_URL';
  }
}
