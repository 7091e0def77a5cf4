import type { Reason } from '../../../../domains/access/sign-on/refusal.ts';

export const french: Record<Reason, string> = {
  'not-base64':
    'La réponse du fournisseur d’identité n’est pas du Base64 valide. Elle a été endommagée ou tronquée en chemin.',
  'too-large': 'La réponse du fournisseur d’identité est trop volumineuse.',
  'not-xml': 'La réponse du fournisseur d’identité n’est pas du XML bien formé.',
  'document-type':
    'La réponse du fournisseur d’identité déclare un type de document ou utilise des entités, ce qui n’est pas autorisé.',
  comment:
    'La réponse du fournisseur d’identité contient un commentaire, ce qui n’est pas autorisé, car il pourrait masquer une partie d’un nom.',
  markup:
    'La réponse du fournisseur d’identité contient un balisage autre que des éléments, ce qui n’est pas autorisé.',
  'not-a-response': 'Le fournisseur d’identité n’a pas envoyé de réponse SAML 2.0.',
  status: 'Le fournisseur d’identité ne vous a pas connecté. Réessayez ou contactez son administrateur.',
  encrypted:
    'Le fournisseur d’identité a chiffré sa réponse. Désactivez-y le chiffrement ; TLS protège déjà la réponse.',
  'no-assertion':
    'La réponse du fournisseur d’identité ne contient aucune assertion et ne dit donc pas qui vous êtes.',
  'several-assertions': 'La réponse du fournisseur d’identité contient plusieurs assertions.',
  wrapped: 'La réponse du fournisseur d’identité est composée de parties qui ne vont pas ensemble.',
  unsigned:
    'L’assertion n’est pas signée. Configurez le fournisseur d’identité pour qu’il signe les assertions et pas seulement les réponses.',
  'signature-form': 'La signature ne couvre pas l’assertion comme SAML l’exige.',
  'weak-algorithm':
    'La réponse est signée avec SHA-1 ou un autre algorithme peu sûr. Choisissez RSA avec SHA-256 chez le fournisseur d’identité.',
  'certificate-expired':
    'Le certificat de ce fournisseur a expiré ou n’est pas encore valide. Un administrateur de l’organisation doit saisir le certificat actuel.',
  'other-certificate':
    'La réponse est signée avec un autre certificat que celui configuré ici. Un administrateur de l’organisation doit les comparer.',
  signature:
    'La signature n’est pas valide : la réponse a été modifiée après sa signature, ou signée avec une autre clé.',
  issuer: 'La réponse vient d’un autre fournisseur d’identité que celui configuré ici.',
  destination: 'La réponse était adressée à un autre service.',
  audience: 'La réponse est destinée à un autre service : son audience est différente.',
  condition: 'L’assertion contient une condition inconnue.',
  'no-sign-in': 'L’assertion ne dit pas que quelqu’un s’est connecté.',
  confirmation: 'L’assertion n’a pas de confirmation de porteur.',
  recipient: 'L’assertion a été émise pour un autre service : son destinataire est différent.',
  time: 'L’assertion ne dit pas quand elle expire.',
  'not-yet-valid':
    'L’assertion n’est pas encore valide. Comparez les horloges du fournisseur d’identité et de ce service.',
  expired:
    'L’assertion a expiré. Connectez-vous de nouveau. En cas de nouvel échec, comparez les horloges des deux services.',
  name: 'L’assertion n’identifie pas clairement une personne. Il lui faut exactement un identifiant de nom.',
  'transient-name':
    'Le fournisseur d’identité envoie chaque fois un identifiant de nom différent. Configurez-le pour qu’il envoie un identifiant persistant ou l’adresse e-mail.',
  unsolicited:
    'Cette réponse n’a pas été demandée. Commencez la connexion ici, et non chez le fournisseur d’identité.',
  'unknown-request': 'La réponse correspond à une demande que ce service n’a pas faite.',
  'request-expired': 'La connexion a pris trop de temps. Réessayez.',
  'request-used': 'Une réponse à cette demande a déjà été reçue. Réessayez.',
  replayed: 'Cette assertion a déjà été utilisée. Réessayez.',
  ticket: 'Cette page a déjà été utilisée ou a expiré. Réessayez.',
  'other-browser':
    'La connexion a commencé dans un autre navigateur. Réessayez dans celui-ci et autorisez les cookies.',
  'provider-changed': 'Ce fournisseur d’authentification unique vient d’être modifié. Réessayez.',
  'provider-gone':
    'Ce fournisseur d’authentification unique n’existe plus. Adressez-vous à un administrateur de l’organisation.',
  'no-email':
    'Le fournisseur d’identité n’a pas envoyé votre adresse e-mail. Configurez-le pour qu’il envoie l’attribut « email ».',
  'no-member':
    'Un compte avec votre adresse e-mail existe, mais il n’appartient pas à cette organisation. Demandez une invitation à un administrateur.',
  'invitation-waits':
    'Vous n’avez pas encore accepté votre invitation à cette organisation. Ouvrez d’abord le lien de l’invitation.',
  'member-disabled':
    'Votre appartenance à cette organisation n’est pas active. Adressez-vous à un administrateur.',
  'organization-suspended': 'Cette organisation est suspendue, personne ne peut donc la rejoindre.',
  'other-account': 'Vous êtes connecté avec un autre compte que celui qui est demandé.',
  'sign-in-anew':
    'Connectez-vous de nouveau avec le mot de passe du compte : votre session actuelle est antérieure à cette demande.',
  'oidc-state':
    'Cette page n’appartient pas à une connexion que ce service a commencée avec ce fournisseur. Recommencez.',
  'oidc-unreachable': 'Le fournisseur d’identité ne répond pas. Réessayez dans quelques minutes.',
  'oidc-discovery':
    'La configuration que publie le fournisseur d’identité est inutilisable. Un administrateur peut tester le fournisseur dans ses paramètres.',
  'oidc-code':
    'Le fournisseur d’identité n’a pas confirmé la connexion. Réessayez. En cas d’échec, un administrateur doit comparer l’identifiant et le secret du client.',
  'oidc-token':
    'La réponse du fournisseur d’identité n’a pas pu être vérifiée : elle n’est pas signée par lui, ou elle est destinée à un autre service ou à une autre connexion.',
  'oidc-expired':
    'La réponse du fournisseur d’identité a expiré ou n’est pas encore valable. Reconnectez-vous. En cas d’échec, comparez les horloges des deux services.',
  'email-unverified':
    'Le fournisseur d’identité ne confirme pas que votre adresse e-mail est la vôtre. Faites-la d’abord vérifier chez lui.',
  'email-domain':
    'Ce fournisseur n’accepte pas les adresses e-mail de votre domaine. Demandez à un administrateur.',
  'email-of-others':
    'Votre adresse e-mail appartient à un domaine d’une autre organisation. Demandez une invitation à un administrateur.',
  'groups-elsewhere':
    'Le fournisseur d’identité envoie trop de groupes, ou indique seulement où les trouver. Limitez les groupes qu’il envoie à cette application.',
  'no-account':
    'Il n’y a pas de compte pour vous sur ce service. Demandez une invitation à un administrateur.',
  'account-unproven':
    'Il existe un compte avec votre adresse e-mail, mais l’adresse n’a jamais été vérifiée. Connectez-vous avec le mot de passe du compte, et confirmez d’abord l’adresse.',
  'directory-credentials': 'Le nom d’utilisateur ou le mot de passe est incorrect.',
  'directory-unreachable': 'L’annuaire ne répond pas. Réessayez dans quelques minutes.',
  'directory-busy': 'De nombreuses personnes se connectent en ce moment. Réessayez dans quelques secondes.',
  'directory-settings':
    'L’annuaire ne peut pas être utilisé tel qu’il est configuré ici. Adressez-vous à l’exploitant de ce service : la raison figure dans son journal.',
  'directory-ambiguous':
    'L’annuaire contient plusieurs entrées pour ce nom d’utilisateur. Utilisez un nom que vous êtes seul à porter, ou adressez-vous à l’administrateur de l’annuaire.',
  'directory-inactive':
    'Votre compte dans l’annuaire est désactivé, verrouillé ou expiré. Adressez-vous à l’administrateur de l’annuaire.',
  'directory-password-expired':
    'Votre mot de passe dans l’annuaire a expiré ou doit être changé. Changez-le d’abord là-bas.',
  'directory-groups':
    'Vous appartenez à plus de groupes que l’annuaire ne permet d’en lire. Adressez-vous à l’exploitant de ce service.',
  'directory-no-email':
    'Votre entrée dans l’annuaire n’a pas d’adresse e-mail. Demandez à l’administrateur de l’annuaire de l’ajouter.',
};
