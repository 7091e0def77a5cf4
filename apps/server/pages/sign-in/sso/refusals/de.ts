import type { Reason } from '../../../../domains/access/sign-on/refusal.ts';

export const german: Record<Reason, string> = {
  'not-base64':
    'Die Antwort des Identitätsanbieters ist kein gültiges Base64. Sie wurde unterwegs beschädigt oder abgeschnitten.',
  'too-large': 'Die Antwort des Identitätsanbieters ist zu groß.',
  'not-xml': 'Die Antwort des Identitätsanbieters ist kein wohlgeformtes XML.',
  'document-type':
    'Die Antwort des Identitätsanbieters deklariert einen Dokumenttyp oder verwendet Entitäten. Das ist nicht erlaubt.',
  comment:
    'Die Antwort des Identitätsanbieters enthält einen Kommentar. Das ist nicht erlaubt, weil er einen Teil eines Namens verbergen könnte.',
  markup: 'Die Antwort des Identitätsanbieters enthält anderes Markup als Elemente. Das ist nicht erlaubt.',
  'not-a-response': 'Der Identitätsanbieter hat keine SAML-2.0-Antwort gesendet.',
  status:
    'Der Identitätsanbieter hat Sie nicht angemeldet. Versuchen Sie es noch einmal, oder wenden Sie sich an seinen Administrator.',
  encrypted:
    'Der Identitätsanbieter hat seine Antwort verschlüsselt. Schalten Sie die Verschlüsselung dort aus; TLS schützt die Antwort bereits.',
  'no-assertion':
    'Die Antwort des Identitätsanbieters enthält keine Assertion und sagt daher nicht, wer Sie sind.',
  'several-assertions': 'Die Antwort des Identitätsanbieters enthält mehr als eine Assertion.',
  wrapped: 'Die Antwort des Identitätsanbieters besteht aus Teilen, die nicht zusammengehören.',
  unsigned:
    'Die Assertion ist nicht signiert. Stellen Sie den Identitätsanbieter so ein, dass er Assertions signiert und nicht nur Antworten.',
  'signature-form': 'Die Signatur deckt die Assertion nicht so ab, wie SAML es verlangt.',
  'weak-algorithm':
    'Die Antwort ist mit SHA-1 oder einem anderen unsicheren Verfahren signiert. Wählen Sie beim Identitätsanbieter RSA mit SHA-256.',
  'certificate-expired':
    'Das Zertifikat dieses Anbieters ist abgelaufen oder noch nicht gültig. Ein Administrator der Organisation muss das aktuelle eintragen.',
  'other-certificate':
    'Die Antwort ist mit einem anderen Zertifikat signiert als dem hier eingetragenen. Ein Administrator der Organisation muss die beiden vergleichen.',
  signature:
    'Die Signatur ist ungültig: Die Antwort wurde nach dem Signieren geändert oder mit einem anderen Schlüssel signiert.',
  issuer: 'Die Antwort kommt von einem anderen Identitätsanbieter als dem hier eingetragenen.',
  destination: 'Die Antwort war an einen anderen Dienst gerichtet.',
  audience: 'Die Antwort ist für einen anderen Dienst bestimmt: Ihre Zielgruppe (Audience) ist eine andere.',
  condition: 'Die Assertion enthält eine unbekannte Bedingung.',
  'no-sign-in': 'Die Assertion sagt nicht, dass sich jemand angemeldet hat.',
  confirmation: 'Die Assertion enthält keine Bearer-Bestätigung.',
  recipient: 'Die Assertion wurde für einen anderen Dienst ausgestellt: Ihr Empfänger ist ein anderer.',
  time: 'Die Assertion sagt nicht, wann sie abläuft.',
  'not-yet-valid':
    'Die Assertion ist noch nicht gültig. Vergleichen Sie die Uhren des Identitätsanbieters und dieses Dienstes.',
  expired:
    'Die Assertion ist abgelaufen. Melden Sie sich noch einmal an. Wenn das nicht hilft, vergleichen Sie die Uhren beider Dienste.',
  name: 'Die Assertion bezeichnet keine Person eindeutig. Sie braucht genau eine Namenskennung.',
  'transient-name':
    'Der Identitätsanbieter sendet jedes Mal eine andere Namenskennung. Stellen Sie ihn so ein, dass er eine dauerhafte Namenskennung oder die E-Mail-Adresse sendet.',
  unsolicited:
    'Diese Antwort wurde nicht angefordert. Beginnen Sie die Anmeldung hier und nicht beim Identitätsanbieter.',
  'unknown-request': 'Die Antwort gehört zu einer Anfrage, die dieser Dienst nicht gestellt hat.',
  'request-expired': 'Die Anmeldung hat zu lange gedauert. Versuchen Sie es noch einmal.',
  'request-used': 'Auf diese Anfrage kam bereits eine Antwort. Versuchen Sie es noch einmal.',
  replayed: 'Diese Assertion wurde bereits verwendet. Versuchen Sie es noch einmal.',
  ticket: 'Diese Seite wurde bereits verwendet oder ist abgelaufen. Versuchen Sie es noch einmal.',
  'other-browser':
    'Die Anmeldung wurde in einem anderen Browser begonnen. Versuchen Sie es in diesem Browser noch einmal, und erlauben Sie Cookies.',
  'provider-changed': 'Dieser Single-Sign-on-Anbieter wurde gerade geändert. Versuchen Sie es noch einmal.',
  'provider-gone':
    'Diesen Single-Sign-on-Anbieter gibt es nicht mehr. Fragen Sie einen Administrator der Organisation.',
  'no-email':
    'Der Identitätsanbieter hat Ihre E-Mail-Adresse nicht gesendet. Stellen Sie ihn so ein, dass er das Attribut „email“ sendet.',
  'no-member':
    'Es gibt ein Konto mit Ihrer E-Mail-Adresse, aber es gehört nicht zu dieser Organisation. Bitten Sie einen Administrator um eine Einladung.',
  'invitation-waits':
    'Sie haben die Einladung in diese Organisation noch nicht angenommen. Öffnen Sie zuerst den Link der Einladung.',
  'member-disabled':
    'Ihre Mitgliedschaft in dieser Organisation ist nicht aktiv. Fragen Sie einen Administrator.',
  'organization-suspended': 'Diese Organisation ist gesperrt, deshalb kann ihr niemand beitreten.',
  'other-account': 'Sie sind mit einem anderen Konto angemeldet als dem angeforderten.',
  'sign-in-anew':
    'Melden Sie sich noch einmal mit dem Passwort des Kontos an: Ihre jetzige Sitzung ist älter als diese Anfrage.',
  'oidc-state':
    'Diese Seite gehört nicht zu einer Anmeldung, die dieser Dienst bei diesem Anbieter begonnen hat. Beginnen Sie von vorn.',
  'oidc-unreachable':
    'Der Identitätsanbieter antwortet nicht. Versuchen Sie es in einigen Minuten noch einmal.',
  'oidc-discovery':
    'Die Konfiguration, die der Identitätsanbieter veröffentlicht, ist nicht verwendbar. Ein Administrator kann den Anbieter in dessen Einstellungen testen.',
  'oidc-code':
    'Der Identitätsanbieter hat die Anmeldung nicht bestätigt. Versuchen Sie es noch einmal. Wenn das nicht hilft, muss ein Administrator die Client-ID und das Client-Secret vergleichen.',
  'oidc-token':
    'Die Antwort des Identitätsanbieters ließ sich nicht prüfen: Sie ist nicht von ihm signiert oder für einen anderen Dienst oder eine andere Anmeldung bestimmt.',
  'oidc-expired':
    'Die Antwort des Identitätsanbieters ist abgelaufen oder noch nicht gültig. Melden Sie sich noch einmal an. Wenn das nicht hilft, vergleichen Sie die Uhren beider Dienste.',
  'email-unverified':
    'Der Identitätsanbieter bestätigt nicht, dass Ihre E-Mail-Adresse Ihnen gehört. Bestätigen Sie die Adresse zuerst dort.',
  'email-domain':
    'Dieser Anbieter lässt E-Mail-Adressen Ihrer Domain nicht zu. Fragen Sie einen Administrator.',
  'email-of-others':
    'Ihre E-Mail-Adresse gehört zu einer Domain einer anderen Organisation. Bitten Sie einen Administrator um eine Einladung.',
  'groups-elsewhere':
    'Der Identitätsanbieter sendet zu viele Gruppen oder nur einen Verweis auf sie. Begrenzen Sie die Gruppen, die er an diese Anwendung sendet.',
  'no-account':
    'Für Sie gibt es bei diesem Dienst kein Konto. Bitten Sie einen Administrator um eine Einladung.',
  'account-unproven':
    'Es gibt ein Konto mit Ihrer E-Mail-Adresse, aber die Adresse wurde nie bestätigt. Melden Sie sich mit dem Passwort des Kontos an, und bestätigen Sie zuerst die Adresse.',
  'directory-credentials': 'Der Benutzername oder das Passwort ist falsch.',
  'directory-unreachable':
    'Das Verzeichnis antwortet nicht. Versuchen Sie es in ein paar Minuten noch einmal.',
  'directory-busy':
    'Gerade melden sich viele Personen an. Versuchen Sie es in ein paar Sekunden noch einmal.',
  'directory-settings':
    'Das Verzeichnis kann so, wie es hier eingerichtet ist, nicht verwendet werden. Fragen Sie den Betreiber dieses Dienstes: Der Grund steht im Protokoll.',
  'directory-ambiguous':
    'Das Verzeichnis hat mehr als einen Eintrag zu diesem Benutzernamen. Verwenden Sie einen Namen, den nur Sie haben, oder fragen Sie den Administrator des Verzeichnisses.',
  'directory-inactive':
    'Ihr Konto im Verzeichnis ist deaktiviert, gesperrt oder abgelaufen. Fragen Sie den Administrator des Verzeichnisses.',
  'directory-password-expired':
    'Ihr Passwort im Verzeichnis ist abgelaufen oder muss geändert werden. Ändern Sie es zuerst dort.',
  'directory-groups':
    'Sie sind in mehr Gruppen, als aus dem Verzeichnis gelesen werden können. Fragen Sie den Betreiber dieses Dienstes.',
  'directory-no-email':
    'Ihr Eintrag im Verzeichnis hat keine E-Mail-Adresse. Bitten Sie den Administrator des Verzeichnisses, sie zu ergänzen.',
};
