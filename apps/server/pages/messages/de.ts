import type { Texts } from './en.ts';

export const german: Texts = {
  skip: 'Zum Inhalt springen',
  signOut: 'Abmelden',
  signIn: 'Anmelden',
  email: 'E-Mail-Adresse',
  userName: 'Benutzername',
  password: 'Passwort',
  forgot: 'Passwort vergessen?',
  signInWithSso: 'Mit SSO anmelden',
  useToken: 'Mit einem API-Token anmelden',
  token: 'API-Token',
  signInWithToken: 'Mit Token anmelden',
  tokenNote:
    'Beim ersten Start hat der Dienst das Token des Administrators ausgegeben. Auf dem Server gibt {token} ein neues Token aus und {link} einen Link, mit dem ein Passwort festgelegt wird. Ihre Sitzung hat die Rechte des Tokens und endet, wenn es widerrufen wird oder abläuft.',
  passwordSet: 'Ihr Passwort ist festgelegt. Melden Sie sich damit an.',
  codeTitle: 'Code eingeben',
  code: 'Code',
  codeHint: 'Der Code aus Ihrer Authenticator-App oder ein Wiederherstellungscode.',
  signInWithPasskey: 'Mit einem Passkey anmelden',
  passkeyFailed:
    'Der Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
  startAgain: 'Von vorn beginnen',
  tooLate: 'Das hat zu lange gedauert. Geben Sie Ihr Passwort noch einmal ein.',
  noMail:
    'Diese Instanz versendet keine E-Mails. Bitten Sie ihren Betreiber um einen Link, mit dem Sie ein Passwort festlegen. Er wird mit diesem Befehl erstellt:',
  forgotText: 'Sie erhalten eine E-Mail mit einem Link, um ein neues Passwort festzulegen.',
  sendLink: 'Link senden',
  backToSignIn: 'Zurück zur Anmeldung',
  emailMissing: 'Geben Sie Ihre E-Mail-Adresse ein.',
  sentTitle: 'Sehen Sie in Ihren Posteingang',
  sentText:
    'Falls es ein Konto mit dieser Adresse gibt, haben wir ihr einen Link gesendet, um ein Passwort festzulegen. Er gilt eine Stunde.',
  resetTitle: 'Passwort festlegen',
  account: 'Konto',
  passwordRefused:
    'Wählen Sie ein Passwort mit mindestens 10 Zeichen, das weder gebräuchlich noch Ihre E-Mail-Adresse ist.',
  newPassword: 'Neues Passwort',
  resetHint:
    'Mindestens 10 Zeichen. Sie werden überall abgemeldet und melden sich mit dem neuen Passwort an.',
  setPassword: 'Passwort festlegen',
  confirmTitle: 'E-Mail-Adresse bestätigen',
  confirmText: 'Ist {email} Ihre E-Mail-Adresse? Sie melden sich damit an und erhalten dort E-Mails.',
  confirm: 'Bestätigen',
  confirmOther: 'Sie sind mit einem anderen Konto angemeldet.',
  confirmSignIn:
    'Melden Sie sich mit dem Konto an, das diese E-Mail angefordert hat, um die Adresse zu bestätigen. Wenn Sie sie nicht angefordert haben, ist nichts zu tun.',
  joinTitle: '„{organization}“ beitreten',
  joinPageTitle: '{organization} beitreten',
  claimText: 'Wählen Sie ein Passwort. Sie melden sich damit und mit Ihrer E-Mail-Adresse an.',
  name: 'Ihr Name',
  join: 'Beitreten',
  passwordHint: 'Mindestens 10 Zeichen.',
  acceptText: 'Sie wurden als {email} eingeladen und sind mit diesem Konto angemeldet.',
  otherAccount: 'Die Einladung gilt für das Konto {email}. Sie sind mit einem anderen Konto angemeldet.',
  acceptSignIn: 'Die Einladung gilt für das Konto {email}. Melden Sie sich damit an, um sie anzunehmen.',
  signInAs: 'Als {email} anmelden',
  joinPlace: 'Dieser Link gibt Ihnen Zugriff auf „{place}“.',
  haveAccount: 'Haben Sie schon ein Konto?',
  signInToJoin: 'Anmelden und beitreten',
  createAccount: 'Konto erstellen',
  createAndJoin: 'Konto erstellen und beitreten',
  notForThis:
    'Mit einem Dienstkonto oder über das Single Sign-on einer anderen Organisation können Sie nicht beitreten.',
  signInWithPassword: 'Mit Passwort anmelden',
  ssoTitle: 'Single Sign-on',
  ssoWith: 'Mit {provider} anmelden',
  ssoNotFound:
    'Für „{organization}“ wurde kein Single Sign-on gefunden. Fragen Sie in Ihrer Organisation, wie Sie sich anmelden.',
  ssoOrganization: 'E-Mail-Adresse oder Organisation',
  ssoHint: 'Ihre geschäftliche E-Mail-Adresse oder die Subdomain oder ID der Organisation.',
  continue: 'Weiter',
  ssoOther: 'Mit Passwort oder Token anmelden',
  notSignedIn: 'Sie sind nicht angemeldet',
  tryAgain: 'Noch einmal versuchen',
  reasonAndRequest: 'Grund {reason}, Anfrage {request}',
  linkTitle: 'Gehört dieses Konto Ihnen?',
  linkText:
    'Es gibt schon ein Konto mit der Adresse {email}, das nicht mit {provider} verbunden ist. Wenn es Ihnen gehört, melden Sie sich einmal mit seinem Passwort an. Danach meldet {provider} Sie an.',
  linkNote:
    'Tun Sie das innerhalb von zehn Minuten in diesem Browser. Wenn das Konto nicht Ihnen gehört oder Sie das Passwort nicht kennen, fragen Sie in Ihrer Organisation nach.',
  connectTitle: 'Konto verbinden',
  connectText:
    'Ab jetzt kann {provider} Sie bei {organization} als {email} anmelden. Wer {provider} betreibt, könnte dann in dieser Organisation in Ihrem Namen handeln. Ihr Passwort ändert sich nicht.',
  connect: 'Verbinden',
  signedIn: 'Angemeldet',
  continueTo: 'Weiter zu {host}',
  unsubscribe: 'Abbestellen',
  unsubscribed: 'Abbestellt',
  'mail-review-requested': 'Sie erhalten eine E-Mail, wenn jemand Sie um eine Prüfung bittet.',
  'mail-changes-requested':
    'Sie erhalten eine E-Mail, wenn jemand Änderungen an Ihrem Änderungsvorschlag verlangt.',
  'mail-merged': 'Sie erhalten eine E-Mail, wenn Ihr Änderungsvorschlag übernommen wird.',
  'mail-mentioned': 'Sie erhalten eine E-Mail, wenn jemand Sie erwähnt.',
  'mail-sync-conflict':
    'Sie erhalten eine E-Mail, wenn die Git-Synchronisierung auf einen Konflikt mit Ihren Änderungen trifft.',
  'mail-scheduled-merge-failed':
    'Sie erhalten eine E-Mail, wenn Ihr Änderungsvorschlag nicht wie geplant übernommen wird.',
  'mail-openapi-breaking':
    'Sie erhalten eine E-Mail, wenn eine neue Version einer OpenAPI-Spezifikation inkompatibel ist.',
  'mail-weekly': 'Sie erhalten jeden Montag eine E-Mail darüber, was die Leser einer Site tun.',
  noMore: 'Sie erhalten diese E-Mail nicht mehr.',
  request: 'Anfrage {request}',
  'error-400': 'Ungültige Anfrage',
  'error-403': 'Nicht erlaubt',
  'error-404': 'Nicht gefunden',
  'error-405': 'Methode nicht erlaubt',
  'error-409': 'Konflikt',
  'error-429': 'Zu viele Versuche',
  'error-500': 'Etwas ist schiefgegangen',
  'error-other': 'Anfrage abgelehnt',
  'refused-incorrect-credentials': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'refused-incorrect-code':
    'Der Code ist falsch oder wurde schon verwendet. Geben Sie den Code ein, den Ihre Authenticator-App jetzt zeigt.',
  'refused-password-changed': 'Das Passwort wurde gerade geändert. Melden Sie sich mit dem neuen an.',
  'refused-unknown-token': 'Das Token ist unbekannt oder wurde widerrufen. Erstellen Sie ein neues.',
  'refused-expired-token': 'Das Token ist abgelaufen. Erstellen Sie ein neues.',
  'refused-sign-in-busy':
    'Gerade melden sich zu viele Personen an. Versuchen Sie es in ein paar Sekunden noch einmal.',
  'refused-link-expired':
    'Dieser Link ist abgelaufen oder wurde schon verwendet. Fordern Sie einen neuen an.',
  'refused-invitation-expired': 'Diese Einladung gilt nicht mehr. Bitten Sie um eine neue.',
  'refused-invite-expired': 'Dieser Einladungslink ist abgelaufen. Bitten Sie um einen neuen.',
  'refused-invite-links-off':
    'Einladungslinks sind in dieser Organisation ausgeschaltet. Wenden Sie sich an einen Administrator.',
  'refused-invited-by-email':
    'Sie haben eine Einladung zu dieser Organisation per E-Mail. Nehmen Sie sie über den Link in dieser E-Mail an.',
};
