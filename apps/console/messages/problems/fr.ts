import type { ProblemsMessages } from './en.ts';

export const texts: ProblemsMessages = {
  'problemKind-links': 'Liens qui ne mènent nulle part',
  'problemAdvice-links':
    'Ils sont conservés tels qu’ils sont écrits. « Liens rompus », dans les paramètres de l’espace, les répare ensemble.',
  'problemKind-includes': 'Textes inclus manquants',
  'problemAdvice-includes':
    'Ajoutez les fichiers à la source et importez de nouveau, ou écrivez les textes dans l’espace.',
  'problemKind-files': 'Images et fichiers manquants',
  'problemAdvice-files': 'Ajoutez-les à la source et importez de nouveau, ou envoyez-les sur leurs pages.',
  'problemKind-lfs': 'Fichiers dans Git LFS',
  'problemAdvice-lfs':
    'La clé ou le jeton doit pouvoir lire Git LFS. D’ici là, l’espace conserve leurs dernières versions.',
  'problemKind-pages': 'Pages qui n’existent pas',
  'problemAdvice-pages': 'La table des matières les nomme. Créez les fichiers, ou supprimez les entrées.',
  'problemKind-navigation': 'Problèmes de la table des matières',
  'problemAdvice-navigation':
    'Certaines parties ont été lues autrement ou pas du tout. Vérifiez l’ordre des pages dans l’espace.',
  'problemKind-settings': 'Paramètres et front matter',
  'problemAdvice-settings':
    'Ils ont été ignorés. Corrigez-les dans le fichier, puis importez ou synchronisez de nouveau.',
  'problemKind-elements': 'Éléments que les pages n’ont pas ici',
  'problemAdvice-elements':
    'Ils sont conservés tels qu’ils sont écrits. Vérifiez ces pages et utilisez des blocs à la place.',
  'problemKind-large': 'Pages et fichiers trop volumineux',
  'problemAdvice-large': 'Divisez les pages, ou réduisez les fichiers.',
  'problemKind-leftOut': 'Fichiers laissés de côté',
  'problemAdvice-leftOut':
    'Les sous-modules, les liens symboliques rompus et les fichiers inutilisables ne sont pas importés. Remplacez-les par des fichiers.',
  'problemKind-names': 'Noms ambigus',
  'problemAdvice-names':
    'Renommez les fichiers pour qu’ils ne diffèrent pas seulement par la casse et que les liens leur correspondent exactement.',
  'problemKind-encoding': 'Fichiers qui ne sont pas en UTF-8',
  'problemAdvice-encoding':
    'Ils sont conservés, mais ne peuvent pas être modifiés. Enregistrez-les en UTF-8.',
  'problemKind-conditions': 'Conditions illisibles',
  'problemAdvice-conditions':
    'Les visiteurs ne voient pas ce à quoi elles s’appliquent. Corrigez les conditions.',
  'problemKind-redirects': 'Redirections vers nulle part',
  'problemAdvice-redirects': 'Corrigez leurs cibles dans la configuration, ou supprimez-les.',
  'problemKind-kept': 'Texte placé dans une demande de modification',
  'problemAdvice-kept': 'Ouvrez la demande de modification pour rétablir ce qu’il vous faut.',
  'problemKind-branches': 'Branches non synchronisées',
  'problemAdvice-branches':
    'Elles seront réessayées à la prochaine synchronisation, ou dès que vous les aurez modifiées.',
  'problemKind-older': 'La branche est plus ancienne que l’espace',
  'problemAdvice-older': 'Rien n’a été modifié. Poussez d’abord des commits plus récents.',
  'problemKind-unread': 'Tout n’a pas été lu',
  'problemAdvice-unread': 'Importez le reste séparément, ou choisissez un nombre de pages plus élevé.',
  'problemKind-other': 'Autres remarques',
  'problemAdvice-other': 'Vérifiez ces pages et corrigez ce qui manque.',
  problemDetails: 'Messages exacts (en anglais)',
  problemPlace: '{path}, ligne {line}',
  problemsMore: 'one=et {count} autre|other=et {count} autres',
};
