import type { ProblemsMessages } from './en.ts';

export const texts: ProblemsMessages = {
  'problemKind-links': 'Defekte Links in den Texten',
  'problemAdvice-links':
    'Sie bleiben, wie sie geschrieben sind. „Defekte Links“ in den Einstellungen des Space repariert sie gemeinsam.',
  'problemKind-includes': 'Fehlende eingebundene Texte',
  'problemAdvice-includes':
    'Fügen Sie die Dateien der Quelle hinzu und importieren Sie erneut, oder schreiben Sie die Texte im Space.',
  'problemKind-files': 'Fehlende Bilder und Dateien',
  'problemAdvice-files':
    'Fügen Sie sie der Quelle hinzu und importieren Sie erneut, oder laden Sie sie auf ihren Seiten hoch.',
  'problemKind-lfs': 'Dateien in Git LFS',
  'problemAdvice-lfs':
    'Der Schlüssel oder das Token muss Git LFS lesen dürfen. Bis dahin behält der Space die letzten Fassungen.',
  'problemKind-pages': 'Seiten, die es nicht gibt',
  'problemAdvice-pages':
    'Das Inhaltsverzeichnis nennt sie. Erstellen Sie die Dateien, oder entfernen Sie die Einträge.',
  'problemKind-navigation': 'Probleme im Inhaltsverzeichnis',
  'problemAdvice-navigation':
    'Teile davon wurden anders oder gar nicht gelesen. Prüfen Sie die Reihenfolge der Seiten im Space.',
  'problemKind-settings': 'Einstellungen und Front Matter',
  'problemAdvice-settings':
    'Sie wurden ignoriert. Korrigieren Sie sie in der Datei, und importieren oder synchronisieren Sie erneut.',
  'problemKind-elements': 'Elemente, die es auf Seiten hier nicht gibt',
  'problemAdvice-elements':
    'Sie bleiben, wie sie geschrieben sind. Sehen Sie sich diese Seiten an, und verwenden Sie stattdessen Blöcke.',
  'problemKind-large': 'Zu große Seiten und Dateien',
  'problemAdvice-large': 'Teilen Sie die Seiten, oder verkleinern Sie die Dateien.',
  'problemKind-leftOut': 'Ausgelassene Dateien',
  'problemAdvice-leftOut':
    'Submodule, ins Leere führende Verknüpfungen und unbrauchbare Dateien werden nicht importiert. Ersetzen Sie sie durch Dateien.',
  'problemKind-names': 'Unklare Namen',
  'problemAdvice-names':
    'Benennen Sie die Dateien so um, dass sich ihre Namen nicht nur in der Schreibung unterscheiden und Links ihnen genau entsprechen.',
  'problemKind-encoding': 'Dateien, die nicht UTF-8 sind',
  'problemAdvice-encoding':
    'Sie bleiben erhalten, können aber nicht bearbeitet werden. Speichern Sie sie als UTF-8.',
  'problemKind-conditions': 'Bedingungen, die nicht lesbar sind',
  'problemAdvice-conditions':
    'Besucher sehen nicht, worauf sie sich beziehen. Korrigieren Sie die Bedingungen.',
  'problemKind-redirects': 'Weiterleitungen ins Leere',
  'problemAdvice-redirects': 'Korrigieren Sie ihre Ziele in der Konfiguration, oder entfernen Sie sie.',
  'problemKind-kept': 'Text, der in einen Änderungsvorschlag kam',
  'problemAdvice-kept': 'Öffnen Sie den Änderungsvorschlag, um wiederherzustellen, was Sie brauchen.',
  'problemKind-branches': 'Nicht synchronisierte Branches',
  'problemAdvice-branches':
    'Sie werden bei der nächsten Synchronisierung erneut versucht, oder sobald Sie sie geändert haben.',
  'problemKind-older': 'Der Branch ist älter als der Space',
  'problemAdvice-older': 'Es wurde nichts geändert. Pushen Sie zuerst neuere Commits.',
  'problemKind-unread': 'Nicht alles wurde gelesen',
  'problemAdvice-unread': 'Importieren Sie den Rest gesondert, oder wählen Sie eine höhere Zahl von Seiten.',
  'problemKind-other': 'Weitere Hinweise',
  'problemAdvice-other': 'Sehen Sie sich diese Seiten an, und korrigieren Sie, was Ihnen fehlt.',
  problemDetails: 'Genaue Meldungen (Englisch)',
  problemPlace: '{path}, Zeile {line}',
  problemsMore: 'one=und {count} weiterer|other=und {count} weitere',
};
