import { foldWord } from '@lectern/search/fold';

/** Beginnings of words in the known languages, by the icon for their subject. */
const WORDS_OF_ICONS: Record<string, string> = {
  'credit-card':
    'bill invoic payment charg refund subscri rechnung zahlung abo factur pago suscri paiement facture fattur',
  lock: 'login signin password passwor sso saml 2fa anmeld einlogg kennwort contrasen sesion connexion passe senha accesso',
  key: 'api token key schlussel clave cle chiave webhook oauth',
  globe: 'domain dns hostname certificat ssl tls zertifikat dominio domaine',
  'magnifying-glass': 'search suche buscar busqueda recherch ricerca busca',
  'file-import': 'import migrat export backup',
  'code-branch': 'git github gitlab sync branch repositor synchron sincron rama',
  users:
    'member team invit user role permis mitglied einlad benutzer rolle berechtig miembro equipo rol membre utilisat',
  image: 'image picture photo logo bild imagen imag screenshot captura icon',
  'pen-to-square': 'edit editor draft markdown bearbeit redact editar',
  gauge: 'slow performanc speed timeout langsam lent rendimiento veloc',
  language: 'translat language locale ubersetz sprache traduc idioma traduct langue',
  bell: 'notif email mail benachrichtig correo alert',
  'chart-line': 'analytic insight statistic report statistik analitic estadistic rapport informe',
  palette: 'theme color font css design dark farbe schriftart tema couleur thema',
  'mobile-screen': 'mobile android iphone ios phone handy movil',
};

const BEGINNINGS = Object.entries(WORDS_OF_ICONS).flatMap(([icon, words]) =>
  words.split(' ').map((beginning) => ({ icon, beginning })),
);

/** The name of the icon of the first word that has one. */
export function chooseIcon(stems: readonly string[]): string {
  for (const stem of stems) {
    const folded = foldWord(stem);
    const found = BEGINNINGS.find(({ beginning }) => folded.startsWith(beginning));
    if (found) return found.icon;
  }
  return 'comments';
}
