import type { RefusalMessages } from './en.ts';

export const texts: RefusalMessages = {
  'refused-invalid-cursor': 'Die Liste hat sich inzwischen geändert. Öffnen Sie sie erneut.',
  'refused-request-timeout': 'Die Anfrage kam nicht rechtzeitig beim Dienst an. Versuchen Sie es erneut.',
  'refused-request-in-progress':
    'Dieselbe Änderung ist noch in Arbeit. Warten Sie einen Moment, und laden Sie dann die Seite neu.',
  'refused-response-lost':
    'Die Änderung wurde gemacht, aber ihr Ergebnis ist nicht verfügbar. Laden Sie die Seite neu, um sie zu sehen.',
  'refused-too-many-uploads':
    'Es werden zu viele Dateien auf einmal hochgeladen. Warten Sie einen Moment, und versuchen Sie es erneut.',
  'refused-not-implemented': 'Diese Version von Lectern kann das nicht.',
  maintenanceUntil:
    'Lectern wird bis {time} gewartet. Sie können alles lesen, aber Änderungen werden bis dahin nicht gespeichert. Was Sie schreiben, bleibt erhalten.',
  'refused-maintenance':
    'Lectern wird gewartet. Bis zum Ende der Wartung kann nichts geändert werden; versuchen Sie es danach noch einmal.',
  'refused-quota-exceeded':
    'Die Organisation hat so viel, wie sie haben kann. Entfernen Sie, was nicht mehr gebraucht wird, oder bitten Sie die Betreiber dieses Dienstes um mehr.',
  'refused-passkey-refused': 'Der Passkey wurde nicht angenommen. Beginnen Sie noch einmal.',
  'refused-incorrect-passkey':
    'Der Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder geben Sie Ihr Passwort ein.',
  'refused-no-passkeys': 'Dieses Konto hat keine Passkeys. Bestätigen Sie mit dem Passwort.',
  'refused-organization-suspended':
    'Diese Organisation ist gesperrt. Der Grund der Administratoren: {detail}',
  'refused-organization-not-suspended': 'Die Organisation ist nicht gesperrt.',
  'refused-too-many-passkeys':
    'Dieses Konto hat 20 Passkeys, so viele, wie es haben kann. Entfernen Sie zuerst einen.',
  'refused-storage-full':
    'Der Dienst hat keinen Speicherplatz mehr. Sagen Sie denen Bescheid, die ihn betreiben.',
  'refused-role-above-own': 'Niemand kann eine Rolle geben oder nehmen, die über der eigenen steht.',
  'refused-user-required': 'Ein Dienstkonto kann das nicht. Melden Sie sich als Person an.',
  'refused-sso-required':
    'Diese Organisation verlangt Single Sign-on. Melden Sie sich darüber an, um fortzufahren.',
  'refused-password-sign-in-required':
    'Sie sind mit dem Single Sign-on einer Organisation angemeldet und können nur dort etwas tun. Melden Sie sich dafür mit Ihrem Passwort an.',
  'refused-own-account-only': 'Das kann nur die Person selbst ändern.',
  'refused-cross-site-request':
    'Die Sitzung dieses Browsers hat sich geändert. Laden Sie die Seite neu, und versuchen Sie es erneut.',
  'refused-instance-administrator-required': 'Das können nur Administratoren der Instanz.',
  'refused-not-found': 'Das gibt es nicht mehr, oder Sie haben keinen Zugriff mehr darauf.',
  'refused-not-a-user': 'Sie sind als Dienstkonto angemeldet, das kein eigenes Konto hat.',
  'refused-git-not-connected': 'Dieser Space ist mit keinem Git-Repository verbunden.',
  'refused-link-checks-off': 'Links zu anderen Websites werden auf dieser Instanz nicht geprüft.',
  'refused-too-many-openapi-sources':
    'Frühere Fassungen dieser Spezifikation warten noch auf die Verarbeitung. Versuchen Sie es in einer Minute erneut.',
  'refused-insights-busy':
    'Gerade sehen sich viele die Statistiken an. Versuchen Sie es in einigen Sekunden erneut.',
  'refused-insights-unavailable':
    'Die Datenbank der Ereignisse antwortet gerade nicht. Versuchen Sie es in einigen Sekunden erneut.',
  'refused-insights-timeout':
    'Die Ereignisse dieses Zeitraums zu zählen dauert zu lange. Wählen Sie einen kürzeren.',
  'refused-space-not-deleted': 'Dieser Space ist nicht gelöscht, es gibt also nichts wiederherzustellen.',
  'refused-git-connection-paused':
    'Die Git-Verbindung dieses Space ist angehalten. Setzen Sie sie zuerst fort.',
  'refused-git-host-key-unknown':
    'Der SSH-Schlüssel dieses Hosts ist noch unbekannt. Vergleichen Sie seinen Fingerabdruck mit dem, den der Host veröffentlicht, und legen Sie ihn dann fest.',
  'refused-git-existing-documentation':
    'Der Branch hat bereits eine Dokumentation, die nicht aus diesem Space stammt. Importieren Sie sie zuerst, oder wählen Sie einen anderen Branch oder ein anderes Verzeichnis.',
  'refused-git-connected-elsewhere':
    'Der Space ist mit einem anderen Repository, Branch oder Verzeichnis verbunden. Synchronisieren Sie damit, oder löschen Sie zuerst die Verbindung.',
  'refused-git-operation-running':
    'In diesem Space läuft gerade ein Git-Vorgang. Versuchen Sie es erneut, wenn er beendet ist.',
  'refused-git-preview-not-running': 'Diese Vorschau ist bereits beendet.',
  'refused-too-many-git-previews':
    'Für diesen Space laufen zu viele Vorschauen. Warten Sie, bis eine beendet ist, oder brechen Sie eine ab.',
  'refused-transfer-running': 'Dieser Space wird gerade in eine andere Organisation verschoben.',
  'refused-space-on-site':
    'Der Space ist auf einer Website. Nehmen Sie ihn von allen Websites, und übertragen Sie ihn dann.',
  'refused-invalid-position':
    'Diese Stelle gibt es nicht. Die Liste hat sich geändert: Laden Sie die Seite neu.',
  'refused-collection-cycle': 'Eine Sammlung kann nicht in sich selbst liegen.',
  'refused-collections-too-deep': 'Sammlungen lassen sich höchstens {number} Ebenen tief verschachteln.',
  'refused-concurrent-change':
    'Jemand anderes hat gerade dasselbe geändert. Sehen Sie es sich noch einmal an, und wiederholen Sie dann Ihre Änderung.',
  'refused-already-in-organization': 'Der Space gehört bereits zu dieser Organisation.',
  'refused-hostname-not-proven':
    'Der DNS-Eintrag dieses Hostnamens wurde nicht gefunden. Legen Sie ihn an, und warten Sie, bis er verbreitet ist; das kann Stunden dauern.',
  'refused-hostname-record-differs':
    'Der DNS-Eintrag dieses Hostnamens hat einen anderen Text. Ersetzen Sie ihn durch den hier gezeigten; bis er verbreitet ist, können Stunden vergehen.',
  'refused-hostname-taken': 'Dieser Hostname wird bereits verwendet. Wählen Sie einen anderen.',
  'refused-transfer-failed':
    'Die Übertragung ist fehlgeschlagen, und nichts wurde verschoben. Versuchen Sie es erneut.',
  'refused-changed-pages-unknown':
    'Die Änderungen werden noch gelesen. Versuchen Sie es in einigen Sekunden erneut.',
  'refused-too-busy-to-render':
    'Der Dienst ist zu beschäftigt, um diese große Seite darzustellen. Versuchen Sie es später erneut.',
  'refused-redirect-source-taken':
    'Es gibt bereits eine Weiterleitung von diesem Pfad. Bearbeiten Sie stattdessen diese.',
  'refused-redirect-loop': 'Die Weiterleitung würde zu ihrem Anfang zurückführen oder über zu viele andere.',
  'refused-too-many-redirects':
    'Eine Website kann höchstens {number} Weiterleitungen haben. Löschen Sie einige, oder verwenden Sie Platzhalter.',
  'refused-too-many-site-files':
    'Eine Website kann höchstens {number} Bilder und Schriften speichern. Nicht verwendete werden nach einem Tag gelöscht.',
  'refused-site-file-not-fetched':
    'Das Bild ließ sich nicht von seiner Adresse abrufen. Laden Sie stattdessen die Datei hoch.',
  'refused-site-file-type':
    'Das ist kein Bild und keine Schrift, die Browser zeigen können. Verwenden Sie SVG, PNG, JPEG, WebP, AVIF, GIF, ICO, WOFF2 oder WOFF.',
  'refused-picture-type':
    'Dieses Bild lässt sich hier nicht verwenden. Nehmen Sie ein PNG-, JPEG- oder WebP-Bild ohne Animation.',
  'refused-own-change-request':
    'Sie haben diesen Änderungsvorschlag angelegt, deshalb muss ihn jemand anderes prüfen.',
  'refused-not-author': 'Nur die Person, die den Text geschrieben hat, kann ihn ändern.',
  'refused-may-not-resolve':
    'Nur wer den Kommentar geschrieben hat und wer den Space bearbeiten darf, kann ihn erledigen oder wieder öffnen.',
  'refused-may-not-dismiss':
    'Nur wer den Vorschlag gemacht hat und wer den Space bearbeiten darf, kann ihn verwerfen.',
  'refused-comment-of-another': 'Nur wer das geschrieben hat und wer im Space prüfen darf, kann es löschen.',
  'refused-page-too-large':
    'Eine Seite ist zu groß geworden. Nichts wurde geändert: Teilen Sie sie in mehrere Seiten auf.',
  'refused-changes-refused': 'Die Änderung passt nicht mehr zum jetzigen Inhalt. Nichts wurde geändert.',
  'refused-suggestion-decided': 'Dieser Vorschlag wurde bereits übernommen oder verworfen.',
  'refused-conflict-answered':
    'Jemand anderes hat diesen Konflikt gerade entschieden. Sehen Sie ihn sich noch einmal an.',
  'refused-too-many-favorites':
    'Sie haben {number} Favoriten, mehr sind nicht möglich. Entfernen Sie zuerst einen.',
  'refused-change-request-not-merged':
    'Dieser Änderungsvorschlag wurde nicht übernommen, es gibt also nichts rückgängig zu machen.',
  'refused-nothing-to-revert':
    'Das Übernehmen hat nichts geändert, was sich zurücknehmen ließe. Bearbeiten Sie stattdessen die Seiten.',
  'refused-too-many-preview-links':
    'Ein Änderungsvorschlag kann {number} Vorschau-Links haben. Löschen Sie zuerst einen.',
  'refused-space-not-on-site': 'Leser sehen den Space auf dieser Website nicht. Wählen Sie eine andere.',
  'refused-too-many-reactions':
    'Es gibt schon {number} verschiedene Reaktionen, mehr sind nicht möglich. Verwenden Sie eine davon.',
  'refused-merge-rules-not-met': 'Die Regeln dieses Space für das Übernehmen sind noch nicht erfüllt.',
  'refused-import-not-running': 'Dieser Import ist bereits beendet.',
  'refused-too-many-imports':
    'Es warten zu viele Importe. Warten Sie, bis einer beendet ist, oder brechen Sie einen ab.',
  'refused-organization-creation-off':
    'Auf dieser Instanz lassen sich keine Organisationen anlegen. Fragen Sie die, die sie betreiben.',
  'refused-user-left': 'Diese Person hat die Organisation verlassen, oder das Konto wurde gelöscht.',
  'refused-last-administrator':
    'Dies ist der einzige Administrator. Machen Sie zuerst jemand anderen zum Administrator, damit die Organisation verwaltet werden kann.',
  'refused-public-mail-provider':
    'Jeder kann eine Adresse in dieser Domain bekommen, deshalb eignet sie sich nicht zum Beitreten.',
  'refused-too-many-oidc-providers':
    'Eine Organisation kann höchstens {number} Anbieter haben. Löschen Sie zuerst einen.',
  'refused-too-many-saml-providers':
    'Eine Organisation kann höchstens {number} Anbieter haben. Löschen Sie zuerst einen.',
  'refused-too-many-conversation-tasks':
    'Ein Thema kann höchstens {number} Aufgaben haben. Löschen Sie zuerst eine.',
  'refused-openapi-spec-exists':
    'Es gibt bereits eine Spezifikation mit diesem Namen. Öffnen Sie diese, um sie zu aktualisieren, oder wählen Sie einen anderen Namen.',
  'refused-too-many-openapi-specs':
    'Eine Organisation kann höchstens {number} Spezifikationen haben. Löschen Sie zuerst eine.',
  'refused-no-touched-pages':
    'Keine Seite dieses Space erwähnt die Änderungen, es gibt also nichts aufzulisten.',
  'refused-too-many-translation-settings':
    'Eine Organisation kann höchstens {number} Übersetzungen haben. Beenden Sie zuerst eine.',
  'refused-translation-without-source':
    'Wählen Sie zuerst den Space, der übersetzt wird, und mindestens eine Sprache.',
  'refused-glossary-too-large':
    'Ein Glossar kann höchstens {number} Begriffe haben. Löschen Sie zuerst einige.',
  'refused-too-many-webhooks':
    'Eine Organisation kann höchstens {number} Webhooks haben. Löschen Sie zuerst einen.',
  'refused-webhook-disabled':
    'Der Webhook ist angehalten, es wird also nichts gesendet. Setzen Sie ihn zuerst fort.',
  'refused-already-joined': 'Diese Person ist bereits beigetreten und braucht keine Einladung.',
  'refused-invite-links-off': 'Einladungslinks sind in dieser Organisation ausgeschaltet.',
  'refused-incorrect-password': 'Das ist nicht Ihr jetziges Passwort.',
  'refused-outlives-token':
    'Sie sind mit einem Token angemeldet, das abläuft, und können keinen Zugriff anlegen, der länger gilt.',
  'refused-last-instance-administrator':
    'Dies ist der letzte Administrator der Instanz. Machen Sie zuerst jemand anderen dazu.',
  'refused-own-account': 'Sie können sich nicht selbst sperren.',
  'refused-organization-not-deleted':
    'Diese Organisation ist nicht gelöscht, es gibt also nichts wiederherzustellen.',
  'refused-retention-over':
    'Die Organisation wurde vor mehr als sieben Tagen gelöscht und lässt sich nicht wiederherstellen.',
  'refused-password-not-set': 'Ihr Konto hat noch kein Passwort. Legen Sie zuerst eines fest.',
  'refused-email-taken': 'Ein anderes Konto hat diese E-Mail-Adresse.',
  'refused-email-already-verified': 'Diese E-Mail-Adresse ist bereits bestätigt.',
  'refused-email-not-verified': 'Bestätigen Sie zuerst Ihre E-Mail-Adresse.',
  'refused-email-not-configured': 'Diese Instanz sendet keine E-Mails.',
  'refused-second-factor-already-on':
    'Der zweite Faktor ist bereits eingeschaltet. Schalten Sie ihn zuerst aus, um eine andere App zu verwenden.',
  'refused-second-factor-not-started':
    'Die Einrichtung des zweiten Faktors wurde nicht begonnen oder hat zu lange gedauert. Beginnen Sie noch einmal.',
  'refused-sign-in-busy': 'Gerade melden sich viele an. Versuchen Sie es in einigen Sekunden erneut.',
  'refused-basename-taken':
    'Eine andere Website hat diesen Namen in ihrer Adresse. Wählen Sie einen anderen.',
  'refused-site-path-taken':
    'Ein anderer Bereich oder eine andere Variante dieser Website hat diesen Pfad. Wählen Sie einen anderen.',
  'refused-last-section':
    'Der letzte Bereich kann die Website nicht verlassen, solange sie Gruppen oder Links hat. Entfernen Sie diese zuerst.',
  'refused-section-group-cycle': 'Eine Gruppe kann nicht in sich selbst sein.',
  'refused-site-structure-too-large':
    'Die Website ist voll: Sie hat höchstens 500 Bereiche, Gruppen und Links, 1.000 Varianten und Gruppen in fünf Ebenen.',
  'refused-too-many-share-links':
    'Die Website hat so viele Links, wie sie haben kann. Löschen Sie zuerst einen.',
  'refused-nothing-to-publish':
    'Die Website hat nichts, was Leser sehen könnten. Fügen Sie einen Space hinzu, oder zeigen Sie Lesern einen Entwurf.',
  fieldRequired: 'Das ist erforderlich.',
  fieldEmpty: 'Das darf nicht leer sein.',
  fieldTooLong: 'Verwenden Sie höchstens {number} Zeichen.',
  fieldTooShort: 'Verwenden Sie mindestens {number} Zeichen.',
  fieldTooGreat: 'Verwenden Sie höchstens {number}.',
  fieldTooSmall: 'Verwenden Sie mindestens {number}.',
  fieldTooMany: 'Verwenden Sie höchstens {number} davon.',
  fieldTwice: 'Ein Wert kommt doppelt vor.',
  fieldEmail: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
  fieldUrl: 'Geben Sie eine Webadresse ein, die mit https:// oder http:// beginnt, ohne Benutzernamen.',
  fieldSlash: 'Beginnen Sie mit einem Schrägstrich.',
  fieldStar: 'Setzen Sie ein * nur ans Ende.',
  fieldColor: 'Geben Sie eine Farbe wie #1a73e8 ein.',
  fieldEmoji: 'Wählen Sie ein Emoji.',
  fieldLine: 'Geben Sie eine einzelne Zeile ohne Leerzeichen am Rand ein.',
  fieldSlug: 'Verwenden Sie Buchstaben, Ziffern und einzelne Bindestriche, aber keinen am Anfang oder Ende.',
  fieldFuture: 'Wählen Sie einen Zeitpunkt in der Zukunft.',
  fieldCommonPassword: 'Dieses Passwort ist zu verbreitet. Wählen Sie ein anderes.',
  fieldEmailPassword: 'Das Passwort darf nicht die E-Mail-Adresse sein.',
  fieldCurrentPassword: 'Das ist nicht Ihr Passwort.',
  fieldHostname: 'Geben Sie einen Hostnamen wie docs.example.com ein.',
  fieldPublicHostname: 'Verwenden Sie einen Namen aus einer eigenen öffentlichen Domain.',
  fieldUnreachable: 'Die Adresse ist nicht erreichbar: {detail}',
  fieldRefused: 'Der Dienst nimmt das nicht an: {detail}',
};
