/** Messages of customers to a parcel service in French, by subject. Messages are separated by lines of `===`. */
export const FRENCH = {
  tracking: `Bonjour, mon colis est « en cours d'acheminement » depuis 8 jours. Que se passe-t-il ?
===
numéro de suivi inconnu alors que je l'ai copié collé du mail
===
Toujours rien. Le suivi n'a pas bougé depuis lundi et personne ne décroche chez vous.
===
Madame, Monsieur,
D'après votre site, mon envoi a été livré hier à 11 h 42. Or j'étais chez moi toute la matinée, et ni moi ni la gardienne n'avons vu quelqu'un. Pourriez-vous me dire où il a été déposé ?
Cordialement,
Hélène Castaing
===
ou est mon paquet svp
===
Le suivi indique Lyon alors que j'habite Brest… c'est normal ce détour ?
===
Existe-t-il un moyen de suivre une vingtaine d'expéditions sur une seule page plutôt que de saisir chaque numéro ?`,
  missed: `Avis de passage dans la boîte aux lettres alors que j'étais là. Votre livreur n'a pas sonné !!
===
Bonjour, je voudrais une nouvelle présentation jeudi après 18h si possible, je travaille.
===
C'est la 2e fois que le chauffeur note « destinataire absent ». Nous sommes une pharmacie ouverte de 9 h à 20 h, il y a toujours quelqu'un.
===
j'ai perdu l'avis de passage comment faire pour la 2eme livraison
===
Bonsoir,
Absente aujourd'hui lors du passage du livreur, j'aimerais qu'il laisse le paquet chez ma voisine, Mme Roux, au 2e étage. Elle est prévenue.
Merci d'avance
===
Impossible de choisir un autre jour de livraison, le calendrier reste vide
===
Combien de fois repassez-vous avant de renvoyer le colis à l'expéditeur ?`,
  address: `J'ai mis mon ancienne adresse en commandant, le colis part demain. Vous pouvez corriger ?
===
erreur code postal : 69003 et pas 69008 merci
===
Bonjour, nous déménageons le 1er décembre. Faut-il changer l'adresse sur chaque envoi en cours ou bien suffit-il de la modifier dans le compte ?
===
L'adresse est incomplète paraît-il. Il manque quoi ? bâtiment C, escalier 2, c'est pourtant écrit
===
Peut-on rediriger un envoi vers mon lieu de travail une fois qu'il est parti de l'entrepôt ? Je n'arrive pas à trouver le bouton.

Envoyé de mon iPhone
===
Votre formulaire refuse notre rue, elle est toute neuve (chemin des Alouettes). Du coup impossible de valider la commande.
===
Ma fille n'habite plus à Nantes, faites suivre le carton à Rennes svp, 4 rue Kléber. Je paie le supplément s'il y en a un.`,
  damaged: `Carton éventré, la lampe à l'intérieur est en mille morceaux. J'ai des photos.
===
colis arrivé tout mouillé, contenu fichu
===
Bonjour, je souhaite déposer une réclamation : l'écran que j'ai reçu est fissuré. L'emballage était intact à l'extérieur, donc j'ai signé sans réserve… Est-ce que j'ai encore un recours ?
===
Quel délai pour signaler une casse ? Je rentre tout juste de vacances.
===
Vous proposez 23 € d'indemnisation pour une pièce de céramique à 180 €. Je conteste.

Y. Benali
===
Deux bouteilles cassées sur six. Dois-je garder les débris pour l'expertise ?
===
meuble livré avec un pied abîmé, l'expéditeur dit que c'est à vous de rembourser`,
  customs: `On me réclame 31 € de droits de douane pour un cadeau. Ce n'est pas censé être gratuit en dessous de 45 € ?
===
Bloqué en douane depuis le 6. Il vous faut quoi comme papiers ?
===
Bonjour, nous expédions pour la première fois vers la Suisse. Faut-il une facture pro forma en trois exemplaires ou la déclaration CN23 suffit-elle ? Merci de votre aide.
===
j'ai deja payé la TVA a la commande sur le site, pourquoi encore des frais a la livraison ???
===
Quel code SH pour des savons artisanaux ?
===
Notre numéro EORI a été refusé au moment de créer l'étiquette pour la Norvège, message « format invalide ». Il est pourtant correct, je l'ai vérifié sur le site de la Commission.

Service export, Maison Dutilleul
===
Marchandise refusée et repartie à Tokyo, comment récupérer les taxes que j'ai réglées ?`,
  returns: `Il n'y avait pas d'étiquette retour dans le paquet, comment je renvoie le pull ?
===
Le commerçant du point relais me dit que mon bon de retour est périmé
===
Bonjour, retour déposé il y a deux semaines, preuve de dépôt à l'appui, et la boutique ne m'a toujours pas remboursée parce qu'elle n'aurait rien reçu. Où est passé ce retour ?
===
on peut grouper 2 retours dans le meme carton?
===
Nous vendons en ligne et voudrions glisser une étiquette de retour prépayée dans chaque commande. Serions-nous facturés même si le client ne s'en sert pas ? Comptez 150 retours par mois environ.

Bien à vous,
Sandrine
===
je n'ai pas d'imprimante, est ce que je peux retourner l'article avec juste un QR code
===
Colis renvoyé à l'expéditeur sans raison et maintenant on me demande de repayer les frais de port. Inadmissible.`,
  collection: `Personne n'est venu enlever nos colis hier, pourtant le ramassage était confirmé.
===
Comment programmer un enlèvement à domicile pour 2 cartons ?
===
Bonjour, notre enlèvement quotidien est prévu à 17 h. Depuis deux semaines, le camion passe à 14 h, quand rien n'est prêt, et ne revient pas. Merci de faire le nécessaire avec l'agence de Vénissieux.

Julien P.
Responsable logistique
===
annuler ramassage de demain svp réf ENL-30077
===
Est-ce que le chauffeur apporte les étiquettes quand il vient chercher le colis ? Pas d'imprimante ici.
===
Facturée 6,90 € pour un enlèvement qui n'a jamais eu lieu…
===
vous prenez les valises? 28 kg, à venir chercher au 3e sans ascenseur`,
  locker: `La consigne ne s'ouvre pas, j'ai tapé le code trois fois.
===
Pas reçu le code de retrait
===
Bonjour, mon colis m'attend en consigne à la gare depuis avant-hier, or je ne rentre que dimanche. Pourriez-vous le garder deux jours de plus ?
===
casier 8 ouvert mais VIDE. quelqu'un s'est servi avant moi ??
===
Mon mari peut-il retirer le paquet au point relais à ma place ? Avec ma carte d'identité ou la sienne ?
===
L'écran de la consigne du Carrefour de Talence est noir, plusieurs personnes attendent devant. Il n'y a aucun numéro affiché.
===
Quelles sont les dimensions maxi pour les casiers ? j'ai un carton de 55x45x40`,
  invoice: `La facture d'octobre compte 94 envois, nous en avons fait 71. Merci de nous transmettre le détail.
===
Où trouver mes factures sur l'espace client ? Ma comptable me relance
===
Bonjour,
Vous nous facturez un supplément carburant de 16 % alors que le contrat prévoit 11 %. Nous demandons un avoir pour la différence et suspendons le règlement d'ici là.
Comptabilité fournisseurs
===
prélevé deux fois en novembre
===
Il manque notre numéro de TVA intracommunautaire sur la facture F-88203, pouvez-vous la refaire ?
===
Nous avons changé de banque : où déposer le nouveau RIB pour le prélèvement ? L'ancien compte ferme le 30.
===
« hors gabarit » sur la moitié des lignes, nos cartons font 40 cm. Vous mesurez comment ?`,
  integration: `Depuis ce matin l'API renvoie une erreur 500 sur la création d'étiquettes. Rien de changé de notre côté.
===
Vos webhooks arrivent en double, c'est voulu ?
===
Bonjour, le module PrestaShop 4.0.2 plante à l'étape transporteur :

Undefined array key "relay_id" in carrier.php line 214

Tous nos clients qui choisissent un point relais sont bloqués. C'est urgent.
===
clé api ok en test mais 401 en production
===
Je développe un connecteur pour notre ERP. Où se trouve la documentation du bac à sable, et peut-on y simuler les événements de suivi ?
===
curl -X POST https://api.colis.example/v2/shipments -d @envoi.json
=> {"error":"sender.phone is required"}
Le téléphone est bien dans le JSON. Une idée ?
===
Peut-on recevoir l'étiquette en ZPL au lieu du PDF ? Nos imprimantes sont des Zebra`,
} as const;
