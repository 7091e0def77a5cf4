import type { RefusalMessages } from './en.ts';

export const texts: RefusalMessages = {
  'refused-invalid-cursor': 'La liste a changé entre-temps. Rouvrez-la.',
  'refused-request-timeout': 'La requête n’est pas arrivée à temps au service. Réessayez.',
  'refused-request-in-progress':
    'La même modification est encore en cours. Patientez un instant, puis rechargez la page.',
  'refused-response-lost':
    'La modification a été faite, mais son résultat n’est pas disponible. Rechargez la page pour la voir.',
  'refused-too-many-uploads':
    'Trop de fichiers sont envoyés à la fois. Patientez un instant, puis réessayez.',
  'refused-not-implemented': 'Cette version de Lectern ne sait pas le faire.',
  maintenanceUntil:
    'Lectern est en maintenance jusqu’au {time}. Vous pouvez tout lire, mais les modifications ne sont pas enregistrées avant. Ce que vous écrivez est conservé.',
  'refused-maintenance':
    'Lectern est en maintenance. Rien ne peut être modifié avant la fin ; réessayez ensuite.',
  'refused-quota-exceeded':
    'L’organisation a tout ce qu’elle peut avoir. Supprimez ce qui ne sert plus, ou demandez davantage aux exploitants de ce service.',
  'refused-passkey-refused': 'La clé d’accès n’a pas été acceptée. Recommencez.',
  'refused-incorrect-passkey':
    'La clé d’accès n’a pas été acceptée. Réessayez ou saisissez votre mot de passe.',
  'refused-no-passkeys': 'Ce compte n’a pas de clé d’accès. Confirmez avec le mot de passe.',
  'refused-organization-suspended': 'Cette organisation est suspendue. Motif des administrateurs : {detail}',
  'refused-organization-not-suspended': 'L’organisation n’est pas suspendue.',
  'refused-too-many-passkeys': 'Ce compte a 20 clés d’accès, le maximum. Retirez-en une d’abord.',
  'refused-storage-full':
    'Le service n’a plus de place pour enregistrer quoi que ce soit. Prévenez ceux qui l’exploitent.',
  'refused-role-above-own': 'Personne ne peut donner ni retirer un rôle supérieur au sien.',
  'refused-user-required': 'Un compte de service ne peut pas le faire. Connectez-vous en tant que personne.',
  'refused-sso-required':
    'Cette organisation exige l’authentification unique. Connectez-vous par ce moyen pour continuer.',
  'refused-password-sign-in-required':
    'Vous êtes connecté par l’authentification unique d’une organisation et ne pouvez agir que là. Pour cela, connectez-vous avec votre mot de passe.',
  'refused-own-account-only': 'Seule la personne elle-même peut modifier cela.',
  'refused-cross-site-request': 'La session de ce navigateur a changé. Rechargez la page, puis réessayez.',
  'refused-instance-administrator-required': 'Seuls les administrateurs de l’instance peuvent le faire.',
  'refused-not-found': 'Cela n’existe plus, ou vous n’y avez plus accès.',
  'refused-not-a-user': 'Vous êtes connecté en tant que compte de service, sans compte personnel.',
  'refused-git-not-connected': 'Cet espace n’est connecté à aucun dépôt Git.',
  'refused-link-checks-off': 'Les liens vers d’autres sites web ne sont pas vérifiés sur cette instance.',
  'refused-too-many-openapi-sources':
    'Des versions antérieures de cette spécification attendent encore d’être traitées. Réessayez dans une minute.',
  'refused-insights-busy':
    'Beaucoup consultent les statistiques en ce moment. Réessayez dans quelques secondes.',
  'refused-insights-unavailable':
    'La base de données des événements ne répond pas pour le moment. Réessayez dans quelques secondes.',
  'refused-insights-timeout':
    'Compter les événements de cette période prend trop de temps. Choisissez-en une plus courte.',
  'refused-space-not-deleted': 'Cet espace n’est pas supprimé : il n’y a rien à restaurer.',
  'refused-git-connection-paused': 'La connexion Git de cet espace est en pause. Reprenez-la d’abord.',
  'refused-git-host-key-unknown':
    'La clé SSH de cet hôte n’est pas encore connue. Comparez son empreinte à celle que l’hôte publie, puis épinglez-la.',
  'refused-git-existing-documentation':
    'La branche contient déjà une documentation qui ne vient pas de cet espace. Importez-la d’abord, ou choisissez une autre branche ou un autre répertoire.',
  'refused-git-connected-elsewhere':
    'L’espace est connecté à un autre dépôt, une autre branche ou un autre répertoire. Synchronisez avec celui-ci, ou supprimez d’abord la connexion.',
  'refused-git-operation-running':
    'Une opération Git est en cours sur cet espace. Réessayez quand elle sera terminée.',
  'refused-git-preview-not-running': 'Cet aperçu est déjà terminé.',
  'refused-too-many-git-previews':
    'Trop d’aperçus de cet espace sont en cours. Attendez la fin de l’un d’eux, ou annulez-en un.',
  'refused-transfer-running': 'Cet espace est en cours de transfert vers une autre organisation.',
  'refused-space-on-site': 'L’espace est sur un site. Retirez-le de tous les sites, puis transférez-le.',
  'refused-invalid-position': 'Cette position n’est pas possible. La liste a changé : rechargez la page.',
  'refused-collection-cycle': 'Une collection ne peut pas être dans elle-même.',
  'refused-collections-too-deep': 'Les collections s’imbriquent sur {number} niveaux au plus.',
  'refused-concurrent-change':
    'Quelqu’un d’autre vient de modifier la même chose. Regardez-la de nouveau, puis refaites votre modification.',
  'refused-already-in-organization': 'L’espace appartient déjà à cette organisation.',
  'refused-hostname-not-proven':
    'L’enregistrement DNS de ce nom d’hôte n’a pas été trouvé. Ajoutez-le et attendez sa propagation ; cela peut prendre des heures.',
  'refused-hostname-record-differs':
    'L’enregistrement DNS de ce nom d’hôte a un autre texte. Remplacez-le par celui qui est affiché ici ; la propagation peut prendre des heures.',
  'refused-hostname-taken': 'Ce nom d’hôte est déjà utilisé. Choisissez-en un autre.',
  'refused-transfer-failed': 'Le transfert a échoué et rien n’a été déplacé. Réessayez.',
  'refused-changed-pages-unknown':
    'Les changements sont encore en cours de lecture. Réessayez dans quelques secondes.',
  'refused-too-busy-to-render':
    'Le service est trop occupé pour afficher cette grande page. Réessayez plus tard.',
  'refused-redirect-source-taken': 'Une redirection existe déjà depuis ce chemin. Modifiez plutôt celle-ci.',
  'refused-redirect-loop': 'La redirection ramènerait à son point de départ, ou passerait par trop d’autres.',
  'refused-too-many-redirects':
    'Un site peut avoir {number} redirections au plus. Supprimez-en, ou utilisez des jokers.',
  'refused-too-many-site-files':
    'Un site peut stocker {number} images et polices au plus. Celles qu’il n’utilise pas sont supprimées après un jour.',
  'refused-site-file-not-fetched':
    'L’image n’a pas pu être récupérée à son adresse. Envoyez plutôt le fichier.',
  'refused-site-file-type':
    'Ce n’est ni une image ni une police que les navigateurs affichent. Utilisez SVG, PNG, JPEG, WebP, AVIF, GIF, ICO, WOFF2 ou WOFF.',
  'refused-picture-type':
    'Cette image ne peut pas être utilisée ici. Utilisez une image PNG, JPEG ou WebP sans animation.',
  'refused-own-change-request':
    'Vous avez créé cette demande de modification : quelqu’un d’autre doit la relire.',
  'refused-not-author': 'Seul l’auteur peut modifier ce texte.',
  'refused-may-not-resolve':
    'Seuls l’auteur et les éditeurs de l’espace peuvent résoudre ou rouvrir ce commentaire.',
  'refused-may-not-dismiss': 'Seuls l’auteur et les éditeurs de l’espace peuvent écarter cette suggestion.',
  'refused-comment-of-another': 'Seuls l’auteur et les relecteurs de l’espace peuvent supprimer cela.',
  'refused-page-too-large':
    'Une page est devenue trop grande. Rien n’a été modifié : divisez-la en plusieurs pages.',
  'refused-changes-refused':
    'La modification ne peut pas s’appliquer au contenu actuel. Rien n’a été modifié.',
  'refused-suggestion-decided': 'Cette suggestion a déjà été appliquée ou écartée.',
  'refused-conflict-answered': 'Quelqu’un d’autre vient de trancher ce conflit. Regardez-le de nouveau.',
  'refused-too-many-favorites': 'Vous avez {number} favoris, le maximum. Retirez-en un d’abord.',
  'refused-change-request-not-merged':
    'Cette demande de modification n’a pas été fusionnée : il n’y a rien à annuler.',
  'refused-nothing-to-revert':
    'La fusion n’a rien modifié qui puisse être annulé. Modifiez plutôt les pages.',
  'refused-too-many-preview-links':
    'Une demande de modification peut avoir {number} liens d’aperçu. Supprimez-en un d’abord.',
  'refused-space-not-on-site': 'Les lecteurs ne voient pas l’espace sur ce site. Choisissez-en un autre.',
  'refused-too-many-reactions':
    'Il y a déjà {number} réactions différentes, le maximum. Utilisez l’une d’elles.',
  'refused-merge-rules-not-met': 'Les règles de fusion de cet espace ne sont pas encore remplies.',
  'refused-import-not-running': 'Cette importation est déjà terminée.',
  'refused-too-many-imports':
    'Trop d’importations sont en attente. Attendez la fin de l’une d’elles, ou annulez-en une.',
  'refused-organization-creation-off':
    'Il n’est pas possible de créer d’organisation sur cette instance. Adressez-vous à ceux qui l’exploitent.',
  'refused-user-left': 'Cette personne a quitté l’organisation, ou son compte a été supprimé.',
  'refused-last-administrator':
    'C’est le seul administrateur. Nommez d’abord un autre administrateur, pour que l’organisation reste gérée.',
  'refused-public-mail-provider':
    'N’importe qui peut obtenir une adresse dans ce domaine : il ne peut pas servir à rejoindre l’organisation.',
  'refused-too-many-oidc-providers':
    'Une organisation peut avoir {number} fournisseurs au plus. Supprimez-en un d’abord.',
  'refused-too-many-saml-providers':
    'Une organisation peut avoir {number} fournisseurs au plus. Supprimez-en un d’abord.',
  'refused-too-many-conversation-tasks':
    'Un sujet peut avoir {number} tâches au plus. Supprimez-en une d’abord.',
  'refused-openapi-spec-exists':
    'Une spécification porte déjà ce nom. Ouvrez-la pour la mettre à jour, ou choisissez un autre nom.',
  'refused-too-many-openapi-specs':
    'Une organisation peut avoir {number} spécifications au plus. Supprimez-en une d’abord.',
  'refused-no-touched-pages':
    'Aucune page de cet espace ne mentionne les changements : il n’y a rien à lister.',
  'refused-too-many-translation-settings':
    'Une organisation peut avoir {number} traductions au plus. Terminez-en une d’abord.',
  'refused-translation-without-source': 'Choisissez d’abord l’espace à traduire et au moins une langue.',
  'refused-glossary-too-large': 'Un glossaire peut avoir {number} termes au plus. Supprimez-en d’abord.',
  'refused-too-many-webhooks':
    'Une organisation peut avoir {number} webhooks au plus. Supprimez-en un d’abord.',
  'refused-webhook-disabled': 'Le webhook est en pause : rien ne peut être envoyé. Reprenez-le d’abord.',
  'refused-already-joined': 'Cette personne a déjà rejoint l’organisation et n’a pas besoin d’invitation.',
  'refused-invite-links-off': 'Les liens d’invitation sont désactivés dans cette organisation.',
  'refused-incorrect-password': 'Ce n’est pas votre mot de passe actuel.',
  'refused-outlives-token':
    'Vous êtes connecté avec un jeton qui expire : vous ne pouvez pas créer d’accès qui dure plus longtemps.',
  'refused-last-instance-administrator':
    'C’est le dernier administrateur de l’instance. Nommez-en d’abord un autre.',
  'refused-own-account': 'Vous ne pouvez pas vous bloquer vous-même.',
  'refused-organization-not-deleted': 'Cette organisation n’est pas supprimée : il n’y a rien à restaurer.',
  'refused-retention-over':
    'L’organisation a été supprimée il y a plus de sept jours et ne peut pas être restaurée.',
  'refused-password-not-set': 'Votre compte n’a pas encore de mot de passe. Définissez-en un d’abord.',
  'refused-email-taken': 'Un autre compte a cette adresse e-mail.',
  'refused-email-already-verified': 'Cette adresse e-mail est déjà vérifiée.',
  'refused-email-not-verified': 'Vérifiez d’abord votre adresse e-mail.',
  'refused-email-not-configured': 'Cette instance n’envoie pas d’e-mails.',
  'refused-second-factor-already-on':
    'Le second facteur est déjà activé. Désactivez-le d’abord pour utiliser une autre application.',
  'refused-second-factor-not-started':
    'La configuration du second facteur n’a pas été commencée ou a trop duré. Recommencez.',
  'refused-sign-in-busy':
    'Beaucoup de personnes se connectent en ce moment. Réessayez dans quelques secondes.',
  'refused-basename-taken': 'Un autre site a ce nom dans son adresse. Choisissez-en un autre.',
  'refused-site-path-taken': 'Une autre section ou variante de ce site a ce chemin. Choisissez-en un autre.',
  'refused-last-section':
    'La dernière section ne peut pas quitter le site tant qu’il a des groupes ou des liens. Retirez-les d’abord.',
  'refused-section-group-cycle': 'Un groupe ne peut pas être dans lui-même.',
  'refused-site-structure-too-large':
    'Le site est plein : il a au plus 500 sections, groupes et liens, 1 000 variantes, et des groupes sur cinq niveaux.',
  'refused-too-many-share-links': 'Le site a autant de liens qu’il peut en avoir. Supprimez-en un d’abord.',
  'refused-nothing-to-publish':
    'Le site n’a rien que les lecteurs puissent voir. Ajoutez un espace, ou montrez un brouillon aux lecteurs.',
  fieldRequired: 'Ce champ est obligatoire.',
  fieldEmpty: 'Ce champ ne peut pas être vide.',
  fieldTooLong: 'Utilisez {number} caractères au plus.',
  fieldTooShort: 'Utilisez {number} caractères au moins.',
  fieldTooGreat: 'Utilisez {number} au plus.',
  fieldTooSmall: 'Utilisez {number} au moins.',
  fieldTooMany: 'Utilisez-en {number} au plus.',
  fieldTwice: 'Une valeur est en double.',
  fieldEmail: 'Saisissez une adresse e-mail, comme nom@example.com.',
  fieldUrl: 'Saisissez une adresse web qui commence par https:// ou http://, sans nom d’utilisateur.',
  fieldSlash: 'Commencez par une barre oblique.',
  fieldStar: 'Ne placez un * qu’à la fin.',
  fieldColor: 'Saisissez une couleur comme #1a73e8.',
  fieldEmoji: 'Choisissez un émoji.',
  fieldLine: 'Saisissez une seule ligne, sans espaces autour.',
  fieldSlug:
    'Utilisez des lettres, des chiffres et des traits d’union isolés, sans trait d’union au début ni à la fin.',
  fieldFuture: 'Choisissez une date à venir.',
  fieldCommonPassword: 'Ce mot de passe est trop courant. Choisissez-en un autre.',
  fieldEmailPassword: 'Le mot de passe ne peut pas être l’adresse e-mail.',
  fieldCurrentPassword: 'Ce n’est pas votre mot de passe.',
  fieldHostname: 'Saisissez un nom d’hôte comme docs.example.com.',
  fieldPublicHostname: 'Utilisez un nom d’un domaine public qui vous appartient.',
  fieldUnreachable: 'L’adresse est injoignable : {detail}',
  fieldRefused: 'Le service ne l’accepte pas : {detail}',
};
